//! An analysis as text for a terminal.

use std::fmt::Write as _;

use chess::pgn::Game;
use chess::{Color, Move, Position};
use game::Score;

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
pub(crate) fn title(game: &Game) -> String {
    let [white, black] = ["White", "Black"].map(|side| game.tag(side).unwrap_or(side));
    format!("{white} - {black}  {}", game.result)
}

/// Where and when it was played, and its opening.
pub(crate) fn circumstances(game: &Game) -> String {
    let tags = ["Event", "Site", "Date"].map(|name| game.tag(name));
    let known = tags.into_iter().flatten();
    let known = known.filter(|value| !value.is_empty() && !value.starts_with('?'));
    let mut parts: Vec<String> = known.map(str::to_owned).collect();
    let moves: Vec<Move> = game.moves().collect();
    let opening = Opening::of(&game.start, &moves);
    parts.extend(opening.map(|opening| format!("{} {}", opening.eco, opening.name)));
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
pub(crate) fn verdict(
    analyzed: &AnalyzedMove<Move>,
    position: &Position,
    moves: usize,
) -> Option<String> {
    let judgement = analyzed.judgement?;
    let line = &analyzed.line[..analyzed.line.len().min(moves)];
    Some(format!(
        "{} ({} to {}). Better: {}",
        judgement.name(),
        score_text(analyzed.before),
        score_text(analyzed.after),
        position.san_line(line)
    ))
}

/// The analysis of a game in lines: the players, how well they played, and the moves with White's
/// scores. Texts of the game cannot control the terminal.
pub fn report(game: &Game, analysis: &Analysis<Move>) -> String {
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
    for (name, side) in ["White", "Black"].iter().zip(&analysis.sides) {
        let [accuracy, loss, cells @ ..] = summary_cells(side);
        let [inaccuracies, mistakes, blunders] = cells;
        put(format_args!(
            "{name}{accuracy:>13}{loss:>6}{inaccuracies:>4}{mistakes:>4}{blunders:>4}\n"
        ));
    }
    put(format_args!("\n"));
    let mut position = game.start.clone();
    let mut verdicts = Vec::new();
    for (index, analyzed) in analysis.moves.iter().enumerate() {
        let is_white = position.side_to_move() == Color::White;
        let number = position.fullmove_number();
        let symbol = analyzed.judgement.map_or("", Judgement::symbol);
        let played = format!("{}{symbol}", position.san(analyzed.mv));
        let score = score_text(analyzed.after);
        match (is_white, index) {
            (true, _) => put(format_args!("{number:>4}. ")),
            (false, 0) => put(format_args!("{number:>4}. {:MOVE_WIDTH$}", "...")),
            (false, _) => put(format_args!("   ")),
        }
        put(format_args!("{played:<10}{score:>7}"));
        if let Some(verdict) = verdict(analyzed, &position, LINE_SHOWN) {
            let dots = if is_white { "." } else { "..." };
            verdicts.push(format!("      {number}{dots} {played} {verdict}\n"));
        }
        if !is_white || index + 1 == analysis.moves.len() {
            put(format_args!("\n{}", verdicts.concat()));
            verdicts.clear();
        }
        position.play(analyzed.mv);
    }
    let is_safe = |c: char| c == '\n' || plot::is_shown(c);
    text.replace(|c| !is_safe(c), "\u{fffd}")
}
