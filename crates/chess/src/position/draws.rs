//! Draws by rule: repetition, fifty moves, material that cannot mate.

use game::{Score, Verdict};

use super::Position;
use crate::tables::cuckoo::reversible_move;
use crate::tables::lines::between;
use crate::types::bitboard::Bitboard;
use crate::types::piece::PieceType;

/// Plies without capture or pawn move after which the game is drawn.
const FIFTY_MOVES: u32 = 100;

/// Half the squares: those of h1's and a8's color.
const LIGHT_SQUARES: Bitboard = Bitboard(0x55AA_55AA_55AA_55AA);

impl Position {
    /// What the rules say here, `ply` moves below the root of a search.
    #[must_use]
    pub fn verdict(&self, ply: usize) -> Verdict {
        let drawn = self.is_draw_by_fifty_moves()
            || self.is_insufficient_material()
            || self.is_repetition(ply);
        if drawn {
            Verdict::Final(Score::DRAW)
        } else if self.has_upcoming_repetition(ply) {
            Verdict::AtLeast(Score::DRAW)
        } else {
            Verdict::Open
        }
    }

    /// Fifty moves of each side without capture or pawn move; a mate on the board comes first.
    #[must_use]
    pub fn is_draw_by_fifty_moves(&self) -> bool {
        self.rule_clock() >= FIFTY_MOVES && (!self.in_check() || self.has_legal_move())
    }

    /// Whether neither side can mate by any sequence of legal moves: bare kings, one minor piece,
    /// or nothing but bishops that all run on squares of one color.
    #[must_use]
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
                && ((bishops & LIGHT_SQUARES).is_empty() || (bishops & !LIGHT_SQUARES).is_empty())
    }

    /// Whether this position stood before: once since the root of the search, `ply` moves ago, is
    /// enough, because what could be played then can be played again; before the root it takes
    /// two, as the rule says.
    #[must_use]
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

    /// Whether this position stands on the board for the third time, or more often.
    #[must_use]
    pub fn is_threefold_repetition(&self) -> bool {
        self.is_repetition(0)
    }

    /// Whether the side to move can repeat a position by one reversible move: a position since
    /// the root of the search, or one before it that stood twice already.
    #[must_use]
    pub fn has_upcoming_repetition(&self, ply: usize) -> bool {
        let occupied = self.occupied();
        // A single move leads back an odd number of plies; one ply back is undoing the
        // opponent's move, which no move of ours does.
        (3..=self.reversible_plies()).step_by(2).any(|distance| {
            let difference = self.state.keys.full ^ self.key_back(distance);
            reversible_move(difference).is_some_and(|(a, b)| {
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
    fn reversible_plies(&self) -> usize {
        let clock = usize::from(self.state.rule_clock.min(self.state.plies_since_null));
        clock.min(self.history.len())
    }

    /// The distances at which the same side was to move and the position could be the same.
    fn distances_back(&self) -> impl Iterator<Item = usize> {
        (4..=self.reversible_plies()).step_by(2)
    }

    fn key_back(&self, distance: usize) -> u64 {
        self.history[self.history.len() - distance].keys.full
    }
}
