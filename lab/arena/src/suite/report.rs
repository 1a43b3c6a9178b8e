//! The results of an engine in a suite.

use pgn::Notation;
use serde::Serialize;

use super::positions::{BadLine, Task};

/// The points in a set of positions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Score {
    /// The theme, or another name of the set.
    pub name: String,
    /// The number of positions.
    pub positions: u64,
    /// Positions with all points.
    pub solved: u64,
    /// Positions without an answer.
    pub failed: u64,
    /// The points scored.
    pub points: u64,
    /// The maximum.
    pub max_points: u64,
}

impl Score {
    fn named(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            ..Self::default()
        }
    }

    fn add(&mut self, answer: &Answer) {
        self.positions += 1;
        self.solved += u64::from(answer.solved);
        self.failed += u64::from(answer.failure.is_some());
        self.points += u64::from(answer.points);
        self.max_points += u64::from(answer.max_points);
    }

    /// The percentage of the points.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "no suite has 2^52 points")]
    pub fn percent(&self) -> f64 {
        if self.max_points == 0 {
            return 0.0;
        }
        100.0 * self.points as f64 / self.max_points as f64
    }
}

/// Why a position has no legal answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Failed {
    /// The process exited.
    Crash,
    /// No `bestmove` in time.
    Timeout,
    /// `bestmove` is not legal.
    Illegal,
}

/// The answer to one position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Answer {
    /// The position's id.
    pub id: String,
    /// The `id` without its number, or the name of the file.
    pub theme: String,
    /// The name without folders.
    pub file: String,
    /// Its line in the file.
    pub line: usize,
    /// The position.
    pub fen: String,
    /// The best move as PGN has it, if it is legal.
    pub san: Option<String>,
    /// The best move as the engine sent it.
    pub mv: Option<String>,
    /// What the answer is worth.
    pub points: u32,
    /// The maximum.
    pub max_points: u32,
    /// Whether it got the maximum.
    pub solved: bool,
    /// Milliseconds from `go` to `bestmove`, by our clock.
    pub time_ms: u64,
    /// The reported nodes.
    pub nodes: u64,
    /// The depth of its last score.
    pub depth: u32,
    /// Its last score.
    pub score: Option<String>,
    /// Why there is no legal answer, if there is none.
    pub failure: Option<Failed>,
    /// The same as text.
    pub reason: Option<String>,
}

impl Answer {
    /// A missing answer.
    pub(super) fn missing<R: Notation>(task: &Task<R>) -> Self {
        Self {
            id: task.id.clone(),
            theme: task.theme.clone(),
            file: task.file.clone(),
            line: task.line,
            fen: R::fen(&task.position),
            san: None,
            mv: None,
            points: 0,
            max_points: task.grading.max_points(),
            solved: false,
            time_ms: 0,
            nodes: 0,
            depth: 0,
            score: None,
            failure: None,
            reason: None,
        }
    }
}

/// The results of one engine on one set of files.
#[derive(Clone, Debug, Serialize)]
pub struct SuiteReport {
    /// The engine's name.
    pub engine: String,
    /// The search limits as text.
    pub limits: String,
    /// Concurrent engine processes.
    pub concurrency: usize,
    /// Wall time in seconds.
    pub seconds: f64,
    /// How often an engine was restarted.
    pub restarts: u64,
    /// All positions together.
    pub total: Score,
    /// The themes, in the order in which they first appear.
    pub themes: Vec<Score>,
    /// Invalid lines.
    pub bad_lines: Vec<BadLine>,
    /// Position by position, in the order of the files.
    pub answers: Vec<Answer>,
}

/// The sums of answers: in total, and by theme.
pub(super) fn sums(answers: &[Answer]) -> (Score, Vec<Score>) {
    let mut total = Score::named("total");
    let mut themes: Vec<Score> = Vec::new();
    for answer in answers {
        total.add(answer);
        let at = themes.iter().position(|theme| theme.name == answer.theme);
        let at = at.unwrap_or_else(|| {
            themes.push(Score::named(&answer.theme));
            themes.len() - 1
        });
        themes[at].add(answer);
    }
    (total, themes)
}
