//! Splits a command line into words, with quotes and backslashes as in a shell.

/// Splits into words. Single and double quotes keep spaces, a backslash keeps the next character
/// (except in single quotes). An unclosed quote extends to the end.
pub fn split_words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match (c, quote) {
            ('\\', None | Some('"')) => word.get_or_insert_default().extend(chars.next()),
            (_, Some(open)) if c == open => quote = None,
            ('"' | '\'', None) => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (_, None) if c.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use super::split_words;

    #[test]
    fn quotes_keep_spaces() {
        assert_eq!(
            split_words("  a 'b c'd  \"e \\\" f\" \\ g ''"),
            ["a", "b cd", "e \" f", " g", ""]
        );
        assert!(split_words(" \t ").is_empty());
        assert_eq!(split_words("'open end"), ["open end"]);
    }
}
