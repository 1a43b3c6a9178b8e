//! What an engine did in a suite, as data.

use serde::Serialize;

use super::positions::{BadLine, Task};

/// Points of a set of positions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Score {
    /// The theme, or what else the set is called.
    pub name: String,
    /// How many positions.
    pub positions: u64,
    /// How many got all points.
    pub solved: u64,
    /// How many got no answer.
    pub failed: u64,
    /// The points made.
    pub points: u64,
    /// The points that could be made.
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

    /// The share of the points, in per cent.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "no suite has 2^52 points")]
    pub fn percent(&self) -> f64 {
        if self.max_points == 0 {
            return 0.0;
        }
        100.0 * self.points as f64 / self.max_points as f64
    }
}

/// Why a position has no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Failed {
    /// The process ended.
    Crash,
    /// No `bestmove` came in time.
    Timeout,
    /// The move is not legal.
    Illegal,
}

/// What was answered to one position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Answer {
    /// The position's id.
    pub id: String,
    /// Its theme.
    pub theme: String,
    /// The file it stands in.
    pub file: String,
    /// The line it stands on.
    pub line: usize,
    /// The position.
    pub fen: String,
    /// The move in SAN, if a legal one came.
    pub san: Option<String>,
    /// The move as the engine wrote it.
    pub mv: Option<String>,
    /// The points it made.
    pub points: u32,
    /// The points it could make.
    pub max_points: u32,
    /// Whether it made them all.
    pub solved: bool,
    /// Milliseconds from `go` to `bestmove`, by our clock.
    pub time_ms: u64,
    /// Nodes the engine reported.
    pub nodes: u64,
    /// The depth of its last score.
    pub depth: u32,
    /// Its last score.
    pub score: Option<String>,
    /// What went wrong, if there is no answer.
    pub failure: Option<Failed>,
    /// The same in words.
    pub reason: Option<String>,
}

impl Answer {
    /// An answer that has not come.
    pub(super) fn missing(task: &Task) -> Self {
        Self {
            id: task.id.clone(),
            theme: task.theme.clone(),
            file: task.file.clone(),
            line: task.line,
            fen: task.position.fen(),
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

/// All about one engine and one set of files.
#[derive(Clone, Debug, Serialize)]
pub struct SuiteReport {
    /// The engine's name.
    pub engine: String,
    /// The limits, in words.
    pub limits: String,
    /// Workers at once.
    pub concurrency: usize,
    /// Wall time in seconds.
    pub seconds: f64,
    /// How often the engine had to be started again.
    pub restarts: u64,
    /// All positions together.
    pub total: Score,
    /// The themes, in the order in which they first appear.
    pub themes: Vec<Score>,
    /// Lines that were passed over.
    pub bad_lines: Vec<BadLine>,
    /// Position by position, in the order of the files.
    pub answers: Vec<Answer>,
}

/// The sums of answers: all together, and by theme.
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
