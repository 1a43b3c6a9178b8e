//! What a level can do: one number, the skill, sets all limits and errors.

use crate::Level;

/// The skill of each level in steps of 200 Elo. `quietus-lab levels calibrate` measures what they give
/// and prints better ones.
const SKILLS: [f64; 10] = [0.0, 0.15, 0.37, 0.53, 0.63, 0.7, 0.77, 0.84, 0.91, 0.99];

/// The skill of a level, between those of the table.
#[must_use]
pub fn skill(level: Level) -> f64 {
    let steps = steps(level);
    let lower = (steps as usize).min(SKILLS.len() - 2);
    SKILLS[lower] + (steps - lower as f64) * (SKILLS[lower + 1] - SKILLS[lower])
}

/// Steps of the table above the weakest level.
fn steps(level: Level) -> f64 {
    f64::from(level.elo() - Level::MIN.elo()) / 200.0
}

/// The limits and errors of a level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Profile {
    /// Nodes of a search in the middlegame.
    pub(crate) nodes: u64,
    /// Plies of captures beyond the search.
    pub(crate) quiescence: u32,
    /// The median error of the evaluation, in centipawns.
    pub(crate) noise: f64,
    /// The share of the least natural replies that are overlooked.
    pub(crate) blindness: f64,
    /// The share of all replies that are overlooked, natural or not.
    pub(crate) lapses: f64,
    /// How much win chance is given away to choose a move, 0 to 1.
    pub(crate) temperature: f64,
    /// The weight of the policy in the choice.
    pub(crate) habit: f64,
    /// The share of mates in one that are found.
    pub(crate) mates: f64,
    /// Whether known wins are played without error.
    pub(crate) knows_endings: bool,
}

impl Profile {
    /// The profile of a level.
    pub(crate) fn of(level: Level) -> Self {
        Self {
            mates: (0.5 + steps(level) / 4.0).min(1.0),
            knows_endings: level.elo() >= 900,
            ..Self::at(skill(level))
        }
    }

    /// The profile of a skill from 0 to 1, for a player who knows mates and endings.
    fn at(skill: f64) -> Self {
        // Nodes grow and errors shrink by a constant factor a step, down to no errors at skill 1.
        let remaining = |skill: f64| 0.04_f64.powf(skill) - 0.04;
        let lack = 1.25 * remaining(skill).max(0.0);
        Self {
            nodes: (20.0 * 2000.0_f64.powf(skill)) as u64,
            quiescence: (skill * 14.0).clamp(0.0, 10.0) as u32,
            noise: 2.0 + 180.0 * lack * lack,
            blindness: 0.8 * lack,
            lapses: 0.6 * lack * lack,
            temperature: 0.4 * lack * lack * lack,
            habit: 0.2 + 0.4 * lack,
            mates: 1.0,
            knows_endings: true,
        }
    }

    /// The same without errors, for what every player can do.
    pub(crate) fn clean(self) -> Self {
        Self {
            nodes: self.nodes.max(8_000),
            noise: 0.0,
            temperature: 0.0,
            ..Self::at(1.0)
        }
    }
}
