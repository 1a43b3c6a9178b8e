//! Who plays in a calibration.

use std::fmt;

use chess::{Move, Position};
use game::Rng;
use levels::Level;

/// A level, or a yardstick for levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Entrant {
    /// A beginner who only counts material one move ahead: takes what it can, leaves nothing hanging
    /// by SEE, and plays any of the moves that are equally good.
    Material,
    /// With its label, a `UCI_Elo`.
    Level(Level),
    /// An engine of known strength, by its rating.
    Anchor(u16),
}

impl fmt::Display for Entrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Material => f.write_str("material"),
            Self::Level(level) => level.fmt(f),
            Self::Anchor(elo) => write!(f, "anchor {elo}"),
        }
    }
}

/// The move of [`Entrant::Material`].
pub(crate) fn most_material(position: &Position, seed: u64) -> Option<Move> {
    /// What a mate is worth, in pawns: more than any material.
    const MATE: i32 = 100;
    let value = |mv: Move| {
        let next = position.after(mv);
        match next.in_check() && !next.has_legal_move() {
            true => MATE,
            false => position.immediate_gain(mv) / 100 - most_won(&next),
        }
    };
    let moves = position.legal_moves();
    let values: Vec<i32> = moves.iter().map(|&mv| value(mv)).collect();
    let best = values.iter().max()?;
    let best: Vec<Move> = moves
        .iter()
        .zip(&values)
        .filter(|(_, value)| *value == best)
        .map(|(&mv, _)| mv)
        .collect();
    Rng::new(seed ^ position.keys().full).choose(&best).copied()
}

/// The most that a capture wins by SEE, in pawns.
fn most_won(position: &Position) -> i32 {
    let moves = position.legal_moves();
    let is_won = |pawns: &i32| moves.iter().any(|&mv| position.see_ge(mv, 100 * pawns));
    (1..=9).rev().find(is_won).unwrap_or(0)
}
