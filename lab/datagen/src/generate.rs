//! Multithreaded self-play.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use chess::Chess;
use game::{Codes, EndgameTables, Evaluator, Rules};
use openings::Openings;
use support::make_workers;

use crate::error::Error;
use crate::game_stats::GameStats;
use crate::parallel::parallel_in_order;
use crate::player::Player;
use crate::recorder::PlayedGame;
use crate::settings::Settings;

/// When to stop: at the first limit reached. Games in progress are finished.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Goal {
    /// Number of games.
    pub games: Option<u64>,
    /// Number of positions, with the game that reaches it.
    pub positions: Option<u64>,
    /// Time after which no game starts.
    pub time: Option<Duration>,
}

impl Goal {
    /// The fraction that is done, by the limit that will be reached first; `None` without a limit.
    pub fn fraction_done(&self, stats: &GameStats, elapsed: Duration) -> Option<f64> {
        let of = |done: f64, limit: f64| (done / limit.max(f64::MIN_POSITIVE)).min(1.0);
        let limits = [
            self.games.map(|games| of(stats.games as f64, games as f64)),
            self.positions
                .map(|positions| of(stats.positions as f64, positions as f64)),
            self.time
                .map(|time| of(elapsed.as_secs_f64(), time.as_secs_f64())),
        ];
        limits.into_iter().flatten().reduce(f64::max)
    }
}

/// A run of self-play.
#[derive(Clone, Copy)]
pub struct Run<'a, R: Rules = Chess> {
    /// Settings of the games.
    pub settings: &'a Settings,
    /// Openings of the games.
    pub openings: &'a Openings<R>,
    /// Tablebases that end games, if any.
    pub tables: Option<&'a dyn EndgameTables<R>>,
    /// Number of threads.
    pub threads: usize,
    /// Number of the first game: how many the file has already.
    pub first: u64,
    /// When to stop.
    pub goal: Goal,
    /// Set to start no further game.
    pub stop: &'a AtomicBool,
}

/// Plays games and passes them to `sink` in the order of their numbers, with the statistics so far.
///
/// # Errors
/// If there is not enough memory, no opening can be found, or `sink` fails.
pub fn generate<R: Codes, E: Evaluator<R>>(
    run: &Run<'_, R>,
    evaluator: impl Fn() -> E,
    mut sink: impl FnMut(&PlayedGame<R>, &GameStats) -> Result<(), Error>,
) -> Result<GameStats, Error> {
    let Goal {
        games,
        positions,
        time,
    } = run.goal;
    let start = Instant::now();
    let is_full = AtomicBool::new(false);
    let is_over = || {
        run.stop.load(Ordering::Relaxed)
            || is_full.load(Ordering::Relaxed)
            || time.is_some_and(|time| start.elapsed() >= time)
    };
    let end = games.map_or(u64::MAX, |games| run.first.saturating_add(games));
    let numbers = (run.first..end).take_while(|_| !is_over());
    let players = make_workers(run.threads, || -> Result<_, Error> {
        let player = Player::new(run.settings, run.openings, &evaluator)?;
        Ok(Worker::new(player.with_tables(run.tables)))
    })?;
    let mut stats = GameStats::default();
    parallel_in_order(
        players,
        numbers,
        Worker::play,
        |(played, time): (Result<PlayedGame<R>, Error>, Duration)| -> Result<(), Error> {
            // Games already in progress when the goal was reached are dropped: the output must not
            // depend on the number of threads.
            if is_full.load(Ordering::Relaxed) {
                return Ok(());
            }
            let played = played?;
            stats.add(&played, time);
            sink(&played, &stats)?;
            if positions.is_some_and(|positions| stats.positions >= positions) {
                is_full.store(true, Ordering::Relaxed);
            }
            Ok(())
        },
    )?;
    Ok(stats)
}

/// A player that measures its time per game.
struct Worker<'a, R: Codes, E> {
    player: Player<'a, R, E>,
    /// End of the last game.
    since: Option<Instant>,
}

impl<'a, R: Codes, E: Evaluator<R>> Worker<'a, R, E> {
    const fn new(player: Player<'a, R, E>) -> Self {
        Self {
            player,
            since: None,
        }
    }

    /// Plays a game. Its time starts at the end of the last one, so that waiting for other threads
    /// counts.
    fn play(&mut self, number: u64) -> (Result<PlayedGame<R>, Error>, Duration) {
        let start = self.since.unwrap_or_else(Instant::now);
        let played = self.player.play(number);
        let end = Instant::now();
        self.since = Some(end);
        (played, end - start)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;
    use std::time::Duration;

    use evaluation::handcrafted::Handcrafted;

    use super::{GameStats, Goal, Openings, PlayedGame, Run, Settings, generate};
    use crate::settings::NodeLimits;

    fn play(threads: usize, first: u64, goal: Goal) -> (Vec<PlayedGame>, GameStats) {
        let mut settings = Settings {
            nodes: NodeLimits::soft(60),
            table: 1,
            ..Settings::default()
        };
        settings.openings.verification = NodeLimits::soft(0);
        let mut games = Vec::new();
        let run = Run {
            settings: &settings,
            tables: None,
            openings: &<Openings>::default(),
            threads,
            first,
            goal,
            stop: &AtomicBool::new(false),
        };
        let sink = |played: &PlayedGame, _: &GameStats| {
            games.push(played.clone());
            Ok(())
        };
        let stats = generate(&run, Handcrafted::without_clock, sink).unwrap();
        (games, stats)
    }

    #[test]
    fn games_do_not_depend_on_threads_and_go_on_where_they_stopped() {
        let six = Goal {
            games: Some(6),
            ..Goal::default()
        };
        let (games, stats) = play(1, 0, six);
        assert_eq!((games.len(), stats.games), (6, 6));
        assert_eq!(play(3, 0, six).0, games);
        let three = Goal {
            games: Some(3),
            ..Goal::default()
        };
        let halves = [play(2, 0, three).0, play(2, 3, three).0].concat();
        assert_eq!(halves, games);
    }

    #[test]
    fn the_nearest_limit_tells_how_much_is_done() {
        let mut stats = GameStats::default();
        (stats.games, stats.positions) = (30, 1000);
        let second = Duration::from_secs(1);
        let mut goal = Goal::default();
        assert_eq!(goal.fraction_done(&stats, second), None);
        goal.time = Some(4 * second);
        assert_eq!(goal.fraction_done(&stats, second), Some(0.25));
        goal.games = Some(60);
        assert_eq!(goal.fraction_done(&stats, second), Some(0.5));
        goal.positions = Some(900);
        assert_eq!(goal.fraction_done(&stats, second), Some(1.0));
    }

    #[test]
    fn a_goal_of_positions_ends_with_the_game_that_reaches_it() {
        let goal = Goal {
            positions: Some(150),
            ..Goal::default()
        };
        let (games, stats) = play(1, 0, goal);
        let last = games.last().unwrap().positions;
        assert!(stats.positions >= 150 && stats.positions - last < 150);
        assert_eq!(play(3, 0, goal).0, games);
    }
}
