//! What a level can do: one number, the skill, sets all limits and errors.

use crate::Level;

/// The skill of each level in steps of 200 Elo. `quietus-lab levels calibrate` measures what they give
/// and prints better ones.
const SKILLS: [f64; 10] = [
    0.200, 0.405, 0.502, 0.604, 0.678, 0.752, 0.823, 0.884, 0.942, 1.000,
];

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
    /// Nodes of the longest look at a move in the middlegame.
    pub(crate) nodes: u64,
    /// Nodes of the first look at each move.
    pub(crate) first_look: u64,
    /// The median error of the evaluation, in centipawns.
    pub(crate) noise: f64,
    /// The share of the least natural moves that are overlooked.
    pub(crate) blindness: f64,
    /// The share of all moves that are overlooked, natural or not.
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

    /// The profile of a skill from 0 to 1, for a player who knows mates and endings. Nodes grow by a
    /// constant factor, and the errors shrink down to none.
    fn at(skill: f64) -> Self {
        let lack = 1.0 - skill;
        let nodes = 30_000.0_f64.powf(skill) as u64;
        Self {
            nodes,
            first_look: nodes / 200 + 1,
            noise: 3.0 + 200.0 * lack * lack,
            blindness: 0.9 * lack,
            lapses: 0.6 * lack * lack,
            temperature: 0.3 * lack * lack,
            habit: 0.2 + 0.4 * lack,
            mates: 1.0,
            knows_endings: true,
        }
    }

    /// The same without errors, for what every player can do.
    pub(crate) fn clean(self) -> Self {
        Self {
            nodes: self.nodes.max(2_000),
            noise: 0.0,
            temperature: 0.0,
            ..Self::at(1.0)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Level, Profile};

    #[test]
    fn a_higher_level_sees_more_and_errs_less() {
        let profiles: Vec<Profile> = (Level::MIN.elo()..=Level::MAX.elo())
            .step_by(50)
            .map(|elo| Profile::of(Level::new(elo)))
            .collect();
        assert!(profiles.is_sorted_by(|weaker, stronger| {
            weaker.nodes <= stronger.nodes
                && weaker.mates <= stronger.mates
                && weaker.noise > stronger.noise
                && weaker.blindness > stronger.blindness
                && weaker.lapses > stronger.lapses
                && weaker.temperature > stronger.temperature
        }));
    }
}
