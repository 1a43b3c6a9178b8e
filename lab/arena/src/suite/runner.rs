//! Searches the positions of a suite with several engine processes.

use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::thread::{self, Builder};
use std::time::{Duration, Instant};

use game::{Coordinates, Facts};
use games::GameId;
use support::start_threads;
use thiserror::Error;
use uci::GoCommand;

use super::positions::{Task, Tasks};
use super::report::{Answer, Failed, SuiteReport, sums};
use crate::{Engine, EngineFailure, EngineSpec, Limits, SearchSummary, Timeouts};

/// How long a search may exceed its `movetime`.
const MOVE_MARGIN: Duration = Duration::from_secs(5);

/// How a suite is run.
#[derive(Clone, Debug)]
pub struct SuiteSettings {
    /// The limits of each search: `movetime`, nodes or depth. A clock is not used here.
    pub limits: Limits,
    /// Concurrent engine processes.
    pub concurrency: usize,
    /// How long a search without `movetime` may take before the engine counts as hung.
    pub watchdog: Duration,
    /// Timeouts for everything but searching.
    pub timeouts: Timeouts,
}

/// Why a suite cannot be run.
#[derive(Debug, Error)]
pub enum SuiteError {
    /// The engine does not start.
    #[error(transparent)]
    Engine(#[from] EngineFailure),
    /// No limit ends a search.
    #[error("a suite needs a limit: movetime, nodes or depth")]
    NoLimit,
    /// There is no position.
    #[error("the suite has no positions")]
    NoPositions,
}

/// Searches all positions. `on_answer` is called for each answer, on the worker's thread. An engine
/// that fails is restarted; its position counts as failed.
///
/// # Errors
/// If there are no positions or no limit, or the engine does not start.
pub fn run<R: Facts>(
    spec: &EngineSpec,
    tasks: &Tasks<R>,
    settings: &SuiteSettings,
    on_answer: &(dyn Fn(&Answer) + Sync),
) -> Result<SuiteReport, SuiteError> {
    let limits = &settings.limits;
    if limits.movetime.is_none() && limits.nodes.is_none() && limits.depth.is_none() {
        return Err(SuiteError::NoLimit);
    }
    if tasks.tasks.is_empty() {
        return Err(SuiteError::NoPositions);
    }
    let started = Instant::now();
    let first = start::<R>(spec, &settings.timeouts)?;
    let name = first.name().to_owned();
    let work = Work {
        spec,
        tasks: &tasks.tasks,
        settings,
        next: AtomicUsize::new(0),
        restarts: AtomicU64::new(0),
        answers: Mutex::new(vec![None; tasks.tasks.len()]),
        on_answer,
    };
    let workers = settings.concurrency.clamp(1, tasks.tasks.len());
    thread::scope(|scope| {
        let others = (1..workers).map(|_| (Builder::new(), || work.run(None)));
        start_threads(scope, others);
        work.run(Some(first));
    });
    let answers = work.answers.into_inner();
    let answers = answers.unwrap_or_else(PoisonError::into_inner);
    let answers: Vec<_> = answers.into_iter().flatten().collect();
    let (total, themes) = sums(&answers);
    Ok(SuiteReport {
        engine: name,
        limits: limits.to_string(),
        concurrency: workers,
        seconds: started.elapsed().as_secs_f64(),
        restarts: work.restarts.into_inner(),
        total,
        themes,
        bad_lines: tasks.bad_lines.clone(),
        answers,
    })
}

struct Work<'a, R: Facts> {
    spec: &'a EngineSpec,
    tasks: &'a [Task<R>],
    settings: &'a SuiteSettings,
    /// The next position to search.
    next: AtomicUsize,
    restarts: AtomicU64,
    answers: Mutex<Vec<Option<Answer>>>,
    on_answer: &'a (dyn Fn(&Answer) + Sync),
}

