//! An analysis as a page of its own: board, graph of the chances, and moves to click through.

use std::fmt::Write as _;

use game::{Facts, Position as _};
use pgn::Game;
use plot::palette::{ACCENT, GRID, INK, PAPER, SERIES};
use plot::{Align, Board, Page, Stroke, Svg, board, escape, piece_symbols};

use crate::analyze::{Analysis, AnalyzedMove};
use crate::annotate::LINE_SHOWN;
use crate::judgement::Judgement;
use crate::report::{circumstances, score_text, summary_cells, title, verdict};
use crate::win_chance::win_percent;

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");
/// The size of the graph.
const GRAPH: (f64, f64) = (760.0, 160.0);

/// The page of a game. It requests nothing; without scripts it shows all but the moves on the board.
pub fn page<G: Facts>(game: &Game<G>, analysis: &Analysis<G::Move>) -> String {
    let mut page = Page::with_script(&title(game), STYLE, SCRIPT);
    page.lead(&circumstances(game));
    let head = [
        "",
        "Accuracy %",
        "ACPL",
        "Inaccuracies",
        "Mistakes",
        "Blunders",
    ];
    let head = head.map(|title| (title, Align::End));
    let rows = G::SIDE_NAMES.iter().zip(&analysis.sides);
    page.table(
        &head,
        rows.map(|(name, side)| [(*name).to_owned()].into_iter().chain(summary_cells(side))),
    );
    let start = Board {
        placement: placement::<G>(&game.start),
    };
    page.markup(&piece_symbols(&start));
    page.markup("<div class=\"game\">\n<div>\n<div id=\"board\">\n");
    page.markup(&board(&start));
    page.markup(
        "</div>\n<p class=\"keys\"><button id=\"back\">◀</button> \
         <button id=\"forward\">▶</button> <button id=\"flip\">flip</button> \
         arrow keys and f do the same</p>\n\
         <p id=\"note\" aria-live=\"polite\"></p>\n</div>\n",
    );
    let (moves, graph) = (moves(game, analysis), graph::<G>(analysis));
    page.markup(&format!(
        "<div>\n{moves}<div id=\"graph\">{graph}<i></i></div>\n"
    ));
    page.paragraph(&format!(
        "{}'s chances to win after each move, in percent, with inaccuracies (small), mistakes and \
         blunders (large).",
        G::SIDE_NAMES[0]
    ));
    page.markup("</div>\n</div>\n");
    page.finish()
}

fn placement<G: Facts>(position: &G::Position) -> String {
    let fen = G::fen(position);
    fen.split(' ').next().unwrap_or_default().to_owned()
}

/// The moves as buttons that carry what the script shows.
fn moves<G: Facts>(game: &Game<G>, analysis: &Analysis<G::Move>) -> String {
    let mut position = game.start.clone();
    let mut text = format!(
        "<div id=\"moves\">\n<button data-board=\"{}\" data-move=\"\" data-note=\"\">Start</button>\n",
        placement::<G>(&position)
    );
    for (index, analyzed) in analysis.moves.iter().enumerate() {
        let number = G::move_number(&position);
        match (analyzed.side, index) {
            (0, _) => text += &format!("<b>{number}.</b>\n"),
            (_, 0) => text += &format!("<b>{number}...</b>\n"),
            _ => {}
        }
        let written = G::written(&position, analyzed.mv);
        let coordinates = G::move_text(&position, analyzed.mv);
        let note = note::<G>(analyzed, &position.without_history());
        G::play(&mut position, analyzed.mv);
        let class = analyzed.judgement.map_or("", Judgement::name);
        let symbol = analyzed.judgement.map_or("", Judgement::symbol);
        let (placement, note) = (placement::<G>(&position), escape(&note));
        writeln!(
            text,
            "<button class=\"{class}\" data-board=\"{placement}\" data-move=\"{coordinates}\" \
             data-note=\"{note}\">{written}{symbol}</button>"
        )
        .expect("writing to a string cannot fail");
    }
    text + "</div>\n"
}

fn note<G: Facts>(analyzed: &AnalyzedMove<G::Move>, position: &G::Position) -> String {
    let line = |mv| G::written_line(position, &[mv]);
    let played = line(analyzed.mv);
    let (score, win) = (score_text(analyzed.after), analyzed.win_percent());
    let facts = format!(
        "{played}  {score}, {win:.0} % for {}, accuracy {:.0} %",
        G::SIDE_NAMES[0],
        analyzed.accuracy
    );
    match (
        verdict::<G>(analyzed, position, LINE_SHOWN),
        analyzed.better(),
    ) {
        (Some(verdict), _) => format!("{facts}: {verdict}"),
        (None, Some(better)) => format!("{facts}. Engine: {}", line(better)),
        (None, None) => format!("{facts}. Best move"),
    }
}

/// The first side's chances over the moves.
fn graph<G: Facts>(analysis: &Analysis<G::Move>) -> String {
    let (width, height) = GRAPH;
    let plies = analysis.moves.len().max(1) as f64;
    let point = |ply: usize, win: f64| (width * ply as f64 / plies, height * (1.0 - win / 100.0));
    let first = analysis
        .moves
        .first()
        .map(|mv| point(0, win_percent(mv.before)));
    let after = |(index, mv): (usize, &AnalyzedMove<G::Move>)| point(index + 1, mv.win_percent());
    let mut points: Vec<_> = first.into_iter().collect();
    points.extend(analysis.moves.iter().enumerate().map(after));
    let mut svg = Svg::new(width, height, &format!("{}'s chances", G::SIDE_NAMES[0]));
    let mut area = points.clone();
    area.extend([(width, height), (0.0, height)]);
    svg.polygon(&area, INK);
    svg.line(
        (0.0, height / 2.0),
        (width, height / 2.0),
        Stroke::dashed(GRID, 1.0),
    );
    svg.polyline(&points, Stroke::solid(ACCENT, 2.0));
    for (index, mv) in analysis.moves.iter().enumerate() {
        if let Some(judgement) = mv.judgement {
            let (radius, color) = match judgement {
                Judgement::Inaccuracy => (3.0, SERIES[5]),
                Judgement::Mistake => (4.0, SERIES[4]),
                Judgement::Blunder => (5.5, SERIES[1]),
            };
            svg.disc(
                point(index + 1, mv.win_percent()),
                radius,
                color,
                Stroke::solid(PAPER, 1.0),
            );
        }
    }
    svg.finish()
}
