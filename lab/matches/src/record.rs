//! Writes a match to the ledger.

use std::fs;
use std::path::Path;
use std::time::Duration;

use anyhow::Context;
use arena::runner::{Settings, Standings};
use ledger::{EngineRecord, EntryId, Ledger, MatchPlayer, MatchRecord, Pairing, Results};
use support::write_atomic;

/// The outcome of an SPRT.
#[derive(Default)]
pub struct Verdict {
    /// The log-likelihood ratio at the end.
    pub llr: Option<f64>,
    /// The decision in words.
    pub decision: Option<String>,
}

/// Records a match, or updates its entry when it was resumed. The folder remembers the entry's
/// number.
///
/// # Errors
/// If an engine's program cannot be read, or the ledger cannot be written.
pub fn record_match(
    path: &Path,
    folder: &Path,
    settings: &Settings,
    standings: &Standings,
    time: Duration,
    verdict: Verdict,
) -> anyhow::Result<EntryId> {
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
    write_atomic(&note, format!("{id}\n").as_bytes())
        .with_context(|| format!("cannot write {}", note.display()))?;
    Ok(id)
}
