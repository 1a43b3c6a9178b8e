//! The training loop.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use net_tools::{TestSetError, Yardsticks};
use serde_json::json;
use support::write_snapshot;

use super::outcome::{self, Origin, Outcome};
use super::{Event, Job, Progress, Start, TrainError, lock, parent};
use crate::backend::{Backend, Plan, State, start_backend};
use crate::checkpoint::Checkpoint;
use crate::config::{BackendKind, Config, ConfigError};
use crate::data::{DataSet, load};
use crate::history::History;
use crate::model::initial_parameters;
use crate::trained::{Trained, for_features};
use crate::validation::MeanLoss;

/// The name of the checkpoint in a run's folder.
const CHECKPOINT: &str = "checkpoint";

/// Points of the loss curve between two checkpoints.
const POINTS_PER_CHECKPOINT: u64 = 8;

/// The time between progress reports.
const REPORT_INTERVAL: Duration = Duration::from_millis(500);

/// Trains a network and reports events.
///
/// # Errors
/// Any of [`TrainError`]. The last checkpoint stays usable.
pub fn train(job: Job<'_>, tell: &mut dyn FnMut(&Event)) -> Result<Outcome, TrainError> {
    check_start(job.config, job.start)?;
    for_features!(job.config.game, F => train_set::<F>(job, tell))
}

/// Finds out what would keep a run from starting, without reading its positions: before they are made.
///
/// # Errors
/// Any of [`TrainError`].
pub fn check_start(config: &Config, start: Start) -> Result<(), TrainError> {
    config.check()?;
    find_checkpoint(config, start)?;
    for_features!(config.game, F => open_yardsticks::<F>(config).map(drop))
}

/// Where the checkpoint is, and whether there is one, which a new run must not overwrite.
fn find_checkpoint(config: &Config, start: Start) -> Result<(PathBuf, bool), TrainError> {
    let path = config.output.join(CHECKPOINT);
    // One that cannot be seen now could be there.
    let is_there = fs::exists(&path).map_err(|error| write_error(&path, error))?;
    match (start, is_there) {
        (Start::New, true) => Err(TrainError::Exists(path)),
        _ => Ok((path, is_there)),
    }
}

fn train_set<F: Trained>(
    job: Job<'_>,
    tell: &mut dyn FnMut(&Event),
) -> Result<Outcome, TrainError> {
    let Job { config, start, .. } = job;
    fs::create_dir_all(&config.output).map_err(|error| write_error(&config.output, error))?;
    let _lock = lock::lock(&config.output)?;
    // Another run may have begun and ended before the lock.
    let (path, is_there) = find_checkpoint(config, start)?;
    let data = load::<F::Game>(&config.data, config.validation, &config.filters())?;
    let data = Arc::new(data);
    for source in &data.sources {
        for damage in &source.damage {
            tell(&Event::Damage(format!(
                "{}: {damage}",
                source.path.display()
            )));
        }
    }
    let yardsticks = open_yardsticks(config)?;
    check_test_set(config, &data)?;
    let plan = Plan::<F>::new(config, Arc::clone(&data))?;
    let hashes: Vec<String> = data.sources.iter().map(|s| s.sha256.clone()).collect();
    let parent = parent::read(&config.parent, &plan.model)?;
    let origin = Origin {
        parent: parent.as_ref().map(|parent| parent.sha256.clone()),
        commit: job.commit.map(str::to_owned),
    };
    let (state, history) = match (start, parent) {
        (Start::Resume, _) if is_there => resume(&path, config, &hashes)?,
        (_, Some(parent)) => (State::new(parent.parameters), History::default()),
        (_, None) => (
            State::new(initial_parameters(&plan.model, config.seed)),
            History::default(),
        ),
    };
    let step = state.step;
    if let (BackendKind::Auto, Err(error)) = (config.backend, F::can_use_gpu(&plan)) {
        tell(&Event::NoGpu(error.to_string()));
    }
    let backend = start_backend(config, plan.clone(), state)?;
    tell(&Event::Started {
        network: plan.model.architecture.to_string(),
        backend: backend.name(),
        positions: [data.training.len(), data.validation.len()],
        step,
        steps: plan.schedule.steps,
    });
    let run = Run {
        config,
        origin,
        plan,
        backend,
        history,
        hashes,
        path,
        step,
        yardsticks,
    };
    run.go(job.stop, tell)
}

/// The path of a field that may be empty.
fn given(path: &Path) -> Option<&Path> {
    Some(path).filter(|path| !path.as_os_str().is_empty())
}

fn open_yardsticks<F: Trained>(config: &Config) -> Result<Yardsticks<F>, TrainError> {
    let yardsticks = Yardsticks::open(given(&config.test_set), given(&config.results));
    Ok(yardsticks?)
}

/// A test set that is trained on is better noticed now than after the run.
fn check_test_set(config: &Config, data: &DataSet) -> Result<(), TrainError> {
    let Some(path) = given(&config.test_set) else {
        return Ok(());
    };
    let error = |error| TestSetError::Io {
        path: path.to_owned(),
        error,
    };
    let hash = support::hash_file(path).map_err(error)?.sha256;
    if data.sources.iter().any(|source| source.sha256 == hash) {
        return Err(ConfigError::new("test_set", "it is also in field data").into());
    }
    Ok(())
}

fn resume(path: &Path, config: &Config, hashes: &[String]) -> Result<(State, History), TrainError> {
    let unusable = |error| TrainError::Checkpoint {
        path: path.to_owned(),
        error,
    };
    let checkpoint = Checkpoint::read(path).map_err(unusable)?;
    checkpoint.fits(config, hashes).map_err(unusable)?;
    Ok((checkpoint.state, checkpoint.history))
}

