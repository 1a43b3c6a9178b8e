//! What a panic of a program tells, so that it can be reported: version, command line and last step.

use std::io::{self, Write};
use std::panic;
use std::sync::{Mutex, PoisonError};

use crate::{command_line, printable};

/// What the program told last of its work.
static LAST_STEP: Mutex<String> = Mutex::new(String::new());

/// Remembers what the program does.
pub fn remember_step(step: &str) {
    let mut last = LAST_STEP.lock().unwrap_or_else(PoisonError::into_inner);
    last.clear();
    last.push_str(step);
}

/// Writes a line to the standard error, without anything that could control a terminal, and remembers it
/// as the last step.
pub fn warn(line: &str) {
    remember_step(line);
    // If this fails, there is nobody to tell.
    writeln!(io::stderr(), "{}", printable(line)).ok();
}

/// Makes every panic of this process tell all that; `version` is the program's, with its name.
pub fn report_panics(version: &'static str) {
    panic::set_hook(Box::new(move |info| {
        let name = version.split(' ').next().unwrap_or_default();
        // A panic while a step is remembered must not wait for itself.
        let step = LAST_STEP.try_lock();
        let step = step.map_or_else(|_| String::new(), |step| step.clone());
        let report = format!(
            "{name}: this is a bug; please report it with these lines\n{version}\n{info}\n\
             Command: {}\nLast step: {step}",
            command_line()
        );
        // Standard error may be closed; there is no other place.
        writeln!(io::stderr(), "{}", printable(&report)).ok();
    }));
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::{report_panics, warn};

    /// Makes the test program one that panics.
    const PANICS: &str = "QUIETUS_TEST_PANIC";

    #[test]
    fn a_panic_tells_what_is_needed_to_report_it() {
        if std::env::var_os(PANICS).is_some() {
            report_panics("quietus-test 1.2.3");
            warn("game 1 of 3");
            warn("game 2 of 3");
            panic!("the test wants it");
        }
        let name = "panic_report::tests::a_panic_tells_what_is_needed_to_report_it";
        let output = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", name, "--nocapture"])
            .env(PANICS, "1")
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        for words in [
            "quietus-test: this is a bug; please report it with these lines\nquietus-test 1.2.3\n",
            "src/panic_report.rs:",
            "the test wants it\nCommand: support-",
            &format!("--exact {name} --nocapture\n"),
            "Last step: game 2 of 3\n",
        ] {
            assert!(said.contains(words), "{words}: {said}");
        }
    }
}
