//! Counting: once no pawn is left, the weaker side counts moves, and the game is drawn when it has
//! counted far enough.
//!
//! While both sides have more than a king, 64 moves are counted from the moment the last pawn went
//! (the board's honor). Once a side has only its king, the limit depends on the other side's strongest
//! pieces, and the count begins with the number of pieces on the board (the pieces' honor).

use chess::Color;

use super::Position;
use crate::types::piece::{Piece, PieceType};

/// A count in plies. The game is drawn beyond the limit; a limit of zero means that nobody counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// The last ply at which the game goes on.
    pub limit: u16,
    /// The plies counted so far.
    pub plies: u16,
}

/// The limit of the board's honor, in moves.
const BOARD_LIMIT: u16 = 64;

impl Count {
    /// Whether somebody counts.
    #[must_use]
    #[inline(always)]
    pub const fn is_on(self) -> bool {
        self.limit > 0
    }

    /// Whether the count is over.
    #[must_use]
    #[inline(always)]
    pub const fn is_over(self) -> bool {
        self.is_on() && self.plies > self.limit
    }
}

impl Position {
    /// Whether a side has nothing but its king.
    #[inline(always)]
    pub(super) fn is_bare(&self, color: Color) -> bool {
        !self.color(color).several()
    }

    /// Counts the move that was just made; the turn has changed already.
    #[inline(always)]
    pub(super) fn count_move(&mut self) {
        if self.state.count.is_on() {
            self.state.count.plies = self.state.count.plies.saturating_add(1);
        }
        if self.kind(PieceType::Pawn).is_empty() {
            self.begin_count();
        }
    }

    /// Begins a count where the pieces left ask for one. Apart, because most positions have pawns.
    #[inline(never)]
    fn begin_count(&mut self) {
        let (us, them) = (self.side, !self.side);
        let captured = self.state.captured.map(Piece::kind);
        let is_on = self.state.count.is_on();
        // A side that lost its last piece counts anew.
        if is_on && !(captured.is_some() && self.is_bare(us)) {
            return;
        }
        let mut count = self.count_of(us, 0);
        if count.is_none() && captured == Some(PieceType::Pawn) && !is_on {
            // A bare king that took the last pawn: its move is the first one counted.
            count = self.count_of(them, 1);
        }
        if let Some(count) = count {
            self.state.count = count;
        }
    }

    /// The count that a side would begin, with so many plies already played on it.
    fn count_of(&self, counter: Color, played: u16) -> Option<Count> {
        if self.is_bare(!counter) {
            return None;
        }
        if !self.is_bare(counter) {
            let limit = 2 * BOARD_LIMIT;
            return Some(Count { limit, plies: 0 });
        }
        let pieces = self.occupied().count() as u16;
        Some(Count {
            limit: 2 * self.pieces_limit(!counter),
            plies: 2 * pieces - played,
        })
    }

    /// The limit of a bare king against the pieces of a color, in moves.
    fn pieces_limit(&self, color: Color) -> u16 {
        let count = |kind| self.pieces(color, kind).count();
        let [rooks, khons, knights] =
            [PieceType::Rook, PieceType::Khon, PieceType::Knight].map(count);
        match (rooks, khons, knights) {
            (2.., _, _) => 8,
            (1, _, _) => 16,
            (_, 2.., _) => 22,
            (_, _, 2..) => 32,
            (_, 1, _) => 44,
            _ => 64,
        }
    }
}
