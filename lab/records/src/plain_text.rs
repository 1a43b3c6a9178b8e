//! Labeled positions as text, as bullet's converter reads it: `FEN | score | result`, the score in
//! centipawns and the result in points, both from White's view.

use std::io::{self, BufRead};

use std::marker::PhantomData;

use chess::Chess;
use game::{GameResult, Rules};

use crate::record::LabeledPosition;

/// A position as a line of text; `None` if the result is unknown.
pub fn plain_text_line<R: Rules>(labeled: &LabeledPosition<R>) -> Option<String> {
    let points = match labeled.result {
        GameResult::WhiteWins => "1.0",
        GameResult::Draw => "0.5",
        GameResult::BlackWins => "0.0",
        GameResult::Unknown => return None,
    };
    let fen = R::fen(&labeled.position);
    Some(format!("{fen} | {} | {points}", labeled.score))
}

/// Reads such lines; empty lines are skipped.
pub struct PlainTextPositions<S, R = Chess> {
    lines: io::Lines<S>,
    number: u64,
    game: PhantomData<R>,
}

impl<S: BufRead, R: Rules> PlainTextPositions<S, R> {
    /// Starts at the first line.
    pub fn new(stream: S) -> Self {
        Self {
            lines: stream.lines(),
            number: 0,
            game: PhantomData,
        }
    }
}

impl<S: BufRead, R: Rules> Iterator for PlainTextPositions<S, R> {
    /// A position, or an error with its line.
    type Item = Result<LabeledPosition<R>, String>;

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

fn read_line<R: Rules>(line: &str) -> Result<LabeledPosition<R>, String> {
    let parts: Vec<&str> = line.split('|').map(str::trim).collect();
    let [fen, score, points] = parts[..] else {
        return Err(format!("expected FEN | score | result, found {line:?}"));
    };
    let result = match points {
        "1.0" | "1" | "[1.0]" => GameResult::WhiteWins,
        "0.5" | "1/2" | "[0.5]" => GameResult::Draw,
        "0.0" | "0" | "[0.0]" => GameResult::BlackWins,
        _ => {
            return Err(format!(
                "expected the result 1.0, 0.5 or 0.0, found {points:?}"
            ));
        }
    };
    Ok(LabeledPosition {
        position: R::parse_fen(fen).map_err(|error| error.to_string())?,
        score: score
            .parse()
            .map_err(|_| format!("expected a score in centipawns, found {score:?}"))?,
        result,
        group: 0,
    })
}

#[cfg(test)]
mod tests {
    use super::{Chess, PlainTextPositions, plain_text_line};

    #[test]
    fn lines_read_back_and_bad_ones_say_why() {
        let good = "4k3/8/8/8/8/8/8/4KR1R b F - 3 40 | -31 | 0.5";
        let text = format!("{good}\n\n4k3/8/8/8/8/8/8/4K3 w - - | 3\nx | 3 | 1.0\n");
        let mut lines = PlainTextPositions::<_, Chess>::new(text.as_bytes());
        let labeled = lines.next().unwrap().unwrap();
        assert_eq!(plain_text_line(&labeled).as_deref(), Some(good));
        let error = lines.next().unwrap().unwrap_err();
        assert!(error.starts_with("line 3: expected FEN"), "{error}");
        assert!(lines.next().unwrap().unwrap_err().starts_with("line 4: "));
    }
}
