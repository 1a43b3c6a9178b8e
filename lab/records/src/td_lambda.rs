//! TD(lambda) labels: the score of a position blended with the scores of the positions after it.
//!
//! A search a few plies later has seen deeper on the line that was played, and the mean of several
//! searches has less noise than one.

use game::{Codes, Dense, Position};

use crate::game::seen_by;
use crate::qgames::Step;
use crate::record::Record;

/// Centipawns of the logistic function that turns scores into expected points.
const SCALE: f64 = 400.0;

/// The labels of one game: `G(t) = (1 - lambda) * points(t) + lambda * G(t + 1)`.
pub(crate) struct LambdaReturns {
    lambda: f64,
    /// The score of each ply from White's view.
    scores: Vec<Option<i16>>,
    /// The records of the game: index of the record, ply and side to move.
    records: Vec<(usize, usize, usize)>,
}

impl LambdaReturns {
    /// Of a game that has not begun. Without a `lambda` every label stays as it is.
    pub(crate) const fn new(lambda: f64) -> Self {
        Self {
            lambda,
            scores: Vec::new(),
            records: Vec::new(),
        }
    }

    /// A ply, and the index of the record that was made of its position.
    #[inline]
    pub(crate) fn ply<R: Codes>(&mut self, step: &Step<'_, R>, record: Option<usize>) {
        if self.lambda == 0.0 {
            return;
        }
        let side = step.position.side_to_move().index();
        self.records
            .extend(record.map(|record| (record, self.scores.len(), side)));
        self.scores.push(step.ply.score);
    }

    /// The end of the game: labels its records.
    pub(crate) fn end(&mut self, all: &mut [Record]) {
        let mut later = None;
        for ply in (0..self.scores.len()).rev() {
            let now = self.scores[ply].map(points);
            later = match (now, later) {
                (Some(now), Some(later)) => Some(now + self.lambda * (later - now)),
                (now, later) => now.or(later),
            };
            let Some((record, _, side)) = self.records.pop_if(|(_, at, _)| *at == ply) else {
                continue;
            };
            if let (Some(points), Some(record)) = (later, all.get_mut(record)) {
                *record = record.with_score(seen_by(side, score(points)));
            }
        }
        self.scores.clear();
        self.records.clear();
    }
}

/// The expected points of a score.
fn points(score: i16) -> f64 {
    1.0 / (1.0 + (-f64::from(score) / SCALE).exp())
}

/// The score of expected points.
fn score(points: f64) -> i16 {
    (SCALE * (points / (1.0 - points)).ln()).round() as i16
}

#[cfg(test)]
mod tests {
    use chess::{Chess, Position};
    use game::GameResult;

    use super::{LambdaReturns, points, score};
    use crate::game::{Game, Ply};
    use crate::qgames::{GameHead, Step, Visitor};
    use crate::record::Record;

    /// Labels every position of a game.
    struct Labeler(LambdaReturns, Vec<Record>);

    impl Visitor<Chess> for Labeler {
        fn ply(&mut self, step: &Step<'_, Chess>) {
            let score = step.ply.score.unwrap_or(0);
            self.1
                .push(Record::new::<Chess>(step.position, score, step.head.result));
            self.0.ply(step, Some(self.1.len() - 1));
        }

        fn end(&mut self, _: GameHead<Chess>) {
            self.0.end(&mut self.1);
        }
    }

    fn labels(lambda: f64, scores: &[Option<i16>]) -> Vec<i16> {
        let mut position = Position::start();
        let mut game = Game {
            result: GameResult::WhiteWins,
            ..Game::<Chess>::default()
        };
        for &score in scores {
            let mv = position.legal_moves()[0];
            let score = score.map_or(Ply::unscored(mv), |score| Ply::scored(mv, score));
            game.plies.push(score);
            position = position.after(mv);
        }
        let mut labeler = Labeler(LambdaReturns::new(lambda), Vec::new());
        game.walk(&mut labeler);
        game.walk(&mut labeler);
        let labels: Vec<i16> = labeler.1.iter().map(Record::score).collect();
        assert_eq!(labels[..scores.len()], labels[scores.len()..]);
        labels[..scores.len()].to_vec()
    }

    #[test]
    fn scores_survive_the_way_to_points_and_back() {
        for value in (-10_000..=10_000).step_by(7) {
            assert!(score(points(value)).abs_diff(value) <= 1, "{value}");
        }
        assert_eq!(score(points(i16::MAX)), i16::MAX);
    }

    #[test]
    fn later_scores_count_from_the_own_view() {
        let given = [Some(40), Some(100), None, Some(-20)];
        assert_eq!(labels(0.0, &given), [40, -100, 0, 20]);
        let blend = |now, later| 0.5 * (points(now) + later);
        let last = points(-20);
        let second = blend(100, last);
        let expected = [blend(40, second), second, last, last].map(score);
        let seen = [expected[0], -expected[1], expected[2], -expected[3]];
        assert_eq!(labels(0.5, &given), seen);
        assert_eq!(labels(1.0, &given), [-20, 20, -20, 20]);
    }
}
