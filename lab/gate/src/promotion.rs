//! Promotes the winner.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use evaluation::Evaluated;
use ledger::{EntryId, Ledger, NetRecord};
use nnue::Container;

use crate::{Candidate, Report, lineage};

/// Where the winner goes.
pub struct Promotion {
    /// The network file.
    pub network: PathBuf,
    /// The Markdown table of all promoted networks.
    pub lineage: Option<PathBuf>,
    /// Where the network is recorded.
    pub ledger: Option<PathBuf>,
}

/// Writes the winner, with the gate's results in its card, to its place; then the row of the table
/// and the entry of the ledger, whose number is returned. Whatever happens, the place has the old
/// network or the new one.
///
/// # Errors
/// If there is no winner, or a file cannot be written.
pub fn promote<G: Evaluated>(
    report: &Report<G>,
    promotion: &Promotion,
) -> anyhow::Result<Option<EntryId>> {
    let Some(winner) = report.winner() else {
        bail!("there is no winner to promote");
    };
    let path = &promotion.network;
    let cannot_promote = || format!("cannot promote {} to {}", winner.net.name, path.display());
    let container = with_gate(report, winner).with_context(cannot_promote)?;
    let bytes = container.write().with_context(cannot_promote)?;
    // The old network stays unless the new file can be read again.
    Container::<G::Features>::read(&bytes).with_context(cannot_promote)?;
    make_folder(path).with_context(cannot_promote)?;
    support::write_atomic(path, &bytes).with_context(cannot_promote)?;
    if let Some(table) = &promotion.lineage {
        lineage::add(
            table,
            &lineage::row(report, winner, &support::sha256(&bytes)),
        )
        .with_context(|| format!("cannot add a row to {}", table.display()))?;
    }
    let ledger = promotion.ledger.as_deref();
    let card = &container.card;
    ledger.map(|ledger| record(ledger, path, card)).transpose()
}

/// The winner's network, with the gate's results in its card.
fn with_gate<G: Evaluated>(
    report: &Report<G>,
    winner: &Candidate<G>,
) -> anyhow::Result<Container<G::Features>> {
    let mut card = winner.net.card.clone();
    card.other
        .insert("gate".to_owned(), report.for_card(winner));
    Ok(Container {
        network: (*winner.net.network).clone(),
        card: card.to_text(),
    })
}

/// The folder of the first network may not be there yet.
fn make_folder(path: &Path) -> std::io::Result<()> {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => std::fs::create_dir_all(folder),
        _ => Ok(()),
    }
}

/// Puts the promoted network into the ledger.
fn record(ledger: &Path, network: &Path, card: &str) -> anyhow::Result<EntryId> {
    let cannot_record = || format!("cannot record the network in {}", ledger.display());
    let card = net_tools::Card::parse(card)?;
    let mut net =
        NetRecord::from_file(network, card.name.as_deref()).with_context(cannot_record)?;
    net.parent.clone_from(&card.parent);
    net.card = serde_json::to_value(&card)?;
    Ledger::open(ledger)
        .and_then(|mut ledger| ledger.upsert_net(&net))
        .with_context(cannot_record)
}

#[cfg(test)]
mod tests;
