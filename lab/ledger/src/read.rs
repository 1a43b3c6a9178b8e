//! Reads entries.

use rusqlite::types::Type;
use rusqlite::{Connection, OptionalExtension, Params, Row, Transaction, params};
use serde_json::Value;

use crate::records::{
    DatasetRecord, EngineRecord, Entry, EntryId, Kind, MatchPlayer, MatchRecord, NetRecord,
    NoteRecord, Pairing, RatingRecord, RatingRow, Record, SuiteRecord, ThemeScore,
};
use crate::{Ledger, LedgerError, Results};

/// An entry without its record: id, kind, name, time.
type Head = (EntryId, Kind, String, String);

impl Ledger {
    /// All entries, or all of one kind, oldest first.
    pub fn entries(&mut self, kind: Option<Kind>) -> Result<Vec<Entry>, LedgerError> {
        // One transaction, for a consistent snapshot.
        let transaction = self.connection.transaction()?;
        let heads = rows(
            &transaction,
            "SELECT id, kind, name, created FROM entries
             WHERE ?1 IS NULL OR kind = ?1 ORDER BY id",
            params![kind.map(Kind::word)],
            head,
        )?;
        heads
            .into_iter()
            .map(|head| entry(&transaction, head))
            .collect()
    }

    /// One entry.
    ///
    /// # Errors
    /// If there is no entry with this id, or the ledger cannot be read.
    pub fn entry(&mut self, id: EntryId) -> Result<Entry, LedgerError> {
        let transaction = self.connection.transaction()?;
        let sql = "SELECT id, kind, name, created FROM entries WHERE id = ?1";
        let found = transaction.query_row(sql, [id], head).optional()?;
        entry(&transaction, found.ok_or(LedgerError::NoEntry(id))?)
    }

    /// A match.
    ///
    /// # Errors
    /// If the entry does not exist or is not a match, or the ledger cannot be read.
    pub fn match_record(&mut self, id: EntryId) -> Result<MatchRecord, LedgerError> {
        match self.entry(id)?.record {
            Record::Match(games) => Ok(games),
            _ => Err(LedgerError::WrongKind {
                id,
                expected: Kind::Match,
            }),
        }
    }
}

fn head(row: &Row) -> rusqlite::Result<Head> {
    let kind: String = row.get(1)?;
    let kind = kind
        .parse()
        .map_err(|error: String| unreadable(1, error.into()))?;
    Ok((row.get(0)?, kind, row.get(2)?, row.get(3)?))
}

fn entry(t: &Transaction, (id, kind, name, created): Head) -> Result<Entry, LedgerError> {
    let record = match kind {
        Kind::Engine => Record::Engine(engine(t, id, name)?),
        Kind::Net => Record::Net(net(t, id, name)?),
        Kind::Dataset => Record::Dataset(dataset(t, id, name)?),
        Kind::Match => Record::Match(games(t, id, name)?),
        Kind::Suite => Record::Suite(suite(t, id, name)?),
        Kind::Rating => Record::Rating(rating(t, id, name)?),
        Kind::Note => Record::Note(NoteRecord {
            text: name,
            about: one(t, "SELECT about FROM notes WHERE id = ?1", id, |row| {
                row.get(0)
            })?,
        }),
    };
    Ok(Entry {
        id,
        kind,
        created,
        record,
    })
}

fn engine(t: &Transaction, id: EntryId, name: String) -> Result<EngineRecord, LedgerError> {
    let sql = "SELECT version, hash, bytes, bench FROM engines WHERE id = ?1";
    one(t, sql, id, |row| {
        Ok(EngineRecord {
            name,
            version: row.get(0)?,
            hash: row.get(1)?,
            bytes: row.get(2)?,
            bench: row.get(3)?,
        })
    })
}

fn net(t: &Transaction, id: EntryId, name: String) -> Result<NetRecord, LedgerError> {
    let sql = "SELECT hash, bytes, parent, card FROM nets WHERE id = ?1";
    one(t, sql, id, |row| {
        Ok(NetRecord {
            name,
            hash: row.get(0)?,
            bytes: row.get(1)?,
            parent: row.get(2)?,
            card: json(row, 3)?,
        })
    })
}

fn dataset(t: &Transaction, id: EntryId, name: String) -> Result<DatasetRecord, LedgerError> {
    let sql = "SELECT hash, bytes, games, positions, settings FROM datasets WHERE id = ?1";
    one(t, sql, id, |row| {
        Ok(DatasetRecord {
            name,
            hash: row.get(0)?,
            bytes: row.get(1)?,
            games: row.get(2)?,
            positions: row.get(3)?,
            settings: json(row, 4)?,
        })
    })
}

