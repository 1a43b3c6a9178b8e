//! Self-play on many threads.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use chess::Chess;
use game::Evaluator;
use openings::Openings;

use crate::error::Error;
use crate::ordered::ordered;
use crate::player::{Played, Player};
use crate::settings::Settings;
use crate::tally::Tally;

/// When to stop; the first that is reached counts. Games that are being played are finished.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Goal {
    /// After so many games.
    pub games: Option<u64>,
    /// After the game that brings so many positions.
    pub positions: Option<u64>,
    /// Begin no game after this time.
    pub time: Option<Duration>,
}

/// What is to be played.
#[derive(Clone, Copy, Debug)]
pub struct Run<'a> {
    /// How.
    pub settings: &'a Settings,
    /// From where.
    pub openings: &'a Openings,
    /// On how many threads.
    pub threads: usize,
    /// The number of the first game: how many there are already.
    pub first: u64,
    /// How much.
    pub goal: Goal,
    /// Set to begin no further game.
    pub stop: &'a AtomicBool,
}

/// Plays games and gives them to `sink` in the order of their numbers, with the counts up to each.
///
/// # Errors
/// If there is not enough memory, no opening can be found, or `sink` fails.
pub fn generate<E: Evaluator<Chess>>(
    run: &Run<'_>,
    evaluator: impl Fn() -> E,
    mut sink: impl FnMut(&Played, &Tally) -> Result<(), Error>,
) -> Result<Tally, Error> {
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
    let players = (0..run.threads.max(1))
        .map(|_| Player::new(run.settings, run.openings, &evaluator).map(Worker::new))
        .collect::<Result<Vec<_>, _>>()?;
    let mut tally = Tally::default();
    ordered(
        players,
        numbers,
        Worker::play,
        |(played, time): (Result<Played, Error>, Duration)| -> Result<(), Error> {
            // Games that were begun before the goal was known to be reached do not count, so that
            // the same seed gives the same games on any number of threads.
            if is_full.load(Ordering::Relaxed) {
                return Ok(());
            }
            let played = played?;
            tally.add(&played, time);
            sink(&played, &tally)?;
            if positions.is_some_and(|positions| tally.positions >= positions) {
                is_full.store(true, Ordering::Relaxed);
            }
            Ok(())
        },
    )?;
    Ok(tally)
}

/// Somebody who plays, and looks at the clock between games.
struct Worker<'a, E> {
    player: Player<'a, E>,
    /// When the last game ended; before the first, when it began.
    since: Option<Instant>,
}

impl<'a, E: Evaluator<Chess>> Worker<'a, E> {
    const fn new(player: Player<'a, E>) -> Self {
        Self {
            player,
            since: None,
        }
    }

    /// Plays a game. Its time begins with the end of the last one, so that time spent on waiting for
    /// other threads counts.
    fn play(&mut self, number: u64) -> (Result<Played, Error>, Duration) {
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

    use evaluation::handcrafted::Handcrafted;

    use super::{Goal, Openings, Played, Run, Settings, Tally, generate};
    use crate::settings::NodeLimits;

    fn play(threads: usize, first: u64, goal: Goal) -> (Vec<Played>, Tally) {
        let mut settings = Settings {
            nodes: NodeLimits::soft(60),
            table: 1,
            ..Settings::default()
        };
        settings.openings.verification = NodeLimits::soft(0);
        let mut games = Vec::new();
        let run = Run {
            settings: &settings,
            openings: &Openings::default(),
            threads,
            first,
            goal,
            stop: &AtomicBool::new(false),
        };
        let sink = |played: &Played, _: &Tally| {
            games.push(played.clone());
            Ok(())
        };
        let tally = generate(&run, Handcrafted::without_clock, sink).unwrap();
        (games, tally)
    }

    #[test]
    fn games_do_not_depend_on_threads_and_go_on_where_they_stopped() {
        let six = Goal {
            games: Some(6),
            ..Goal::default()
        };
        let (games, tally) = play(1, 0, six);
        assert_eq!((games.len(), tally.games), (6, 6));
        assert_eq!(play(3, 0, six).0, games);
        let three = Goal {
            games: Some(3),
            ..Goal::default()
        };
        let halves = [play(2, 0, three).0, play(2, 3, three).0].concat();
        assert_eq!(halves, games);
    }

    #[test]
    fn a_goal_of_positions_ends_with_the_game_that_reaches_it() {
        let goal = Goal {
            positions: Some(150),
            ..Goal::default()
        };
        let (games, tally) = play(1, 0, goal);
        let last = games.last().unwrap().positions;
        assert!(tally.positions >= 150 && tally.positions - last < 150);
        assert_eq!(play(3, 0, goal).0, games);
    }
}
