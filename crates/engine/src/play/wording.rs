//! Moves, lines and scores in words.

use chess::{Color, Move, Position};
use game::Score;

use super::opponent::Thought;

/// How much of an expected line is shown.
const LINE_SHOWN: usize = 6;

/// A move in SAN with its number.
pub fn numbered(position: &Position, mv: Move) -> String {
    let number = position.fullmove_number();
    let dots = match position.side_to_move() {
        Color::White => ".",
        Color::Black => "...",
    };
    format!("{number}{dots} {}", position.san(mv))
}

/// The first moves of a line in SAN, as far as they are legal: lines come from shared memory.
pub fn line_text(position: &Position, line: &[Move]) -> String {
    let mut position = position.clone();
    let mut texts = Vec::new();
    for &mv in line.iter().take(LINE_SHOWN) {
        if !position.is_pseudo_legal(mv) || !position.is_legal(mv) {
            break;
        }
        let is_first = texts.is_empty() || position.side_to_move() == Color::White;
        texts.push(if is_first {
            numbered(&position, mv)
        } else {
            position.san(mv)
        });
        position.play(mv);
    }
    texts.join(" ")
}

/// A score for `side` in words that need no side: `+0.31` is good for white.
pub fn score_text(score: Score, side: Color) -> String {
    match score.plies_to_mate() {
        Some(plies) => {
            let winner = if score.is_win() { side } else { !side };
            format!("{winner} mates in {}", plies.div_ceil(2))
        }
        None if side == Color::White => score.to_string(),
        None => (-score).to_string(),
    }
}

/// What the engine thought, in a few words; the score is white's.
pub fn comment(thought: &Thought, side: Color) -> String {
    format!(
        "{}, depth {}, {:.1} s",
        score_text(thought.score, side),
        thought.depth,
        thought.elapsed.as_secs_f64()
    )
}

#[cfg(test)]
mod tests {
    use super::{Color, Position, Score, line_text, score_text};

    #[test]
    fn scores_are_whites() {
        assert_eq!(score_text(Score::DRAW + 31, Color::White), "+0.31");
        assert_eq!(score_text(Score::DRAW + 31, Color::Black), "-0.31");
        assert_eq!(
            score_text(Score::mate_in(5), Color::Black),
            "black mates in 3"
        );
        assert_eq!(
            score_text(Score::mated_in(4), Color::Black),
            "white mates in 2"
        );
    }

    #[test]
    fn lines_have_numbers_and_end_where_they_break() {
        let position = Position::start();
        let mut after = position.clone();
        let mut line = Vec::new();
        for text in ["e4", "e5", "Nf3"] {
            line.push(after.parse_san(text).unwrap());
            after.play(line[line.len() - 1]);
        }
        assert_eq!(line_text(&position, &line), "1. e4 e5 2. Nf3");
        line[1] = line[0];
        assert_eq!(line_text(&position, &line), "1. e4");
        let black = position.after(line[0]);
        assert_eq!(
            line_text(&black, &[black.parse_san("c5").unwrap()]),
            "1... c5"
        );
    }
}
