//! Self-play on devices: feeds them starts, replays what they finish, and puts it in order.

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use chess::Chess;
use datagen::{GameStats, Goal, PlayedGame, Run, Sink};

use crate::abi::Ending;
use crate::candidates::Candidates;
use crate::games::{Backend, FinishedGame};
use crate::replay::replay;

/// What a device sends: games with the time that they took it.
type Played = Result<Vec<(u64, PlayedGame, Duration)>, datagen::Error>;

/// Plays games on devices, each fed by a thread, and passes them to `sink` in the order of their
/// numbers, with the statistics so far: [`datagen::generate`] on GPUs.
///
/// # Errors
/// If a device fails, no opening can be found, or `sink` fails.
pub fn generate<B: Backend + Send>(
    run: &Run<'_>,
    devices: Vec<B>,
    sink: &mut Sink<'_, Chess>,
) -> Result<GameStats, datagen::Error> {
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
    let numbers = Mutex::new((run.first..end).take_while(|_| !is_over()));
    let next_number = || {
        numbers
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .next()
    };
    let mut stats = GameStats::default();
    stats.unit = B::UNIT;
    thread::scope(|scope| {
        let (sender, results) = mpsc::sync_channel::<Played>(2 * devices.len());
        for device in devices {
            let (sender, next_number, is_full) = (sender.clone(), &next_number, &is_full);
            scope.spawn(move || {
                let mut feeder = Feeder::new(run, device);
                let keep_on =
                    |played| !is_full.load(Ordering::Relaxed) && sender.send(Ok(played)).is_ok();
                if let Err(error) = feeder.play_all(next_number, keep_on) {
                    // Without a receiver the run is over anyway.
                    let _ = sender.send(Err(error));
                }
            });
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut next = run.first;
        let mut outcome = Ok(());
        for played in results {
            // Games that are left when the run is over are dropped.
            if is_full.load(Ordering::Relaxed) {
                continue;
            }
            match played {
                Ok(played) => {
                    waiting.extend(played.into_iter().map(|(n, game, time)| (n, (game, time))))
                }
                Err(error) => outcome = outcome.and(Err(error)),
            }
            while outcome.is_ok()
                && !is_full.load(Ordering::Relaxed)
                && let Some((game, time)) = waiting.remove(&next)
            {
                next += 1;
                stats.add(&game, time);
                outcome = sink(&game, &stats);
                let reached = positions.is_some_and(|positions| stats.positions >= positions);
                is_full.fetch_or(reached, Ordering::Relaxed);
            }
            is_full.fetch_or(outcome.is_err(), Ordering::Relaxed);
        }
        outcome
    })?;
    Ok(stats)
}

/// Feeds a device.
struct Feeder<'a, B> {
    run: &'a Run<'a>,
    device: B,
    /// Games that the device has.
    open: HashMap<u64, Candidates>,
    /// Games among them to start again, with other openings.
    again: Vec<u64>,
    /// End of the last launch.
    since: Instant,
}

impl<'a, B: Backend> Feeder<'a, B> {
    fn new(run: &'a Run<'a>, device: B) -> Self {
        Self {
            run,
            device,
            open: HashMap::new(),
            again: Vec::new(),
            since: Instant::now(),
        }
    }

    /// Plays all games of these numbers, as long as `keep_on` says so of those that are finished.
    fn play_all(
        &mut self,
        next_number: impl Fn() -> Option<u64>,
        keep_on: impl Fn(Vec<(u64, PlayedGame, Duration)>) -> bool,
    ) -> Result<(), datagen::Error> {
        let mut finished = Vec::new();
        loop {
            let mut starts = Vec::new();
            let room = self.device.room();
            while starts.len() < room
                && let Some(number) = self.again.pop().or_else(&next_number)
            {
                if !self.open.contains_key(&number) {
                    self.open.insert(number, Candidates::new(self.run, number)?);
                }
                starts.push(self.open[&number].start());
            }
            if self.open.is_empty() && finished.is_empty() {
                return Ok(());
            }
            self.device.launch(&starts)?;
            // The device plays while these games are replayed.
            if !keep_on(self.replay(std::mem::take(&mut finished))?) {
                return Ok(());
            }
            finished = self.device.collect()?;
        }
    }

    fn replay(
        &mut self,
        finished: Vec<FinishedGame>,
    ) -> Result<Vec<(u64, PlayedGame, Duration)>, datagen::Error> {
        let now = Instant::now();
        let time = (now - self.since) / finished.len().max(1) as u32;
        if !finished.is_empty() {
            self.since = now;
        }
        let mut played = Vec::with_capacity(finished.len());
        for game in finished {
            let unknown = || crate::Error::Device(format!("game {} is unknown", game.number));
            let mut candidates = self.open.remove(&game.number).ok_or_else(unknown)?;
            if game.ending == Ending::AllRejected {
                candidates.reject_all(self.run, game.nodes)?;
                self.open.insert(game.number, candidates);
                self.again.push(game.number);
                continue;
            }
            let chosen = candidates.choose(game.rejected).ok_or_else(unknown)?;
            played.push((
                game.number,
                replay(self.run.settings, &chosen, &game)?,
                time,
            ));
        }
        Ok(played)
    }
}
