//! Ends games whose result is clear by the scores.

use chess::{Color, GameResult};
use serde::{Deserialize, Serialize};

/// When a game is won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WinRule {
    /// The least score, in hundredths of a pawn.
    pub score: i32,
    /// For so many plies in a row, so that from two on both sides agree.
    pub plies: u32,
}

/// When a game is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DrawRule {
    /// The largest score, in hundredths of a pawn.
    pub score: i32,
    /// For so many plies in a row.
    pub plies: u32,
    /// Counted from this ply of the game on.
    pub from_ply: u32,
}

/// When games end before the rules of chess end them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Adjudication {
    /// When they are won, if ever.
    pub win: Option<WinRule>,
    /// When they are drawn, if ever.
    pub draw: Option<DrawRule>,
    /// Games of so many plies are drawn in any case.
    pub max_plies: u32,
}

impl Default for Adjudication {
    fn default() -> Self {
        Self {
            win: Some(WinRule {
                score: 2500,
                plies: 4,
            }),
            draw: Some(DrawRule {
                score: 4,
                plies: 12,
                from_ply: 80,
            }),
            max_plies: 500,
        }
    }
}

/// Follows the scores of one game.
#[derive(Clone, Debug)]
pub(crate) struct Adjudicator {
    rules: Adjudication,
    leader: Option<Color>,
    leading: u32,
    even: u32,
}

impl Adjudicator {
    pub(crate) const fn new(rules: Adjudication) -> Self {
        Self {
            rules,
            leader: None,
            leading: 0,
            even: 0,
        }
    }

    /// Takes the score of a ply from white's view, and gives the result if that decides the game.
    pub(crate) fn judge(&mut self, score: i32, ply: u32) -> Option<GameResult> {
        if let Some(winner) = self.winner(score) {
            return Some(GameResult::win_for(winner));
        }
        (self.is_drawn(score, ply) || ply + 1 >= self.rules.max_plies).then_some(GameResult::Draw)
    }

    fn winner(&mut self, score: i32) -> Option<Color> {
        let rule = self.rules.win?;
        let leader = match score {
            score if score >= rule.score => Some(Color::White),
            score if score <= -rule.score => Some(Color::Black),
            _ => None,
        };
        self.leading = match leader {
            Some(_) if leader == self.leader => self.leading + 1,
            _ => 1,
        };
        self.leader = leader;
        leader.filter(|_| self.leading >= rule.plies)
    }

    fn is_drawn(&mut self, score: i32, ply: u32) -> bool {
        let Some(rule) = self.rules.draw else {
            return false;
        };
        let is_even = score.abs() <= rule.score && ply >= rule.from_ply;
        self.even = if is_even { self.even + 1 } else { 0 };
        self.even >= rule.plies
    }
}

#[cfg(test)]
mod tests {
    use super::{Adjudication, Adjudicator, DrawRule, GameResult, WinRule};

    const RULES: Adjudication = Adjudication {
        win: Some(WinRule {
            score: 1000,
            plies: 3,
        }),
        draw: Some(DrawRule {
            score: 5,
            plies: 4,
            from_ply: 10,
        }),
        max_plies: 30,
    };

    /// The ply that decides the game, and how.
    fn judge(scores: impl IntoIterator<Item = i32>) -> Option<(u32, GameResult)> {
        let mut adjudicator = Adjudicator::new(RULES);
        let mut plies = (0..).zip(scores);
        plies.find_map(|(ply, score)| Some((ply, adjudicator.judge(score, ply)?)))
    }

    #[test]
    fn a_lead_must_last_and_stay_with_one_side() {
        assert_eq!(
            judge([0, 1200, 1500, 1000]),
            Some((3, GameResult::WhiteWins))
        );
        assert_eq!(judge([-1200; 9]), Some((2, GameResult::BlackWins)));
        assert_eq!(judge([1200, 1200, 900, 1200, 1200]), None);
        assert_eq!(judge([1200, 1200, -1200, -1200, 1200, 1200]), None);
    }

    #[test]
    fn even_games_are_drawn_late_enough_and_endless_ones_too() {
        assert_eq!(judge([0; 40]), Some((13, GameResult::Draw)));
        assert_eq!(
            judge([0, 0, 0, 9].into_iter().cycle()),
            Some((29, GameResult::Draw))
        );
    }
}
