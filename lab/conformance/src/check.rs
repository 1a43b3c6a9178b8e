//! Checks and their outcomes.

use std::time::Duration;

use serde::Serialize;

use crate::tester::Tester;
use arena::EngineFailure;

/// The severity of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The protocol requires it, or GUIs break without it.
    Must,
    /// Good practice: most engines do it, or some GUI needs it.
    Should,
}

/// The status of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// Passed.
    Pass,
    /// Failed.
    Fail,
    /// The engine does not support the feature.
    Skipped,
}

/// Why a check ends early.
#[derive(Debug)]
pub(super) enum Stop {
    /// The engine failed the check.
    Fail(String),
    /// The check does not apply.
    Skip(String),
}

impl From<EngineFailure> for Stop {
    fn from(failure: EngineFailure) -> Self {
        Self::Fail(failure.to_string())
    }
}

/// A passed check may have a note, such as a measured time.
pub(super) type Outcome = Result<Option<String>, Stop>;

/// Fails the check.
pub(super) fn fail<T>(reason: impl Into<String>) -> Result<T, Stop> {
    Err(Stop::Fail(reason.into()))
}

/// Skips the check.
pub(super) fn skip<T>(reason: impl Into<String>) -> Result<T, Stop> {
    Err(Stop::Skip(reason.into()))
}

/// Fails the check unless a condition holds.
pub(super) fn ensure(holds: bool, reason: impl FnOnce() -> String) -> Result<(), Stop> {
    if holds { Ok(()) } else { fail(reason()) }
}

/// Why checks of castling, en passant and promotion are skipped.
pub(super) const NO_SPECIAL_MOVES: &str = "moves of chess alone";

/// One check of the catalog.
#[derive(Clone, Copy, Debug)]
pub struct Check {
    /// The id: `group.detail`.
    pub id: &'static str,
    /// The title: what is required, in a sentence.
    pub title: &'static str,
    pub severity: Severity,
    /// The time limit.
    pub limit: Duration,
    /// Whether the check starts after `uci`, options and `isready`.
    pub(super) prepared: bool,
    /// Why other games have no such check.
    pub(super) chess_only: Option<&'static str>,
    pub(super) run: fn(&mut Tester<'_>) -> Outcome,
}

type Body = fn(&mut Tester<'_>) -> Outcome;

/// A check of severity *must*, with its time limit in seconds.
pub(super) const fn must(id: &'static str, title: &'static str, seconds: u64, run: Body) -> Check {
    Check {
        id,
        title,
        severity: Severity::Must,
        limit: Duration::from_secs(seconds),
        prepared: true,
        chess_only: None,
        run,
    }
}

/// A check of severity *should*.
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
    /// The same, on an engine that was just started.
    pub(super) const fn unprepared(self) -> Self {
        Self {
            prepared: false,
            ..self
        }
    }

    /// The same in chess alone; the reason is told in other games.
    pub(super) const fn chess_only(self, reason: &'static str) -> Self {
        Self {
            chess_only: Some(reason),
            ..self
        }
    }
}
