//! Who plays in a calibration.

use std::fmt;

use chess::{Chess, Move, Position};
use game::Rng;
use levels::{Level, Player};

/// A level, or a yardstick for the lowest ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Entrant {
    /// A beginner who only counts material one move ahead: takes what it can, leaves nothing hanging
    /// by SEE, and plays any of the moves that are equally good.
    Material,
    /// A level.
    Level(Level),
}

impl Entrant {
    /// Its move in a game with a seed; none if there is no legal one.
    #[must_use]
    pub fn choose(self, position: &Position, seed: u64) -> Option<Move> {
        match self {
            Self::Material => most_material(position, seed),
            Self::Level(level) => {
                let player = Player { level, seed };
                let choice = player.choose::<Chess>(position, &|| false);
                choice.map(|choice| choice.mv)
            }
        }
    }
}

impl fmt::Display for Entrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Material => f.write_str("material"),
            Self::Level(level) => level.fmt(f),
        }
    }
}

fn most_material(position: &Position, seed: u64) -> Option<Move> {
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
