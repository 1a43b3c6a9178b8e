//! The HTML report of a dataset: tables, charts and boards.

use std::fmt::Write as _;

use plot::{
    Align, BarChart, Board, Cell, HeatMap, LineChart, Page, Series, bar_chart, board,
    format_number, heat_map, line_chart,
};

use super::balance::Balance;
use super::examples::Example;
use super::fit::fit_logistic_scale;
use super::quiet_filter::{DropReason, SearchLimit};
use super::statistics::{Histogram, PLY_BIN, Statistics, bin_center};
use super::{Dataset, Settings};

/// Scores with fewer games are not plotted.
const MIN_GAMES: f64 = 20.0;

/// The page.
#[must_use]
pub fn html(settings: &Settings, dataset: &Dataset) -> String {
    let statistics = &dataset.statistics;
    let mut page = Page::new("Quiet positions");
    page.lead(&introduction(settings, dataset));
    page.tiles(&[
        ("Games", count(statistics.games)),
        ("Candidates", count(statistics.candidates())),
        ("Kept", count(statistics.kept)),
        ("Written", count(dataset.written())),
    ]);
    fate_table(&mut page, statistics);
    page.heading("Balance");
    balance_table(
        &mut page,
        &statistics.balance.balance(),
        &dataset.balance.balance(),
    );
    charts(&mut page, statistics);
    boards(&mut page, dataset);
    page.finish()
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
    let check = match settings.check_filter {
        true => "not in check, ",
        false => "",
    };
    format!(
        "{} games, {candidates}. Kept: {check}static evaluation within {} of the \
         quiescence score and within {} of the search score ({}), in centipawns. \
         {} positions were written, {} of them added for the balance.",
        count(dataset.statistics.games),
        settings.margins.quiescence,
        settings.margins.search,
        search_limit(settings.search),
        count(dataset.written()),
        count(dataset.added),
    )
}

/// Candidates by outcome.
fn fate_table(page: &mut Page, statistics: &Statistics) {
    use Align::{End, Start};
    let all = statistics.candidates();
    let row = |name: String, number: u64| {
        let share = number as f64 / all.max(1) as f64;
        let percent = format!("{:.2} %", 100.0 * share);
        [
            Cell::from(name),
            count(number).into(),
            Cell::bar(percent, share),
        ]
    };
    let dropped = DropReason::ALL.into_iter().zip(statistics.dropped);
    let dropped = dropped.map(|(reason, number)| (format!("dropped: {}", reason.words()), number));
    let rows = [
        ("candidates".to_owned(), all),
        ("dropped: duplicate".to_owned(), statistics.duplicates),
    ]
    .into_iter()
    .chain(dropped)
    .chain([
        ("kept".to_owned(), statistics.kept),
        (
            "kept without a result".to_owned(),
            statistics.without_result,
        ),
    ]);
    page.heading("Candidates");
    page.table(
        &[("Outcome", Start), ("Positions", End), ("Share", End)],
        rows.map(|(name, number)| row(name, number)),
    );
}

fn balance_table(page: &mut Page, kept: &Balance, written: &Balance) {
    use Align::{End, Start};
    let cell = |(share, passes): (f64, bool)| {
        let word = if passes { "pass" } else { "fail" };
        Cell::verdict(format!("{:.1} % ({word})", 100.0 * share), passes)
    };
    let row = |name: &str, of: fn(&Balance) -> (f64, bool)| {
        [name.into(), cell(of(kept)), cell(of(written))]
    };
    page.table(
        &[("Target", Start), ("Kept", End), ("Written", End)],
        [
            row("positive for the side to move: 50 % ± 2 %", |balance| {
                (balance.positive, balance.positive_passes)
            }),
            row("within ±100: at least 50 %", |balance| {
                (balance.near, balance.near_passes)
            }),
            row("outside: at least 40 %", |balance| {
                (balance.far, balance.far_passes)
            }),
        ],
    );
}

fn charts(page: &mut Page, statistics: &Statistics) {
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
    page.heading("Distributions");
    page.figure(
        &bars(
            "Scores",
            "score for the side to move, in centipawns",
            &statistics.scores,
            &bin_center,
        ),
        "The outermost bars also hold all larger scores.",
    );
    page.figure(
        &results_chart(statistics),
        "The band is the 95 % confidence interval of the points.",
    );
    page.figure(
        &bars("Pieces on the board", "pieces", &statistics.pieces, &plain),
        "",
    );
    page.figure(
        &bars("Phase", "phase", &statistics.phases, &plain),
        "Largest at the start, 0 without pieces that attack.",
    );
    page.figure(
        &bars("Plies played", "plies", &statistics.plies, &|step| {
            (step * PLY_BIN) as f64
        }),
        "",
    );
    if statistics.our_king.counts().iter().all(|&count| count == 0) {
        return;
    }
    page.subheading("Squares of the kings, in percent");
    page.gallery([
        (
            kings("The king of the side to move", &statistics.our_king),
            String::new(),
        ),
        (
            kings("The other king, seen from its side", &statistics.their_king),
            String::new(),
        ),
    ]);
}

/// WDL by score, with the fitted logistic curve.
fn results_chart(statistics: &Statistics) -> String {
    const Z95: f64 = 1.96;
    let points = statistics.points();
    let known = || points.iter().filter(|(_, games, _)| *games >= MIN_GAMES);
    let share = |result: usize| -> Vec<(f64, f64)> {
        let counts = statistics.results[result].counts();
        let all = points.iter().zip(&counts[1..]);
        all.filter(|((_, games, _), _)| *games >= MIN_GAMES)
            .map(|(&(score, games, _), &count)| (score, count as f64 / games))
            .collect()
    };
    // The variance of a game's points: a half for a draw, one for a win.
    let band = known().zip(share(2)).map(|(&(_, games, sum), (_, won))| {
        let mean = sum / games;
        let squares = won + (mean - won) / 2.0;
        let error = Z95 * ((squares - mean * mean).max(0.0) / games).sqrt();
        ((mean - error).max(0.0), (mean + error).min(1.0))
    });
    let scored = known().map(|&(score, games, sum)| (score, sum / games));
    let mut series = vec![
        Series::new("points", scored.collect()).with_band(band.collect()),
        Series::new("won", share(2)),
        Series::new("drawn", share(1)),
        Series::new("lost", share(0)),
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
        x_label: "score for the side to move, in centipawns".to_owned(),
        y_label: "share".to_owned(),
        series,
        levels: Vec::new(),
        log_y: false,
    })
}

fn boards(page: &mut Page, dataset: &Dataset) {
    page.heading("Examples");
    page.paragraph("Scores are in pawns, for the side to move.");
    for kind in std::iter::once(None).chain(DropReason::ALL.map(Some)) {
        let examples = dataset.examples.of(kind);
        if examples.is_empty() {
            continue;
        }
        page.subheading(&kind.map_or("Kept".to_owned(), |reason| {
            format!("Dropped: {}", reason.words())
        }));
        page.gallery(examples.iter().map(picture));
    }
}

/// The board and its caption.
fn picture(example: &Example) -> (String, String) {
    let (pieces, side) = Board::of_fen(&example.fen);
    let mut caption = format!("{side} to move");
    let scores = &example.scores;
    if !matches!(example.dropped, Some(DropReason::Check | DropReason::Over)) {
        let (evaluation, quiescence) = (scores.evaluation, scores.quiescence);
        let _ = write!(caption, ": static {evaluation}, quiescence {quiescence}");
        if example.dropped != Some(DropReason::Quiescence) {
            let _ = write!(caption, ", search {}", scores.search);
        }
    }
    (board(&pieces), caption)
}
