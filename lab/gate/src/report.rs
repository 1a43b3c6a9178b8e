//! The result of a gate.

use serde_json::{Value, json};
use stats::{Performance, Trinomial};

use crate::matches::SprtResult;
use crate::{Baseline, Gate, Net, Scale, Stage};

/// A match against the baseline.
#[derive(Clone, Debug, PartialEq)]
pub struct GateMatch {
    /// The baseline's name.
    pub opponent: String,
    /// The limits of each side.
    pub limits: String,
    /// Games won, drawn and lost.
    pub games: Trinomial,
    /// Elo with half the width of its 95 % interval.
    pub elo: (f64, f64),
    /// The bounds of the test.
    pub bounds: (f64, f64),
    /// The log-likelihood ratio at the end.
    pub llr: f64,
    /// The decision in words.
    pub verdict: &'static str,
}

impl GateMatch {
    /// The match that an SPRT was.
    pub(crate) fn new(opponent: &str, stage: &Stage, result: &SprtResult) -> Self {
        let score = result.standings.player(0);
        let elo = Performance::of(&score.pairs()).elo;
        Self {
            opponent: opponent.to_owned(),
            limits: stage.limits.to_string(),
            games: score.games(),
            elo: (elo.value, elo.error),
            bounds: (stage.test.elo0, stage.test.elo1),
            llr: result.llr,
            verdict: result.words(),
        }
    }

    /// For people.
    #[must_use]
    pub fn line(&self) -> String {
        let Trinomial {
            wins,
            draws,
            losses,
        } = self.games;
        format!(
            "{} against {} at {}: Elo {:.1} +/- {:.1}, +{wins} ={draws} -{losses}, LLR {:.2} [{}, {}]",
            self.verdict,
            self.opponent,
            self.limits,
            self.elo.0,
            self.elo.1,
            self.llr,
            self.bounds.0,
            self.bounds.1
        )
    }

    /// For programs and cards. An infinite Elo is null.
    fn to_json(&self) -> Value {
        json!({
            "limits": self.limits,
            "wins": self.games.wins,
            "draws": self.games.draws,
            "losses": self.games.losses,
            "elo": rounded(self.elo.0),
            "elo_error": rounded(self.elo.1),
            "elo0": self.bounds.0,
            "elo1": self.bounds.1,
            "llr": rounded(self.llr),
            "verdict": self.verdict,
        })
    }
}

/// Two decimals, or null.
fn rounded(number: f64) -> Value {
    json!(number.is_finite().then(|| (number * 100.0).round() / 100.0))
}

/// How far a candidate has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status {
    /// Its SPRT is not decided yet.
    Waiting,
    /// It failed a sanity check.
    Rejected(String),
    /// H1 was not accepted.
    Failed(String),
    /// H1 was accepted in the first SPRT.
    Passed,
}

/// A candidate and its results.
pub struct Candidate {
    /// The network.
    pub net: Net,
    /// How far it has come.
    pub status: Status,
    /// Its mean evaluation and the baseline's.
    pub scale: Option<Scale>,
    /// Its matches against the baseline.
    pub matches: Vec<GateMatch>,
    /// Its points in the play-off.
    pub playoff: Option<f64>,
}

impl Candidate {
    /// Its results in one line.
    #[must_use]
    pub fn line(&self) -> String {
        let name = &self.net.name;
        match &self.status {
            Status::Waiting => format!("{name}: inconclusive"),
            Status::Rejected(reason) => format!("{name}: rejected, {reason}"),
            Status::Failed(words) => format!("{name}: {words}"),
            Status::Passed => {
                let lines: Vec<String> = self.matches.iter().map(GateMatch::line).collect();
                format!("{name}: {}", lines.join("; "))
            }
        }
    }

    /// Elo in the first SPRT.
    pub(crate) fn first_elo(&self) -> f64 {
        let first = self.matches.first();
        first.map_or(f64::NEG_INFINITY, |first| first.elo.0)
    }
}

/// The results of all candidates.
pub struct Report {
    /// SHA-256 of the engine.
    pub engine: String,
    /// What was to be beaten.
    pub baseline: Baseline,
    /// The candidates.
    pub candidates: Vec<Candidate>,
    /// The index of the candidate that passed.
    pub winner: Option<usize>,
}

impl Report {
    /// Before the first check.
    pub(crate) fn new(gate: &Gate, candidates: Vec<Net>) -> anyhow::Result<Self> {
        let command = &gate.player.engine.command;
        let candidate = |net| Candidate {
            net,
            status: Status::Waiting,
            scale: None,
            matches: Vec::new(),
            playoff: None,
        };
        Ok(Self {
            engine: ledger::EngineRecord::from_command(command, None)?.hash,
            baseline: gate.baseline.clone(),
            candidates: candidates.into_iter().map(candidate).collect(),
            winner: None,
        })
    }

    /// The candidate that passed.
    #[must_use]
    pub fn winner(&self) -> Option<&Candidate> {
        self.winner.map(|index| &self.candidates[index])
    }

    /// As JSON.
    pub(crate) fn to_json(&self) -> String {
        let candidates = self.candidates.iter().map(|candidate| {
            let (status, reason) = match &candidate.status {
                Status::Waiting => ("waiting", None),
                Status::Rejected(reason) => ("rejected", Some(reason)),
                Status::Failed(reason) => ("failed", Some(reason)),
                Status::Passed => ("passed", None),
            };
            json!({
                "name": candidate.net.name,
                "sha256": candidate.net.sha256,
                "status": status,
                "reason": reason,
                "scale": candidate.scale,
                "nnue_scale": candidate.scale.map(Scale::percent),
                "matches": candidate.matches.iter().map(GateMatch::to_json).collect::<Vec<_>>(),
                "playoff_points": candidate.playoff,
            })
        });
        let report = json!({
            "engine": self.engine,
            "baseline": { "name": self.baseline.name(), "sha256": self.baseline.sha256() },
            "candidates": candidates.collect::<Vec<_>>(),
            "winner": self.winner().map(|candidate| &candidate.net.name),
        });
        format!("{report:#}\n")
    }

    /// The gate's results for a candidate's card.
    pub(crate) fn for_card(&self, candidate: &Candidate) -> Value {
        let matches = candidate.matches.iter();
        json!({
            "date": arena::runner::today(),
            "engine": self.engine,
            "opponent": { "name": self.baseline.name(), "sha256": self.baseline.sha256() },
            "candidates": self.candidates.len(),
            "candidate": candidate.net.sha256,
            "scale": candidate.scale,
            "nnue_scale": candidate.scale.map(Scale::percent),
            "matches": matches.map(GateMatch::to_json).collect::<Vec<_>>(),
        })
    }
}
