//! An analysis as text for a terminal.

use std::fmt::Write as _;

use game::{Facts, Position as _, Score};
use pgn::Game;

use crate::analyze::{Analysis, AnalyzedMove, SideSummary};
use crate::judgement::Judgement;
use crate::opening::Opening;

/// The most moves of a better line, so that it fits a terminal.
const LINE_SHOWN: usize = 4;
/// Columns of a move with its glyph and its score.
const MOVE_WIDTH: usize = 20;

/// A score for White: `+0.31`, `#3`, `#-3`, or `mate` on the board.
pub(crate) fn score_text(score: Score) -> String {
    let sign = if score.is_win() { "" } else { "-" };
    match score.plies_to_mate() {
        Some(0) => "mate".to_owned(),
        Some(plies) => format!("#{sign}{}", plies.div_ceil(2)),
        None => score.to_string(),
    }
}

/// The players and the result: `Anderssen - Kieseritzky  1-0`.
pub(crate) fn title<G: Facts>(game: &Game<G>) -> String {
    let player = |tag, side| {
        let mut names = [side, tag].into_iter().filter_map(|name| game.tag(name));
        names.find(|&name| name != "?").unwrap_or(side)
    };
    let [first, second] = G::SIDE_NAMES;
    let players = [player("White", first), player("Black", second)];
    format!("{}  {}", players.join(" - "), game.result)
}

/// Where and when it was played, and its opening.
pub(crate) fn circumstances<G: Facts>(game: &Game<G>) -> String {
    let tags = ["Event", "Site", "Date"].map(|name| game.tag(name));
    let known = tags.into_iter().flatten();
    let known = known.filter(|value| !value.is_empty() && !value.starts_with('?'));
    let mut parts: Vec<String> = known.map(str::to_owned).collect();
    parts.extend(Opening::of::<G>(&game.start, game.moves()).map(|opening| opening.to_string()));
    parts.join(", ")
}

/// Accuracy, average centipawn loss and counts of judgements, as texts.
pub(crate) fn summary_cells(side: &SideSummary) -> [String; 5] {
    let number = |value: Option<f64>, decimals| match value {
        Some(value) => format!("{value:.decimals$}"),
        None => "-".to_owned(),
    };
    let [inaccuracies, mistakes, blunders] = side.judgements.map(|count| count.to_string());
    let accuracy = number(side.accuracy, 1);
    let loss = number(side.centipawn_loss, 0);
    [accuracy, loss, inaccuracies, mistakes, blunders]
}

/// What a judgement says: `blunder (+0.31 to -4.10). Better: 12. Nf3 d5`.
pub(crate) fn verdict<G: Facts>(
    analyzed: &AnalyzedMove<G::Move>,
    position: &G::Position,
    moves: usize,
) -> Option<String> {
    let judgement = analyzed.judgement?;
    let line = &analyzed.line[..analyzed.line.len().min(moves)];
    Some(format!(
        "{} ({} to {}). Better: {}",
        judgement.name(),
        score_text(analyzed.before),
        score_text(analyzed.after),
        G::written_line(&position.without_history(), line)
    ))
}

/// The analysis of a game in lines: the players, how well they played, and the moves with White's
/// scores. Texts of the game cannot control the terminal.
pub fn report<G: Facts>(game: &Game<G>, analysis: &Analysis<G::Move>) -> String {
    let mut text = title(game) + "\n";
    let circumstances = circumstances(game);
    if !circumstances.is_empty() {
        text += &(circumstances + "\n");
    }
    let mut put = |line: std::fmt::Arguments<'_>| {
        text.write_fmt(line)
            .expect("writing to a string cannot fail");
    };
    put(format_args!("\n        accuracy %  ACPL  ?!   ?  ??\n"));
    for (name, side) in G::SIDE_NAMES.iter().zip(&analysis.sides) {
        let [accuracy, loss, cells @ ..] = summary_cells(side);
        let [inaccuracies, mistakes, blunders] = cells;
        put(format_args!(
            "{name:<5}{accuracy:>13}{loss:>6}{inaccuracies:>4}{mistakes:>4}{blunders:>4}\n"
        ));
    }
    put(format_args!("\n"));
    let mut position = game.start.clone();
    let mut verdicts = Vec::new();
    for (index, analyzed) in analysis.moves.iter().enumerate() {
        let is_first = analyzed.side == 0;
        let number = G::move_number(&position);
        let symbol = analyzed.judgement.map_or("", Judgement::symbol);
        let played = format!("{}{symbol}", G::written(&position, analyzed.mv));
        let score = score_text(analyzed.after);
        match (is_first, index) {
            (true, _) => put(format_args!("{number:>4}. ")),
            (false, 0) => put(format_args!("{number:>4}. {:MOVE_WIDTH$}", "...")),
            (false, _) => put(format_args!("   ")),
        }
        put(format_args!("{played:<10}{score:>7}"));
        if let Some(verdict) = verdict::<G>(analyzed, &position, LINE_SHOWN) {
            let dots = if is_first { "." } else { "..." };
            verdicts.push(format!("      {number}{dots} {played} {verdict}\n"));
        }
        if !is_first || index + 1 == analysis.moves.len() {
            put(format_args!("\n{}", verdicts.concat()));
            verdicts.clear();
        }
        G::play(&mut position, analyzed.mv);
    }
    let is_safe = |c: char| c == '\n' || plot::is_shown(c);
    text.replace(|c| !is_safe(c), "\u{fffd}")
}
