//! The log on standard error: a line for everything the bot does, and why.

use std::time::{SystemTime, UNIX_EPOCH};

use support::{printable_line, warn};

/// Writes a line with the time of day (UTC) before it, without anything that could control a terminal.
pub(crate) fn write(text: &str) {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    let seconds = since.map_or(0, |since| since.as_secs()) % 86_400;
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    let text = printable_line(text);
    warn(&format!("{hours:02}:{minutes:02}:{seconds:02} {text}"));
}

/// Writes a line of the log.
macro_rules! note {
    ($($words:tt)*) => {
        $crate::log::write(&format!($($words)*))
    };
}
pub(crate) use note;
