//! The matches of a gate: each in a folder of its own, gone on with where one is there.

use std::path::Path;
use std::time::Instant;

use anyhow::{Context, ensure};
use arena::runner::{Changes, Hypotheses, Match, Settings, Standings};
use support::Interrupt;

use crate::matches::{Display, Shown, Tested, Verdict, play_test, record, stop_on_interrupt};

/// What all matches of a gate share.
pub struct Games<'a> {
    pub folder: &'a Path,
    pub ledger: Option<&'a Path>,
    pub lines: (bool, u64),
    pub interrupt: &'a Interrupt,
}

impl Games<'_> {
    /// A sequential test.
    pub fn test(
        &self,
        name: &str,
        settings: Settings,
        hypotheses: Hypotheses,
    ) -> anyhow::Result<Tested> {
        let folder = self.folder.join(name);
        let playing = self.open(&folder, settings)?;
        play_test(playing, &folder, hypotheses, self.display(), self.ledger)
    }

    /// A match to its end.
    pub fn plain(&self, name: &str, settings: Settings) -> anyhow::Result<Standings> {
        let folder = self.folder.join(name);
        let playing = self.open(&folder, settings)?;
        let settings = playing.settings().clone();
        let started = Instant::now();
        let outcome = playing.run(&mut Shown(self.display()))?;
        if let Some(ledger) = self.ledger {
            let results = (&settings, &outcome.standings);
            let time = started.elapsed();
            record(ledger, &folder, results, time, Verdict::default())?;
        }
        Ok(outcome.standings)
    }

    /// The match of a folder: a new one, or the one that is there if it is the same.
    fn open(&self, folder: &Path, settings: Settings) -> anyhow::Result<Match> {
        let playing = if folder.join("journal.jsonl").exists() {
            let changes = Changes {
                concurrency: Some(settings.concurrency),
                rounds: Some(settings.rounds),
            };
            let resumed = Match::resume(folder, changes);
            let resumed = resumed.with_context(|| format!("cannot resume {}", folder.display()))?;
            ensure!(
                *resumed.settings() == settings,
                "{} has a match with other settings; use another folder",
                folder.display()
            );
            resumed
        } else {
            Match::create(settings, folder)?
        };
        stop_on_interrupt(self.interrupt, playing.control());
        Ok(playing)
    }

    fn display(&self) -> Display {
        Display::new(self.lines.0, self.lines.1)
    }
}
