//! The matches of a gate: each in a folder of its own, resumed where one is there.

use std::time::Instant;

use arena::runner::{Hypotheses, Settings, Standings};

use matches::{Display, Shown, SprtResult, Verdict, open_match, record_match, run_sprt};

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
        let playing = open_match(&folder, settings, &self.interrupt)?;
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
        let playing = open_match(&folder, settings, &self.interrupt)?;
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

    fn display(&self) -> Display {
        Display::new(self.plain, self.interval, &self.interrupt)
    }
}
