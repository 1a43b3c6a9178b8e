//! The results of the checks.

use serde::Serialize;

use crate::check::{Check, Severity, Status};

/// The result of one check.
#[derive(Clone, Debug, Serialize)]
pub struct CheckReport {
    /// The id of the check.
    pub id: &'static str,
    /// The title: what it requires.
    pub title: &'static str,
    pub severity: Severity,
    pub status: Status,
    /// Why it failed or was skipped, or the measurements of a passed check.
    pub note: Option<String>,
    /// The duration in seconds.
    pub seconds: f64,
    /// The dialogue with the engine, if the check failed.
    pub transcript: Vec<String>,
}

impl CheckReport {
    pub(super) fn new(check: &Check, status: Status, note: Option<String>) -> Self {
        Self {
            id: check.id,
            title: check.title,
            severity: check.severity,
            status,
            note,
            seconds: 0.0,
            transcript: Vec::new(),
        }
    }
}

/// The counts of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Summary {
    /// Checks passed.
    pub passed: usize,
    /// Failed checks of severity *must*.
    pub failed_must: usize,
    /// Failed checks of severity *should*.
    pub failed_should: usize,
    /// Skipped checks.
    pub skipped: usize,
}

/// The results of a run.
#[derive(Clone, Debug, Serialize)]
pub struct ConformanceReport {
    /// The engine's `id name`.
    pub engine: String,
    /// The engine's `id author`.
    pub author: String,
    /// The counts.
    pub summary: Summary,
    /// The duration in seconds.
    pub seconds: f64,
    /// The checks in order.
    pub checks: Vec<CheckReport>,
}

impl ConformanceReport {
    /// Whether no *must* failed.
    #[must_use]
    pub const fn is_conformant(&self) -> bool {
        self.summary.failed_must == 0
    }
}

/// Counts the results.
pub(super) fn summarize(reports: &[CheckReport]) -> Summary {
    let mut summary = Summary::default();
    for report in reports {
        let count = match (report.status, report.severity) {
            (Status::Pass, _) => &mut summary.passed,
            (Status::Skipped, _) => &mut summary.skipped,
            (Status::Fail, Severity::Must) => &mut summary.failed_must,
            (Status::Fail, Severity::Should) => &mut summary.failed_should,
        };
        *count += 1;
    }
    summary
}
