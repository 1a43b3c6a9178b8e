//! The gate: which of several networks, if any, replaces the baseline.
//!
//! [`Gate::run`] is the whole procedure: sanity checks without a game, a match of each candidate
//! at fixed nodes, a play-off of those that passed, and an SPRT of the best one on the clock.
//! [`promote`] then puts the winner in its place.

#![forbid(unsafe_code)]

mod catalog;
mod engine;
mod games;
mod lineage;
mod net;
mod promotion;
mod report;
mod sanity;
mod scale;
#[cfg(test)]
mod test_nets;

use std::path::PathBuf;

use anyhow::Context;
use arena::runner::{Format, Hypotheses, Settings};
use arena::{Limits, Player};
use evaluation::{Evaluated, NetworkOf};
use net_tools::{Inspected, Scores, Yardsticks};
use stats::Decision;
use support::Interrupt;

pub use catalog::{Catalog, Node};
pub use engine::{default_engine, player_for, with_options};
pub use net::{Baseline, Net, load_candidates};
pub use promotion::{Promotion, promote};
pub use report::{Candidate, GateMatch, Report, Status};
pub use scale::Scale;

/// A match against the baseline at one time control.
#[derive(Clone, Debug)]
pub struct Stage {
    /// The limits of each move or game.
    pub limits: Limits,
    /// The hypotheses of an SPRT, which stops when it is decided. Without one all games are played, and
    /// a candidate passes whose Elo is above 0 by more than its error: stopped matches overstate
    /// differences, and say little of which candidate is the best.
    pub test: Option<Hypotheses>,
    /// Pairs of games at most.
    pub rounds: u64,
}

/// How candidates are judged.
pub struct Gate<G: Evaluated> {
    /// The engine that plays with every network, with the options that all have in common.
    pub player: Player,
    /// What candidates must beat.
    pub baseline: Baseline<G>,
    /// The conditions of all games.
    pub conditions: Settings,
    /// The match of each candidate.
    pub first: Stage,
    /// Pairs of games between every two candidates that passed; with none, the higher Elo against
    /// the baseline decides.
    pub playoff: u64,
    /// The SPRT of the best candidate, if there is to be one.
    pub clock: Option<Stage>,
    /// What networks are measured with for their cards.
    pub yardsticks: Yardsticks<G::Features>,
    /// The largest ratio between the mean evaluations of a candidate and the baseline.
    pub scale_limit: f64,
    /// Where the matches are.
    pub folder: PathBuf,
    /// Where they are recorded.
    pub ledger: Option<PathBuf>,
    /// Whether plain lines are wanted even on a terminal.
    pub plain: bool,
    /// With plain lines, the score is printed after so many pairs.
    pub interval: u64,
    /// Ctrl-C.
    pub interrupt: Interrupt,
    /// Receives the log, line by line.
    pub log: fn(&str),
}

impl<G: Inspected> Gate<G> {
    /// Judges candidates. The report is written to the folder after every match.
    ///
    /// # Errors
    /// If an engine does not start or a file cannot be read or written.
    pub fn run(&self, candidates: Vec<Net<G>>) -> anyhow::Result<Report<G>> {
        let mut report = Report::new(self, candidates)?;
        self.check(&mut report)?;
        self.save(&report)?;
        for index in 0..report.candidates.len() {
            if report.candidates[index].status == Status::Waiting {
                self.test(&mut report, index)?;
            }
            if self.interrupt.is_stopped() {
                return Ok(report);
            }
        }
        let Some(best) = self.best(&mut report)? else {
            return Ok(report);
        };
        report.winner = match &self.clock {
            Some(clock) if !self.interrupt.is_stopped() => {
                let name = &report.candidates[best].net.name;
                self.log(format!("\n== {name} at {}", clock.limits));
                self.duel(&mut report, best, clock, "clock")?
                    .then_some(best)
            }
            Some(_) => None,
            None => Some(best),
        };
        self.save(&report)?;
        Ok(report)
    }

    fn log(&self, line: String) {
        (self.log)(&line);
    }

    /// Checks that need no game.
    fn check(&self, report: &mut Report<G>) -> anyhow::Result<()> {
        let size = Scale::of::<G>(self.baseline.network());
        let name = self.baseline.name();
        self.log("== Sanity checks".to_owned());
        self.log(format!("{name}: mean |eval| {size:.0} cp"));
        if let Some(network) = self.baseline.network() {
            self.measure(name, network)?;
        }
        for candidate in &mut report.candidates {
            let checked = sanity::check(&candidate.net, &self.baseline, self.scale_limit);
            let name = &candidate.net.name;
            self.log(format!("{name}: {}", checked.words));
            let scores = self.measure(name, &candidate.net.network)?;
            scores.write_to(&mut candidate.net.card);
            candidate.scale = Some(checked.scale);
            if let Some(reason) = checked.refusal {
                self.log(format!("{name} is rejected: {reason}"));
                candidate.status = Status::Rejected(reason);
            }
        }
        Ok(())
    }

