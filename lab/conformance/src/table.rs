//! The results as text.

use std::fmt::Write;

use crate::check::{Severity, Status};
use crate::report::{CheckReport, ConformanceReport};

/// One check on one line: `fail  must    stop.idle  title: note`.
#[must_use]
pub fn check_line(report: &CheckReport) -> String {
    let status = match report.status {
        Status::Pass => "pass",
        Status::Fail => "FAIL",
        Status::Skipped => "skip",
    };
    let severity = match report.severity {
        Severity::Must => "must",
        Severity::Should => "should",
    };
    let mut line = format!("{status}  {severity:6}  {:26} {}", report.id, report.title);
    if let Some(note) = &report.note {
        write!(line, ": {note}").expect("writing to a string does not fail");
    }
    line
}

/// The counts and the failed checks.
#[must_use]
pub fn summary_text(report: &ConformanceReport) -> String {
    let summary = report.summary;
    let mut text = format!(
        "{} by {}: {} passed, {} failed (must), {} failed (should), \
         {} skipped ({:.1} s)\n",
        report.engine,
        report.author,
        summary.passed,
        summary.failed_must,
        summary.failed_should,
        summary.skipped,
        report.seconds
    );
    for check in &report.checks {
        if check.status == Status::Fail {
            text.push_str("  ");
            text.push_str(&check_line(check));
            text.push('\n');
        }
    }
    text
}
