//! The pieces of a position as sets of squares.

use std::fmt;

use game::Game;

/// Where the pieces of a game stand, and nothing else.
pub trait PieceSets<G: Game>:
    Copy
    + Default
    + PartialEq
    + fmt::Debug
    + Send
    + Sync
    + FromIterator<(G::Piece, G::Square)>
    + for<'a> From<&'a G::Position>
{
    /// A set of squares.
    type Squares: IntoIterator<Item = G::Square>;

    /// The squares that differ.
    fn differences(&self, other: &Self) -> Self::Squares;

    /// Calls `visit` for each piece.
    fn for_each(&self, visit: impl FnMut(G::Piece, G::Square));

    /// The pieces without the one on a square.
    #[must_use]
    fn without(self, square: G::Square) -> Self;

    /// Whether a piece is a king, without which there is no position.
    fn is_king(piece: G::Piece) -> bool;
}

/// Implements the pieces of a game from its crate, which have bitboards of kinds and colors.
macro_rules! piece_sets {
    ($game:ident, $marker:ident) => {
        use $game::{Bitboard, Color, Piece, PieceType, Position, Square, $marker};

        /// Where the pieces stand, and nothing else.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct Pieces {
            kinds: [Bitboard; PieceType::COUNT],
            colors: [Bitboard; Color::COUNT],
        }

        impl Pieces {
            /// The squares of a piece.
            #[inline]
            pub fn of(&self, piece: Piece) -> Bitboard {
                self.kinds[piece.kind().index()] & self.colors[piece.color().index()]
            }

            /// The squares that differ.
            #[inline]
            pub fn differences(&self, other: &Self) -> Bitboard {
                let kinds = self.kinds.iter().zip(&other.kinds);
                let colors = self.colors.iter().zip(&other.colors);
                let changed = kinds.chain(colors).map(|(&here, &there)| here ^ there);
                changed.fold(Bitboard::EMPTY, |all, changed| all | changed)
            }

            /// The squares of a color's pieces.
            pub fn color(&self, color: Color) -> Bitboard {
                self.colors[color.index()]
            }

            /// The type of the piece on a square.
            pub fn kind_on(&self, square: Square) -> Option<PieceType> {
                let is_on = |kind: &PieceType| self.kinds[kind.index()].has(square);
                PieceType::ALL.into_iter().find(is_on)
            }

            /// How many pieces there are, kings included.
            pub fn count(&self) -> usize {
                (self.colors[0] | self.colors[1]).count() as usize
            }

            /// The square of a king; the first square if there is none.
            pub fn king(&self, color: Color) -> Square {
                let squares = self.of(Piece::new(color, PieceType::King));
                squares.first().unwrap_or(Square::ALL[0])
            }
        }

        /// Pieces on their squares, at most one on each.
        impl FromIterator<(Piece, Square)> for Pieces {
            fn from_iter<T: IntoIterator<Item = (Piece, Square)>>(pieces: T) -> Self {
                let mut all = Self::default();
                for (piece, square) in pieces {
                    all.kinds[piece.kind().index()] |= Bitboard::of(square);
                    all.colors[piece.color().index()] |= Bitboard::of(square);
                }
                all
            }
        }

        impl From<&Position> for Pieces {
            #[inline]
            fn from(position: &Position) -> Self {
                let mut pieces = Self::default();
                for kind in PieceType::ALL {
                    pieces.kinds[kind.index()] = position.kind(kind);
                }
                for color in Color::ALL {
                    pieces.colors[color.index()] = position.color(color);
                }
                pieces
            }
        }

        impl super::PieceSets<$marker> for Pieces {
            type Squares = Bitboard;

            #[inline]
            fn differences(&self, other: &Self) -> Bitboard {
                self.differences(other)
            }

            fn for_each(&self, mut visit: impl FnMut(Piece, Square)) {
                for piece in Piece::ALL {
                    for square in self.of(piece) {
                        visit(piece, square);
                    }
                }
            }

            fn without(mut self, square: Square) -> Self {
                let others = !Bitboard::of(square);
                for set in self.kinds.iter_mut().chain(&mut self.colors) {
                    *set &= others;
                }
                self
            }

            fn is_king(piece: Piece) -> bool {
                piece.kind() == PieceType::King
            }
        }
    };
}

/// The pieces of chess.
mod of_chess {
    piece_sets!(chess, Chess);
}

/// The pieces of makruk.
pub(super) mod of_makruk {
    piece_sets!(makruk, Makruk);
}

/// The pieces of xiangqi.
pub(super) mod of_xiangqi {
    piece_sets!(xiangqi, Xiangqi);
}

pub use of_chess::Pieces;