fn games(t: &Transaction, id: EntryId, name: String) -> Result<MatchRecord, LedgerError> {
    let players = rows(
        t,
        "SELECT name, engine_id FROM match_players WHERE match_id = ?1 ORDER BY place",
        [id],
        |row| {
            Ok(MatchPlayer {
                name: row.get(0)?,
                engine: row.get(1)?,
            })
        },
    )?;
    let pairings = rows(
        t,
        "SELECT first, second, cells, colors_guessed FROM pairings
         WHERE match_id = ?1 ORDER BY place",
        [id],
        |row| {
            Ok(Pairing {
                first: row.get(0)?,
                second: row.get(1)?,
                results: results(row, 2)?,
            })
        },
    )?;
    let sql = "SELECT settings, llr, verdict, seconds FROM matches WHERE id = ?1";
    one(t, sql, id, |row| {
        Ok(MatchRecord {
            name,
            settings: json(row, 0)?,
            players,
            pairings,
            llr: row.get(1)?,
            verdict: row.get(2)?,
            seconds: row.get(3)?,
        })
    })
}

/// Results from a column of counts and the column after it.
fn results(row: &Row, column: usize) -> rusqlite::Result<Results> {
    let cells: Vec<u64> = serde_json::from_str(row.get_ref(column)?.as_str()?)
        .map_err(|error| unreadable(column, error.into()))?;
    Results::from_cells(&cells, row.get(column + 1)?)
        .ok_or_else(|| unreadable(column, "wrong number of counts".into()))
}

fn suite(t: &Transaction, id: EntryId, name: String) -> Result<SuiteRecord, LedgerError> {
    let themes = rows(
        t,
        "SELECT name, positions, solved, points, max_points FROM suite_themes
         WHERE suite_id = ?1 ORDER BY place",
        [id],
        |row| {
            Ok(ThemeScore {
                name: row.get(0)?,
                positions: row.get(1)?,
                solved: row.get(2)?,
                points: row.get(3)?,
                max_points: row.get(4)?,
            })
        },
    )?;
    let sql = "SELECT hash, player, engine_id, settings, positions, solved, points, max_points,
                      seconds
               FROM suites WHERE id = ?1";
    one(t, sql, id, |row| {
        Ok(SuiteRecord {
            name,
            hash: row.get(0)?,
            player: row.get(1)?,
            engine: row.get(2)?,
            settings: json(row, 3)?,
            positions: row.get(4)?,
            solved: row.get(5)?,
            points: row.get(6)?,
            max_points: row.get(7)?,
            themes,
            seconds: row.get(8)?,
        })
    })
}

fn rating(t: &Transaction, id: EntryId, name: String) -> Result<RatingRecord, LedgerError> {
    let list = rows(
        t,
        "SELECT name, elo, error, games, score FROM rating_rows
         WHERE rating_id = ?1 ORDER BY place",
        [id],
        |row| {
            Ok(RatingRow {
                name: row.get(0)?,
                elo: row.get(1)?,
                error: row.get(2)?,
                games: row.get(3)?,
                score: row.get(4)?,
            })
        },
    )?;
    let sql = "SELECT settings, white_advantage, draw_rate FROM ratings WHERE id = ?1";
    one(t, sql, id, |row| {
        Ok(RatingRecord {
            name,
            settings: json(row, 0)?,
            white_advantage: row.get(1)?,
            draw_rate: row.get(2)?,
            rows: list,
        })
    })
}

/// The one row of an entry in the table of its kind.
fn one<T>(
    connection: &Connection,
    sql: &str,
    id: EntryId,
    read: impl FnOnce(&Row) -> rusqlite::Result<T>,
) -> Result<T, LedgerError> {
    let row = connection.prepare_cached(sql)?.query_row([id], read);
    let row = row.optional()?;
    row.ok_or_else(|| LedgerError::Damaged(format!("entry {id} has no contents")))
}

fn rows<T>(
    connection: &Connection,
    sql: &str,
    params: impl Params,
    read: impl FnMut(&Row) -> rusqlite::Result<T>,
) -> Result<Vec<T>, LedgerError> {
    let mut statement = connection.prepare_cached(sql)?;
    let rows = statement.query_map(params, read)?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

fn json(row: &Row, column: usize) -> rusqlite::Result<Value> {
    serde_json::from_str(row.get_ref(column)?.as_str()?)
        .map_err(|error| unreadable(column, error.into()))
}

fn unreadable(column: usize, reason: Box<dyn std::error::Error + Send + Sync>) -> rusqlite::Error {
    rusqlite::Error::FromSqlConversionFailure(column, Type::Text, reason)
}
