//! The board drawn with letters.

use std::fmt;

use chess::{File, Rank, Square};

use crate::position::Position;

/// The board in plain characters, white below, with the FEN and the hash key.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in Rank::ALL.into_iter().rev() {
            write!(f, "{} ", rank.digit())?;
            for file in File::ALL {
                let piece = self.piece_on(Square::new(file, rank));
                write!(f, " {}", piece.map_or('.', |piece| piece.letter()))?;
            }
            writeln!(f)?;
        }
        f.write_str("  ")?;
        for file in File::ALL {
            write!(f, " {}", file.letter())?;
        }
        writeln!(f, "\n\nFEN: {}", self.fen())?;
        write!(f, "Key: {:016X}", self.keys().full)?;
        if self.in_check() {
            write!(f, "\nCheckers:")?;
            for square in self.checkers() {
                write!(f, " {square}")?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({})", self.fen())
    }
}
