//! Draws by rule: move limit and insufficient material; and the verdict for the search.

use game::{Score, Verdict};

use super::Position;
use crate::types::color::Color;
use crate::types::piece::PieceType;

/// Plies without capture, as [`Position::halfmove_clock`] counts them, after which the game is drawn
/// by default.
pub(crate) const MOVE_LIMIT: u16 = 120;

/// What the material left says about winning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Material {
    /// Enough to win.
    Sufficient,
    /// A win needs a mate in one that is already on the board.
    MateInOneOnly,
    /// Not enough to win.
    Insufficient,
}

impl Position {
    /// What the rules say here, `ply` moves below the root of a search.
    #[must_use]
    #[inline]
    pub fn verdict(&self, ply: usize) -> Verdict {
        if self.is_draw_by_move_limit() || self.is_insufficient_material() {
            return Verdict::Final(Score::DRAW);
        }
        if self.may_have_occurred(self.state.keys.full) {
            self.verdict_by_repetition(ply)
        } else {
            Verdict::Open
        }
    }

    /// Whether the game is drawn by the move limit. Having no move comes first.
    #[must_use]
    #[inline]
    pub fn is_draw_by_move_limit(&self) -> bool {
        self.halfmove_clock() >= self.move_limit() && self.has_legal_move()
    }

    /// The checks of both colors since the last capture, up to 255: from the eleventh on they do not count for
    /// the move limit.
    #[must_use]
    pub const fn checks_since_capture(&self) -> [u8; 2] {
        self.state.checks
    }

    /// Plies without capture, as [`Position::halfmove_clock`] counts them, after which the game is
    /// drawn.
    #[must_use]
    #[inline]
    pub const fn move_limit(&self) -> u32 {
        self.move_limit as u32
    }

    /// Sets the move limit, in plies. The default is 120. A clock beyond it is that of a game without
    /// the limit: it is counted from here, because every move would be a draw.
    pub const fn set_move_limit(&mut self, plies: u16) {
        self.move_limit = plies;
        if self.state.halfmove_clock > plies {
            self.state.halfmove_clock = 0;
        }
    }

    /// Whether neither side can win: no pawn, and at most a cannon that finds no screens.
    #[must_use]
    #[inline]
    pub fn is_insufficient_material(&self) -> bool {
        let winning =
            self.kind(PieceType::Pawn) | self.kind(PieceType::Rook) | self.kind(PieceType::Horse);
        winning.is_empty() && self.is_drawn_by_cannons()
    }

    /// [`Position::is_insufficient_material`] where only cannons are left to win with.
    #[inline(never)]
    fn is_drawn_by_cannons(&self) -> bool {
        match self.cannon_material() {
            Material::Sufficient => false,
            Material::MateInOneOnly => self.has_legal_move() && !self.has_mate_in_one(),
            Material::Insufficient => self.has_legal_move(),
        }
    }

    fn cannon_material(&self) -> Material {
        let count = |color, kind| self.pieces(color, kind).count();
        let cannons = Color::ALL.map(|color| count(color, PieceType::Cannon));
        let advisors = Color::ALL.map(|color| count(color, PieceType::Advisor));
        let elephants = Color::ALL.map(|color| count(color, PieceType::Elephant));
        match cannons {
            [0, 0] => Material::Insufficient,
            [1, 1] if advisors == [0, 0] && elephants == [0, 0] => Material::Insufficient,
            [1, 1] if advisors == [0, 0] => Material::MateInOneOnly,
            [1, 0] | [0, 1] => {
                let us = usize::from(cannons == [0, 1]);
                match (advisors[us], advisors[1 - us], elephants[us]) {
                    (0, 0, _) | (0, 1, 0) => Material::Insufficient,
                    (0, 1, _) | (0, 2, 0) => Material::MateInOneOnly,
                    _ => Material::Sufficient,
                }
            }
            _ => Material::Sufficient,
        }
    }

    /// Whether the side to move can leave the other side without a move.
    fn has_mate_in_one(&self) -> bool {
        let mut copy = self.without_history();
        self.legal_moves().iter().any(|&mv| {
            copy.make(mv, &mut ());
            let is_mate = !copy.has_legal_move();
            copy.unmake(mv);
            is_mate
        })
    }
}
