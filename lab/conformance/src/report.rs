//! What the checks found, as data.

use serde::Serialize;

use crate::check::{Check, Severity, Status};

/// How one check ended.
#[derive(Clone, Debug, Serialize)]
pub struct CheckReport {
    /// The check's short name.
    pub id: &'static str,
    /// What it demands.
    pub title: &'static str,
    /// How much it matters.
    pub severity: Severity,
    /// How it ended.
    pub status: Status,
    /// Why it failed or was skipped, or what a passed check has to tell.
    pub note: Option<String>,
    /// The time it took.
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

    /// Whether this alone makes the engine fail.
    #[must_use]
    pub fn is_fatal(&self) -> bool {
        self.status == Status::Fail && self.severity == Severity::Must
    }
}

/// Counts of a whole run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Summary {
    /// Checks passed.
    pub passed: usize,
    /// Failed checks that must hold.
    pub failed_must: usize,
    /// Failed checks that should hold.
    pub failed_should: usize,
    /// Checks not run.
    pub skipped: usize,
}

/// A whole run.
#[derive(Clone, Debug, Serialize)]
pub struct ConformanceReport {
    /// The engine's name, as it gives it.
    pub engine: String,
    /// Its author.
    pub author: String,
    /// The counts.
    pub summary: Summary,
    /// The time it took.
    pub seconds: f64,
    /// The checks in their order.
    pub checks: Vec<CheckReport>,
}

impl ConformanceReport {
    /// Whether all that must hold holds.
    #[must_use]
    pub const fn is_conformant(&self) -> bool {
        self.summary.failed_must == 0
    }
}

/// Counts reports.
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
