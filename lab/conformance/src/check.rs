//! What a check is, and how it can end.

use std::time::Duration;

use serde::Serialize;

use crate::tester::Tester;
use arena::EngineFailure;

/// How much it matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The protocol says so, or GUIs break without it.
    Must,
    /// Good manners: most engines do it, or some GUI is happier.
    Should,
}

/// How a check ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// As demanded.
    Pass,
    /// Not as demanded.
    Fail,
    /// The engine does not offer what it is about.
    Skipped,
}

/// Why a check ends early.
#[derive(Debug)]
pub(super) enum Stop {
    /// The engine did wrong.
    Fail(String),
    /// There is nothing to check.
    Skip(String),
}

impl From<EngineFailure> for Stop {
    fn from(failure: EngineFailure) -> Self {
        Self::Fail(failure.to_string())
    }
}

/// A passed check may have something to tell, such as a measured time.
pub(super) type Outcome = Result<Option<String>, Stop>;

/// The check failed.
pub(super) fn fail<T>(reason: impl Into<String>) -> Result<T, Stop> {
    Err(Stop::Fail(reason.into()))
}

/// There is nothing to check.
pub(super) fn skip<T>(reason: impl Into<String>) -> Result<T, Stop> {
    Err(Stop::Skip(reason.into()))
}

/// Fails with a reason unless something holds.
pub(super) fn ensure(holds: bool, reason: impl FnOnce() -> String) -> Result<(), Stop> {
    if holds { Ok(()) } else { fail(reason()) }
}

/// One row of the catalogue.
#[derive(Clone, Copy, Debug)]
pub struct Check {
    /// A short name: `group.detail`.
    pub id: &'static str,
    /// What is demanded, in a sentence.
    pub title: &'static str,
    /// How much it matters.
    pub severity: Severity,
    /// How long it may take in all.
    pub limit: Duration,
    /// Whether the engine has been through `uci`, options and `isready` when it starts.
    pub(super) prepared: bool,
    pub(super) run: fn(&mut Tester<'_>) -> Outcome,
}

type Body = fn(&mut Tester<'_>) -> Outcome;

/// A row for something that must hold, with its limit in seconds.
pub(super) const fn must(id: &'static str, title: &'static str, seconds: u64, run: Body) -> Check {
    Check {
        id,
        title,
        severity: Severity::Must,
        limit: Duration::from_secs(seconds),
        prepared: true,
        run,
    }
}

/// A row for something that should hold.
pub(super) const fn should(
    id: &'static str,
    title: &'static str,
    seconds: u64,
    run: Body,
) -> Check {
    Check {
        severity: Severity::Should,
        ..must(id, title, seconds, run)
    }
}

impl Check {
    /// The same, with an engine that has just been started and told nothing.
    pub(super) const fn unprepared(self) -> Self {
        Self {
            prepared: false,
            ..self
        }
    }
}
