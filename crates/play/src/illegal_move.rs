//! Why an entered move is not legal, and what could have been meant.

use std::fmt::Display;

use game::Position;

use crate::rules::PlayRules;
use crate::style::Glyphs;

/// How many moves a suggestion lists.
const MOST_SUGGESTIONS: usize = 8;
/// How much of an unknown input is repeated.
const LONGEST_ECHO: usize = 20;

/// The text is no move.
pub fn unknown(text: &str) -> String {
    let mut start: String = text.chars().take(LONGEST_ECHO).collect();
    if start.len() < text.len() {
        start.push_str("...");
    }
    format!("{start:?} is neither a move nor a command; 'help' lists the commands")
}

/// Two squares were named, between which there is no legal move.
pub fn no_way_between<R: PlayRules<Square: Display>>(
    position: &R::Position,
    from: R::Square,
    target: R::Square,
    glyphs: Glyphs,
) -> String {
    let Some(piece) = position.piece_on(from) else {
        return format!("there is no piece on {from}");
    };
    let name = R::piece_name(piece);
    if R::color(piece) != position.side_to_move() {
        return format!("the {name} on {from} is not yours");
    }
    let own = legal_moves::<R>(position, |mv| R::origin(mv) == from);
    let fitting: Vec<R::Move> = own
        .iter()
        .copied()
        .filter(|&mv| R::target(mv) == target)
        .collect();
    if !fitting.is_empty() {
        let list = joined(R::listed(position, &fitting, glyphs), " or ");
        return format!("did you mean {list}?");
    }
    if R::exposes_king(position, from, target) {
        return exposed::<R>(position);
    }
    let problem = format!("the {name} on {from} cannot move to {target}");
    with_suggestions(&problem, R::listed(position, &own, glyphs))
}

/// A problem, and moves that could be played instead.
pub fn with_suggestions(problem: &str, moves: Vec<String>) -> String {
    if moves.is_empty() {
        format!("{problem}; 'moves' lists the legal moves")
    } else {
        format!("{problem}; possible: {}", joined(moves, ", "))
    }
}

/// The move fails because of the own king.
pub fn exposed<R: PlayRules>(position: &R::Position) -> String {
    if position.in_check() {
        "you are in check, and this move does not stop it".to_owned()
    } else {
        "this move would leave your king in check".to_owned()
    }
}

/// The legal moves of some kind.
pub fn legal_moves<R: PlayRules>(
    position: &R::Position,
    is_wanted: impl Fn(R::Move) -> bool,
) -> Vec<R::Move> {
    let moves = R::legal_moves(position);
    moves.iter().copied().filter(|&mv| is_wanted(mv)).collect()
}

/// The first texts of a list, and how many more there are.
pub fn joined(mut texts: Vec<String>, separator: &str) -> String {
    let surplus = texts.len().saturating_sub(MOST_SUGGESTIONS);
    texts.truncate(MOST_SUGGESTIONS);
    let list = texts.join(separator);
    if surplus > 0 {
        format!("{list} and {surplus} more")
    } else {
        list
    }
}

/// Cuts off a move number: `12.` or `12...`.
pub fn without_number(text: &str) -> &str {
    let text = text.trim();
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    if rest.len() < text.len() && rest.starts_with('.') {
        rest.trim_start_matches('.')
    } else {
        text
    }
}
