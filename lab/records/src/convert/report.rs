//! What was converted and what was dropped.

use game::{Codes, Position, Rng};

use super::sink::{GameSink, PositionSink, Refusal};
use super::{ConvertError, Job, Problem};
use crate::{Dropped, Filters, Game, GameHead, LabeledPosition, Step, Tally, Visitor};

/// How much was written, and what was not.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Games or positions written.
    pub written: u64,
    /// What could not be read.
    broken: u64,
    /// What the target could not hold, by reason.
    lost: Vec<(String, u64)>,
    /// Positions that filters dropped, or that had no score.
    dropped: Vec<(Dropped, u64)>,
}

impl Report {
    /// What was dropped, with its number and why: a line for each reason.
    pub fn reasons(&self) -> impl Iterator<Item = String> {
        let broken = (self.broken > 0).then(|| format!("{} unreadable", self.broken));
        let lost = self
            .lost
            .iter()
            .map(|(kind, count)| format!("{count} {kind}"));
        let dropped = self.dropped.iter().filter(|(_, count)| *count > 0);
        let dropped = dropped.map(|(reason, count)| format!("{count} {}", reason.words()));
        broken.into_iter().chain(lost).chain(dropped)
    }

    fn lose(&mut self, kind: &str) {
        match self.lost.iter_mut().find(|(known, _)| known == kind) {
            Some((_, count)) => *count += 1,
            None => self.lost.push((kind.to_owned(), 1)),
        }
    }
}

/// Counts while a file is converted.
pub(super) struct Counter<'a> {
    job: &'a Job<'a>,
    report: Report,
}

impl<'a> Counter<'a> {
    /// Nothing yet.
    pub(super) fn new(job: &'a Job<'a>) -> Self {
        Self {
            job,
            report: Report::default(),
        }
    }

    /// The counts. An empty file would hide that something is wrong.
    pub(super) fn finish(self) -> Result<Report, ConvertError> {
        let report = self.report;
        if report.written > 0 {
            return Ok(report);
        }
        let reasons: Vec<String> = report.reasons().collect();
        Err(match reasons.is_empty() {
            true => ConvertError::Empty,
            false => ConvertError::NothingLeft(reasons.join(", ")),
        })
    }

    /// Takes the counts of an expansion.
    pub(super) fn add_tally(&mut self, tally: Tally) {
        for (_, damage) in &tally.damage {
            self.skip(&damage.to_string());
        }
        self.report.dropped = tally.dropped.into_iter().collect();
        self.report.written = tally.kept;
    }

    fn skip(&mut self, what: &str) {
        (self.job.skipped)(what);
        self.report.broken += 1;
    }

    /// Takes what could be read; stops at what ends the source.
    pub(super) fn receive<T>(
        &mut self,
        item: Result<T, Problem>,
    ) -> Result<Option<T>, ConvertError> {
        match item {
            Ok(item) => Ok(Some(item)),
            Err(Problem::Skipped(what)) => {
                self.skip(&what);
                Ok(None)
            }
            Err(Problem::Fatal(error)) => Err(error),
        }
    }

    /// Writes a game; where loss is allowed, without what the target cannot hold.
    pub(super) fn put_game<R: Codes>(
        &mut self,
        mut game: Game<R>,
        sink: &mut GameSink<R>,
    ) -> Result<(), ConvertError> {
        let mut outcome = sink.put(&game)?;
        if let Err(refusal) = &outcome
            && refusal.without_extras
            && self.job.lossy
        {
            self.report.lose("flags and alternative moves");
            for ply in &mut game.plies {
                (ply.flags, ply.sibling) = (0, None);
            }
            outcome = sink.put(&game)?;
        }
        self.settle(outcome)
    }

    /// Writes the positions of a game that pass the filters.
    pub(super) fn put_positions_of<R: Codes>(
        &mut self,
        game: &Game<R>,
        rng: &mut Rng,
        sink: &mut PositionSink,
    ) -> Result<(), ConvertError> {
        let filters = self.job.filters;
        if !filters.wants(game) {
            return Ok(());
        }
        let mut chosen = Chosen {
            filters,
            group: game.group(),
            rng,
            positions: Vec::new(),
            dropped: Vec::new(),
        };
        game.walk(&mut chosen);
        let Chosen {
            positions, dropped, ..
        } = chosen;
        let counts = &mut self.report.dropped;
        for reason in dropped {
            match counts.iter_mut().find(|(known, _)| *known == reason) {
                Some((_, count)) => *count += 1,
                None => counts.push((reason, 1)),
            }
        }
        for position in positions {
            let written = sink.put(&position)?;
            self.settle(written)?;
        }
        Ok(())
    }

    /// Counts what was written or refused. A refusal is an error unless loss is allowed.
    pub(super) fn settle(&mut self, outcome: Result<(), Refusal>) -> Result<(), ConvertError> {
        let report = &mut self.report;
        match outcome {
            Ok(()) => report.written += 1,
            Err(refusal) if self.job.lossy => report.lose(&refusal.kind),
            Err(refusal) => {
                return Err(ConvertError::Refused {
                    number: report.written + report.broken,
                    reason: refusal.reason,
                });
            }
        }
        Ok(())
    }
}

/// Collects the positions of a game that pass the filters.
struct Chosen<'a, R: Codes> {
    filters: &'a Filters,
    group: u16,
    rng: &'a mut Rng,
    positions: Vec<LabeledPosition<R>>,
    dropped: Vec<Dropped>,
}

impl<R: Codes> Visitor<R> for Chosen<'_, R> {
    fn ply(&mut self, step: &Step<'_, R>) {
        let Self {
            filters,
            group,
            rng,
            positions,
            dropped,
        } = self;
        filters.select(step, rng, |selected| match selected {
            Ok((position, score, result)) => positions.push(LabeledPosition {
                position: position.without_history(),
                score,
                result,
                group: *group,
            }),
            Err(reason) => dropped.push(reason),
        });
    }

    fn end(&mut self, _: GameHead<R>) {}
}
