//! The numbers by which files hold positions and moves. They are part of the formats and never change.

use crate::Facts;

/// A game with opening books and training data.
pub trait Codes: Facts {
    /// Tells training records of games with boards of the same size apart: 0 or 1.
    const RECORD_TAG: u8;

    /// The key of a position in a book.
    fn book_key(position: &Self::Position) -> u64;

    /// The code of a move in a book.
    fn book_code(mv: Self::Move) -> u16;

    /// The move of such a code, if it is legal: keys can collide.
    fn coded_move(position: &Self::Position, code: u16) -> Option<Self::Move>;

    /// Whether the position occurred before in its game.
    fn is_repetition(position: &Self::Position) -> bool;

    /// The sort key of a move: `.qgames` indexes legal moves in this order.
    fn move_key(mv: Self::Move) -> u16;

    /// The move with this sorted index, given the legal moves in any order.
    fn pick(moves: &[Self::Move], index: u8) -> Option<Self::Move> {
        let mut sorted = moves.to_vec();
        sorted.sort_unstable_by_key(|&mv| Self::move_key(mv));
        sorted.get(usize::from(index)).copied()
    }

    /// The board for a training record.
    fn pack(position: &Self::Position) -> PackedBoard;

    /// The position of a board, with the first side to move.
    ///
    /// # Errors
    /// If it is invalid.
    fn unpack(board: &PackedBoard) -> Result<Self::Position, String>;
}

/// The pieces of a position as the side to move sees them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PackedBoard {
    /// The occupied squares.
    pub occupied: u128,
    /// A nibble for each, in their order: the index of the type, plus 8 for the opponent's.
    pub pieces: [u8; 16],
    /// The squares of the kings, own and opponent's, each as its own side sees it.
    pub kings: [u8; 2],
}

impl PackedBoard {
    /// The most pieces.
    pub const PIECES: usize = 32;

    /// The codes of the pieces with their squares.
    pub fn pieces(&self) -> impl Iterator<Item = (u8, u8)> {
        let mut rest = self.occupied;
        let count = (rest.count_ones() as usize).min(Self::PIECES);
        (0..count).map(move |index| {
            let square = rest.trailing_zeros() as u8;
            rest &= rest - 1;
            (self.pieces[index / 2] >> (4 * (index % 2)) & 15, square)
        })
    }

    /// Sets the code of a piece, by its number.
    #[inline]
    pub fn set_piece(&mut self, index: usize, code: u8) {
        self.pieces[index / 2] |= code << (4 * (index % 2));
    }
}
