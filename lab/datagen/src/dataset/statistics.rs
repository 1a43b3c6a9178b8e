//! What a dataset is like.

use chess::{PieceType, Position};
use records::Record;
use serde::Serialize;

use super::balance::Counts;
use super::quiet::Reason;

/// Scores are counted in steps of so much.
pub(super) const SCORE_STEP: i32 = 50;
/// Steps on either side of zero; larger scores count as the last step.
pub(super) const SCORE_STEPS: i32 = 40;
const SCORES: usize = 2 * SCORE_STEPS as usize + 1;
/// Plies are counted in steps of so much.
pub(super) const PLY_STEP: usize = 10;
const PLIES: usize = 31;
/// The phase of the start position: a minor piece is worth one, a rook two, a queen four.
pub(super) const FULL_PHASE: usize = 24;

/// Counts by number; too large numbers count as the last.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Bins(Vec<u64>);

impl Bins {
    fn new(len: usize) -> Self {
        Self(vec![0; len])
    }

    fn add(&mut self, number: usize) {
        let last = self.0.len() - 1;
        self.0[number.min(last)] += 1;
    }

    fn merge(&mut self, other: &Self) {
        for (sum, count) in self.0.iter_mut().zip(&other.0) {
            *sum += count;
        }
    }

    /// The counts.
    #[must_use]
    pub fn counts(&self) -> &[u64] {
        &self.0
    }
}

/// Counts over candidates, and over what was kept of them.
#[derive(Clone, Debug, Serialize)]
pub struct Statistics {
    /// Games.
    pub games: u64,
    /// Positions that came before.
    pub duplicates: u64,
    /// Positions dropped, by the order of [`Reason::ALL`].
    pub dropped: [u64; 4],
    /// Positions kept.
    pub kept: u64,
    /// Positions kept whose result is not known.
    pub without_result: u64,
    /// Those kept by sign and size of the score.
    pub balance: Counts,
    /// Those kept by score, in steps of half a pawn, from the view of the side to move.
    pub scores: Bins,
    /// The same for those that were lost, drawn and won by the side to move.
    pub results: [Bins; 3],
    /// By the number of pieces.
    pub pieces: Bins,
    /// By ten plies of the game.
    pub plies: Bins,
    /// By phase.
    pub phases: Bins,
    /// By the square of the king of the side to move, seen from its side.
    pub our_king: Bins,
    /// By the square of the other king, seen from its own side.
    pub their_king: Bins,
}

impl Default for Statistics {
    fn default() -> Self {
        Self {
            games: 0,
            duplicates: 0,
            dropped: [0; 4],
            kept: 0,
            without_result: 0,
            balance: Counts::default(),
            scores: Bins::new(SCORES),
            results: [(); 3].map(|()| Bins::new(SCORES)),
            pieces: Bins::new(33),
            plies: Bins::new(PLIES),
            phases: Bins::new(FULL_PHASE + 1),
            our_king: Bins::new(64),
            their_king: Bins::new(64),
        }
    }
}

impl Statistics {
    /// Candidates, those that came before included.
    #[must_use]
    pub fn candidates(&self) -> u64 {
        self.duplicates + self.kept + self.dropped.iter().sum::<u64>()
    }

    pub(super) fn count(&mut self, dropped: Option<Reason>) {
        match dropped {
            None => self.kept += 1,
            Some(reason) => {
                let place = Reason::ALL.into_iter().position(|other| other == reason);
                self.dropped[place.unwrap_or(0)] += 1;
            }
        }
    }

    pub(super) fn keep(&mut self, position: &Position, record: &Record) {
        let score = step_of(i32::from(record.score()));
        self.balance.add(record.score());
        self.scores.add(score);
        if record.has_result() {
            self.results[usize::from(record.double_points().min(2))].add(score);
        } else {
            self.without_result += 1;
        }
        self.pieces.add(position.occupied().count() as usize);
        self.plies.add(position.game_ply() as usize / PLY_STEP);
        self.phases.add(phase(position));
        self.our_king.add(usize::from(record.our_king()));
        self.their_king.add(usize::from(record.their_king()));
    }

    pub(super) fn merge(&mut self, other: &Self) {
        self.games += other.games;
        self.duplicates += other.duplicates;
        self.kept += other.kept;
        self.without_result += other.without_result;
        self.balance.merge(&other.balance);
        for (sum, count) in self.dropped.iter_mut().zip(&other.dropped) {
            *sum += count;
        }
        for (sum, bins) in self.results.iter_mut().zip(&other.results) {
            sum.merge(bins);
        }
        self.scores.merge(&other.scores);
        self.pieces.merge(&other.pieces);
        self.plies.merge(&other.plies);
        self.phases.merge(&other.phases);
        self.our_king.merge(&other.our_king);
        self.their_king.merge(&other.their_king);
    }

    /// Scores with the number of games that had them and the points these brought.
    #[must_use]
    pub fn points(&self) -> Vec<(f64, f64, f64)> {
        let [lost, drawn, won] = self.results.each_ref().map(Bins::counts);
        // The last steps hold everything beyond, so their score is not known.
        (1..SCORES - 1)
            .map(|step| {
                let games = lost[step] + drawn[step] + won[step];
                let points = won[step] as f64 + drawn[step] as f64 / 2.0;
                (score_of(step), games as f64, points)
            })
            .collect()
    }
}

/// Which step a score belongs to.
fn step_of(score: i32) -> usize {
    let rounded = (f64::from(score) / f64::from(SCORE_STEP)).round() as i32;
    (rounded.clamp(-SCORE_STEPS, SCORE_STEPS) + SCORE_STEPS) as usize
}

/// The score in the middle of a step.
pub(super) fn score_of(step: usize) -> f64 {
    f64::from(SCORE_STEP) * (step as f64 - f64::from(SCORE_STEPS))
}

fn phase(position: &Position) -> usize {
    let count = |kind| position.kind(kind).count() as usize;
    count(PieceType::Knight)
        + count(PieceType::Bishop)
        + 2 * count(PieceType::Rook)
        + 4 * count(PieceType::Queen)
}

#[cfg(test)]
mod tests {
    use super::{FULL_PHASE, Position, SCORE_STEPS, phase, score_of, step_of};

    #[test]
    fn scores_fall_into_the_nearest_step() {
        for (score, middle) in [
            (0, 0.0),
            (24, 0.0),
            (26, 50.0),
            (-26, -50.0),
            (-149, -150.0),
        ] {
            assert!((score_of(step_of(score)) - middle).abs() < 1e-9, "{score}");
        }
        assert_eq!(step_of(32_000), 2 * SCORE_STEPS as usize);
        assert_eq!(step_of(-32_000), 0);
    }

    #[test]
    fn phases_go_from_the_start_to_bare_kings() {
        assert_eq!(phase(&Position::start()), FULL_PHASE);
        let kings = Position::from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").unwrap();
        assert_eq!(phase(&kings), 0);
    }
}
