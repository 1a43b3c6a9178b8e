//! The HTML report of a dataset: tables, charts and boards.

use std::fmt::Write as _;

use plot::{
    BarChart, Board, HeatMap, LineChart, Series, bar_chart, board, format_number, heat_map,
    line_chart,
};

use super::balance::Balance;
use super::examples::Example;
use super::fit::fit_logistic_scale;
use super::quiet_filter::{DropReason, SearchLimit};
use super::statistics::{Histogram, PLY_BIN, Statistics, bin_center};
use super::{Dataset, Settings};

const STYLE: &str = "body{font-family:system-ui,sans-serif;max-width:900px;margin:2em auto;\
    padding:0 1em;color:#222}table{border-collapse:collapse}td,th{padding:.2em .8em;\
    text-align:right;border-bottom:1px solid #ddd}td:first-child,th:first-child{text-align:left}\
    .pass{color:#00704a}.fail{color:#b03000}figure{display:inline-block;margin:.5em}\
    svg{max-width:100%;height:auto}";

/// Scores with fewer games are not plotted.
const MIN_GAMES: f64 = 20.0;

/// The page.
#[must_use]
pub fn html(settings: &Settings, dataset: &Dataset) -> String {
    let statistics = &dataset.statistics;
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <title>Quiet positions</title><style>{STYLE}</style></head><body>\n\
         <h1>Quiet positions</h1>\n"
    );
    page += &introduction(settings, dataset);
    page += &fate_table(statistics);
    page += "<h2>Balance</h2>\n";
    page += &balance_table(&statistics.balance.balance(), &dataset.balance.balance());
    page += &charts(statistics);
    page += &boards(dataset);
    page += "</body></html>\n";
    page
}

fn count(number: u64) -> String {
    format_number(number as f64, 0)
}

fn search_limit(limit: SearchLimit) -> String {
    match limit {
        SearchLimit::Depth(depth) => format!("depth {depth}"),
        SearchLimit::Nodes(nodes) => format!("{} nodes", count(nodes)),
    }
}

fn introduction(settings: &Settings, dataset: &Dataset) -> String {
    let candidates = match settings.expand {
        true => "all children of all positions",
        false => "all positions",
    };
    format!(
        "<p>{} games, {candidates}. Kept: not in check, static evaluation within {} of the \
         quiescence score and within {} of the search score ({}), in centipawns. \
         {} positions were written.</p>\n",
        count(dataset.statistics.games),
        settings.margins.quiescence,
        settings.margins.search,
        search_limit(settings.search),
        count(dataset.records.len() as u64),
    )
}

/// Candidates by outcome.
fn fate_table(statistics: &Statistics) -> String {
    let all = statistics.candidates();
    let row = |name: &str, number: u64| {
        let share = 100.0 * number as f64 / all.max(1) as f64;
        let number = count(number);
        format!("<tr><td>{name}</td><td>{number}</td><td>{share:.2} %</td></tr>\n")
    };
    let mut table = "<h2>Candidates</h2>\n<table>\n".to_owned();
    table += &row("candidates", all);
    table += &row("dropped: duplicate", statistics.duplicates);
    for (reason, number) in DropReason::ALL.into_iter().zip(statistics.dropped) {
        table += &row(&format!("dropped: {}", reason.words()), number);
    }
    table += &row("kept", statistics.kept);
    table += &row("kept without a result", statistics.without_result);
    table + "</table>\n"
}

fn balance_table(kept: &Balance, written: &Balance) -> String {
    let cell = |share: f64, passes: bool| {
        let (class, word) = if passes {
            ("pass", "pass")
        } else {
            ("fail", "fail")
        };
        format!("<td class=\"{class}\">{:.1} % ({word})</td>", 100.0 * share)
    };
    let row = |name: &str, of: fn(&Balance) -> (f64, bool)| {
        let [kept, written] = [kept, written].map(|balance| {
            let (share, passes) = of(balance);
            cell(share, passes)
        });
        format!("<tr><td>{name}</td>{kept}{written}</tr>\n")
    };
    format!(
        "<table>\n<tr><th></th><th>kept</th><th>written</th></tr>\n{}{}{}</table>\n",
        row("positive for the side to move: 50 % ± 2 %", |balance| (
            balance.positive,
            balance.positive_passes
        )),
        row("within ±100: at least 50 %", |balance| (
            balance.near,
            balance.near_passes
        )),
        row("outside: at least 40 %", |balance| (
            balance.far,
            balance.far_passes
        )),
    )
}

