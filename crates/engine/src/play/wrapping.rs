//! Text in lines that fit a terminal.

/// The widest terminal that everybody has.
const WIDTH: usize = 80;

/// The words of a text in lines of at most 80 columns, without a line break at the end.
pub fn wrapped(text: &str) -> String {
    let mut lines = String::new();
    let mut column = 0;
    for word in text.split_whitespace() {
        let length = word.chars().count();
        if column > 0 {
            let fits = column + 1 + length <= WIDTH;
            lines.push(if fits { ' ' } else { '\n' });
            column = if fits { column + 1 } else { 0 };
        }
        lines.push_str(word);
        column += length;
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::wrapped;

    #[test]
    fn lines_are_full_but_not_too_full() {
        assert_eq!(wrapped(" a  b\n"), "a b");
        let text = wrapped(&"word ".repeat(40));
        let lengths: Vec<usize> = text.lines().map(str::len).collect();
        assert_eq!(lengths, [79, 79, 39]);
        let exact = format!("{} {} c", "a".repeat(39), "b".repeat(40));
        assert_eq!(wrapped(&exact).lines().next().map(str::len), Some(80));
    }
}
