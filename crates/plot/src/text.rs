//! XML escaping and estimated text width.
//!
//! The viewer picks the font, so the width can only be estimated; the estimate is on the wide side, so
//! that labels do not overlap.

use std::borrow::Cow;

/// Escapes text for XML, in text or in a quoted attribute.
pub fn escape(text: &str) -> Cow<'_, str> {
    let special = |c: char| matches!(c, '&' | '<' | '>' | '"' | '\'') || !is_shown(c);
    if !text.contains(special) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            c if is_shown(c) => escaped.push(c),
            _ => escaped.push(char::REPLACEMENT_CHARACTER),
        }
    }
    Cow::Owned(escaped)
}

/// Whether a character may be shown: XML 1.0 allows it, it does not control a terminal, and it does not
/// change the order in which others are read. Line breaks are refused too: no label has one.
pub fn is_shown(c: char) -> bool {
    let reorders = matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    !c.is_control() && !reorders && !matches!(c, '\u{fffe}' | '\u{ffff}')
}

/// The estimated width of a text at a font size, both in pixels.
pub fn text_width(text: &str, size: f64) -> f64 {
    size * text.chars().map(em_width).sum::<f64>()
}

/// The width of a character in units of the font size, for a common sans-serif font.
fn em_width(c: char) -> f64 {
    match c {
        'i' | 'j' | 'l' | 'I' | '.' | ',' | ':' | ';' | '\'' | '|' | '!' => 0.34,
        ' ' | 'f' | 't' | 'r' | '(' | ')' | '[' | ']' | '-' | '/' => 0.42,
        'm' | 'M' | 'w' | 'W' | '@' | '%' | '…' | '—' => 1.0,
        'A'..='Z' | '+' | '±' | '=' | '<' | '>' => 0.78,
        // Hangul, kana, ideographs and emoji fill a square.
        '\u{1100}'.. if !('\u{2000}'..='\u{2e7f}').contains(&c) => 1.05,
        _ => 0.64,
    }
}

/// A text truncated to a width, with an ellipsis.
pub fn shorten(text: &str, size: f64, width: f64) -> Cow<'_, str> {
    if text_width(text, size) <= width {
        return Cow::Borrowed(text);
    }
    let room = width - text_width("…", size);
    let mut used = 0.0;
    let kept = text.chars().take_while(|&c| {
        used += em_width(c) * size;
        used <= room
    });
    let mut short: String = kept.collect();
    short.truncate(short.trim_end().len());
    short.push('…');
    Cow::Owned(short)
}

#[cfg(test)]
mod tests {
    use super::{escape, shorten, text_width};

    #[test]
    fn text_is_escaped_for_xml() {
        assert_eq!(escape("Rf1 ± 5"), "Rf1 ± 5");
        assert_eq!(
            escape("<a b=\"c\">&'\n\u{0}\u{ffff}\u{202e}"),
            "&lt;a b=&quot;c&quot;&gt;&amp;&#39;\u{fffd}\u{fffd}\u{fffd}\u{fffd}"
        );
    }

    #[test]
    fn long_text_is_truncated() {
        assert_eq!(shorten("short", 12.0, 100.0), "short");
        let cut = shorten("a name that has no end", 12.0, 60.0);
        assert!(
            cut.ends_with('…') && text_width(&cut, 12.0) <= 60.0,
            "{cut}"
        );
        assert_eq!(shorten("anything", 12.0, 0.0), "…");
    }
}
