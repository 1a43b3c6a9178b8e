//! What was converted and what was dropped.

use std::path::Path;

use anyhow::bail;
use game::{Position as _, Rng};
use records::{Dropped, Filters, Game, GameHead, LabeledPosition, Step, Visitor};

use super::Convertible;
use super::sink::{GameSink, PositionSink, Refusal};
use super::source::Problem;

/// Counts of everything.
pub struct Report {
    lossy: bool,
    /// Games or positions written.
    pub written: u64,
    /// What could not be read.
    broken: u64,
    /// What the target could not hold, by reason.
    lost: Vec<(String, u64)>,
    /// Positions that filters dropped, or that had no score.
    pub dropped: Vec<(Dropped, u64)>,
}

impl Report {
    /// Nothing yet.
    pub const fn new(lossy: bool) -> Self {
        Self {
            lossy,
            written: 0,
            broken: 0,
            lost: Vec::new(),
            dropped: Vec::new(),
        }
    }

    /// Names something that could not be read.
    pub fn left_out(&mut self, what: String) {
        warn!("skipped: {what}");
        self.broken += 1;
    }

    /// Takes what could be read; stops at what ends the source.
    pub fn receive<T>(&mut self, item: Result<T, Problem>) -> anyhow::Result<Option<T>> {
        match item {
            Ok(item) => Ok(Some(item)),
            Err(Problem::LeftOut(what)) => {
                self.left_out(what);
                Ok(None)
            }
            Err(Problem::Fatal(error)) => Err(error),
        }
    }

    /// Writes a game; where loss is allowed, without what the target cannot hold.
    pub fn put_game<R: Convertible>(
        &mut self,
        mut game: Game<R>,
        sink: &mut GameSink<R>,
    ) -> anyhow::Result<()> {
        let mut outcome = sink.put(&game)?;
        if let Err(refusal) = &outcome
            && refusal.without_extras
            && self.lossy
        {
            self.lose("flags and alternative moves");
            for ply in &mut game.plies {
                (ply.flags, ply.sibling) = (0, None);
            }
            outcome = sink.put(&game)?;
        }
        self.settle(outcome)
    }

    /// Writes the positions of a game that pass the filters.
    pub fn put_positions_of<R: Convertible>(
        &mut self,
        game: &Game<R>,
        filters: &Filters,
        rng: &mut Rng,
        sink: &mut PositionSink,
    ) -> anyhow::Result<()> {
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
        for reason in dropped {
            match self.dropped.iter_mut().find(|(known, _)| *known == reason) {
                Some((_, count)) => *count += 1,
                None => self.dropped.push((reason, 1)),
            }
        }
        for position in positions {
            let written = sink.put(&position)?;
            self.settle(written)?;
        }
        Ok(())
    }

    /// Counts what was written or refused. A refusal is an error unless loss is allowed.
    pub fn settle(&mut self, outcome: Result<(), Refusal>) -> anyhow::Result<()> {
        match outcome {
            Ok(()) => self.written += 1,
            Err(refusal) if self.lossy => self.lose(&refusal.kind),
            Err(refusal) => {
                let number = self.written + self.broken;
                bail!("item {number}: {}; --lossy drops it", refusal.reason);
            }
        }
        Ok(())
    }

    fn lose(&mut self, kind: &str) {
        match self.lost.iter_mut().find(|(known, _)| known == kind) {
            Some((_, count)) => *count += 1,
            None => self.lost.push((kind.to_owned(), 1)),
        }
    }

    /// An empty file would hide that something is wrong.
    pub fn refuse_nothing(&self) -> anyhow::Result<()> {
        if self.written > 0 {
            return Ok(());
        }
        let reasons: Vec<String> = self.reasons().collect();
        match reasons.is_empty() {
            true => bail!("the file is empty"),
            false => bail!("nothing left to write: {}", reasons.join(", ")),
        }
    }

    fn reasons(&self) -> impl Iterator<Item = String> {
        let broken = (self.broken > 0).then(|| format!("{} unreadable", self.broken));
        let lost = self
            .lost
            .iter()
            .map(|(kind, count)| format!("{count} {kind}"));
        let dropped = self.dropped.iter().filter(|(_, count)| *count > 0);
        let dropped = dropped.map(|(reason, count)| format!("{count} {}", reason.words()));
        broken.into_iter().chain(lost).chain(dropped)
    }

    /// Prints the counts to the standard error.
    pub fn tell(&self, output: &Path) {
        warn!("{}: {} written", output.display(), self.written);
        for reason in self.reasons() {
            warn!("  dropped: {reason}");
        }
    }
}

/// Collects the positions of a game that pass the filters.
struct Chosen<'a, R: Convertible> {
    filters: &'a Filters,
    group: u16,
    rng: &'a mut Rng,
    positions: Vec<LabeledPosition<R>>,
    dropped: Vec<Dropped>,
}

impl<R: Convertible> Visitor<R> for Chosen<'_, R> {
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
