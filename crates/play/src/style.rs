//! How things look: letters or symbols, colors or none.

use std::env;

use crate::rules::PlayRules;

/// What stands for a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Glyphs {
    /// Letters, as in FEN.
    Ascii,
    /// The chess symbols of Unicode, or Chinese characters.
    Unicode,
}

/// How the board is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// What stands for a piece.
    pub glyphs: Glyphs,
    /// Whether there are characters for lines.
    pub has_lines: bool,
    /// Whether squares have colors, by the escape codes of terminals.
    pub is_colored: bool,
}

/// What a square's color says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// Nothing.
    None,
    /// The last move started or ended here.
    LastMove,
    /// A king in check.
    Check,
}

/// The name of the locale.
fn locale() -> String {
    ["LC_ALL", "LC_CTYPE", "LANG"]
        .into_iter()
        .filter_map(|name| env::var(name).ok())
        .find(|value| !value.is_empty())
        .unwrap_or_default()
}

/// Whether a locale can show Unicode.
pub fn is_utf8(locale: &str) -> bool {
    let locale = locale.to_ascii_lowercase();
    locale.contains("utf-8") || locale.contains("utf8")
}

impl Style {
    /// What standard output can show, with the glyphs that were asked for.
    pub fn of_output<R: PlayRules>(glyphs: Option<Glyphs>) -> Self {
        let locale = locale();
        // Whoever asks for ASCII gets nothing else.
        let has_lines = is_utf8(&locale) && glyphs != Some(Glyphs::Ascii);
        Self {
            glyphs: glyphs.unwrap_or_else(|| R::glyphs_of(&locale)),
            has_lines: has_lines || glyphs == Some(Glyphs::Unicode),
            is_colored: plot::shows_colors(),
        }
    }
}
