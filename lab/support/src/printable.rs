//! Text from outside, made safe for a terminal.

use std::borrow::Cow;

/// The text with a replacement character for everything that could control a terminal or reorder a
/// line: control characters, which ANSI escapes begin with, bidirectional controls, and separators
/// that only some programs take for line ends. Newlines and tabs stay.
pub fn printable(text: &str) -> Cow<'_, str> {
    match text.contains(is_unsafe) {
        true => Cow::Owned(text.replace(is_unsafe, "\u{fffd}")),
        false => Cow::Borrowed(text),
    }
}

/// The same on one line.
pub fn printable_line(text: &str) -> String {
    printable(text).replace(['\n', '\t'], " ")
}

fn is_unsafe(c: char) -> bool {
    match c {
        '\n' | '\t' => false,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{feff}' => true,
        '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => true,
        _ => c.is_control(),
    }
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::{printable, printable_line};

    #[test]
    fn nothing_controls_the_terminal() {
        let evil = "\u{1b}[31mred\u{1b}]0;title\u{7}\r\u{8}\u{9b}2J\u{7f}\u{202e}drow\u{2066}";
        let shown = printable(evil);
        assert_eq!(shown, "�[31mred�]0;title���\u{fffd}2J��drow�");
        assert!(matches!(printable("Łukasz, 王\tA\nB"), Cow::Borrowed(_)));
        assert_eq!(printable_line("a\nb\r"), "a b�");
    }
}
