//! What people who watch a match see: `live.json` in its folder, with the running games, the results
//! and their curves.
//!
//! A game leaves its position on its [`Board`] after each move, while no clock runs. A thread of its
//! own writes the file, a few times a second, so that no game waits for the disk.

use std::path::{Path, PathBuf};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use games::GameId;
use serde::Serialize;
use stats::{Decision, Performance, Plan, Sprt};
use support::write_snapshot;

use super::{Progress, Settings};

/// The time between two writes.
const INTERVAL: Duration = Duration::from_millis(300);
/// An unchanged file is written again after this time, which tells that the match still runs.
const HEARTBEAT: Duration = Duration::from_secs(10);
/// Points of the curves at most; more cannot be seen.
const MAX_POINTS: usize = 400;

/// A running game.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct LiveGame {
    /// The game's number, from one.
    pub(super) game: u64,
    pub(super) white: String,
    pub(super) black: String,
    pub(super) fen: String,
    /// The last move in coordinates.
    pub(super) last: Option<String>,
    /// Seconds left of White and Black, if they have clocks.
    pub(super) clocks: [Option<f64>; 2],
    /// The last score for White, in centipawns.
    pub(super) score: Option<i32>,
}

/// Where a worker shows its game.
#[derive(Default)]
pub(super) struct Board(Mutex<Option<LiveGame>>);

impl Board {
    /// Shows the start of a game.
    pub(super) fn begin(&self, game: LiveGame) {
        *lock(&self.0) = Some(game);
    }

    /// Changes the game that is shown.
    pub(super) fn update(&self, change: impl FnOnce(&mut LiveGame)) {
        if let Some(game) = &mut *lock(&self.0) {
            change(game);
        }
    }
}

/// A match as it is shown.
pub(super) struct Live<'a> {
    pub(super) settings: &'a Settings,
    path: PathBuf,
    boards: Vec<Board>,
    results: Mutex<Results>,
    ended: Condvar,
}

#[derive(Clone, Default, Serialize)]
struct Results {
    pairs: u64,
    total_pairs: u64,
    seconds_left: Option<f64>,
    standings: Vec<Standing>,
    /// Pairs, Elo of the first player, its error, and the log-likelihood ratio of a test; what is
    /// unknown is not a number, and null in the file.
    curve: Vec<[f64; 4]>,
    /// What a test has decided, if it has.
    verdict: Option<&'static str>,
    /// Pairs between two points of the curve.
    #[serde(skip)]
    step: u64,
    is_over: bool,
}

/// The results of a pairing.
#[derive(Clone, Serialize)]
struct Standing {
    first: String,
    second: String,
    wins: u64,
    draws: u64,
    losses: u64,
    elo: f64,
    error: f64,
    los: f64,
    /// Pairs by their points, from none to two.
    pentanomial: [u64; 5],
}

/// The bounds of a test.
#[derive(Serialize)]
struct Bounds {
    /// What its hypotheses are measured in.
    scale: &'static str,
    elo0: f64,
    elo1: f64,
    lower: f64,
    upper: f64,
}

/// The file.
#[derive(Serialize)]
struct Snapshot<'a> {
    kind: &'static str,
    name: &'a str,
    game: GameId,
    limits: String,
    openings: String,
    test: Option<Bounds>,
    #[serde(flatten)]
    results: Results,
    games: Vec<LiveGame>,
}

impl<'a> Live<'a> {
    pub(super) fn new(settings: &'a Settings, folder: &Path) -> Self {
        Self {
            settings,
            path: folder.join("live.json"),
            boards: (0..settings.concurrency)
                .map(|_| Board::default())
                .collect(),
            results: Mutex::default(),
            ended: Condvar::new(),
        }
    }

    pub(super) fn board(&self, worker: usize) -> &Board {
        &self.boards[worker]
    }

    fn test(&self) -> Option<Sprt> {
        self.settings.test.and_then(|test| test.test().ok())
    }

    /// Shows the results after another pair.
    pub(super) fn count(&self, progress: &Progress<'_>) {
        let counts = progress.standings.player(0).pairs();
        let elo = Performance::of(&counts).elo;
        let test = self.test();
        let llr = test.map_or(f64::NAN, |test| test.llr(&counts));
        let pairs = progress.standings.pairs();
        let plan = test.and_then(|test| test.remaining(&counts));
        let left = pairs_left(plan.as_ref(), progress.total_pairs.saturating_sub(pairs));
        let mut results = lock(&self.results);
        results.pairs = pairs;
        results.total_pairs = progress.total_pairs;
        results.seconds_left = progress.time_for(left).map(|time| time.as_secs_f64());
        let decision = test.map(|test| test.decide(llr));
        let decision = decision.filter(|&decision| decision != Decision::Continue);
        results.verdict = decision.map(Decision::words);
        results.standings = self.standings(progress);
        results.add_point([pairs as f64, elo.value, elo.error, llr]);
    }