pub(super) fn write_error(path: &Path, error: std::io::Error) -> TrainError {
    TrainError::Write {
        path: path.to_owned(),
        error,
    }
}

struct Run<'a, F: Trained> {
    config: &'a Config,
    origin: Origin,
    plan: Plan<F>,
    backend: Box<dyn Backend>,
    history: History,
    hashes: Vec<String>,
    path: PathBuf,
    step: u64,
    yardsticks: Yardsticks<F>,
}

impl<F: Trained> Run<'_, F> {
    fn go(
        mut self,
        stop: &AtomicBool,
        tell: &mut dyn FnMut(&Event),
    ) -> Result<Outcome, TrainError> {
        let steps = self.plan.schedule.steps;
        let interval = steps.div_ceil(self.config.checkpoints).max(1);
        let between_points = interval.div_ceil(POINTS_PER_CHECKPOINT).max(1);
        let mut pace = Pace::new();
        while self.step < steps {
            let next = |every: u64| (self.step / every + 1) * every;
            let boundary = next(interval).min(next(between_points)).min(steps);
            let end = boundary.min(self.step + pace.steps());
            let steps_a_second = pace.measure(end - self.step, || self.advance(end))?;
            self.history.seconds += pace.last.as_secs_f64();
            let is_checkpoint = end.is_multiple_of(interval) || end == steps;
            if end == boundary {
                let learning_rate = self.plan.schedule.learning_rate(end - 1);
                let validation = if is_checkpoint {
                    self.validate()?
                } else {
                    None
                };
                self.history.mark(end, learning_rate, validation);
            }
            let progress = self.progress(steps_a_second);
            let is_stopped = stop.load(Ordering::Relaxed) || self.step == steps;
            self.show(&progress, is_stopped);
            if is_checkpoint {
                self.save()?;
                tell(&Event::Checkpoint(progress));
            } else {
                tell(&Event::Progress(progress));
            }
            if is_stopped && self.step < steps {
                self.save()?;
                return Ok(Outcome::Stopped {
                    step: self.step,
                    steps,
                    checkpoint: self.path,
                });
            }
        }
        let state = self.backend.state()?;
        let validation = self.backend.validate(state.best())?;
        let end = outcome::End {
            config: self.config,
            origin: &self.origin,
            plan: &self.plan,
            history: &self.history,
            validation: &validation,
            yardsticks: &self.yardsticks,
        };
        end.finish(state.best())
            .map(|finished| Outcome::Finished(Box::new(finished)))
    }

    /// Runs the steps up to `end`.
    fn advance(&mut self, end: u64) -> Result<(), TrainError> {
        let losses = self.backend.train(self.step..end)?;
        self.step = end;
        self.history.add(&losses);
        if losses.iter().all(|loss| loss.is_finite()) {
            Ok(())
        } else {
            Err(TrainError::Diverged(end))
        }
    }

    /// The validation loss: of the average, as soon as there is one.
    fn validate(&mut self) -> Result<Option<MeanLoss>, TrainError> {
        if self.plan.data.validation.is_empty() {
            return Ok(None);
        }
        let state = self.backend.state()?;
        Ok(self.backend.validate(state.best())?.mean())
    }

    fn save(&mut self) -> Result<(), TrainError> {
        let checkpoint = Checkpoint {
            config: self.config.clone(),
            data: self.hashes.clone(),
            history: self.history.clone(),
            state: self.backend.state()?,
        };
        checkpoint
            .write(&self.path)
            .map_err(|error| write_error(&self.path, error))
    }

    /// Shows the run to people who watch its folder. If that fails, it goes on all the same.
    fn show(&self, progress: &Progress, is_over: bool) {
        let snapshot = json!({
            "kind": "training",
            "name": self.config.name,
            "architecture": self.plan.model.architecture.to_string(),
            "backend": self.backend.name(),
            "batch_size": self.plan.batch_size,
            "progress": progress,
            "points": self.history.points,
            "is_over": is_over,
        });
        let path = self.config.output.join("live.json");
        write_snapshot(&path, snapshot.to_string().as_bytes()).ok();
    }

    fn progress(&self, steps_a_second: f64) -> Progress {
        let steps = self.plan.schedule.steps;
        Progress {
            step: self.step,
            steps,
            loss: self.history.loss(),
            validation: self.history.validation(),
            speed: steps_a_second * self.plan.batch_size as f64,
            seconds_left: (steps - self.step) as f64 / steps_a_second,
        }
    }
}

/// How many steps to run between progress reports.
struct Pace {
    steps_a_second: f64,
    last: Duration,
}

impl Pace {
    const fn new() -> Self {
        Self {
            steps_a_second: 0.0,
            last: Duration::ZERO,
        }
    }

    fn steps(&self) -> u64 {
        ((self.steps_a_second * REPORT_INTERVAL.as_secs_f64()) as u64).max(1)
    }

    /// Runs some steps; returns the steps a second, smoothed.
    fn measure<E>(&mut self, steps: u64, work: impl FnOnce() -> Result<(), E>) -> Result<f64, E> {
        let start = Instant::now();
        work()?;
        self.last = start.elapsed();
        let speed = steps as f64 / self.last.as_secs_f64().max(1e-9);
        self.steps_a_second = if self.steps_a_second == 0.0 {
            speed
        } else {
            0.8 * self.steps_a_second + 0.2 * speed
        };
        Ok(self.steps_a_second)
    }
}
