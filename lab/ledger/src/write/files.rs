//! Recording engines, networks and data sets, each only once.

use rusqlite::{OptionalExtension, Transaction, params};

use super::{entry, json};
use crate::records::{DatasetRecord, EngineRecord, EntryId, Kind, NetRecord};
use crate::{Ledger, LedgerError};

impl Ledger {
    /// Records an engine, or finds it by name and hash. A new version or bench is added.
    pub fn upsert_engine(&mut self, engine: &EngineRecord) -> Result<EntryId, LedgerError> {
        self.change(|t| {
            let id = match find(t, Kind::Engine, &engine.name, &engine.hash)? {
                Some(id) => id,
                None => {
                    let id = entry(t, Kind::Engine, &engine.name)?;
                    t.execute(
                        "INSERT INTO engines (id, hash, bytes) VALUES (?1, ?2, ?3)",
                        params![id, engine.hash, engine.bytes],
                    )?;
                    id
                }
            };
            t.execute(
                "UPDATE engines SET version = coalesce(?2, version), bench = coalesce(?3, bench)
                 WHERE id = ?1",
                params![id, engine.version, engine.bench],
            )?;
            Ok(id)
        })
    }

    /// Records a network, or finds it by name and hash and updates the rest.
    pub fn upsert_net(&mut self, net: &NetRecord) -> Result<EntryId, LedgerError> {
        self.change(|t| {
            let id = match find(t, Kind::Net, &net.name, &net.hash)? {
                Some(id) => id,
                None => entry(t, Kind::Net, &net.name)?,
            };
            t.execute(
                "INSERT INTO nets (id, hash, bytes, parent, card) VALUES (?1, ?2, ?3, ?4, ?5)
                 ON CONFLICT (id) DO UPDATE
                 SET parent = coalesce(excluded.parent, parent),
                     card = iif(excluded.card = 'null', card, excluded.card)",
                params![id, net.hash, net.bytes, net.parent, json(&net.card)],
            )?;
            Ok(id)
        })
    }

    /// Records a data set, or finds it by name and hash and updates the rest.
    pub fn upsert_dataset(&mut self, dataset: &DatasetRecord) -> Result<EntryId, LedgerError> {
        self.change(|t| {
            let id = match find(t, Kind::Dataset, &dataset.name, &dataset.hash)? {
                Some(id) => id,
                None => entry(t, Kind::Dataset, &dataset.name)?,
            };
            t.execute(
                "INSERT INTO datasets (id, hash, bytes, games, positions, settings)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6)
                 ON CONFLICT (id) DO UPDATE
                 SET games = coalesce(excluded.games, games),
                     positions = coalesce(excluded.positions, positions),
                     settings = iif(excluded.settings = 'null', settings, excluded.settings)",
                params![
                    id,
                    dataset.hash,
                    dataset.bytes,
                    dataset.games,
                    dataset.positions,
                    json(&dataset.settings)
                ],
            )?;
            Ok(id)
        })
    }
}

/// The entry of a file.
fn find(
    t: &Transaction,
    kind: Kind,
    name: &str,
    hash: &str,
) -> Result<Option<EntryId>, LedgerError> {
    let sql = format!(
        "SELECT id FROM entries JOIN {kind}s USING (id)
         WHERE kind = ?1 AND name = ?2 AND hash = ?3"
    );
    let id = t.query_row(&sql, params![kind.word(), name, hash], |row| row.get(0));
    Ok(id.optional()?)
}
