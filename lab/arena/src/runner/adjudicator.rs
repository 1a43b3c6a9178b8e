//! Adjudication: ends games early by the players' scores, where the settings ask for it.

use chess::Color;

use super::{Ending, Rules};
use crate::UciScore;

/// Tracks the scores of one game against the adjudication rules.
pub(super) struct Adjudicator<'a> {
    rules: &'a Rules,
    /// Own moves in a row with a losing score, by color.
    losing: [u32; 2],
    /// Own moves in a row with a winning score, by color.
    winning: [u32; 2],
    /// Plies in a row with a score near zero.
    even: u32,
    /// Plies played.
    plies: u32,
}

impl<'a> Adjudicator<'a> {
    pub(super) const fn new(rules: &'a Rules) -> Self {
        Self {
            rules,
            losing: [0; 2],
            winning: [0; 2],
            even: 0,
            plies: 0,
        }
    }

    /// Takes the score of a move of `us` at this move number; returns the ending it leads to, if any.
    pub(super) fn judge(
        &mut self,
        us: Color,
        score: Option<UciScore>,
        move_number: u32,
    ) -> Option<Ending> {
        self.plies += 1;
        let score = score.map(UciScore::centipawns);
        self.judge_resignation(us, score)
            .or_else(|| self.judge_draw(score, move_number))
            .or_else(|| {
                let limit = self.rules.max_moves?;
                (self.plies >= limit.saturating_mul(2)).then_some(Ending::MoveLimit)
            })
    }

    fn judge_resignation(&mut self, us: Color, score: Option<i32>) -> Option<Ending> {
        let rule = self.rules.resign?;
        let count =
            |counter: &mut u32, holds: bool| *counter = if holds { *counter + 1 } else { 0 };
        let is_losing = score.is_some_and(|score| score <= -rule.score);
        let is_winning = score.is_some_and(|score| score >= rule.score);
        count(&mut self.losing[us.index()], is_losing);
        count(&mut self.winning[us.index()], is_winning);
        Color::ALL
            .into_iter()
            .find(|loser| {
                let agreed = !rule.both || self.winning[(!*loser).index()] >= rule.moves;
                agreed && self.losing[loser.index()] >= rule.moves
            })
            .map(|loser| Ending::Resignation { winner: !loser })
    }

    fn judge_draw(&mut self, score: Option<i32>, move_number: u32) -> Option<Ending> {
        let rule = self.rules.draw?;
        let is_even = score.is_some_and(|score| score.abs() <= rule.score);
        self.even = if is_even && move_number >= rule.from_move {
            self.even + 1
        } else {
            0
        };
        (self.even >= rule.moves.saturating_mul(2)).then_some(Ending::DrawAdjudication)
    }
}

#[cfg(test)]
mod tests {
    use chess::Color;

    use super::Adjudicator;
    use crate::UciScore;
    use crate::runner::{DrawRule, Ending, ResignRule, Rules};

    /// Feeds scores in turn, White's first, from move 1; gives the ending and its ply.
    fn judge(rules: &Rules, scores: &[i32]) -> Option<(Ending, usize)> {
        let mut adjudicator = Adjudicator::new(rules);
        scores.iter().enumerate().find_map(|(ply, &score)| {
            let (us, number) = (
                Color::from_index(ply % 2),
                1 + u32::try_from(ply / 2).unwrap(),
            );
            let ending = adjudicator.judge(us, Some(UciScore::Centipawns(score)), number)?;
            Some((ending, ply))
        })
    }

    fn resign(both: bool) -> Rules {
        let rule = ResignRule {
            score: 500,
            moves: 2,
            both,
        };
        Rules {
            resign: Some(rule),
            ..Rules::default()
        }
    }

    #[test]
    fn nothing_is_adjudicated_unless_asked_for() {
        assert_eq!(judge(&Rules::default(), &[-900; 400]), None);
    }

    #[test]
    fn resign_adjudication_is_one_sided_or_two_sided() {
        let white_wins = Ending::Resignation {
            winner: Color::White,
        };
        let scores = [700, -400, 0, -600, 700, -500, 800];
        assert_eq!(
            judge(&resign(false), &scores),
            Some((white_wins.clone(), 5))
        );
        assert_eq!(judge(&resign(true), &scores), Some((white_wins, 6)));
        assert_eq!(
            judge(&resign(true), &[100, -600, 100, -600, 100, -600]),
            None
        );
    }

    #[test]
    fn draw_adjudication_starts_at_its_move_number() {
        let rule = DrawRule {
            from_move: 3,
            moves: 2,
            score: 10,
        };
        let rules = Rules {
            draw: Some(rule),
            ..Rules::default()
        };
        assert_eq!(judge(&rules, &[0; 9]), Some((Ending::DrawAdjudication, 7)));
        assert_eq!(judge(&rules, &[0, 0, 0, 0, 0, 0, 50, 0, 0, 0]), None);
    }

    #[test]
    fn the_move_limit_is_a_draw() {
        let rules = Rules {
            max_moves: Some(3),
            ..Rules::default()
        };
        assert_eq!(judge(&rules, &[300; 9]), Some((Ending::MoveLimit, 5)));
    }
}
