//! What a gate has come to.

use serde_json::{Value, json};
use stats::{Performance, Trinomial};

use super::{Entrant, Gate, Reigning, Scale, Stage};
use crate::matches::Tested;

/// A match against the reigning evaluation.
#[derive(Clone, Debug, PartialEq)]
pub struct GateMatch {
    /// Who was met.
    pub opponent: String,
    /// How long each side could think.
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
    /// What a test came to.
    pub fn new(opponent: &str, stage: &Stage, tested: &Tested) -> Self {
        let score = tested.standings.player(0);
        let elo = Performance::of(&score.pairs()).elo;
        Self {
            opponent: opponent.to_owned(),
            limits: stage.limits.to_string(),
            games: score.games(),
            elo: (elo.value, elo.error),
            bounds: (stage.test.elo0, stage.test.elo1),
            llr: tested.llr,
            verdict: tested.words(),
        }
    }

    /// For people.
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

    /// For programs and cards. An infinite Elo is nothing there.
    pub fn to_json(&self) -> Value {
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

/// Two places are enough for anybody.
fn rounded(number: f64) -> Value {
    json!(number.is_finite().then(|| (number * 100.0).round() / 100.0))
}

/// How far a candidate has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status {
    /// It has not played to a decision yet.
    Waiting,
    /// It may not play, and why.
    Rejected(String),
    /// It was not found stronger.
    Failed(String),
    /// It was found stronger in the first test.
    Passed,
}

/// A candidate and what became of it.
pub struct Candidate {
    /// The network.
    pub entrant: Entrant,
    /// How far it has come.
    pub status: Status,
    /// The sizes of its values.
    pub scale: Option<Scale>,
    /// Its matches against the reigning evaluation.
    pub matches: Vec<GateMatch>,
    /// Its points in the play-off.
    pub playoff: Option<f64>,
}

impl Candidate {
    /// What became of it, for people.
    pub fn line(&self) -> String {
        let name = &self.entrant.name;
        match &self.status {
            Status::Waiting => format!("{name}: not decided"),
            Status::Rejected(reason) => format!("{name}: rejected, {reason}"),
            Status::Failed(words) => format!("{name}: {words}"),
            Status::Passed => {
                let lines: Vec<String> = self.matches.iter().map(GateMatch::line).collect();
                format!("{name}: {}", lines.join("; "))
            }
        }
    }

    /// Elo in the first test.
    pub fn first_elo(&self) -> f64 {
        let first = self.matches.first();
        first.map_or(f64::NEG_INFINITY, |first| first.elo.0)
    }
}

/// All that is known.
pub struct Report {
    /// SHA-256 of the program that played with all of them.
    pub engine: String,
    /// What was to be beaten.
    pub reigning: Reigning,
    /// Who tried.
    pub candidates: Vec<Candidate>,
    /// The number of the one who may take its place.
    pub winner: Option<usize>,
}

impl Report {
    /// Before anything was tried.
    pub fn new(gate: &Gate, candidates: Vec<Entrant>) -> anyhow::Result<Self> {
        let command = &gate.player.engine.command;
        let candidate = |entrant| Candidate {
            entrant,
            status: Status::Waiting,
            scale: None,
            matches: Vec::new(),
            playoff: None,
        };
        Ok(Self {
            engine: ledger::EngineRecord::from_command(command, None)?.hash,
            reigning: gate.reigning.clone(),
            candidates: candidates.into_iter().map(candidate).collect(),
            winner: None,
        })
    }

    /// Who may take the place.
    pub fn winner(&self) -> Option<&Candidate> {
        self.winner.map(|index| &self.candidates[index])
    }

    /// For programs.
    pub fn to_json(&self) -> String {
        let candidates = self.candidates.iter().map(|candidate| {
            let (status, reason) = match &candidate.status {
                Status::Waiting => ("waiting", None),
                Status::Rejected(reason) => ("rejected", Some(reason)),
                Status::Failed(reason) => ("failed", Some(reason)),
                Status::Passed => ("passed", None),
            };
            json!({
                "name": candidate.entrant.name,
                "sha256": candidate.entrant.sha256,
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
            "reigning": { "name": self.reigning.name(), "sha256": self.reigning.sha256() },
            "candidates": candidates.collect::<Vec<_>>(),
            "winner": self.winner().map(|candidate| &candidate.entrant.name),
        });
        format!("{report:#}\n")
    }

    /// What the winner's card says of the gate.
    pub fn for_card(&self, candidate: &Candidate) -> Value {
        let matches = candidate.matches.iter();
        json!({
            "date": arena::runner::today(),
            "engine": self.engine,
            "opponent": { "name": self.reigning.name(), "sha256": self.reigning.sha256() },
            "candidates": self.candidates.len(),
            "candidate": candidate.entrant.sha256,
            "scale": candidate.scale,
            "nnue_scale": candidate.scale.map(Scale::percent),
            "matches": matches.map(GateMatch::to_json).collect::<Vec<_>>(),
        })
    }
}
