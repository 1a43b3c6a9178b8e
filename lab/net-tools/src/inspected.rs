//! What the tools need to know of a game whose networks they look into.

use chess::Chess;
use evaluation::Evaluated;
use game::Codes;
use makruk::Makruk;
use xiangqi::Xiangqi;

/// A game whose networks can be inspected.
pub trait Inspected: Codes + Evaluated {
    /// The first side's pieces, from the least valuable to the most, and then the king.
    const PIECES: &'static [Self::Piece];
    /// All squares, rank by rank.
    const SQUARES: &'static [Self::Square];
    /// The number of files.
    const FILES: usize;
    /// The sides, the first one first.
    const SIDES: [Self::Color; 2];
    /// Quiet, undecided positions of self-play games, one FEN per line. Fixed, because the mean absolute
    /// evaluation depends on the set.
    const REFERENCE: &'static str;

    /// A piece as people write it, in capitals if it is the first side's.
    fn letter(piece: Self::Piece) -> char;

    /// The other side's piece of the same type.
    fn exchanged(piece: Self::Piece) -> Self::Piece;

    /// The square that the other side sees where the first side sees this one.
    fn flipped(square: Self::Square) -> Self::Square;

    /// The square of the other wing.
    fn mirrored(square: Self::Square) -> Self::Square;
}

/// Implements a game from its crate.
macro_rules! inspected {
    ($game:ident, $marker:ident, $reference:literal) => {
        impl Inspected for $marker {
            const PIECES: &'static [$game::Piece] = &{
                let mut pieces = [$game::Piece::from_index(0); $game::PieceType::COUNT];
                let mut kind = 0;
                while kind < pieces.len() {
                    let piece_type = $game::PieceType::from_index(kind);
                    pieces[kind] = $game::Piece::new($game::Color::ALL[0], piece_type);
                    kind += 1;
                }
                pieces
            };
            const SQUARES: &'static [$game::Square] = &$game::Square::ALL;
            const FILES: usize = $game::File::ALL.len();
            const SIDES: [$game::Color; 2] = $game::Color::ALL;
            const REFERENCE: &'static str = include_str!($reference);

            fn letter(piece: $game::Piece) -> char {
                piece.letter()
            }

            fn exchanged(piece: $game::Piece) -> $game::Piece {
                $game::Piece::new(!piece.color(), piece.kind())
            }

            fn flipped(square: $game::Square) -> $game::Square {
                square.relative_to($game::Color::ALL[1])
            }

            fn mirrored(square: $game::Square) -> $game::Square {
                let file = $game::File::from_index(Self::FILES - 1 - square.file().index());
                $game::Square::new(file, square.rank())
            }
        }
    };
}

inspected!(chess, Chess, "reference/chess.fen");
inspected!(xiangqi, Xiangqi, "reference/xiangqi.fen");
inspected!(makruk, Makruk, "reference/makruk.fen");
