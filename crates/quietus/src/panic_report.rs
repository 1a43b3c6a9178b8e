//! What a panic tells, so that it can be reported: version, build, position and last commands.

use std::collections::VecDeque;
use std::fmt::Write;
use std::io::{self, Write as _};
use std::panic::{self, PanicHookInfo};
use std::sync::{Mutex, PoisonError};

use crate::about;

/// Commands that are kept.
const KEPT: usize = 20;

/// Characters that are kept of a command other than `position`.
const KEPT_CHARS: usize = 500;

/// The last commands. Only `position` is kept whole: it alone says what was searched.
static LAST: Mutex<Commands> = Mutex::new(Commands {
    position: String::new(),
    last: VecDeque::new(),
});

struct Commands {
    position: String,
    last: VecDeque<String>,
}

/// Remembers a command.
pub fn remember(line: &str) {
    let mut commands = LAST.lock().unwrap_or_else(PoisonError::into_inner);
    let line = line.trim();
    if line.starts_with("position") {
        commands.position.clear();
        commands.position.push_str(line);
    }
    if commands.last.len() == KEPT {
        commands.last.pop_front();
    }
    commands
        .last
        .push_back(line.chars().take(KEPT_CHARS).collect());
}

/// Makes every panic of this process tell all that.
pub fn install() {
    panic::set_hook(Box::new(|info| {
        // Standard error may be closed; there is no other place.
        let _ = io::stderr().write_all(report(info).as_bytes());
    }));
}

fn report(info: &PanicHookInfo<'_>) -> String {
    let mut text = format!(
        "quietus: this is a bug; please report it with these lines\n{}\n{}\n{info}\n",
        about::VERSION,
        about::build_info(),
    );
    // A panic while a command is remembered must not wait for itself.
    if let Ok(commands) = LAST.try_lock() {
        let Commands { position, last } = &*commands;
        // Writing to a string cannot fail.
        let _ = writeln!(text, "Position: {position}\nLast commands:");
        for command in last {
            let _ = writeln!(text, "  {command}");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::{KEPT, install, remember};

    /// Makes the test program one that panics.
    const PANICS: &str = "QUIETUS_TEST_PANIC";

    #[test]
    fn a_panic_tells_what_is_needed_to_report_it() {
        if std::env::var_os(PANICS).is_some() {
            install();
            (0..KEPT).for_each(|_| remember("isready\r\n"));
            remember("position startpos moves e2e4");
            remember("go nodes 1000");
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
            crate::about::VERSION,
            "CPU features: ",
            "the test wants it",
            "src/panic_report.rs:",
            "Position: position startpos moves e2e4\nLast commands:\n  isready\n",
            "  position startpos moves e2e4\n  go nodes 1000\n",
        ] {
            assert!(said.contains(words), "{words}: {said}");
        }
        assert_eq!(said.matches("  isready").count(), KEPT - 2);
    }
}
