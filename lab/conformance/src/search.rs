//! One search: the position, the `info` lines and the best move.

use std::time::Duration;

use chess::{Move, Position};

use crate::check::{Stop, fail};
use crate::info_line::{self, Info};
use crate::setup::Setup;
use arena::UciScore;

/// How engines write `bestmove` without a move.
pub(super) const NO_MOVE: [&str; 3] = ["(none)", "0000", "NULL"];

/// One `go` and its output.
pub(super) struct Search {
    pub(super) setup: Setup,
    /// The `info` lines.
    pub(super) lines: Vec<String>,
    /// The whole `bestmove` line.
    pub(super) answer: String,
    /// From `go` to `bestmove`.
    pub(super) elapsed: Duration,
}

impl Search {
    /// The best move as text.
    pub(super) fn best(&self) -> &str {
        self.answer
            .split_ascii_whitespace()
            .nth(1)
            .unwrap_or_default()
    }

    /// The ponder move as text.
    pub(super) fn ponder(&self) -> Option<&str> {
        let mut words = self.answer.split_ascii_whitespace().skip(2);
        (words.next() == Some("ponder")).then(|| words.next().unwrap_or_default())
    }

    /// Whether `bestmove` has no move: `(none)`, `0000`, or a move from a square to itself.
    pub(super) fn is_without_move(&self) -> bool {
        let best = self.best();
        let goes_nowhere = || best.len() == 4 && best.get(..2) == best.get(2..);
        NO_MOVE.contains(&best) || goes_nowhere()
    }

    /// The best move, which must be legal and in UCI notation.
    pub(super) fn best_move(&self) -> Result<Move, Stop> {
        let position = &self.setup.position;
        legal(position, self.best())
            .map_err(|reason| Stop::Fail(format!("bestmove in {}: {reason}", position.fen())))
    }

    /// All `info` lines, which must be well-formed.
    pub(super) fn infos(&self) -> Result<Vec<Info>, Stop> {
        let parse = |line: &String| {
            info_line::parse(line).map_err(|reason| Stop::Fail(format!("{reason}: {line:?}")))
        };
        self.lines.iter().map(parse).collect()
    }

    /// The last exact `info` line of the first PV.
    pub(super) fn last_exact(&self) -> Result<Info, Stop> {
        let infos = self.infos()?;
        let last = infos
            .into_iter()
            .rfind(|info| info.is_exact() && info.number() == 1);
        last.map_or_else(|| fail("no info line with an exact score"), Ok)
    }

    /// The last exact score of the first PV.
    pub(super) fn score(&self) -> Result<UciScore, Stop> {
        let score = self.last_exact()?.score;
        score.map_or_else(|| fail("no score"), Ok)
    }

    /// Checks that all variations are legal. Returns their number.
    pub(super) fn check_variations(&self) -> Result<usize, Stop> {
        let infos = self.infos()?;
        for info in &infos {
            self.variation_end(info)?;
        }
        Ok(infos.iter().filter(|info| !info.pv.is_empty()).count())
    }

    /// The position at the end of a variation.
    pub(super) fn variation_end(&self, info: &Info) -> Result<Position, Stop> {
        let mut position = self.setup.position.clone();
        for text in &info.pv {
            let mv = legal(&position, text);
            let mv = mv.map_err(|reason| {
                Stop::Fail(format!("{reason} in the variation {}", info.pv.join(" ")))
            })?;
            position.play(mv);
        }
        Ok(position)
    }
}

/// Parses a legal move in UCI notation.
pub(super) fn legal(position: &Position, text: &str) -> Result<Move, String> {
    let mv = position
        .parse_uci(text)
        .map_err(|error| error.to_string())?;
    let right = position.uci(mv);
    if right == text {
        Ok(mv)
    } else {
        Err(format!("{text:?} should be {right:?}"))
    }
}
