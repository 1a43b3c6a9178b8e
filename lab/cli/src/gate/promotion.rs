//! The winner takes its place.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use ledger::{Ledger, NetRecord};
use nnue::Container;

use super::{Candidate, Report, lineage};

/// Where a winner goes.
pub struct Promotion {
    /// The network file.
    pub network: PathBuf,
    /// The table of all that were there.
    pub lineage: Option<PathBuf>,
    /// Where the network is recorded.
    pub ledger: Option<PathBuf>,
}

/// Writes the winner, its card extended by what the gate found out, to its place; then the row of
/// the table. Whatever happens, the place has the old network or the new one.
pub fn promote(report: &Report, promotion: &Promotion) -> anyhow::Result<()> {
    let Some(winner) = report.winner() else {
        bail!("there is no winner to promote");
    };
    let path = &promotion.network;
    let cannot_promote = || {
        format!(
            "cannot promote {} to {}",
            winner.entrant.name,
            path.display()
        )
    };
    let container = with_gate(report, winner).with_context(cannot_promote)?;
    let bytes = container.write().with_context(cannot_promote)?;
    // What was written must be read again by everybody, or the old network stays.
    nnue::load(&bytes).with_context(cannot_promote)?;
    make_folder(path).with_context(cannot_promote)?;
    support::write_atomic(path, &bytes).with_context(cannot_promote)?;
    println!("{} is now {}", winner.entrant.name, path.display());
    if let Some(table) = &promotion.lineage {
        let sha256 = support::hash_file(path)?.sha256;
        lineage::add(table, &lineage::row(report, winner, &sha256))
            .with_context(|| format!("cannot add a row to {}", table.display()))?;
        println!("{} has a row for it", table.display());
    }
    match &promotion.ledger {
        Some(ledger) => record(ledger, path),
        None => Ok(()),
    }
}

/// The winner's network, with a card that tells of the gate.
fn with_gate(report: &Report, winner: &Candidate) -> anyhow::Result<Container> {
    let mut card = winner.entrant.card.clone();
    let found = report.for_card(winner);
    card.other.insert("gate".to_owned(), found);
    Ok(Container {
        network: (*winner.entrant.network).clone(),
        card: card.to_text(),
    })
}

/// A first network may come to a folder that is not there yet.
fn make_folder(path: &Path) -> std::io::Result<()> {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => std::fs::create_dir_all(folder),
        _ => Ok(()),
    }
}

/// Puts the promoted network into the ledger.
fn record(ledger: &Path, network: &Path) -> anyhow::Result<()> {
    let cannot_record = || format!("cannot record the network in {}", ledger.display());
    let card = net_tools::Card::parse(&nnue::load_file(network)?.card)?;
    let mut net =
        NetRecord::from_file(network, card.name.as_deref()).with_context(cannot_record)?;
    net.parent.clone_from(&card.parent);
    net.card = serde_json::to_value(&card)?;
    let id = Ledger::open(ledger)
        .and_then(|mut ledger| ledger.upsert_net(&net))
        .with_context(cannot_record)?;
    println!("Recorded in {} as entry {id}", ledger.display());
    Ok(())
}

#[cfg(test)]
mod tests;
