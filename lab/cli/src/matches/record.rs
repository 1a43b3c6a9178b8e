//! Writes a match to the ledger.

use std::fs;
use std::path::Path;
use std::time::Duration;

use ::ledger::{EngineRecord, Ledger, MatchPlayer, MatchRecord, Pairing, Results};
use anyhow::Context;
use arena::runner::{Settings, Standings};

/// What a sequential test has come to.
#[derive(Default)]
pub struct Verdict {
    /// The log-likelihood ratio at the end.
    pub llr: Option<f64>,
    /// The decision in words.
    pub decision: Option<String>,
}

/// Records a match, or brings its entry up to date when it has gone on. The folder remembers the
/// entry's number.
pub fn record(
    path: &Path,
    folder: &Path,
    (settings, standings): (&Settings, &Standings),
    time: Duration,
    verdict: Verdict,
) -> anyhow::Result<()> {
    let mut ledger = Ledger::open(path)?;
    let players = settings.players.iter().map(|player| {
        let spec = &player.engine;
        let engine = EngineRecord::from_command(&spec.command, Some(&spec.name))?;
        Ok(MatchPlayer {
            name: spec.name.clone(),
            engine: Some(ledger.upsert_engine(&engine)?),
        })
    });
    let players = players.collect::<anyhow::Result<Vec<_>>>()?;
    let name = |player: usize| settings.players[player].engine.name.clone();
    let pairings = standings
        .pairings()
        .iter()
        .map(|((first, second), score)| Pairing {
            first: name(*first),
            second: name(*second),
            results: Results {
                pairs: score.table,
                ..Results::default()
            },
        });
    let games = MatchRecord {
        name: settings.event.clone(),
        settings: serde_json::to_value(settings)?,
        players,
        pairings: pairings.collect(),
        llr: verdict.llr,
        verdict: verdict.decision,
        seconds: Some(time.as_secs_f64()),
    };
    let note = folder.join("ledger-entry");
    let known = fs::read_to_string(&note).ok();
    let known = known.and_then(|text| text.trim().parse().ok());
    let id = match known {
        Some(id) => {
            ledger.update_match(id, &games)?;
            id
        }
        None => ledger.record_match(&games)?,
    };
    fs::write(&note, format!("{id}\n")).context("cannot remember the ledger's entry")?;
    eprintln!("Recorded in {} as entry {id}", path.display());
    Ok(())
}