fn charts(statistics: &Statistics) -> String {
    let bars = |title: &str, x_label: &str, histogram: &Histogram, x: &dyn Fn(usize) -> f64| {
        let is_empty = |count: &&u64| **count == 0;
        let first = histogram.counts().iter().take_while(is_empty).count();
        let empty_end = histogram.counts().iter().rev().take_while(is_empty).count();
        let end = histogram.counts().len() - empty_end;
        let counts = histogram.counts().iter().enumerate().take(end).skip(first);
        bar_chart(&BarChart {
            title: title.to_owned(),
            x_label: x_label.to_owned(),
            y_label: "positions".to_owned(),
            bars: counts
                .map(|(step, &count)| (x(step), count as f64))
                .collect(),
        })
    };
    let plain = |step: usize| step as f64;
    let kings = |title: &str, histogram: &Histogram| {
        heat_map(&HeatMap {
            title: title.to_owned(),
            values: histogram
                .counts()
                .iter()
                .map(|&count| count as f64)
                .collect(),
        })
    };
    let mut page = "<h2>Distributions</h2>\n".to_owned();
    page += &bars(
        "Scores",
        "score for the side to move",
        &statistics.scores,
        &bin_center,
    );
    page += &results_chart(statistics);
    page += &bars("Pieces on the board", "pieces", &statistics.pieces, &plain);
    page += &bars(
        "Phase: 24 at the start, 0 with kings and pawns",
        "phase",
        &statistics.phases,
        &plain,
    );
    page += &bars("Plies played", "plies", &statistics.plies, &|step| {
        (step * PLY_BIN) as f64
    });
    page += &kings("The king of the side to move", &statistics.our_king);
    page += &kings("The other king, seen from its side", &statistics.their_king);
    page
}

/// WDL by score, with the fitted logistic curve.
fn results_chart(statistics: &Statistics) -> String {
    let points = statistics.points();
    let share = |result: usize| -> Vec<(f64, f64)> {
        let counts = statistics.results[result].counts();
        let known = points
            .iter()
            .zip(&counts[1..])
            .filter(|((_, games, _), _)| *games >= MIN_GAMES);
        known
            .map(|(&(score, games, _), &count)| (score, count as f64 / games))
            .collect()
    };
    let scored = points.iter().filter(|(_, games, _)| *games >= MIN_GAMES);
    let mut series = vec![
        Series::new("won", share(2)),
        Series::new("drawn", share(1)),
        Series::new("lost", share(0)),
        Series::new(
            "points",
            scored
                .map(|&(score, games, sum)| (score, sum / games))
                .collect(),
        ),
    ];
    let mut title = "Results by score".to_owned();
    if let Some(scale) = fit_logistic_scale(&points) {
        let _ = write!(title, "; points fit 1 / (1 + exp(−score / {scale:.0}))");
        let curve = points
            .iter()
            .map(|&(score, ..)| (score, 1.0 / (1.0 + (-score / scale).exp())));
        series.push(Series::new("fitted", curve.collect()));
    }
    line_chart(&LineChart {
        title,
        x_label: "score for the side to move".to_owned(),
        y_label: "share".to_owned(),
        series,
        levels: Vec::new(),
    })
}

fn boards(dataset: &Dataset) -> String {
    let mut page = "<h2>Examples</h2>\n".to_owned();
    for kind in std::iter::once(None).chain(DropReason::ALL.map(Some)) {
        let examples = dataset.examples.of(kind);
        if examples.is_empty() {
            continue;
        }
        let title = kind.map_or("Kept".to_owned(), |reason| {
            format!("Dropped: {}", reason.words())
        });
        let _ = writeln!(page, "<h3>{title}</h3>");
        for example in examples {
            let _ = writeln!(page, "<figure>{}</figure>", picture(example));
        }
    }
    page
}

fn picture(example: &Example) -> String {
    let mut fields = example.fen.split(' ');
    let placement = fields.next().unwrap_or_default().to_owned();
    let side = if fields.next() == Some("b") {
        "Black"
    } else {
        "White"
    };
    let scores = &example.scores;
    let shown = match example.dropped {
        Some(DropReason::Check | DropReason::Over) => String::new(),
        Some(DropReason::Quiescence) => {
            format!(
                "static {}, quiescence {}",
                scores.evaluation, scores.quiescence
            )
        }
        _ => format!(
            "static {}, quiescence {}, search {}",
            scores.evaluation, scores.quiescence, scores.search
        ),
    };
    board(&Board {
        placement,
        caption: vec![format!("{side} to move"), shown],
    })
}
