//! Moves, principal variations and scores as text, wrapped for a terminal.

use game::{Dense, Position, Score};

use crate::opponent::SearchResult;
use crate::rules::PlayRules;
use crate::style::Glyphs;

/// How many moves of a principal variation are shown.
const PV_SHOWN: usize = 6;

/// A move with its number.
pub fn numbered<R: PlayRules>(position: &R::Position, mv: R::Move, glyphs: Glyphs) -> String {
    let dots = match position.side_to_move().index() {
        0 => ".",
        _ => "...",
    };
    let number = R::move_number(position);
    format!("{number}{dots} {}", R::notation(position, mv, glyphs))
}

/// The first moves of a principal variation, as far as they are legal: the end of a PV can come from
/// the transposition table.
pub fn pv_text<R: PlayRules>(position: &R::Position, pv: &[R::Move], glyphs: Glyphs) -> String {
    let mut position = position.clone();
    let mut texts = Vec::new();
    for &mv in pv.iter().take(PV_SHOWN) {
        if !position.is_pseudo_legal(mv) || !position.is_legal(mv) {
            break;
        }
        let is_first = texts.is_empty() || position.side_to_move().index() == 0;
        texts.push(if is_first {
            numbered::<R>(&position, mv, glyphs)
        } else {
            R::notation(&position, mv, glyphs)
        });
        R::play(&mut position, mv);
    }
    texts.join(" ")
}

/// A score for `side` from the first side's view: `+0.31`, `black mates in 3`.
pub fn score_text<R: PlayRules>(score: Score, side: R::Color) -> String {
    match score.plies_to_mate() {
        Some(plies) => {
            let winner = if score.is_win() {
                side
            } else {
                R::opponent(side)
            };
            format!("{winner} mates in {}", plies.div_ceil(2))
        }
        None if side.index() == 0 => score.to_string(),
        None => (-score).to_string(),
    }
}

/// Score (the first side's view), depth and time of a search.
pub fn summary<R: PlayRules>(result: &SearchResult<R::Move>, side: R::Color) -> String {
    format!(
        "{}, depth {}, {:.1} s",
        score_text::<R>(result.score, side),
        result.depth,
        result.elapsed.as_secs_f64()
    )
}

/// Columns of the narrowest usual terminal.
const WIDTH: usize = 80;

/// The words of a text in lines of at most 80 columns, without a line break at the end.
pub fn wrapped(text: &str) -> String {
    let mut lines = String::new();
    let mut column = 0;
    for word in text.split_whitespace() {
        let length = columns(word);
        if column > 0 {
            let fits = column + 1 + length <= WIDTH;
            lines.push(if fits { ' ' } else { '\n' });
            column = if fits { column + 1 } else { 0 };
        }
        lines.push_str(word);
        column += length;
    }
    lines
}

/// The columns that a text takes: two for each Chinese character and full-width digit.
pub fn columns(text: &str) -> usize {
    let is_wide = |c| matches!(c, '\u{2e80}'..='\u{9fff}' | '\u{ff00}'..='\u{ff60}');
    text.chars().map(|c| 1 + usize::from(is_wide(c))).sum()
}

/// A text without control characters but line breaks: those would move the cursor, or worse.
pub fn printable(text: &str) -> String {
    let is_harmful = |c: char| c.is_control() && c != '\n';
    text.replace(is_harmful, "\u{fffd}")
}

#[cfg(test)]
mod tests {
    use chess::{Chess, Color, Move, Position};

    use super::{Glyphs, Score, columns, printable, wrapped};

    fn pv_text(position: &Position, pv: &[Move]) -> String {
        super::pv_text::<Chess>(position, pv, Glyphs::Ascii)
    }

    fn score_text(score: Score, side: Color) -> String {
        super::score_text::<Chess>(score, side)
    }

    #[test]
    fn control_characters_are_replaced() {
        let text = "Saved to \u{1b}]0;title\u{7}\u{9b}31m \u{fc}.pgn\n";
        let replaced = "Saved to \u{fffd}]0;title\u{fffd}\u{fffd}31m \u{fc}.pgn\n";
        assert_eq!(printable(text), replaced);
    }

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
        assert_eq!(pv_text(&position, &line), "1. e4 e5 2. Nf3");
        line[1] = line[0];
        assert_eq!(pv_text(&position, &line), "1. e4");
        let black = position.after(line[0]);
        assert_eq!(
            pv_text(&black, &[black.parse_san("c5").unwrap()]),
            "1... c5"
        );
    }

    #[test]
    fn lines_are_full_but_not_too_full() {
        assert_eq!(wrapped(" a  b\n"), "a b");
        let text = wrapped(&"word ".repeat(40));
        let lengths: Vec<usize> = text.lines().map(str::len).collect();
        assert_eq!(lengths, [79, 79, 39]);
        let exact = format!("{} {} c", "a".repeat(39), "b".repeat(40));
        assert_eq!(wrapped(&exact).lines().next().map(str::len), Some(80));
        let chinese = wrapped(&"炮二平五 ".repeat(20));
        assert_eq!(chinese.lines().map(columns).max(), Some(80));
    }
}
