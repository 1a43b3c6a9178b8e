//! The report of a run: loss curves, an HTML page and JSON.

use std::fmt::Write;

use plot::{LineChart, Series, line_chart};
use serde_json::json;

use crate::config::Config;
use crate::history::History;
use crate::train::Finished;
use crate::validation::Validation;

/// The inputs of a report.
pub struct Report<'a> {
    /// The configuration.
    pub config: &'a Config,
    /// The network's architecture.
    pub architecture: String,
    /// Training and validation positions.
    pub positions: [usize; 2],
    /// The loss curves.
    pub history: &'a History,
    /// The final validation.
    pub validation: &'a Validation,
    /// The result.
    pub finished: &'a Finished,
}

/// The report as JSON.
pub fn json(report: &Report<'_>) -> String {
    let value = json!({
        "architecture": report.architecture,
        "positions": {"training": report.positions[0], "validation": report.positions[1]},
        "config": report.config,
        "result": report.finished,
        "validation": report.validation,
        "history": report.history,
    });
    format!("{value:#}\n")
}

/// The loss curves.
pub fn loss_curves(report: &Report<'_>) -> String {
    let batch = report.config.batch_size as f64;
    let millions = |step: u64| step as f64 * batch / 1e6;
    let points = &report.history.points;
    let training = points.iter().map(|p| (millions(p.step), p.loss));
    let validation = points
        .iter()
        .filter_map(|p| Some((millions(p.step), p.validation?)));
    line_chart(&LineChart {
        title: format!("{}: loss", report.config.name),
        x_label: "million positions".to_owned(),
        y_label: "mean loss".to_owned(),
        series: vec![
            Series::new("training", training.collect()),
            Series::new("validation", validation.collect()),
        ],
        levels: Vec::new(),
    })
}

/// The final validation loss by piece count.
pub fn by_pieces(report: &Report<'_>) -> String {
    let points = report.validation.by_pieces();
    line_chart(&LineChart {
        title: format!("{}: validation loss by pieces", report.config.name),
        x_label: "pieces on the board".to_owned(),
        y_label: "mean loss".to_owned(),
        series: vec![Series::new(
            "validation",
            points.map(|(pieces, loss)| (pieces as f64, loss)).collect(),
        )],
        levels: Vec::new(),
    })
}

/// The report as an HTML page.
pub fn page(report: &Report<'_>) -> String {
    let finished = report.finished;
    let loss = |loss: Option<f64>| loss.map_or("none".to_owned(), |loss| format!("{loss:.6}"));
    let error = &finished.quantization_error;
    let rows = [
        ("Network", report.architecture.clone()),
        ("Training positions", report.positions[0].to_string()),
        ("Validation positions", report.positions[1].to_string()),
        ("Last training loss", loss(report.history.loss())),
        ("Validation loss", loss(finished.validation_loss)),
        ("Positions a second", format!("{:.0}", finished.speed)),
        ("Seconds", format!("{:.0}", report.history.seconds)),
        (
            "Quantization error",
            format!(
                "{:.2} cp on average, {:.2} cp at worst ({} positions)",
                error.mean, error.worst, error.positions
            ),
        ),
    ];
    let mut page = String::from("<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n");
    let name = escape(&report.config.name);
    let style = "body{font:16px sans-serif;max-width:900px;margin:2em auto;padding:0 1em}\
        td{padding:2px 1em 2px 0}pre{background:#f4f4f4;padding:1em;overflow:auto}\
        svg{max-width:100%;height:auto}";
    // Writing to a string cannot fail.
    let _ = write!(
        page,
        "<title>{name}</title>\n<style>{style}</style>\n<h1>{name}</h1>\n<table>\n"
    );
    for (label, value) in rows {
        let _ = writeln!(page, "<tr><td>{label}</td><td>{}</td></tr>", escape(&value));
    }
    page.push_str("</table>\n");
    page.push_str(&loss_curves(report));
    page.push_str(&by_pieces(report));
    let config = escape(&report.config.to_toml());
    let _ = write!(
        page,
        "<h2>Configuration</h2>\n<pre>{config}</pre>\n</html>\n"
    );
    page
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}
