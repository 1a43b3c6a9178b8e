//! Reads entries.

use rusqlite::types::Type;
use rusqlite::{Connection, OptionalExtension, Params, Row, Transaction, params};
use serde_json::Value;

use crate::records::{
    DatasetRecord, EngineRecord, Entry, EntryId, Kind, MatchPlayer, MatchRecord, NetRecord,
    NoteRecord, Pairing, RatingRecord, RatingRow, Record, SuiteRecord, ThemeScore,
};
use crate::{Ledger, LedgerError, Results};

/// A record from a row: the columns of the same names, and the variables after them.
macro_rules! from_row {
    ($row:ident => $record:ident { $($column:ident),* $(; $($variable:ident),*)? }) => {
        Ok($record {
            $($column: $row.get(stringify!($column))?,)*
            $($($variable,)*)?
        })
    };
}

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
            about: one(t, "notes", id, |row| row.get("about"))?,
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
    one(
        t,
        "engines",
        id,
        |row| from_row!(row => EngineRecord { version, hash, bytes, bench; name }),
    )
}

fn net(t: &Transaction, id: EntryId, name: String) -> Result<NetRecord, LedgerError> {
    one(t, "nets", id, |row| {
        let card = json(row, "card")?;
        from_row!(row => NetRecord { hash, bytes, parent; name, card })
    })
}

fn dataset(t: &Transaction, id: EntryId, name: String) -> Result<DatasetRecord, LedgerError> {
    one(t, "datasets", id, |row| {
        let settings = json(row, "settings")?;
        from_row!(row => DatasetRecord {
            hash, bytes, games, positions; name, settings
        })
    })
}

fn games(t: &Transaction, id: EntryId, name: String) -> Result<MatchRecord, LedgerError> {
    let players = rows(
        t,
        "SELECT name, engine_id AS engine FROM match_players WHERE match_id = ?1 ORDER BY place",
        [id],
        |row| from_row!(row => MatchPlayer { name, engine }),
    )?;
    let pairings = rows(
        t,
        "SELECT first, second, cells, colors_guessed FROM pairings
         WHERE match_id = ?1 ORDER BY place",
        [id],
        |row| {
            let results = results(row, 2)?;
            from_row!(row => Pairing { first, second; results })
        },
    )?;
    one(t, "matches", id, |row| {
        let settings = json(row, "settings")?;
        from_row!(row => MatchRecord {
            llr, verdict, seconds; name, settings, players, pairings
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
        "SELECT * FROM suite_themes WHERE suite_id = ?1 ORDER BY place",
        [id],
        |row| from_row!(row => ThemeScore { name, positions, solved, points, max_points }),
    )?;
    one(t, "suites", id, |row| {
        let (settings, engine) = (json(row, "settings")?, row.get("engine_id")?);
        from_row!(row => SuiteRecord {
            hash, player, positions, solved, points, max_points, seconds;
            name, settings, themes, engine
        })
    })
}

fn rating(t: &Transaction, id: EntryId, name: String) -> Result<RatingRecord, LedgerError> {
    let rows = rows(
        t,
        "SELECT * FROM rating_rows WHERE rating_id = ?1 ORDER BY place",
        [id],
        |row| from_row!(row => RatingRow { name, elo, error, games, score }),
    )?;
    one(t, "ratings", id, |row| {
        let settings = json(row, "settings")?;
        from_row!(row => RatingRecord {
            white_advantage, draw_rate; name, settings, rows
        })
    })
}

/// The one row of an entry in the table of its kind.
fn one<T>(
    connection: &Connection,
    table: &str,
    id: EntryId,
    read: impl FnOnce(&Row) -> rusqlite::Result<T>,
) -> Result<T, LedgerError> {
    let sql = format!("SELECT * FROM {table} WHERE id = ?1");
    let row = connection.prepare_cached(&sql)?.query_row([id], read);
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

fn json(row: &Row, name: &str) -> rusqlite::Result<Value> {
    let column = row.as_ref().column_index(name)?;
    serde_json::from_str(row.get_ref(column)?.as_str()?)
        .map_err(|error| unreadable(column, error.into()))
}

fn unreadable(column: usize, reason: Box<dyn std::error::Error + Send + Sync>) -> rusqlite::Error {
    rusqlite::Error::FromSqlConversionFailure(column, Type::Text, reason)
}
