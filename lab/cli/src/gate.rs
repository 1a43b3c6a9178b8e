//! The gate: which of several networks, if any, takes the place of the reigning evaluation.
//!
//! [`Gate::hold`] is the whole course: sanity checks without a game, a sequential test of each
//! candidate at fixed nodes, a play-off of those that passed, and the best one on the clock.
//! [`promote`] then puts the winner in its place.

mod entrant;
#[cfg(test)]
mod examples;
mod games;
mod lineage;
mod program;
mod promotion;
mod report;
mod sanity;
mod scale;

use std::path::PathBuf;

use anyhow::Context;
use arena::runner::{Format, Hypotheses, Settings};
use arena::{Limits, Player};
use stats::Decision;
use support::Interrupt;

pub use entrant::{Entrant, Reigning, keep};
use games::Games;
pub use program::program;
pub use promotion::{Promotion, promote};
pub use report::{Candidate, GateMatch, Report, Status};
pub use scale::Scale;

/// A kind of games, and the question they are to answer.
#[derive(Clone, Debug)]
pub struct Stage {
    /// How long each side may think.
    pub limits: Limits,
    /// The hypotheses.
    pub test: Hypotheses,
    /// Pairs of games at most.
    pub rounds: u64,
}

/// How candidates are judged.
pub struct Gate {
    /// The program that plays with all of them, with the options that all have.
    pub player: Player,
    /// What is to be beaten.
    pub reigning: Reigning,
    /// The conditions of all games.
    pub conditions: Settings,
    /// The test of each candidate.
    pub first: Stage,
    /// Pairs of games between every two candidates that passed; with none, their results against
    /// the reigning evaluation decide.
    pub playoff: u64,
    /// The test of the best one, if there is to be one.
    pub clock: Option<Stage>,
    /// How many times larger or smaller than those of the reigning evaluation values may be.
    pub scale_limit: f64,
    /// Where the matches are.
    pub folder: PathBuf,
    /// Where they are recorded.
    pub ledger: Option<PathBuf>,
    /// Whether lines are wanted even on a terminal, and after how many pairs.
    pub lines: (bool, u64),
    /// Ctrl-C.
    pub interrupt: Interrupt,
}

impl Gate {
    /// Judges candidates. The report is in the folder, too, and says more with every match.
    pub fn hold(&self, candidates: Vec<Entrant>) -> anyhow::Result<Report> {
        let mut report = Report::new(self, candidates)?;
        self.check(&mut report);
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
                println!("\n== {} on the clock", report.candidates[best].entrant.name);
                self.duel(&mut report, best, clock, "clock")?
                    .then_some(best)
            }
            Some(_) => None,
            None => Some(best),
        };
        self.save(&report)?;
        Ok(report)
    }

    /// What needs no game.
    fn check(&self, report: &mut Report) {
        println!("== Sanity, before any game");
        let reigning = Scale::of(self.reigning.network());
        println!(
            "{}: mean value {reigning:.0} on the reference positions",
            self.reigning.name()
        );
        for candidate in &mut report.candidates {
            let checked = sanity::check(&candidate.entrant, &self.reigning, self.scale_limit);
            println!("{}: {}", candidate.entrant.name, checked.words);
            candidate.scale = Some(checked.scale);
            if let Some(reason) = checked.refusal {
                println!("{} is rejected: {reason}", candidate.entrant.name);
                candidate.status = Status::Rejected(reason);
            }
        }
    }

    /// The first test of a candidate.
    fn test(&self, report: &mut Report, index: usize) -> anyhow::Result<()> {
        let name = &report.candidates[index].entrant.name;
        println!("\n== {name} at {}", self.first.limits);
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

    /// A candidate against the reigning evaluation; whether it passed.
    fn duel(
        &self,
        report: &mut Report,
        index: usize,
        stage: &Stage,
        word: &str,
    ) -> anyhow::Result<bool> {
        let candidate = &mut report.candidates[index];
        let name = candidate.entrant.name.clone();
        let settings = Settings {
            event: format!("Gate: {name} at {}", stage.limits),
            players: vec![
                self.entrant_player(&candidate.entrant, &stage.limits),
                self.reigning.player(&self.player, &stage.limits),
            ],
            rounds: stage.rounds,
            test: Some(stage.test),
            ..self.conditions.clone()
        };
        let tested = self
            .games()
            .test(&format!("{name}-{word}"), settings, stage.test)?;
        let played = GateMatch::new(self.reigning.name(), stage, &tested);
        println!("{name}: {}", played.line());
        candidate.matches.push(played);
        Ok(tested.decision == Decision::Stronger)
    }

    /// The best of those that passed.
    fn best(&self, report: &mut Report) -> anyhow::Result<Option<usize>> {
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
        println!("\n== Play-off of {} candidates", passed.len());
        let players = passed.iter().map(|&index| {
            self.entrant_player(&report.candidates[index].entrant, &self.first.limits)
        });
        let settings = Settings {
            event: "Gate: play-off".to_owned(),
            players: players.collect(),
            format: Format::RoundRobin,
            rounds: self.playoff,
            ..self.conditions.clone()
        };
        let standings = self.games().plain("playoff", settings)?;
        let points = |place: usize| {
            let games = standings.player(place).games();
            games.wins as f64 + games.draws as f64 / 2.0
        };
        for (place, &index) in passed.iter().enumerate() {
            let candidate = &mut report.candidates[index];
            candidate.playoff = Some(points(place));
            println!("{}: {:.1} points", candidate.entrant.name, points(place));
        }
        let best = (0..passed.len()).max_by(|&a, &b| points(a).total_cmp(&points(b)));
        Ok(best
            .filter(|_| !self.interrupt.is_stopped())
            .map(|place| passed[place]))
    }

    fn entrant_player(&self, entrant: &Entrant, limits: &Limits) -> Player {
        entrant.player(&self.player, limits)
    }

    fn games(&self) -> Games<'_> {
        Games {
            folder: &self.folder,
            ledger: self.ledger.as_deref(),
            lines: self.lines,
            interrupt: &self.interrupt,
        }
    }

    fn save(&self, report: &Report) -> anyhow::Result<()> {
        let path = self.folder.join("gate.json");
        support::write_atomic(&path, report.to_json().as_bytes())
            .with_context(|| format!("cannot write {}", path.display()))
    }
}
