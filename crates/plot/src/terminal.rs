//! Colors of text on a terminal.

use std::env;
use std::io::{self, IsTerminal};

/// What a color says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    Good,
    Doubtful,
    Bad,
    Worst,
}

/// Whether standard output is a terminal that can show colors, and they are wanted.
#[must_use]
pub fn shows_colors() -> bool {
    let is_set = |name| env::var_os(name).is_some_and(|value| !value.is_empty());
    let is_dumb = env::var_os("TERM").is_some_and(|value| value == "dumb");
    io::stdout().is_terminal() && !is_set("NO_COLOR") && !is_dumb
}

/// A text in a color, if there are colors.
#[must_use]
pub fn painted(text: &str, ink: Ink, is_colored: bool) -> String {
    let code = match ink {
        Ink::Good => "32",
        Ink::Doubtful => "33",
        Ink::Bad => "38;5;208",
        Ink::Worst => "1;31",
    };
    match is_colored {
        true => format!("\x1b[{code}m{text}\x1b[0m"),
        false => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::{Ink, painted};

    #[test]
    fn colors_are_taken_back_and_left_out() {
        assert_eq!(painted("?", Ink::Worst, true), "\x1b[1;31m?\x1b[0m");
        assert_eq!(painted("?", Ink::Worst, false), "?");
    }
}
