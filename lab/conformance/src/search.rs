//! One search: the position, the `info` lines and the best move.

use std::time::Duration;

use crate::board::Board;
use crate::check::{Stop, ensure, fail};
use crate::info_line::{self, Info};
use crate::setup::Setup;
use uci::Score;

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

    /// The position after the best move, which must be legal and in UCI notation.
    pub(super) fn after_best(&self) -> Result<Board, Stop> {
        let mut board = self.setup.board.clone();
        let played = board.play(self.best());
        let fen = || self.setup.board.fen();
        played.map_err(|reason| Stop::Fail(format!("bestmove in {}: {reason}", fen())))?;
        Ok(board)
    }

    /// Checks that the best move is this one.
    pub(super) fn expect_best(&self, mv: &str) -> Result<(), Stop> {
        let board = &self.setup.board;
        ensure(self.best() == board.spell(mv), || {
            format!("{} instead of {mv} in {}", self.best(), board.fen())
        })
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
    pub(super) fn score(&self) -> Result<Score, Stop> {
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
    pub(super) fn variation_end(&self, info: &Info) -> Result<Board, Stop> {
        let mut board = self.setup.board.clone();
        for text in &info.pv {
            board.play(text).map_err(|reason| {
                Stop::Fail(format!("{reason} in the variation {}", info.pv.join(" ")))
            })?;
        }
        Ok(board)
    }
}
