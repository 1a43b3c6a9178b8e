//! Which moves look natural: a log-linear model fitted on games of strong players.
//!
//! The logit of a move is the sum of three weights: of its class (what it captures, whether that
//! loses material, whether it gives check or escapes), of the piece and the square it leaves, and of
//! the piece and the square it goes to. A policy file holds these weights as signed bytes in units
//! of 1/16 nat, in that order. `quietus-lab levels fit` makes one.

use std::marker::PhantomData;

use evaluation::Evaluated;
use game::{Codes, Dense, Game, MoveList, PackedMove, Position, Stage, Threats};

/// Units of a weight in a nat.
pub const SCALE: f64 = 16.0;

/// What a move does, as far as the policy looks: captures, SEE below 0, from 0 and from a pawn up,
/// after a capture, gives check, escapes a threat.
type Class = ((bool, bool, bool), (bool, bool, bool));

/// The indices of the three weights of a move.
pub type Features = [usize; 3];

/// The weights of a game.
#[derive(Clone, Copy, Debug)]
pub struct Policy<G> {
    weights: &'static [u8],
    game: PhantomData<G>,
}

impl<G: Codes + Evaluated> Policy<G> {
    /// The number of weights.
    pub const LEN: usize = Class::COUNT + 2 * G::Piece::COUNT * G::Square::COUNT;

    /// A policy from the bytes of its file. Weights that are missing count as 0.
    #[must_use]
    pub const fn new(weights: &'static [u8]) -> Self {
        Self {
            weights,
            game: PhantomData,
        }
    }

    /// The legal moves of a stage with their logits, in units of 1/[`SCALE`] nat.
    #[must_use]
    pub fn logits(&self, position: &G::Position, stage: Stage) -> Vec<(G::Move, i32)> {
        let weight = |&index: &usize| {
            let byte = self.weights.get(index).copied().unwrap_or(0);
            i32::from(byte.cast_signed())
        };
        features::<G>(position, stage)
            .into_iter()
            .map(|(mv, features)| (mv, features.iter().map(weight).sum()))
            .collect()
    }
}

/// The legal moves of a stage with the indices of their weights.
#[must_use]
pub fn features<G: Codes + Evaluated>(
    position: &G::Position,
    stage: Stage,
) -> Vec<(G::Move, Features)> {
    let mut moves = MoveList::new();
    position.generate(stage, &mut moves);
    let threats = position.threats();
    let checks = position.check_squares();
    let after_capture = G::was_capture(position);
    let of = |&mv: &G::Move| {
        let piece = position.piece_on(G::origin(mv))?;
        let (from, to) = (G::origin(mv), G::target(mv));
        let captures = position.is_noisy(mv);
        // What nothing attacks is safe, without counting exchanges.
        let is_attacked = threats.has(to);
        let loses = is_attacked && !position.see_ge(mv, 0);
        let wins = captures && !loses && (!is_attacked || position.see_ge(mv, 100));
        let class: Class = (
            (captures, loses, wins),
            (
                after_capture && captures,
                position.gives_check_from(&checks, mv),
                threats.by_lesser(piece, from),
            ),
        );
        let tables = Class::COUNT;
        let size = G::Piece::COUNT * G::Square::COUNT;
        let features = [
            class.index(),
            tables + (piece, from).index(),
            tables + size + (piece, to).index(),
        ];
        Some((mv, features))
    };
    moves.iter().filter_map(of).collect()
}

/// The key of a move in a position, to hash.
pub(crate) fn move_key<G: Game>(position: &G::Position, mv: G::Move) -> u64 {
    position.keys().full ^ u64::from(mv.code()) << 40
}
