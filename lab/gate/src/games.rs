//! The matches of a gate: each in a folder of its own, resumed where one is there.

use std::path::Path;
use std::time::Instant;

use anyhow::{Context, ensure};
use arena::runner::{Changes, Hypotheses, Match, Settings, Standings};

use matches::{Display, Shown, SprtResult, Verdict, record_match, run_sprt, stop_on_interrupt};

use net_tools::Inspected;

use crate::Gate;

impl<G: Inspected> Gate<G> {
    /// Runs an SPRT.
    pub(crate) fn sprt(
        &self,
        name: &str,
        settings: Settings,
        hypotheses: Hypotheses,
    ) -> anyhow::Result<SprtResult> {
        let folder = self.folder.join(name);
        let playing = self.open(&folder, settings)?;
        run_sprt(
            playing,
            &folder,
            hypotheses,
            self.display(),
            self.ledger.as_deref(),
        )
    }

    /// Plays a match to its end.
    pub(crate) fn play(&self, name: &str, settings: Settings) -> anyhow::Result<Standings> {
        let folder = self.folder.join(name);
        let playing = self.open(&folder, settings)?;
        let settings = playing.settings().clone();
        let started = Instant::now();
        let outcome = playing.run(&mut Shown(self.display()))?;
        if let Some(ledger) = &self.ledger {
            record_match(
                ledger,
                &folder,
                &settings,
                &outcome.standings,
                started.elapsed(),
                Verdict::default(),
            )?;
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
                "{} holds a match with different settings; use another --out folder",
                folder.display()
            );
            resumed
        } else {
            Match::create(settings, folder)?
        };
        stop_on_interrupt(&self.interrupt, playing.control());
        Ok(playing)
    }

    fn display(&self) -> Display {
        Display::new(self.plain, self.interval, &self.interrupt)
    }
}
