//! Adjudication: ends games early by the players' scores. Counts plies, as matches and self-play
//! both do; the rules of the game are not its business.

use crate::{Dense, GameResult, Side};

/// Win adjudication.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct WinRule {
    /// Smallest score of the winner, in centipawns.
    pub score: i32,
    /// Plies in a row; from 2 on both sides agree.
    pub plies: u32,
    /// Whether only the loser's plies count, half as many: it resigns, whatever the winner's scores.
    #[cfg_attr(
        feature = "serde",
        serde(default, skip_serializing_if = "std::ops::Not::not")
    )]
    pub one_sided: bool,
}

/// Draw adjudication.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct DrawRule {
    /// Largest absolute score, in centipawns.
    pub score: i32,
    /// Plies in a row.
    pub plies: u32,
    /// First ply that counts.
    pub from_ply: u32,
}

/// Adjudication rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Adjudication {
    /// The win rule, if any.
    pub win: Option<WinRule>,
    /// The draw rule, if any.
    pub draw: Option<DrawRule>,
    /// The longest game, if there is a limit; it ends in a draw.
    pub max_plies: Option<u32>,
}

/// By which rule a game was adjudicated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The win rule.
    Win {
        /// Who wins.
        winner: Side,
    },
    /// The draw rule.
    Draw,
    /// The longest game.
    MaxPlies,
}

impl Verdict {
    /// The game's result.
    pub fn result(self) -> GameResult {
        match self {
            Self::Win { winner } => GameResult::win_for(winner),
            Self::Draw | Self::MaxPlies => GameResult::Draw,
        }
    }
}

/// The adjudication state of one game.
#[derive(Clone, Debug)]
pub struct Adjudicator {
    rules: Adjudication,
    /// The winner by the latest score, and for how many plies in a row.
    leader: Option<Side>,
    leading: u32,
    /// Own plies in a row with a losing score, by side.
    losing: [u32; 2],
    /// Plies in a row with a score near zero.
    even: u32,
}

impl Adjudicator {
    /// The state before the first score.
    pub const fn new(rules: Adjudication) -> Self {
        Self {
            rules,
            leader: None,
            leading: 0,
            losing: [0; 2],
            even: 0,
        }
    }

    /// Adds the score of a ply that `us` played, from its own view; no score ends every count.
    pub fn add(&mut self, us: Side, score: Option<i32>, ply: u32) {
        let win_score = self.rules.win.map_or(i32::MAX, |rule| rule.score);
        let leader = match score {
            Some(score) if score >= win_score => Some(us),
            Some(score) if score <= -win_score => Some(!us),
            _ => None,
        };
        let is_same = leader == self.leader;
        self.leader = leader;
        self.leading = if is_same { self.leading + 1 } else { 1 };
        let is_losing = score.is_some_and(|score| score <= -win_score);
        let losing = &mut self.losing[us.index()];
        *losing = if is_losing { *losing + 1 } else { 0 };
        let is_even = |rule: DrawRule| {
            ply >= rule.from_ply && score.is_some_and(|score| score.abs() <= rule.score)
        };
        let is_even = self.rules.draw.is_some_and(is_even);
        self.even = if is_even { self.even + 1 } else { 0 };
    }

    /// The verdict after so many plies, if the game is adjudicated.
    pub fn verdict(&self, plies: usize) -> Option<Verdict> {
        let is_even = |rule: DrawRule| self.even >= rule.plies;
        let is_too_long = |limit: u32| plies >= limit as usize;
        if let Some(winner) = self.winner() {
            Some(Verdict::Win { winner })
        } else if self.rules.draw.is_some_and(is_even) {
            Some(Verdict::Draw)
        } else if self.rules.max_plies.is_some_and(is_too_long) {
            Some(Verdict::MaxPlies)
        } else {
            None
        }
    }

    /// The winner by the win rule.
    fn winner(&self) -> Option<Side> {
        let rule = self.rules.win?;
        if rule.one_sided {
            let has_lost = |loser: &Side| 2 * self.losing[loser.index()] >= rule.plies;
            Side::ALL.into_iter().find(has_lost).map(|loser| !loser)
        } else {
            self.leader.filter(|_| self.leading >= rule.plies)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Adjudication, Adjudicator, DrawRule, Side, Verdict, WinRule};

    /// Feeds scores in turn, White's first; gives the verdict and its ply.
    fn judge(rules: Adjudication, scores: &[i32]) -> Option<(Verdict, usize)> {
        let mut adjudicator = Adjudicator::new(rules);
        scores.iter().enumerate().find_map(|(ply, &score)| {
            adjudicator.add(Side::ALL[ply % 2], Some(score), ply as u32);
            Some((adjudicator.verdict(ply + 1)?, ply))
        })
    }

    fn win(one_sided: bool) -> Adjudication {
        let rule = WinRule {
            score: 500,
            plies: 4,
            one_sided,
        };
        Adjudication {
            win: Some(rule),
            ..Adjudication::default()
        }
    }

    #[test]
    fn nothing_is_adjudicated_unless_asked_for() {
        assert_eq!(judge(Adjudication::default(), &[-900; 400]), None);
    }

    #[test]
    fn win_adjudication_is_one_sided_or_two_sided() {
        let white_wins = Verdict::Win {
            winner: Side::White,
        };
        let scores = [700, -400, 0, -600, 700, -500, 800];
        assert_eq!(judge(win(true), &scores), Some((white_wins, 5)));
        assert_eq!(judge(win(false), &scores), Some((white_wins, 6)));
        let one_sided = [100, -600, 100, -600, 100, -600];
        assert_eq!(judge(win(false), &one_sided), None);
    }

    #[test]
    fn a_ply_without_a_score_ends_the_count() {
        let mut adjudicator = Adjudicator::new(win(false));
        for (ply, score) in [Some(600), Some(-600), Some(600), None, Some(600)]
            .into_iter()
            .enumerate()
        {
            adjudicator.add(Side::ALL[ply % 2], score, ply as u32);
            assert_eq!(adjudicator.verdict(ply + 1), None, "{ply}");
        }
    }

    #[test]
    fn draw_adjudication_starts_at_its_ply() {
        let rule = DrawRule {
            score: 10,
            plies: 4,
            from_ply: 4,
        };
        let rules = Adjudication {
            draw: Some(rule),
            ..Adjudication::default()
        };
        assert_eq!(judge(rules, &[0; 9]), Some((Verdict::Draw, 7)));
        assert_eq!(judge(rules, &[0, 0, 0, 0, 0, 0, 50, 0, 0, 0]), None);
    }

    #[test]
    fn the_longest_game_is_a_draw() {
        let rules = Adjudication {
            max_plies: Some(6),
            ..Adjudication::default()
        };
        assert_eq!(judge(rules, &[300; 9]), Some((Verdict::MaxPlies, 5)));
    }
}
