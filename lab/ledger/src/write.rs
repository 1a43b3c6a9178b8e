//! Records entries. Every function is one transaction, committed when it returns.

mod files;

use rusqlite::{OptionalExtension, Transaction, params};
use serde_json::Value;

use crate::records::{EntryId, Kind, MatchRecord, NoteRecord, RatingRecord, SuiteRecord};
use crate::{Ledger, LedgerError};

impl Ledger {
    /// Records a match.
    ///
    /// # Errors
    /// If the ledger cannot be written, or a player's engine id is not an engine.
    pub fn record_match(&mut self, games: &MatchRecord) -> Result<EntryId, LedgerError> {
        self.change(|t| {
            let id = entry(t, Kind::Match, &games.name)?;
            put_match(t, id, games)?;
            Ok(id)
        })
    }

    /// Updates the record of a match that was resumed.
    ///
    /// # Errors
    /// As [`Self::record_match`], and if the entry is not a match.
    pub fn update_match(&mut self, id: EntryId, games: &MatchRecord) -> Result<(), LedgerError> {
        self.change(|t| {
            expect_kind(t, id, Kind::Match)?;
            t.execute(
                "UPDATE entries SET name = ?2 WHERE id = ?1",
                params![id, games.name],
            )?;
            t.execute("DELETE FROM match_players WHERE match_id = ?1", [id])?;
            t.execute("DELETE FROM pairings WHERE match_id = ?1", [id])?;
            put_match(t, id, games)
        })
    }

    /// Records the result of a player in a suite.
    ///
    /// # Errors
    /// If the ledger cannot be written, or the engine id is not an engine.
    pub fn record_suite(&mut self, suite: &SuiteRecord) -> Result<EntryId, LedgerError> {
        self.change(|t| {
            let id = entry(t, Kind::Suite, &suite.name)?;
            if let Some(engine) = suite.engine {
                expect_kind(t, engine, Kind::Engine)?;
            }
            t.execute(
                "INSERT INTO suites (id, hash, player, engine_id, settings, positions, solved,
                                     points, max_points, seconds)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
                params![
                    id,
                    suite.hash,
                    suite.player,
                    suite.engine,
                    json(&suite.settings),
                    suite.positions,
                    suite.solved,
                    suite.points,
                    suite.max_points,
                    suite.seconds
                ],
            )?;
            let mut insert =
                t.prepare_cached("INSERT INTO suite_themes VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)")?;
            for (place, theme) in suite.themes.iter().enumerate() {
                insert.execute(params![
                    id,
                    place,
                    theme.name,
                    theme.positions,
                    theme.solved,
                    theme.points,
                    theme.max_points
                ])?;
            }
            Ok(id)
        })
    }

    /// Records a rating list.
    pub fn record_rating(&mut self, rating: &RatingRecord) -> Result<EntryId, LedgerError> {
        self.change(|t| {
            let id = entry(t, Kind::Rating, &rating.name)?;
            t.execute(
                "INSERT INTO ratings VALUES (?1, ?2, ?3, ?4)",
                params![
                    id,
                    json(&rating.settings),
                    rating.white_advantage,
                    rating.draw_rate
                ],
            )?;
            let mut insert =
                t.prepare_cached("INSERT INTO rating_rows VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)")?;
            for (place, row) in rating.rows.iter().enumerate() {
                let error = row.error.and_then(finite);
                insert.execute(params![
                    id, place, row.name, row.elo, error, row.games, row.score
                ])?;
            }
            Ok(id)
        })
    }

    /// Records a note.
    ///
    /// # Errors
    /// If the ledger cannot be written, or the entry it is about does not exist.
    pub fn record_note(&mut self, note: &NoteRecord) -> Result<EntryId, LedgerError> {
        self.change(|t| {
            if let Some(about) = note.about {
                kind(t, about)?;
            }
            let id = entry(t, Kind::Note, &note.text)?;
            t.execute("INSERT INTO notes VALUES (?1, ?2)", params![id, note.about])?;
            Ok(id)
        })
    }
}

/// Inserts a new entry with its kind and name.
fn entry(t: &Transaction, kind: Kind, name: &str) -> Result<EntryId, LedgerError> {
    let mut insert = t.prepare_cached("INSERT INTO entries (kind, name) VALUES (?1, ?2)")?;
    Ok(insert.insert(params![kind.word(), name])?)
}

/// The kind of an entry.
fn kind(t: &Transaction, id: EntryId) -> Result<String, LedgerError> {
    let mut select = t.prepare_cached("SELECT kind FROM entries WHERE id = ?1")?;
    let kind = select.query_row([id], |row| row.get(0)).optional()?;
    kind.ok_or(LedgerError::NoEntry(id))
}

fn expect_kind(t: &Transaction, id: EntryId, expected: Kind) -> Result<(), LedgerError> {
    match kind(t, id)? == expected.word() {
        true => Ok(()),
        false => Err(LedgerError::WrongKind { id, expected }),
    }
}

/// Inserts all rows of a match except its entry.
fn put_match(t: &Transaction, id: EntryId, games: &MatchRecord) -> Result<(), LedgerError> {
    t.execute(
        "INSERT INTO matches (id, settings, llr, verdict, seconds) VALUES (?1, ?2, ?3, ?4, ?5)
         ON CONFLICT (id) DO UPDATE
         SET settings = excluded.settings, llr = excluded.llr, verdict = excluded.verdict,
             seconds = excluded.seconds",
        params![
            id,
            json(&games.settings),
            games.llr,
            games.verdict,
            games.seconds
        ],
    )?;
    let mut insert = t.prepare_cached("INSERT INTO match_players VALUES (?1, ?2, ?3, ?4)")?;
    for (place, player) in games.players.iter().enumerate() {
        if let Some(engine) = player.engine {
            expect_kind(t, engine, Kind::Engine)?;
        }
        insert.execute(params![id, place, player.name, player.engine])?;
    }
    let mut insert = t.prepare_cached(
        "INSERT INTO pairings VALUES
         (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16)",
    )?;
    for (place, pairing) in games.pairings.iter().enumerate() {
        let results = &pairing.results;
        let (counts, pairs) = (results.trinomial(), results.pentanomial().0);
        let elo = results.performance().elo;
        insert.execute(params![
            id,
            place,
            pairing.first,
            pairing.second,
            json(&results.cells().into()),
            results.colors_guessed,
            counts.wins,
            counts.draws,
            counts.losses,
            pairs[0],
            pairs[1],
            pairs[2],
            pairs[3],
            pairs[4],
            finite(elo.value),
            finite(elo.error)
        ])?;
    }
    Ok(())
}

fn json(value: &Value) -> String {
    value.to_string()
}

/// SQLite cannot store NaN or infinity.
fn finite(value: f64) -> Option<f64> {
    value.is_finite().then_some(value)
}
