//! Setting UCI options, and hearing what the engine refuses.

use std::time::Duration;

use support::printable_line;
use uci::{OptionKind, SetOption};

use super::{Engine, EngineFailure, EngineSpec};

/// How engines begin a line that refuses an option or a file, in lower case, after `info string`.
const REFUSALS: [&str; 6] = [
    "error",
    "no such option",
    "unknown option",
    "no tablebases found",
    "found 0 tablebases",
    "found 0 wdl",
];

impl Engine {
    /// Whether the values of the options that the engine advertises fit them.
    ///
    /// # Errors
    /// Names the option that does not.
    pub fn check_values(&self, spec: &EngineSpec) -> Result<(), EngineFailure> {
        for (name, value) in &spec.options {
            let Some(option) = self.identity().option(name) else {
                continue;
            };
            option
                .check(value)
                .map_err(|reason| EngineFailure::BadOption {
                    name: name.clone(),
                    value: value.clone(),
                    reason,
                })?;
        }
        Ok(())
    }

    /// The same, and whether the engine advertises all of them: one that ignores an option plays
    /// something else than it was asked to.
    pub(super) fn check_options(&self, spec: &EngineSpec) -> Result<(), EngineFailure> {
        let mut names = spec.options.iter().map(|(name, _)| name);
        match names.find(|name| self.identity().option(name).is_none()) {
            Some(name) => Err(EngineFailure::UnknownOption { name: name.clone() }),
            None => self.check_values(spec),
        }
    }

    /// Sets the options; fails if the engine refuses one.
    pub(super) fn set_options(
        &mut self,
        spec: &EngineSpec,
        timeout: Duration,
    ) -> Result<(), EngineFailure> {
        // Threads first: engines may allocate the hash on all threads.
        let is_threads = |name: &str| name.eq_ignore_ascii_case("Threads");
        let (threads, others): (Vec<_>, Vec<_>) =
            spec.options.iter().partition(|(name, _)| is_threads(name));
        for (name, value) in threads.into_iter().chain(others) {
            self.set_option(name, value)?;
        }
        self.confirm_options(timeout)
    }

    /// Sends `setoption`; an empty value presses a button.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), EngineFailure> {
        let option = self.identity().option(name);
        let is_button = option.is_some_and(|option| option.kind == OptionKind::Button);
        let value = match value {
            "" if !is_button => "<empty>",
            value => value,
        };
        let command = SetOption::new(name, value);
        self.send(&command.to_string()).map(drop)
    }

    /// Sends `isready` and waits for `readyok`, after options were set.
    ///
    /// # Errors
    /// If there is no `readyok` in time, or a line before it says that an option was refused.
    pub fn confirm_options(&mut self, timeout: Duration) -> Result<(), EngineFailure> {
        let deadline = self.send("isready")? + timeout;
        let mut refused = None;
        self.await_ready_with(deadline, timeout, |line| {
            if refused.is_none() && is_refusal(&line.text) {
                refused = Some(printable_line(&line.text));
            }
        })?;
        refused.map_or(Ok(()), |line| Err(EngineFailure::Refused(line)))
    }
}

/// Whether a line refuses what was asked.
fn is_refusal(line: &str) -> bool {
    let mut text = line.trim_start().to_ascii_lowercase();
    if let Some(rest) = text.strip_prefix("info string") {
        text = rest.trim_start().to_owned();
    }
    REFUSALS.iter().any(|refusal| text.starts_with(refusal))
}

#[cfg(test)]
mod tests {
    use super::is_refusal;

    #[test]
    fn refusals_are_told_from_chatter() {
        for line in [
            "info string error: cannot use the network \"/nope.qnn\"",
            "info string ERROR: The network file was not loaded successfully.",
            "No such option: Foo",
            "error Unknown option: Foo",
            "info string no tablebases found in \"/nope\"",
            "info string Found 0 WDL and 0 DTZ tablebase files (up to 0-man).",
        ] {
            assert!(is_refusal(line), "{line}");
        }
        for line in [
            "info string cannot use large pages, trying without",
            "info string NNUE evaluation enabled, terror: none",
            "readyok",
        ] {
            assert!(!is_refusal(line), "{line}");
        }
    }
}
