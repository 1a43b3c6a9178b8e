//! How things look: letters or symbols, colors or none.

use std::env;
use std::io::{self, IsTerminal};

use chess::{Color, Piece, PieceType};

/// What stands for a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Glyphs {
    /// Letters, as in FEN.
    Ascii,
    /// The chess symbols of Unicode.
    Unicode,
}

/// How the board is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// What stands for a piece.
    pub glyphs: Glyphs,
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

impl Glyphs {
    /// What the locale can show.
    fn of_locale() -> Self {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"]
            .into_iter()
            .filter_map(|name| env::var(name).ok())
            .find(|value| !value.is_empty());
        Self::of_locale_name(&locale.unwrap_or_default())
    }

    fn of_locale_name(name: &str) -> Self {
        let name = name.to_ascii_lowercase();
        if name.contains("utf-8") || name.contains("utf8") {
            Self::Unicode
        } else {
            Self::Ascii
        }
    }
}

impl Style {
    /// What standard output can show, with the glyphs that were asked for.
    pub fn of_output(glyphs: Option<Glyphs>) -> Self {
        let is_set = |name| env::var_os(name).is_some_and(|value| !value.is_empty());
        let is_dumb = env::var_os("TERM").is_some_and(|value| value == "dumb");
        Self {
            glyphs: glyphs.unwrap_or_else(Glyphs::of_locale),
            is_colored: io::stdout().is_terminal() && !is_set("NO_COLOR") && !is_dumb,
        }
    }

    /// What stands for a piece. On colored squares the ink tells the sides apart, so that both get
    /// the full symbols.
    pub fn piece(self, piece: Piece) -> char {
        match (self.glyphs, piece.color()) {
            (Glyphs::Ascii, _) => piece.letter(),
            (Glyphs::Unicode, Color::White) if !self.is_colored => outlined(piece.kind()),
            (Glyphs::Unicode, _) => full(piece.kind()),
        }
    }

    /// What stands for an empty square.
    pub fn empty(self) -> char {
        match self.glyphs {
            _ if self.is_colored => ' ',
            Glyphs::Ascii => '.',
            Glyphs::Unicode => '·',
        }
    }

    /// Three columns for a square.
    pub fn square(self, content: Option<Piece>, is_light: bool, mark: Mark) -> String {
        let glyph = content.map_or_else(|| self.empty(), |piece| self.piece(piece));
        if self.is_colored {
            let ink = match content.map(Piece::color) {
                Some(Color::White) => "1;38;5;231",
                Some(Color::Black) | None => "38;5;16",
            };
            let ground = ground(is_light, mark);
            return format!("\x1b[{ink};48;5;{ground}m {glyph} \x1b[0m");
        }
        match mark {
            Mark::LastMove => format!("[{glyph}]"),
            Mark::None | Mark::Check => format!(" {glyph} "),
        }
    }
}

/// The ground of a square, of the 256 colors of terminals: gray-blue ones, brown for the last move,
/// red for check. Each is far enough from white and from black for both sides' pieces.
fn ground(is_light: bool, mark: Mark) -> u8 {
    match (mark, is_light) {
        (Mark::None, true) => 103,
        (Mark::None, false) => 60,
        (Mark::LastMove, true) => 137,
        (Mark::LastMove, false) => 94,
        (Mark::Check, _) => 131,
    }
}

fn outlined(kind: PieceType) -> char {
    match kind {
        PieceType::Pawn => '♙',
        PieceType::Knight => '♘',
        PieceType::Bishop => '♗',
        PieceType::Rook => '♖',
        PieceType::Queen => '♕',
        PieceType::King => '♔',
    }
}

fn full(kind: PieceType) -> char {
    match kind {
        PieceType::Pawn => '♟',
        PieceType::Knight => '♞',
        PieceType::Bishop => '♝',
        PieceType::Rook => '♜',
        PieceType::Queen => '♛',
        PieceType::King => '♚',
    }
}

#[cfg(test)]
mod tests {
    use super::{Color, Glyphs, Mark, Piece, PieceType, Style};

    #[test]
    fn symbols_only_where_the_locale_has_them() {
        for (name, glyphs) in [
            ("", Glyphs::Ascii),
            ("C", Glyphs::Ascii),
            ("de_DE.ISO-8859-1", Glyphs::Ascii),
            ("C.UTF-8", Glyphs::Unicode),
            ("en_US.utf8", Glyphs::Unicode),
        ] {
            assert_eq!(Glyphs::of_locale_name(name), glyphs, "{name}");
        }
    }

    #[test]
    fn a_square_is_three_columns_wide() {
        let king = Some(Piece::new(Color::White, PieceType::King));
        let style = |glyphs, is_colored| Style { glyphs, is_colored };
        let plain = style(Glyphs::Ascii, false);
        assert_eq!(plain.square(king, true, Mark::None), " K ");
        assert_eq!(plain.square(None, true, Mark::LastMove), "[.]");
        let unicode = style(Glyphs::Unicode, false);
        assert_eq!(unicode.square(king, false, Mark::Check), " ♔ ");
        let colored = style(Glyphs::Unicode, true);
        assert_eq!(
            colored.square(king, false, Mark::LastMove),
            "\x1b[1;38;5;231;48;5;94m ♚ \x1b[0m"
        );
        assert_eq!(
            colored.square(None, true, Mark::None),
            "\x1b[38;5;16;48;5;103m   \x1b[0m"
        );
    }
}
