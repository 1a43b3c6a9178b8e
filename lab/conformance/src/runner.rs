//! Runs the checks on one engine.

use std::time::{Duration, Instant};

use thiserror::Error;

use crate::check::{Check, Outcome, Status, Stop};
use crate::checks::catalog;
use crate::report::{CheckReport, ConformanceReport, summarize};
use crate::tester::{Subject, Tester};
use arena::{Engine, EngineFailure, EngineSpec, Transcript};
use games::GameId;

/// The timeout of the first `uciok`.
const FIRST_ANSWER: Duration = Duration::from_secs(20);

/// Which checks to run, and the slowness factor.
#[derive(Clone, Debug)]
pub struct ConformanceSettings {
    /// The game that the engine plays.
    pub game: GameId,
    /// The factor of all time limits.
    pub slowness: f64,
    /// Only checks whose id starts with one of these; all if empty.
    pub only: Vec<String>,
    /// Skip checks whose id starts with one of these.
    pub skip: Vec<String>,
}

impl Default for ConformanceSettings {
    fn default() -> Self {
        Self {
            game: GameId::default(),
            slowness: 1.0,
            only: Vec::new(),
            skip: Vec::new(),
        }
    }
}

impl ConformanceSettings {
    fn wants(&self, check: &Check) -> bool {
        let fits = |starts: &[String]| starts.iter().any(|start| check.id.starts_with(start));
        (self.only.is_empty() || fits(&self.only)) && !fits(&self.skip)
    }
}

/// The engine never sent `uciok`, or does not play the game.
#[derive(Debug, Error)]
#[error("{failure}")]
pub struct CannotRun {
    pub failure: EngineFailure,
    /// The dialogue, if the process ran.
    pub transcript: Option<Box<Transcript>>,
}

/// Runs the checks in order; calls `on_check` after each.
///
/// # Errors
/// If the program does not run, never answers `uci`, or does not play the game.
pub fn run(
    spec: &EngineSpec,
    settings: &ConformanceSettings,
    on_check: &mut dyn FnMut(&CheckReport),
) -> Result<ConformanceReport, CannotRun> {
    let started = Instant::now();
    let subject = identify(spec, settings)?;
    let mut checks = Vec::new();
    for check in catalog().iter().filter(|check| settings.wants(check)) {
        let report = run_check(check, &subject);
        on_check(&report);
        checks.push(report);
    }
    Ok(ConformanceReport {
        engine: subject.identity.name,
        author: subject.identity.author,
        summary: summarize(&checks),
        seconds: started.elapsed().as_secs_f64(),
        checks,
    })
}

fn identify<'a>(
    spec: &'a EngineSpec,
    settings: &ConformanceSettings,
) -> Result<Subject<'a>, CannotRun> {
    let cannot = |failure, transcript| CannotRun {
        failure,
        transcript,
    };
    let mut engine = Engine::spawn(spec).map_err(|failure| cannot(failure, None))?;
    let timeout = FIRST_ANSWER.mul_f64(settings.slowness);
    let answered = engine.handshake(timeout);
    if let Err(failure) = answered {
        return Err(cannot(failure, Some(Box::new(engine.transcript()))));
    }
    let mut configure = || {
        engine.check_values(spec)?;
        // The coordinates may depend on an option.
        for (name, value) in &spec.options {
            engine.set_option(name, value)?;
        }
        engine.set_game(settings.game, timeout)
    };
    configure().map_err(|failure| cannot(failure, None))?;
    Ok(Subject {
        spec,
        identity: engine.identity().clone(),
        game: settings.game,
        coordinates: engine.coordinates(),
        slowness: settings.slowness,
    })
}

fn run_check(check: &Check, subject: &Subject<'_>) -> CheckReport {
    if let Some(reason) = check.chess_only.filter(|_| subject.game != GameId::Chess) {
        return CheckReport::new(check, Status::Skipped, Some(reason.to_owned()));
    }
    let started = Instant::now();
    let mut transcript = Vec::new();
    let outcome = Tester::launch(subject, check.limit).and_then(|mut tester| {
        let outcome = run_body(check, &mut tester);
        transcript = tester.dialogue.lines();
        outcome
    });
    let mut report = match outcome {
        Ok(note) => CheckReport::new(check, Status::Pass, note),
        Err(Stop::Skip(reason)) => CheckReport::new(check, Status::Skipped, Some(reason)),
        Err(Stop::Fail(reason)) => {
            let mut report = CheckReport::new(check, Status::Fail, Some(reason));
            report.transcript = transcript;
            report
        }
    };
    report.seconds = started.elapsed().as_secs_f64();
    report
}

fn run_body(check: &Check, tester: &mut Tester<'_>) -> Outcome {
    if check.prepared {
        tester.prepare()?;
    }
    (check.run)(tester)
}
