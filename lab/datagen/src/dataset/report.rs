//! The JSON report of a dataset.

use serde_json::{Value, json};

use super::examples::Example;
use super::fit::fit_logistic_scale;
use super::quiet_filter::DropReason;
use super::{Balance, Dataset, Settings};

pub use super::page::html;

/// The report as JSON.
#[must_use]
pub fn json(settings: &Settings, dataset: &Dataset) -> Value {
    let statistics = &dataset.statistics;
    let dropped: serde_json::Map<String, Value> = DropReason::ALL
        .into_iter()
        .zip(statistics.dropped)
        .map(|(reason, count)| (name(reason), json!(count)))
        .collect();
    let example = |example: &Example| {
        json!({
            "fen": example.fen,
            "static": example.scores.evaluation.raw(),
            "quiescence": example.scores.quiescence.raw(),
            "search": example.scores.search.raw(),
        })
    };
    let kinds = std::iter::once(None).chain(DropReason::ALL.map(Some));
    let examples: serde_json::Map<String, Value> = kinds
        .map(|kind| {
            let shown: Vec<Value> = dataset.examples.of(kind).iter().map(example).collect();
            (kind.map_or("kept".to_owned(), name), json!(shown))
        })
        .collect();
    json!({
        "settings": settings,
        "games": statistics.games,
        "candidates": statistics.candidates(),
        "duplicates": statistics.duplicates,
        "dropped": dropped,
        "kept": statistics.kept,
        "written": dataset.written(),
        "added": dataset.added,
        "kept_balance": statistics.balance.balance(),
        "written_balance": dataset.balance.balance(),
        "logistic_scale": fit_logistic_scale(&statistics.points()),
        "statistics": statistics,
        "examples": examples,
    })
}

/// What the paper claims of its datasets, as shares of the kept and of the written positions.
#[must_use]
pub fn shares_line(dataset: &Dataset) -> String {
    let shares = |balance: Balance| {
        let percent = |share: f64| format!("{:.1} %", 100.0 * share);
        format!(
            "{} positive, {} within 100, {} beyond",
            percent(balance.positive),
            percent(balance.near),
            percent(balance.far),
        )
    };
    format!(
        "kept: {}; written: {}",
        shares(dataset.statistics.balance.balance()),
        shares(dataset.balance.balance()),
    )
}

fn name(reason: DropReason) -> String {
    match serde_json::to_value(reason) {
        Ok(Value::String(name)) => name,
        _ => reason.words().to_owned(),
    }
}
