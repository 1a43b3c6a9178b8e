//! Labelled positions as plain text, as bullet's converter reads it: `FEN | score | result`, the
//! score in centipawns and the result in points, both white's.

use std::io::{self, BufRead};

use chess::Position;
use chess::pgn::GameResult;

use crate::record::LabelledPosition;

/// A position as a line of text; nothing if the result is not known.
#[must_use]
pub fn plain_text_line(labelled: &LabelledPosition) -> Option<String> {
    let points = match labelled.result {
        GameResult::WhiteWins => "1.0",
        GameResult::Draw => "0.5",
        GameResult::BlackWins => "0.0",
        GameResult::Unknown => return None,
    };
    let fen = labelled.position.fen();
    Some(format!("{fen} | {} | {points}", labelled.score))
}

/// Reads the positions of such lines; empty lines are passed over.
pub struct PlainTextPositions<R> {
    lines: io::Lines<R>,
    number: u64,
}

impl<R: BufRead> PlainTextPositions<R> {
    /// At the first line.
    pub fn new(stream: R) -> Self {
        Self {
            lines: stream.lines(),
            number: 0,
        }
    }
}

impl<R: BufRead> Iterator for PlainTextPositions<R> {
    /// A position, or what is wrong and in which line.
    type Item = Result<LabelledPosition, String>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let line = self.lines.next()?;
            self.number += 1;
            let read = match &line {
                Ok(line) if line.trim_ascii().is_empty() => continue,
                Ok(line) => read_line(line),
                Err(error) => Err(error.to_string()),
            };
            let number = self.number;
            return Some(read.map_err(|reason| format!("line {number}: {reason}")));
        }
    }
}

fn read_line(line: &str) -> Result<LabelledPosition, String> {
    let parts: Vec<&str> = line.split('|').map(str::trim).collect();
    let [fen, score, points] = parts[..] else {
        return Err(format!("not of the form FEN | score | result: {line:?}"));
    };
    let result = match points {
        "1.0" | "1" | "[1.0]" => GameResult::WhiteWins,
        "0.5" | "1/2" | "[0.5]" => GameResult::Draw,
        "0.0" | "0" | "[0.0]" => GameResult::BlackWins,
        _ => return Err(format!("bad result {points:?} (1.0, 0.5 or 0.0)")),
    };
    Ok(LabelledPosition {
        position: Position::from_fen(fen).map_err(|error| error.to_string())?,
        score: score.parse().map_err(|_| format!("bad score {score:?}"))?,
        result,
        group: 0,
    })
}

#[cfg(test)]
mod tests {
    use super::{PlainTextPositions, plain_text_line};

    #[test]
    fn lines_read_back_and_bad_ones_say_why() {
        let good = "4k3/8/8/8/8/8/8/4KR1R b F - 3 40 | -31 | 0.5";
        let text = format!("{good}\n\n4k3/8/8/8/8/8/8/4K3 w - - | 3\nx | 3 | 1.0\n");
        let mut lines = PlainTextPositions::new(text.as_bytes());
        let labelled = lines.next().unwrap().unwrap();
        assert_eq!(plain_text_line(&labelled).as_deref(), Some(good));
        let error = lines.next().unwrap().unwrap_err();
        assert!(error.starts_with("line 3: not of the form"), "{error}");
        assert!(lines.next().unwrap().unwrap_err().starts_with("line 4: "));
    }
}