    fn standings(&self, progress: &Progress<'_>) -> Vec<Standing> {
        let name = |player: usize| self.settings.players[player].engine.name.clone();
        let pairings = progress.standings.pairings().iter();
        let standing = pairings.map(|((first, second), score)| {
            let pairs = score.pairs();
            let Performance { elo, los, .. } = Performance::of(&pairs);
            let games = score.games();
            Standing {
                first: name(*first),
                second: name(*second),
                wins: games.wins,
                draws: games.draws,
                losses: games.losses,
                elo: elo.value,
                error: elo.error,
                los,
                pentanomial: pairs.0,
            }
        });
        standing.collect()
    }

    /// The limits of all players, or of each.
    fn limits(&self) -> String {
        let players = &self.settings.players;
        let is_one = players.windows(2).all(|two| two[0].limits == two[1].limits);
        let of_each = players
            .iter()
            .map(|player| format!("{}: {}", player.engine.name, player.limits));
        match players.first().filter(|_| is_one) {
            Some(player) => player.limits.to_string(),
            None => of_each.collect::<Vec<_>>().join(", "),
        }
    }

    /// Ends [`Self::write`].
    pub(super) fn end(&self) {
        lock(&self.results).is_over = true;
        self.ended.notify_all();
    }

    /// Writes the file until the match ends. A file that cannot be written is no reason to stop it.
    pub(super) fn write(&self) {
        let (mut last, mut written) = (String::new(), Instant::now());
        let mut is_over = false;
        while !is_over {
            let results = lock(&self.results);
            let running = |results: &mut Results| !results.is_over;
            let waited = self.ended.wait_timeout_while(results, INTERVAL, running);
            let results = waited.unwrap_or_else(PoisonError::into_inner).0.clone();
            is_over = results.is_over;
            let text = self.text(results);
            if text != last || written.elapsed() >= HEARTBEAT {
                write_snapshot(&self.path, text.as_bytes()).ok();
                (last, written) = (text, Instant::now());
            }
        }
    }

    fn text(&self, results: Results) -> String {
        let games = self
            .boards
            .iter()
            .filter_map(|board| lock(&board.0).clone());
        let bounds = self.settings.test.zip(self.test());
        let snapshot = Snapshot {
            kind: "match",
            name: &self.settings.event,
            game: self.settings.game,
            limits: self.limits(),
            openings: self.settings.openings.to_string(),
            test: bounds.map(|(test, sprt)| Bounds {
                scale: if test.normalized {
                    "normalized Elo"
                } else {
                    "logistic Elo"
                },
                elo0: test.elo0,
                elo1: test.elo1,
                lower: sprt.lower(),
                upper: sprt.upper(),
            }),
            games: if results.is_over {
                Vec::new()
            } else {
                games.collect()
            },
            results,
        };
        serde_json::to_string(&snapshot).unwrap_or_default()
    }
}

/// The pairs that are still to be expected: a test without a decision ends with the match.
fn pairs_left(plan: Option<&Plan>, most: u64) -> f64 {
    let most = most as f64;
    plan.map_or(most, |plan| plan.observations.min(most))
}

impl Results {
    /// Adds a point to the curve. The last one is always there, of those before it every `step`-th.
    fn add_point(&mut self, point: [f64; 4]) {
        let is_kept =
            |step: u64| move |[pairs, ..]: &[f64; 4]| (*pairs as u64).is_multiple_of(step.max(1));
        self.curve.pop_if(|last| !is_kept(self.step)(last));
        self.curve.push(point);
        if self.curve.len() > MAX_POINTS {
            self.step = 2 * self.step.max(1);
            self.curve.pop();
            self.curve.retain(is_kept(self.step));
            self.curve.push(point);
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use stats::Plan;

    use super::{MAX_POINTS, Results, pairs_left};

    #[test]
    fn a_test_takes_no_longer_than_its_match() {
        let plan = |observations| Plan {
            observations,
            pass: 0.5,
        };
        assert_eq!(pairs_left(Some(&plan(90_000.0)), 4_000), 4_000.0);
        assert_eq!(pairs_left(Some(&plan(90.5)), 4_000), 90.5);
        assert_eq!(pairs_left(None, 4_000), 4_000.0);
    }

    #[test]
    fn the_curve_stays_short_and_ends_with_the_last_pair() {
        let mut results = Results::default();
        for pairs in 1..=5_000 {
            results.add_point([f64::from(pairs), 0.0, 0.0, 0.0]);
            assert!(results.curve.len() <= MAX_POINTS);
            assert_eq!(
                results.curve.last().map(|point| point[0]),
                Some(f64::from(pairs))
            );
        }
        let pairs: Vec<f64> = results.curve.iter().map(|point| point[0]).collect();
        assert!(
            pairs.is_sorted() && pairs.len() > MAX_POINTS / 4,
            "{pairs:?}"
        );
        let gaps = pairs.windows(2).map(|pair| pair[1] - pair[0]);
        assert!(gaps.fold(0.0, f64::max) <= results.step as f64);
    }
}