impl<R: Facts> Work<'_, R> {
    fn run(&self, mut engine: Option<Engine>) {
        let mut is_restart = false;
        loop {
            let index = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(task) = self.tasks.get(index) else {
                break;
            };
            let mut answer = Answer::missing(task);
            if let Err((failed, reason)) =
                self.answer(&mut engine, &mut is_restart, task, &mut answer)
            {
                answer.failure = Some(failed);
                answer.reason = Some(reason);
                if failed != Failed::Illegal {
                    engine = None;
                }
            }
            (self.on_answer)(&answer);
            let mut answers = self.answers.lock().unwrap_or_else(PoisonError::into_inner);
            answers[index] = Some(answer);
        }
        if let Some(engine) = engine {
            engine.quit(self.settings.timeouts.quit);
        }
    }

    fn answer(
        &self,
        slot: &mut Option<Engine>,
        is_restart: &mut bool,
        task: &Task<R>,
        answer: &mut Answer,
    ) -> Result<(), (Failed, String)> {
        let crash = |failure: EngineFailure| (kind_of(&failure), failure.to_string());
        if slot.is_none() {
            self.restarts
                .fetch_add(u64::from(*is_restart), Ordering::Relaxed);
            *slot = Some(start::<R>(self.spec, &self.settings.timeouts).map_err(crash)?);
        }
        *is_restart = true;
        let Some(engine) = slot else {
            return Ok(());
        };
        engine.send("ucinewgame").map_err(crash)?;
        engine
            .is_ready(self.settings.timeouts.ready)
            .map_err(crash)?;
        let position = format!("position fen {}", answer.fen);
        let go = go_command(&self.settings.limits).to_string();
        let sent = engine.send_batch(&[&position, &go]).map_err(crash)?;
        let movetime = self.settings.limits.movetime.map(Duration::from_millis);
        let timeout = movetime.map_or(self.settings.watchdog, |time| time + MOVE_MARGIN);
        let mut summary = SearchSummary::default();
        let best = engine
            .wait_for("bestmove", sent + timeout, |line| summary.read(&line.text))
            .map_err(crash)?
            .ok_or_else(|| {
                let seconds = timeout.as_secs_f64();
                (Failed::Timeout, format!("no bestmove within {seconds} s"))
            })?;
        let spent = best.at.saturating_duration_since(sent);
        answer.time_ms = u64::try_from(spent.as_millis()).unwrap_or(u64::MAX);
        answer.nodes = summary.nodes;
        answer.depth = summary.depth;
        answer.score = summary.score.map(|score| score.pawns().to_string());
        grade(task, &best.text, engine.coordinates(), answer)
    }
}

fn kind_of(failure: &EngineFailure) -> Failed {
    match failure {
        EngineFailure::Timeout { .. } => Failed::Timeout,
        _ => Failed::Crash,
    }
}

fn start<R: Facts>(spec: &EngineSpec, timeouts: &Timeouts) -> Result<Engine, EngineFailure> {
    let game = GameId::of::<R>();
    let mut engine = Engine::start_for(game, spec, timeouts)?;
    engine.set_game(game, timeouts.ready)?;
    Ok(engine)
}

fn grade<R: Facts>(
    task: &Task<R>,
    line: &str,
    coordinates: Coordinates,
    answer: &mut Answer,
) -> Result<(), (Failed, String)> {
    let text = line.split_ascii_whitespace().nth(1).unwrap_or_default();
    answer.mv = Some(text.to_owned());
    let position = &task.position;
    let mv = R::parse_engine_move(position, text, coordinates)
        .ok_or_else(|| (Failed::Illegal, format!("illegal bestmove {text:?}")))?;
    answer.san = Some(R::write_move(position, mv));
    answer.points = task.grading.points(mv);
    answer.solved = task.grading.is_solved_by(mv);
    Ok(())
}

fn go_command(limits: &Limits) -> GoCommand {
    GoCommand {
        move_time: limits.movetime.map(Duration::from_millis),
        nodes: limits.nodes,
        depth: limits.depth,
        ..GoCommand::default()
    }
}
