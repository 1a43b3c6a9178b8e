//! Labeled positions as EPD: `ce` is the score for the side to move, `c9` the result, `hmvc` and
//! `fmvn` the move counters.

use std::io::{self, BufRead};
use std::marker::PhantomData;

use chess::Chess;
use game::{Dense, GameResult, Position};
use pgn::{Epd, EpdError, Notation};

use crate::game::seen_by;
use crate::record::LabeledPosition;

/// A position as a line of EPD.
pub fn epd_line<R: Notation>(labeled: &LabeledPosition<R>) -> String {
    let position = &labeled.position;
    let score = seen_by(position.side_to_move().index(), labeled.score);
    let operation = |opcode: &str, operand: String| (opcode.to_owned(), vec![operand]);
    let mut operations = vec![
        operation("hmvc", position.halfmove_clock().to_string()),
        operation("fmvn", R::move_number(position).to_string()),
        operation("ce", score.to_string()),
    ];
    if labeled.result != GameResult::Unknown {
        operations.push(operation("c9", labeled.result.to_string()));
    }
    let epd = Epd::<R> {
        position: position.clone(),
        operations,
    };
    epd.to_string()
}

/// Reads EPD lines. A line without `ce` has no score, and one without `c9` no result; empty lines are
/// skipped.
pub struct EpdPositions<S, R: Notation = Chess> {
    lines: io::Lines<S>,
    number: u64,
    game: PhantomData<R>,
}

impl<S: BufRead, R: Notation> EpdPositions<S, R> {
    /// Starts at the first line.
    pub fn new(stream: S) -> Self {
        Self {
            lines: stream.lines(),
            number: 0,
            game: PhantomData,
        }
    }
}

impl<S: BufRead, R: Notation> Iterator for EpdPositions<S, R> {
    /// A position and its score, or an error with its line.
    type Item = Result<(LabeledPosition<R>, Option<i16>), String>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let line = self.lines.next()?;
            self.number += 1;
            let line = match line {
                Ok(line) if line.trim_ascii().is_empty() => continue,
                Ok(line) => line,
                Err(error) => return Some(Err(format!("line {}: {error}", self.number))),
            };
            let number = self.number;
            let wrong = |error: EpdError| format!("line {number}: {error}");
            return Some(read_line(&line).map_err(wrong));
        }
    }
}

fn read_line<R: Notation>(line: &str) -> Result<(LabeledPosition<R>, Option<i16>), EpdError> {
    let epd = Epd::<R>::parse(line)?;
    let bad = |opcode: &str, text: &str| EpdError::Number(opcode.to_owned(), text.to_owned());
    let score = match epd.operand("ce") {
        None => None,
        Some(text) => {
            let score: i16 = text.parse().map_err(|_| bad("ce", text))?;
            Some(seen_by(epd.position.side_to_move().index(), score))
        }
    };
    let result = match epd.operand("c9") {
        None => GameResult::Unknown,
        Some(text) => text.parse().map_err(|_| bad("c9", text))?,
    };
    let labeled = LabeledPosition {
        position: epd.position,
        score: score.unwrap_or(0),
        result,
        group: 0,
    };
    Ok((labeled, score))
}

#[cfg(test)]
mod tests {
    use super::{EpdPositions, epd_line};
    use crate::{GameResult, LabeledPosition};
    use chess::Position;

    #[test]
    fn lines_read_back() {
        for (fen, score) in [
            (Position::START_FEN, 31),
            ("4k3/8/8/8/3pP3/8/8/4KR1R b F e3 0 40", -1234),
        ] {
            let labeled = LabeledPosition {
                position: Position::from_fen(fen).unwrap(),
                score,
                result: GameResult::BlackWins,
                group: 0,
            };
            let line = epd_line(&labeled);
            let read = <EpdPositions<_>>::new(line.as_bytes()).next().unwrap();
            assert_eq!(read, Ok((labeled, Some(score))), "{line}");
        }
    }

    #[test]
    fn what_is_missing_or_wrong_is_told() {
        let text = "\n8/8/8/4k3/8/8/4P3/4K3 b - -\n8/8/8/4k3/8/8/4P3/4K3 w - - ce x;\n";
        let mut lines = <EpdPositions<_>>::new(text.as_bytes());
        let (labeled, score) = lines.next().unwrap().unwrap();
        assert_eq!((labeled.result, score), (GameResult::Unknown, None));
        let error = lines.next().unwrap().unwrap_err();
        assert_eq!(error, "line 3: bad number after ce in EPD: \"x\"");
        assert!(lines.next().is_none());
    }
}
