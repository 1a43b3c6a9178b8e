//! Themes of a suite: a position's `id` without the number at its end.

/// Separators between a theme and the number.
const SEPARATORS: &[char] = &['.', ' ', '_', '-', '#', '/', ':', '\t'];

/// The theme of a position: its `id` without trailing number and separator; `fallback` if
/// nothing is left.
#[must_use]
pub fn theme_of<'a>(id: &'a str, fallback: &'a str) -> &'a str {
    let name = id
        .trim_end_matches(|c: char| c.is_ascii_digit())
        .trim_end_matches(SEPARATORS);
    if name.trim().is_empty() {
        fallback
    } else {
        name.trim()
    }
}

#[cfg(test)]
mod tests {
    use super::theme_of;

    #[test]
    fn the_trailing_number_is_removed() {
        for (id, theme) in [
            ("Undermine.001", "Undermine"),
            (
                "STS(v2.2) Open Files and Diagonals.017",
                "STS(v2.2) Open Files and Diagonals",
            ),
            ("STS(v14.0) 7th Rank.100", "STS(v14.0) 7th Rank"),
            ("BK 24", "BK"),
            ("WAC-003", "WAC"),
            ("no number", "no number"),
            ("17", "file"),
            ("", "file"),
        ] {
            assert_eq!(theme_of(id, "file"), theme, "{id}");
        }
    }
}
