//! Draws by rule: counting, repetition, insufficient material.

use chess::Bitboard;
use game::{Score, Verdict};

use super::Position;
use crate::types::piece::PieceType;

impl Position {
    /// What the rules say here, `ply` moves below the root of a search.
    #[must_use]
    #[inline]
    pub fn verdict(&self, ply: usize) -> Verdict {
        let is_draw = self.is_draw_by_counting()
            || self.is_insufficient_material()
            || self.reversible_plies() >= 4 && self.is_repetition(ply);
        if is_draw {
            Verdict::Final(Score::DRAW)
        } else {
            Verdict::Open
        }
    }

    /// Whether the count is over. Checkmate comes first.
    #[must_use]
    #[inline]
    pub fn is_draw_by_counting(&self) -> bool {
        self.state.count.is_over() && (!self.in_check() || self.has_legal_move())
    }

    /// Whether neither side can mate: beside the kings there is one knight, one pawn, or nothing but
    /// mets on squares of one color. A king on the edge has free squares of the other color that one
    /// king cannot take away.
    #[must_use]
    #[inline]
    pub fn is_insufficient_material(&self) -> bool {
        if (self.kind(PieceType::Rook) | self.kind(PieceType::Khon)).any() {
            return false;
        }
        let mets = self.kind(PieceType::Met);
        let others = self.kind(PieceType::Knight) | self.kind(PieceType::Pawn);
        !(others | mets).several()
            || others.is_empty()
                && ((mets & Bitboard::LIGHT_SQUARES).is_empty()
                    || (mets & !Bitboard::LIGHT_SQUARES).is_empty())
    }

    /// Whether this position is drawn by repetition in a search whose root is `ply` plies ago: one
    /// earlier occurrence after the root is enough, before the root it takes two, as the rule says.
    #[must_use]
    pub fn is_repetition(&self, ply: usize) -> bool {
        let mut earlier = 0;
        for distance in (4..=self.reversible_plies()).step_by(2) {
            if self.history[self.history.len() - distance].keys.full == self.state.keys.full {
                earlier += 1;
                if distance < ply || earlier == 2 {
                    return true;
                }
            }
        }
        false
    }

    /// Whether this position occurs for the third time, or more often.
    #[must_use]
    pub fn is_threefold_repetition(&self) -> bool {
        self.is_repetition(0)
    }

    /// How many plies one can go back before meeting a move that cannot be undone by play.
    #[inline]
    fn reversible_plies(&self) -> usize {
        let plies = self.state.quiet_plies.min(self.state.plies_since_null);
        usize::from(plies).min(self.history.len())
    }
}
