//! Lines of bounded length.

use std::io::{self, BufRead, Read};

/// The longest line that is read, in bytes.
pub const MAX_LINE: usize = 1 << 20;

/// What the reader found.
#[derive(Debug, PartialEq, Eq)]
pub enum Line {
    /// A line. Bytes that are not UTF-8 are replaced.
    Text(String),
    /// A line longer than [`MAX_LINE`], which was skipped.
    TooLong,
    /// The end of the input.
    End,
}

/// Reads one line, in bounded memory.
pub fn read_line(input: &mut impl BufRead) -> io::Result<Line> {
    let mut bytes = Vec::new();
    // One byte more tells a line that is too long from one that just fits.
    let mut bounded = input.by_ref().take(MAX_LINE as u64 + 1);
    bounded.read_until(b'\n', &mut bytes)?;
    if bytes.len() > MAX_LINE {
        if bytes.last() != Some(&b'\n') {
            input.skip_until(b'\n')?;
        }
        return Ok(Line::TooLong);
    }
    Ok(match bytes.is_empty() {
        true => Line::End,
        false => Line::Text(String::from_utf8_lossy(&bytes).into_owned()),
    })
}

#[cfg(test)]
mod tests {
    use super::{Line, MAX_LINE, read_line};

    #[test]
    fn long_lines_are_skipped_and_the_next_one_is_read() {
        let fits = format!("{}\n", "x".repeat(MAX_LINE - 1));
        let too_long = format!("x{fits}");
        let far_too_long = format!("{}\n", "x".repeat(3 * MAX_LINE));
        let text = format!("{fits}{too_long}{far_too_long}isready\n\u{fffd}");
        let mut input = text.as_bytes();
        let mut next = || read_line(&mut input).unwrap();
        assert_eq!(next(), Line::Text(fits));
        assert_eq!(next(), Line::TooLong);
        assert_eq!(next(), Line::TooLong);
        assert_eq!(next(), Line::Text("isready\n".to_owned()));
        assert_eq!(next(), Line::Text("\u{fffd}".to_owned()));
        assert_eq!(next(), Line::End);
    }
}
