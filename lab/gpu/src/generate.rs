//! Self-play on devices: the host draws what they play, replays what they finish, and puts it in order.

use std::collections::{BTreeMap, HashMap};
use std::ops::ControlFlow;
use std::panic::resume_unwind;
use std::sync::mpsc::{self, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use datagen::{GameStats, PlayedGame, Run, Sink};

use crate::abi::Ending;
use crate::candidates::Candidates;
use crate::exchange::{Exchange, Finished, Job};
use crate::games::Backend;
use crate::replay::replay;
use crate::{Error, OnDevice};

/// Replayed games that may wait for the sink.
const WAITING: usize = 1024;

/// A replayed game with its number and the time that it took.
type Played<G> = Result<(u64, PlayedGame<G>, Duration), datagen::Error>;

/// Plays games on devices and passes them to `sink` in the order of their numbers, with the
/// statistics so far: [`datagen::generate`] on GPUs. Each device has a thread that only feeds it; the
/// threads of the run draw openings and replay games, and the sink is on the calling thread.
///
/// # Errors
/// If a device fails, no opening can be found, or `sink` fails.
pub fn generate<G: OnDevice, B: Backend + Send>(
    run: &Run<'_, G>,
    devices: Vec<B>,
    sink: &mut Sink<'_, G>,
) -> Result<GameStats, datagen::Error> {
    let exchange = Exchange::new(run, &devices);
    let mut stats = GameStats::default();
    stats.unit = B::UNIT;
    thread::scope(|scope| {
        let (sender, results) = mpsc::sync_channel::<Played<G>>(WAITING);
        let mut threads = Vec::new();
        for device in devices {
            let (sender, exchange) = (sender.clone(), &exchange);
            threads.push(scope.spawn(move || {
                let player = exchange.join();
                if let Err(error) = feed(&player, device) {
                    // Without a receiver the run is over anyway.
                    let _ = sender.send(Err(error.into()));
                }
            }));
        }
        for _ in 0..run.threads.max(1) {
            let (sender, exchange) = (sender.clone(), &exchange);
            threads.push(scope.spawn(move || {
                let _watch = exchange.watch();
                work(run, exchange, &sender);
            }));
        }
        // For the sink, which may panic, too.
        let _watch = exchange.watch();
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut outcome = Ok(ControlFlow::Continue(()));
        for played in results {
            // Games that are left when the run is over are dropped.
            if !matches!(outcome, Ok(ControlFlow::Continue(()))) {
                continue;
            }
            outcome = played.and_then(|(number, game, time)| {
                waiting.insert(number, (game, time));
                pass_on(run, &mut waiting, &mut stats, sink)
            });
            if !matches!(outcome, Ok(ControlFlow::Continue(()))) {
                exchange.close();
            }
        }
        // A panic goes on where the run was started.
        for thread in threads {
            thread.join().unwrap_or_else(|panic| resume_unwind(panic));
        }
        outcome.map(drop)
    })?;
    Ok(stats)
}

/// Passes on the games whose turn it is, up to the goal of positions.
fn pass_on<G: OnDevice>(
    run: &Run<'_, G>,
    waiting: &mut BTreeMap<u64, (PlayedGame<G>, Duration)>,
    stats: &mut GameStats,
    sink: &mut Sink<'_, G>,
) -> Result<ControlFlow<()>, datagen::Error> {
    while let Some((game, time)) = waiting.remove(&(run.first + stats.games)) {
        stats.add(&game, time);
        sink(&game, stats)?;
        let wanted = run.goal.positions;
        if wanted.is_some_and(|positions| stats.positions >= positions) {
            return Ok(ControlFlow::Break(()));
        }
    }
    Ok(ControlFlow::Continue(()))
}

/// Feeds a device until there is nothing left to play.
fn feed<G: OnDevice, B: Backend>(exchange: &Exchange<'_, G>, mut device: B) -> Result<(), Error> {
    let mut open: HashMap<u64, Candidates<G>> = HashMap::new();
    let mut finished = Vec::new();
    let mut since = Instant::now();
    loop {
        let games = exchange.take(device.room(), open.is_empty());
        if games.is_empty() && open.is_empty() && finished.is_empty() {
            return Ok(());
        }
        let starts: Vec<_> = games.iter().map(Candidates::start).collect();
        device.launch(&starts)?;
        open.extend(games.into_iter().map(|game| (game.number(), game)));
        // The device plays meanwhile.
        if !exchange.hand_over(finished) {
            return Ok(());
        }
        let games = device.collect()?;
        let now = Instant::now();
        let time = (now - since) / games.len().max(1) as u32;
        if !games.is_empty() {
            since = now;
        }
        let pair = |game: crate::FinishedGame| {
            let candidates = open.remove(&game.number).ok_or_else(|| {
                let number = game.number;
                Error::Device(format!("game {number} is unknown"))
            })?;
            Ok(Finished {
                candidates,
                game,
                time,
            })
        };
        finished = games.into_iter().map(pair).collect::<Result<_, Error>>()?;
    }
}

/// Draws and replays until all devices are done.
fn work<G: OnDevice>(run: &Run<'_, G>, exchange: &Exchange<'_, G>, sender: &SyncSender<Played<G>>) {
    while let Some(job) = exchange.next_job() {
        let outcome = match job {
            Job::Draw(number) => exchange.drawn(Candidates::new(run, number)),
            Job::Redraw(finished) => {
                let Finished {
                    mut candidates,
                    game,
                    ..
                } = finished;
                let drawn = candidates.reject_all(run, game.nodes);
                exchange.drawn(drawn.map(|()| candidates))
            }
            Job::Replay(finished) => {
                let (number, time) = (finished.game.number, finished.time);
                let played = replayed(run, finished).map(|game| (number, game, time));
                if sender.send(played).is_err() {
                    return;
                }
                Ok(())
            }
        };
        if let Err(error) = outcome
            && sender.send(Err(error)).is_err()
        {
            return;
        }
    }
}

fn replayed<G: OnDevice>(
    run: &Run<'_, G>,
    finished: Finished<G>,
) -> Result<PlayedGame<G>, datagen::Error> {
    let Finished {
        candidates, game, ..
    } = finished;
    debug_assert_ne!(game.ending, Ending::AllRejected);
    let chosen = candidates.choose(game.rejected).ok_or_else(|| {
        let number = game.number;
        Error::Device(format!("game {number} has an unknown opening"))
    })?;
    Ok(replay(run.settings, &chosen, &game)?)
}
