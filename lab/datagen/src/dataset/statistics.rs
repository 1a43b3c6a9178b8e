//! Statistics of a dataset.

use game::Codes;
use records::Record;
use serde::Serialize;

use super::balance::ScoreCounts;
use super::quiet_filter::DropReason;

/// Width of a score bin, in centipawns.
pub(super) const SCORE_BIN: i32 = 50;
/// Score bins on either side of zero; larger scores go to the last one.
pub(super) const SCORE_BINS: i32 = 40;
const SCORES: usize = 2 * SCORE_BINS as usize + 1;
/// Width of a ply bin.
pub(super) const PLY_BIN: usize = 10;
const PLIES: usize = 31;
/// Phases, from none to that of the start position of chess.
const PHASES: usize = 25;

/// Counts by bin; larger numbers go to the last one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Histogram(Vec<u64>);

impl Histogram {
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

/// Counts over all candidates, and over those kept.
#[derive(Clone, Debug, Serialize)]
pub struct Statistics {
    pub games: u64,
    pub duplicates: u64,
    /// Positions dropped, by the order of [`DropReason::ALL`].
    pub dropped: [u64; DropReason::ALL.len()],
    /// Positions kept.
    pub kept: u64,
    /// Positions kept whose result is not known.
    pub without_result: u64,
    /// Positions kept by sign and magnitude of the score.
    pub balance: ScoreCounts,
    /// Positions kept by side-to-move score, in bins of half a pawn.
    pub scores: Histogram,
    /// The same, split by result: lost, drawn, won.
    pub results: [Histogram; 3],
    /// By the number of pieces.
    pub pieces: Histogram,
    /// By ten plies of the game.
    pub plies: Histogram,
    /// By phase.
    pub phases: Histogram,
    /// By the relative square of the king of the side to move; in chess alone.
    pub our_king: Histogram,
    /// By the relative square of the other king.
    pub their_king: Histogram,
}

impl Default for Statistics {
    fn default() -> Self {
        Self {
            games: 0,
            duplicates: 0,
            dropped: [0; DropReason::ALL.len()],
            kept: 0,
            without_result: 0,
            balance: ScoreCounts::default(),
            scores: Histogram::new(SCORES),
            results: [(); 3].map(|()| Histogram::new(SCORES)),
            pieces: Histogram::new(33),
            plies: Histogram::new(PLIES),
            phases: Histogram::new(PHASES),
            our_king: Histogram::new(64),
            their_king: Histogram::new(64),
        }
    }
}

impl Statistics {
    /// All candidates, duplicates included.
    #[must_use]
    pub fn candidates(&self) -> u64 {
        self.duplicates + self.kept + self.dropped.iter().sum::<u64>()
    }

    pub(super) fn count(&mut self, dropped: Option<DropReason>) {
        match dropped {
            None => self.kept += 1,
            Some(reason) => {
                let place = DropReason::ALL
                    .into_iter()
                    .position(|other| other == reason);
                self.dropped[place.unwrap_or(0)] += 1;
            }
        }
    }

    pub(super) fn keep<R: Codes>(&mut self, position: &R::Position, record: &Record) {
        let score = bin_of(i32::from(record.score()));
        self.balance.add(record.score());
        self.scores.add(score);
        if record.has_result() {
            self.results[usize::from(record.double_points().min(2))].add(score);
        } else {
            self.without_result += 1;
        }
        self.pieces.add(R::piece_count(position) as usize);
        self.plies.add(R::game_ply(position) as usize / PLY_BIN);
        self.phases.add(R::phase(position));
        if let Some([ours, theirs]) = record.kings() {
            self.our_king.add(ours);
            self.their_king.add(theirs);
        }
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
        for (sum, histogram) in self.results.iter_mut().zip(&other.results) {
            sum.merge(histogram);
        }
        self.scores.merge(&other.scores);
        self.pieces.merge(&other.pieces);
        self.plies.merge(&other.plies);
        self.phases.merge(&other.phases);
        self.our_king.merge(&other.our_king);
        self.their_king.merge(&other.their_king);
    }

    /// Scores with the number of games at each, and their points.
    #[must_use]
    pub fn points(&self) -> Vec<(f64, f64, f64)> {
        let [lost, drawn, won] = self.results.each_ref().map(Histogram::counts);
        // The outer bins are open-ended: they have no score.
        (1..SCORES - 1)
            .map(|step| {
                let games = lost[step] + drawn[step] + won[step];
                let points = won[step] as f64 + drawn[step] as f64 / 2.0;
                (bin_center(step), games as f64, points)
            })
            .collect()
    }
}

/// The bin of a score.
fn bin_of(score: i32) -> usize {
    let rounded = (f64::from(score) / f64::from(SCORE_BIN)).round() as i32;
    (rounded.clamp(-SCORE_BINS, SCORE_BINS) + SCORE_BINS) as usize
}

/// The score at the center of a bin.
pub(super) fn bin_center(bin: usize) -> f64 {
    f64::from(SCORE_BIN) * (bin as f64 - f64::from(SCORE_BINS))
}

#[cfg(test)]
mod tests {
    use chess::{Chess, Position};
    use game::Facts;
    use xiangqi::Xiangqi;

    use super::{PHASES, SCORE_BINS, bin_center, bin_of};

    #[test]
    fn scores_fall_into_the_nearest_step() {
        for (score, middle) in [
            (0, 0.0),
            (24, 0.0),
            (26, 50.0),
            (-26, -50.0),
            (-149, -150.0),
        ] {
            assert!((bin_center(bin_of(score)) - middle).abs() < 1e-9, "{score}");
        }
        assert_eq!(bin_of(32_000), 2 * SCORE_BINS as usize);
        assert_eq!(bin_of(-32_000), 0);
    }

    #[test]
    fn phases_go_from_the_start_to_bare_kings() {
        assert_eq!(Chess::phase(&Position::start()), PHASES - 1);
        assert_eq!(Xiangqi::phase(&xiangqi::Position::start()), 16);
        let kings = Position::from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").unwrap();
        assert_eq!(Chess::phase(&kings), 0);
    }
}
