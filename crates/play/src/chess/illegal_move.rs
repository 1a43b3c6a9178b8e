//! Why an entered move of chess is not legal, and what could have been meant.

use std::cmp::Reverse;

use chess::{Chess, Move, MoveKind, Piece, PieceType, Position, Square};

use crate::illegal_move::{
    exposed, joined, legal_moves, no_way_between, unknown, with_suggestions,
};
use crate::style::Glyphs;

/// No move is written longer than `Qa1xb2=Q+!?` or so.
const LONGEST_MOVE: usize = 12;

/// More than one move fits this SAN.
pub fn ambiguous(position: &Position, san: &str) -> String {
    let kind = kind_of(san);
    let target = squares_in(san).last().copied();
    let fitting = legal_moves::<Chess>(position, |mv| {
        Some(mv.to()) == target && moved(position, mv) == Some(kind)
    });
    several(position, san, &fitting)
}

/// More than one move fits a text: these.
pub fn several(position: &Position, text: &str, meant: &[Move]) -> String {
    format!(
        "{text:?} could be {}",
        joined(listed(position, meant), " or ")
    )
}

/// Says what is wrong with a text that no legal move fits.
pub fn explain(position: &Position, text: &str) -> String {
    let letters = text.to_ascii_uppercase();
    if letters.starts_with("O-O") || letters.starts_with("0-0") {
        return no_castling(position);
    }
    let squares = squares_in(text);
    match squares[..] {
        _ if text.len() > LONGEST_MOVE => unknown(text),
        [] => unknown(text),
        [target] => no_way_to(position, kind_of(text), target),
        [from, .., target] => no_way_between::<Chess>(position, from, target, Glyphs::Ascii),
    }
}

fn no_castling(position: &Position) -> String {
    let us = position.side_to_move();
    let reason = if position.castling().rooks(us).is_empty() {
        "the right to castle is lost"
    } else if position.in_check() {
        "you are in check"
    } else {
        "the right is lost, a piece is in the way, or the king would pass an attacked square"
    };
    format!("castling is not possible: {reason}")
}

/// A piece and a target were named.
fn no_way_to(position: &Position, kind: PieceType, target: Square) -> String {
    let fitting = legal_moves::<Chess>(position, |mv| {
        mv.to() == target && moved(position, mv) == Some(kind)
    });
    if !fitting.is_empty() {
        return format!(
            "did you mean {}?",
            joined(listed(position, &fitting), " or ")
        );
    }
    let us = position.side_to_move();
    let is_exposing = |from| exposes_king(position, from, target);
    if position.pieces(us, kind).into_iter().any(is_exposing) {
        return exposed::<Chess>(position);
    }
    let problem = format!("you have no {} that can move to {target}", kind.name());
    let others = legal_moves::<Chess>(position, |mv| mv.to() == target);
    with_suggestions(&problem, listed(position, &others))
}

/// Whether the piece could go there if it were not for the own king.
pub fn exposes_king(position: &Position, from: Square, target: Square) -> bool {
    MoveKind::ALL
        .into_iter()
        .map(|kind| Move::new(from, target, kind))
        .any(|mv| position.is_pseudo_legal(mv) && !position.is_legal(mv))
}

/// Queens before knights, and pawns before pieces.
pub fn listed(position: &Position, moves: &[Move]) -> Vec<String> {
    let mut texts: Vec<(Reverse<Option<PieceType>>, bool, String)> = moves
        .iter()
        .map(|&mv| (Reverse(mv.promotion()), position.san(mv)))
        .map(|(promotion, san)| (promotion, san.starts_with(char::is_uppercase), san))
        .collect();
    texts.sort();
    texts.into_iter().map(|(.., san)| san).collect()
}

fn moved(position: &Position, mv: Move) -> Option<PieceType> {
    position.piece_on(mv.from()).map(Piece::kind)
}

/// The type of piece that a text starts with. A small b is a file.
fn kind_of(text: &str) -> PieceType {
    match text.chars().next() {
        None | Some('b') => PieceType::Pawn,
        Some(letter) => {
            PieceType::from_letter(letter.to_ascii_uppercase()).unwrap_or(PieceType::Pawn)
        }
    }
}

/// The squares named in a text, in any case.
fn squares_in(text: &str) -> Vec<Square> {
    let lower = text.to_ascii_lowercase();
    (0..lower.len())
        .filter_map(|at| lower.get(at..at + 2)?.parse().ok())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{Position, explain};

    #[test]
    fn the_reason_is_named() {
        let pinned = "4k3/8/8/8/1b6/2N5/8/4K2R w K - 0 1";
        let checked = "4k3/8/8/8/4r3/8/8/R3K1N1 w Q - 0 1";
        let promotes = "3r2k1/4P3/8/8/8/8/8/4K3 w - - 0 1";
        for (fen, text, reason) in [
            (Position::START_FEN, "xyzzy", "neither a move nor a command"),
            (
                Position::START_FEN,
                "hello, is e4 good?",
                "neither a move nor a command",
            ),
            (
                Position::START_FEN,
                "Nf6",
                "you have no knight that can move to f6",
            ),
            (
                Position::START_FEN,
                "Qf3",
                "you have no queen that can move to f3; possible: f3, Nf3",
            ),
            (Position::START_FEN, "e4e5", "there is no piece on e4"),
            (Position::START_FEN, "e7e5", "the pawn on e7 is not yours"),
            (
                Position::START_FEN,
                "g1g3",
                "the knight on g1 cannot move to g3; possible: Nf3, Nh3",
            ),
            (
                Position::START_FEN,
                "a1a3",
                "the rook on a1 cannot move to a3; 'moves' lists",
            ),
            (
                Position::START_FEN,
                "O-O",
                "castling is not possible: the right is lost, a piece is",
            ),
            (pinned, "Ne4", "this move would leave your king in check"),
            (pinned, "c3e4", "this move would leave your king in check"),
            (pinned, "O-O-O", "castling is not possible"),
            (
                checked,
                "Ra2",
                "you are in check, and this move does not stop it",
            ),
            (checked, "O-O-O", "you are in check"),
            (
                promotes,
                "e8",
                "did you mean e8=Q+ or e8=R+ or e8=B or e8=N?",
            ),
            (promotes, "e7e8", "did you mean"),
        ] {
            let position = Position::from_fen(fen).unwrap();
            let text = explain(&position, text);
            assert!(text.contains(reason), "{fen}: {text}");
        }
    }
}
