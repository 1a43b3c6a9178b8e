//! The result of a gate.

use arena::Limits;
use arena::runner::{Hypotheses, Standings};
use evaluation::Evaluated;
use matches::SprtResult;
use serde_json::{Value, json};
use stats::{Estimate, Performance, Trinomial};

use crate::{Baseline, Gate, Net, Scale};

/// The verdict of a match whose whole 95 % interval of the Elo is above 0.
const STRONGER: &str = "stronger";

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
    pub elo: Estimate,
    /// The bounds of an SPRT and its log-likelihood ratio at the end.
    pub sprt: Option<((f64, f64), f64)>,
    /// The decision in words.
    pub verdict: &'static str,
}

impl GateMatch {
    /// A match of so many games.
    pub(crate) fn of_match(opponent: &str, limits: &Limits, standings: &Standings) -> Self {
        let score = standings.player(0);
        let Performance { elo, interval, .. } = Performance::of(&score.pairs());
        Self {
            opponent: opponent.to_owned(),
            limits: limits.to_string(),
            games: score.games(),
            elo,
            sprt: None,
            verdict: match interval[0] > 0.0 {
                true => STRONGER,
                false => "not stronger",
            },
        }
    }

    /// The match that an SPRT was.
    pub(crate) fn of_sprt(
        opponent: &str,
        limits: &Limits,
        test: &Hypotheses,
        result: &SprtResult,
    ) -> Self {
        Self {
            sprt: Some(((test.elo0, test.elo1), result.llr)),
            verdict: result.words(),
            ..Self::of_match(opponent, limits, &result.standings)
        }
    }

    /// Whether the whole 95 % interval of the Elo is above 0, in a match that was not an SPRT.
    pub(crate) fn is_stronger(&self) -> bool {
        self.verdict == STRONGER
    }

    /// For people.
    pub fn line(&self) -> String {
        let Trinomial {
            wins,
            draws,
            losses,
        } = self.games;
        let sprt = self.sprt.map_or(String::new(), |((elo0, elo1), llr)| {
            format!(", LLR {llr:.2} [{elo0}, {elo1}]")
        });
        format!(
            "{} against {} at {}: Elo {}, +{wins} ={draws} -{losses}{sprt}",
            self.verdict, self.opponent, self.limits, self.elo,
        )
    }

    /// For programs and cards. An infinite Elo is null.
    fn to_json(&self) -> Value {
        json!({
            "limits": self.limits,
            "wins": self.games.wins,
            "draws": self.games.draws,
            "losses": self.games.losses,
            "elo": rounded(self.elo.value),
            "elo_error": rounded(self.elo.error),
            "elo0": self.sprt.map(|((elo0, _), _)| elo0),
            "elo1": self.sprt.map(|((_, elo1), _)| elo1),
            "llr": self.sprt.map(|(_, llr)| rounded(llr)),
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
    /// Its first match is not over yet.
    Waiting,
    /// It failed a sanity check.
    Rejected(String),
    /// It was not shown to be stronger.
    Failed(String),
    /// It was stronger in the first match.
    Passed,
}

/// A candidate and its results.
pub struct Candidate<G: Evaluated> {
    /// The network.
    pub net: Net<G>,
    /// How far it has come.
    pub status: Status,
    /// Its mean evaluation and the baseline's.
    pub scale: Option<Scale>,
    /// Its matches against the baseline.
    pub matches: Vec<GateMatch>,
    /// Its points in the play-off.
    pub playoff: Option<f64>,
}

impl<G: Evaluated> Candidate<G> {
    /// Its results in one line.
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

    /// Elo in the first match.
    pub(crate) fn first_elo(&self) -> f64 {
        let first = self.matches.first();
        first.map_or(f64::NEG_INFINITY, |first| first.elo.value)
    }
}

/// The results of all candidates.
pub struct Report<G: Evaluated> {
    /// SHA-256 of the engine.
    pub engine: String,
    /// What was to be beaten.
    pub baseline: Baseline<G>,
    /// Those whose files could be read.
    pub candidates: Vec<Candidate<G>>,
    /// The index of the candidate that passed.
    pub winner: Option<usize>,
}

impl<G: Evaluated> Report<G> {
    /// Before the first check.
    pub(crate) fn new(gate: &Gate<G>, candidates: Vec<Net<G>>) -> anyhow::Result<Self> {
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
    pub fn winner(&self) -> Option<&Candidate<G>> {
        self.winner.map(|index| &self.candidates[index])
    }

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
                "test_loss": candidate.net.card.test_loss,
                "results": candidate.net.card.results,
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
    pub(crate) fn for_card(&self, candidate: &Candidate<G>) -> Value {
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
