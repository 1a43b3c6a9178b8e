//! Draws by rule: repetition, the fifty-move rule, insufficient material; and upcoming repetitions.

use game::{Keys, Score, Verdict};

use super::Position;
use crate::tables::cuckoo::reversible_move;
use crate::tables::lines::between;
use crate::types::bitboard::Bitboard;
use crate::types::color::Color;
use crate::types::piece::PieceType;

/// Plies without capture or pawn move after which the game is drawn.
pub(crate) const FIFTY_MOVES: u32 = 100;

/// From how many plies ago a position can come back by one move.
const SHORTEST_RETURN: usize = 3;

impl Position {
    /// What the rules say here, `ply` moves below the root of a search.
    #[inline]
    pub fn verdict(&self, ply: usize) -> Verdict {
        if self.is_draw_by_fifty_moves() || self.is_insufficient_material() {
            return Verdict::Final(Score::DRAW);
        }
        // After captures and pawn moves there is nothing to repeat.
        if self.reversible_plies() < SHORTEST_RETURN {
            Verdict::Open
        } else {
            self.verdict_by_repetition(ply)
        }
    }

    #[inline(never)]
    fn verdict_by_repetition(&self, ply: usize) -> Verdict {
        if self.is_repetition(ply) {
            Verdict::Final(Score::DRAW)
        } else if self.has_upcoming_repetition(ply) {
            Verdict::AtLeast(Score::DRAW)
        } else {
            Verdict::Open
        }
    }

    /// The fifty-move rule: the halfmove clock has reached a hundred plies. Checkmate comes first.
    #[inline]
    pub fn is_draw_by_fifty_moves(&self) -> bool {
        self.halfmove_clock() >= FIFTY_MOVES && (!self.in_check() || self.has_legal_move())
    }

    /// Whether neither side can mate by any sequence of legal moves: bare kings, one minor piece,
    /// or nothing but bishops that all run on squares of one color.
    #[inline]
    pub fn is_insufficient_material(&self) -> bool {
        let mating =
            self.kind(PieceType::Pawn) | self.kind(PieceType::Rook) | self.kind(PieceType::Queen);
        if mating.any() {
            return false;
        }
        let knights = self.kind(PieceType::Knight);
        let bishops = self.kind(PieceType::Bishop);
        !(knights | bishops).several()
            || knights.is_empty()
                && ((bishops & Bitboard::LIGHT_SQUARES).is_empty()
                    || (bishops & !Bitboard::LIGHT_SQUARES).is_empty())
    }

    /// The side that has mating material against a lone king, if there is one: a queen, a rook, two
    /// bishops on different colors, or a bishop and a knight.
    pub fn lone_king_winner(&self) -> Option<Color> {
        let winner = if !self.color(Color::Black).several() {
            Color::White
        } else if !self.color(Color::White).several() {
            Color::Black
        } else {
            return None;
        };
        let bishops = self.kind(PieceType::Bishop);
        let can_mate = (self.kind(PieceType::Queen) | self.kind(PieceType::Rook)).any()
            || (bishops & Bitboard::LIGHT_SQUARES).any()
                && (bishops & !Bitboard::LIGHT_SQUARES).any()
            || bishops.any() && self.kind(PieceType::Knight).any();
        can_mate.then_some(winner)
    }

    /// Whether this position is drawn by repetition in a search whose root is `ply` plies ago: one
    /// earlier occurrence after the root is enough, before the root it takes two, as the rule says.
    pub fn is_repetition(&self, ply: usize) -> bool {
        let mut earlier = 0;
        for distance in self.distances_back() {
            if self.key_back(distance) == self.state.keys.full {
                earlier += 1;
                if distance < ply || earlier == 2 {
                    return true;
                }
            }
        }
        false
    }

    /// Whether this position occurs for the third time, or more often.
    pub fn is_threefold_repetition(&self) -> bool {
        self.is_repetition(0)
    }

    /// Whether some position occurred twice since the last capture or pawn move.
    pub fn has_repeated(&self) -> bool {
        let plies = self.reversible_plies();
        let key_back = |distance| match distance {
            0 => self.state.keys.full,
            distance => self.key_back(distance),
        };
        (0..=plies).any(|later| {
            (later + 4..=plies)
                .step_by(2)
                .any(|earlier| key_back(earlier) == key_back(later))
        })
    }

    /// Upcoming repetition: whether the side to move can repeat a position by one reversible move
    /// (one since the root of the search, or one before it that occurred twice), by the cuckoo table.
    pub fn has_upcoming_repetition(&self, ply: usize) -> bool {
        let occupied = self.occupied();
        let them = (!self.side).index();
        // A single move leads back an odd number of plies; one ply back is undoing the
        // opponent's move, which no move of ours does.
        (SHORTEST_RETURN..=self.reversible_plies())
            .step_by(2)
            .any(|distance| {
                let (now, then) = (&self.state.keys, self.keys_back(distance));
                // Seldom is the other side as it was, and looking for a move costs more than this.
                now.non_pawn[them] == then.non_pawn[them]
                    && reversible_move(now.full ^ then.full).is_some_and(|(a, b)| {
                        (between(a, b) & occupied).is_empty()
                            && self.is_own_move_between(a, b)
                            && (distance < ply || self.stood_before(distance))
                    })
            })
    }

    /// Whether exactly one of two squares has a piece, and it is of the side to move.
    fn is_own_move_between(&self, a: crate::Square, b: crate::Square) -> bool {
        let ends = Bitboard::of(a) | Bitboard::of(b);
        !(ends & self.occupied()).several() && (ends & self.color(self.side)).any()
    }

    /// Whether the position `distance` plies ago had stood before that.
    fn stood_before(&self, distance: usize) -> bool {
        let key = self.key_back(distance);
        (distance + 4..=self.reversible_plies())
            .step_by(2)
            .any(|earlier| self.key_back(earlier) == key)
    }

    /// How many plies one can go back before meeting a move that cannot be undone by play.
    #[inline]
    fn reversible_plies(&self) -> usize {
        let clock = usize::from(self.state.halfmove_clock.min(self.state.plies_since_null));
        clock.min(self.history.len())
    }

    /// The distances at which the same side was to move and the position could be the same.
    fn distances_back(&self) -> impl Iterator<Item = usize> {
        (4..=self.reversible_plies()).step_by(2)
    }

    fn key_back(&self, distance: usize) -> u64 {
        self.keys_back(distance).full
    }

    fn keys_back(&self, distance: usize) -> &Keys {
        &self.history[self.history.len() - distance].keys
    }
}