    /// Measures a network with the yardsticks, and logs what they say.
    fn measure(&self, name: &str, network: &NetworkOf<G>) -> anyhow::Result<Scores> {
        let scores = self.yardsticks.measure(network)?;
        for (title, fact) in scores.facts() {
            if let Some(fact) = fact {
                self.log(format!("{name}: {title} {fact}"));
            }
        }
        Ok(scores)
    }

    /// The first match of a candidate.
    fn test(&self, report: &mut Report<G>, index: usize) -> anyhow::Result<()> {
        let name = &report.candidates[index].net.name;
        self.log(format!("\n== {name} at {}", self.first.limits));
        let passed = self.duel(report, index, &self.first, "first")?;
        if passed {
            report.candidates[index].status = Status::Passed;
        } else if !self.interrupt.is_stopped() {
            let last = report.candidates[index].matches.last();
            let words = last.map(GateMatch::line).unwrap_or_default();
            report.candidates[index].status = Status::Failed(words);
        }
        self.save(report)
    }

    /// A candidate against the baseline; whether it passed.
    fn duel(
        &self,
        report: &mut Report<G>,
        index: usize,
        stage: &Stage,
        word: &str,
    ) -> anyhow::Result<bool> {
        let candidate = &mut report.candidates[index];
        let name = candidate.net.name.clone();
        let settings = Settings {
            event: format!("Gate: {name} at {}", stage.limits),
            players: vec![
                candidate.net.player(&self.player, &stage.limits),
                self.baseline.player(&self.player, &stage.limits),
            ],
            rounds: stage.rounds,
            test: stage.test,
            ..self.conditions.clone()
        };
        let folder = format!("{name}-{word}");
        let (baseline, limits) = (self.baseline.name(), &stage.limits);
        let (played, passed) = match stage.test {
            Some(test) => {
                let result = self.sprt(&folder, settings, test)?;
                let passed = result.decision == Decision::Stronger;
                (GateMatch::of_sprt(baseline, limits, &test, &result), passed)
            }
            None => {
                let standings = self.play(&folder, settings)?;
                let played = GateMatch::of_match(baseline, limits, &standings);
                let passed = played.is_stronger() && !self.interrupt.is_stopped();
                (played, passed)
            }
        };
        self.log(format!("{name}: {}", played.line()));
        candidate.matches.push(played);
        Ok(passed)
    }

    /// The best of those that passed.
    fn best(&self, report: &mut Report<G>) -> anyhow::Result<Option<usize>> {
        let passed: Vec<usize> = (0..report.candidates.len())
            .filter(|&index| report.candidates[index].status == Status::Passed)
            .collect();
        if passed.len() < 2 || self.playoff == 0 {
            let elo = |index: &usize| report.candidates[*index].first_elo();
            return Ok(passed
                .iter()
                .copied()
                .max_by(|a, b| elo(a).total_cmp(&elo(b))));
        }
        self.log(format!("\n== Play-off of {} candidates", passed.len()));
        let players = passed.iter().map(|&index| {
            let net = &report.candidates[index].net;
            net.player(&self.player, &self.first.limits)
        });
        let settings = Settings {
            event: "Gate: play-off".to_owned(),
            players: players.collect(),
            format: Format::RoundRobin,
            rounds: self.playoff,
            ..self.conditions.clone()
        };
        let standings = self.play("playoff", settings)?;
        let points = |place: usize| {
            let games = standings.player(place).games();
            games.wins as f64 + games.draws as f64 / 2.0
        };
        for (place, &index) in passed.iter().enumerate() {
            let candidate = &mut report.candidates[index];
            candidate.playoff = Some(points(place));
            let name = &candidate.net.name;
            self.log(format!("{name}: {:.1} points", points(place)));
        }
        let best = (0..passed.len()).max_by(|&a, &b| points(a).total_cmp(&points(b)));
        Ok(best
            .filter(|_| !self.interrupt.is_stopped())
            .map(|place| passed[place]))
    }

    fn save(&self, report: &Report<G>) -> anyhow::Result<()> {
        let path = self.folder.join("gate.json");
        support::write_atomic(&path, report.to_json().as_bytes())
            .with_context(|| format!("cannot write {}", path.display()))
    }
}
