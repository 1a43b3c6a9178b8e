//! Text in Markdown and CSV files, where it must not become anything but text.

use crate::printable_line;

/// A field of a CSV file, with quotes where they are needed. A spreadsheet would run a text that
/// looks like a formula, so such a text gets an apostrophe, which marks it as text.
pub fn csv_field(field: &str) -> String {
    let may_be_formula = field.starts_with(['=', '+', '-', '@', '\t', '\r']);
    let mark = match may_be_formula && field.parse::<f64>().is_err() {
        true => "'",
        false => "",
    };
    match field.contains([',', '"', '\n', '\r']) {
        true => format!("\"{mark}{}\"", field.replace('"', "\"\"")),
        false => format!("{mark}{field}"),
    }
}

/// A text for a cell of a Markdown table.
pub fn markdown_text(text: &str) -> String {
    let mut escaped = String::new();
    for c in printable_line(text).chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '\\' | '|' | '`' | '*' | '[' | ']' => escaped.extend(['\\', c]),
            _ => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::{csv_field, markdown_text};

    #[test]
    fn csv_fields_are_quoted_and_no_formulas() {
        for (field, written) in [
            ("plain", "plain"),
            ("a,\"b\"", "\"a,\"\"b\"\"\""),
            ("a\nb", "\"a\nb\""),
            ("=1+1", "'=1+1"),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("-M3", "'-M3"),
            ("=\"x\",1", "\"'=\"\"x\"\",1\""),
            ("-1.5", "-1.5"),
            ("+3", "+3"),
        ] {
            assert_eq!(csv_field(field), written);
        }
    }

    #[test]
    fn markdown_has_no_markup_from_outside() {
        let evil = "<script>x()</script> [a](javascript:b) `c` | &amp;\u{1b}[0m\u{202e}";
        let safe = r"&lt;script&gt;x()&lt;/script&gt; \[a\](javascript:b) \`c\` \| &amp;amp;�\[0m�";
        assert_eq!(markdown_text(evil), safe);
    }
}
