//! The results of a suite as text tables and as CSV.

use std::fmt::Write;

use support::csv_field;

use super::report::{Score, SuiteReport};

/// The results of one engine by theme.
#[must_use]
pub fn themes_table(report: &SuiteReport) -> String {
    let names = report.themes.iter().map(|theme| theme.name.chars().count());
    let width = names
        .max()
        .unwrap_or(0)
        .max("theme".len())
        .max("total".len());
    let mut text = format!(
        "{} ({}, {:.1} s)\n{:width$}  positions  solved  failed   points      max       %\n",
        report.engine, report.limits, report.seconds, "theme"
    );
    for score in report.themes.iter().chain([&report.total]) {
        row(&mut text, width, score);
    }
    text
}

fn row(text: &mut String, width: usize, score: &Score) {
    let Score {
        name,
        positions,
        solved,
        failed,
        points,
        max_points,
    } = score;
    let percent = score.percent();
    writeln!(
        text,
        "{name:width$}  {positions:9}  {solved:6}  {failed:6}  {points:7}  {max_points:7}  \
         {percent:6.2}"
    )
    .expect("writing to a string does not fail");
}

/// The results of several engines, one line each, best first.
#[must_use]
pub fn overview(reports: &[SuiteReport]) -> String {
    let mut order: Vec<_> = reports.iter().collect();
    order.sort_by(|a, b| b.total.percent().total_cmp(&a.total.percent()));
    let names = order.iter().map(|report| report.engine.chars().count());
    let width = names.max().unwrap_or(0).max("engine".len());
    let mut text = format!(
        "{:width$}  positions  solved  failed   points      max       %\n",
        "engine"
    );
    for report in order {
        let score = Score {
            name: report.engine.clone(),
            ..report.total.clone()
        };
        row(&mut text, width, &score);
    }
    text
}

/// The columns of [`csv`].
const COLUMNS: &str = "engine,file,line,id,theme,fen,move,san,points,max_points,solved,time_ms,nodes,depth,score,\
     failure\n";

/// All positions of all engines as CSV with a header line.
#[must_use]
pub fn csv(reports: &[SuiteReport]) -> String {
    let mut text = COLUMNS.to_owned();
    for report in reports {
        for answer in &report.answers {
            let line = answer.line.to_string();
            let numbers = [
                u64::from(answer.points),
                u64::from(answer.max_points),
                u64::from(answer.solved),
                answer.time_ms,
                answer.nodes,
                u64::from(answer.depth),
            ]
            .map(|number| number.to_string());
            let words = [
                &*report.engine,
                &answer.file,
                &line,
                &answer.id,
                &answer.theme,
            ];
            let optional = |text: &Option<String>| csv_field(text.as_deref().unwrap_or_default());
            let mut fields: Vec<_> = words.into_iter().map(csv_field).collect();
            fields.extend([
                csv_field(&answer.fen),
                optional(&answer.mv),
                optional(&answer.san),
            ]);
            fields.extend(numbers);
            fields.extend([optional(&answer.score), optional(&answer.reason)]);
            text.push_str(&fields.join(","));
            text.push('\n');
        }
    }
    text
}
