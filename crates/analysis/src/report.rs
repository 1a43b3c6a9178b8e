//! An analysis as text for a terminal.

use std::fmt::Write as _;

use game::{Facts, Position as _, Score};
use pgn::Game;
use plot::Ink;

use crate::analyze::{Analysis, SideSummary};
use crate::explanation::Explanation;
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
fn title<G: Facts>(game: &Game<G>) -> String {
    let player = |tag, side| {
        let mut names = [side, tag].into_iter().filter_map(|name| game.tag(name));
        names.find(|&name| name != "?").unwrap_or(side)
    };
    let [first, second] = G::SIDE_NAMES;
    let players = [player("White", first), player("Black", second)];
    format!("{}  {}", players.join(" - "), game.result)
}

/// Where and when it was played, and its opening.
fn circumstances<G: Facts>(game: &Game<G>) -> String {
    let tags = ["Event", "Site", "Date"].map(|name| game.tag(name));
    let known = tags.into_iter().flatten();
    let known = known.filter(|value| !value.is_empty() && !value.starts_with('?'));
    let mut parts: Vec<String> = known.map(str::to_owned).collect();
    parts.extend(Opening::of::<G>(&game.start, game.moves()).map(|opening| opening.to_string()));
    parts.join(", ")
}

/// Accuracy, average centipawn loss and counts of judgements, as texts.
fn summary_cells(side: &SideSummary) -> [String; 5] {
    let number = |value: Option<f64>, decimals| match value {
        Some(value) => format!("{value:.decimals$}"),
        None => "-".to_owned(),
    };
    let [inaccuracies, mistakes, blunders] = side.judgements.map(|count| count.to_string());
    let [accuracy, loss] = side.rounded();
    [
        number(accuracy, 1),
        number(loss, 0),
        inaccuracies,
        mistakes,
        blunders,
    ]
}

/// The analysis of a game in lines: the players, how well they played, and the moves with White's
/// scores, judgements in colors if there are any. Texts of the game cannot control the terminal.
pub fn report<G: Facts>(game: &Game<G>, analysis: &Analysis<G::Move>, is_colored: bool) -> String {
    let safe = |text: String| text.replace(|c| !plot::is_shown(c), "\u{fffd}");
    let mut text = safe(title(game)) + "\n";
    let circumstances = safe(circumstances(game));
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
        let shown = painted(&format!("{played:<10}"), analyzed.judgement, is_colored);
        put(format_args!("{shown}{score:>7}"));
        if let Some(explanation) = Explanation::of::<G>(analyzed, &position) {
            let dots = if is_first { "." } else { "..." };
            let sentences = explanation.sentences().join("\n        ");
            let line = &analyzed.line[..analyzed.line.len().min(LINE_SHOWN)];
            let line = G::written_line(&position.without_history(), line);
            let played = painted(&played, analyzed.judgement, is_colored);
            verdicts.push(format!(
                "      {number}{dots} {played} {sentences}\n        {line}\n"
            ));
        }
        if !is_first || index + 1 == analysis.moves.len() {
            put(format_args!("\n{}", verdicts.concat()));
            verdicts.clear();
        }
        G::play(&mut position, analyzed.mv);
    }
    text
}

/// A text in the color of a judgement, if there is one.
fn painted(text: &str, judgement: Option<Judgement>, is_colored: bool) -> String {
    let ink = judgement.map(|judgement| match judgement {
        Judgement::Inaccuracy => Ink::Doubtful,
        Judgement::Mistake => Ink::Bad,
        Judgement::Blunder => Ink::Worst,
    });
    ink.map_or_else(
        || text.to_owned(),
        |ink| plot::painted(text, ink, is_colored),
    )
}
