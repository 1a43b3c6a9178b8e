//! One-line summaries of entries, and the statistics of a pairing.

use serde::Serialize;
use stats::{Counts, Performance};

use crate::records::{Entry, MatchRecord, Pairing, Record};

/// A pairing with its statistics, as exported.
#[derive(Clone, Debug, Serialize)]
pub struct PairingFigures {
    first: String,
    second: String,
    games: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    /// Pentanomial: LL, LD, WL and DD together, WD, WW.
    pentanomial: [u64; 5],
    /// Rows: loss, draw, win with White; columns: the same with Black.
    pairs: [[u64; 3]; 3],
    single_white: [u64; 3],
    single_black: [u64; 3],
    colors_guessed: bool,
    score: f64,
    elo: f64,
    elo_error: f64,
    normalized_elo: f64,
    normalized_elo_error: f64,
    los: f64,
}

impl From<Pairing> for PairingFigures {
    fn from(pairing: Pairing) -> Self {
        let Performance {
            score,
            elo,
            normalized_elo,
            los,
            ..
        } = pairing.results.performance();
        let games = pairing.results.trinomial();
        Self {
            first: pairing.first,
            second: pairing.second,
            games: games.games(),
            wins: games.wins,
            draws: games.draws,
            losses: games.losses,
            pentanomial: pairing.results.pentanomial().0,
            pairs: pairing.results.pairs,
            single_white: pairing.results.single_white,
            single_black: pairing.results.single_black,
            colors_guessed: pairing.results.colors_guessed,
            score,
            elo: elo.value,
            elo_error: elo.error,
            normalized_elo: normalized_elo.value,
            normalized_elo_error: normalized_elo.error,
            los,
        }
    }
}

impl Entry {
    /// The name, or the first line of a note.
    pub fn name(&self) -> &str {
        match &self.record {
            Record::Engine(engine) => &engine.name,
            Record::Net(net) => &net.name,
            Record::Dataset(dataset) => &dataset.name,
            Record::Match(games) => &games.name,
            Record::Suite(suite) => &suite.name,
            Record::Rating(rating) => &rating.name,
            Record::Note(note) => note.text.lines().next().unwrap_or_default(),
        }
    }

    /// A summary in one line.
    pub fn summary(&self) -> String {
        match &self.record {
            Record::Engine(engine) => join([
                engine.version.clone(),
                Some(short_hash(&engine.hash)),
                engine.bench.map(|bench| format!("bench {bench}")),
            ]),
            Record::Net(net) => join([
                Some(short_hash(&net.hash)),
                Some(format!("{} bytes", net.bytes)),
                net.parent.as_ref().map(|parent| format!("from {parent}")),
            ]),
            Record::Dataset(dataset) => join([
                Some(short_hash(&dataset.hash)),
                dataset.games.map(|games| format!("{games} games")),
                dataset.positions.map(|n| format!("{n} positions")),
            ]),
            Record::Match(games) => match_summary(games),
            Record::Suite(suite) => format!(
                "{}: {} of {} points, {} of {} solved",
                suite.player, suite.points, suite.max_points, suite.solved, suite.positions
            ),
            Record::Rating(rating) => {
                let best = rating.rows.first();
                let best = best.map(|row| format!("{} first with {:.1}", row.name, row.elo));
                join([Some(format!("{} players", rating.rows.len())), best, None])
            }
            Record::Note(note) => note
                .about
                .map_or_else(String::new, |id| format!("about entry {id}")),
        }
    }
}

fn match_summary(games: &MatchRecord) -> String {
    let results = match &games.pairings[..] {
        [only] => {
            let (counts, figures) = (only.results.trinomial(), only.results.performance());
            format!(
                "{} against {}: +{} ={} -{}, {} Elo",
                only.first, only.second, counts.wins, counts.draws, counts.losses, figures.elo
            )
        }
        pairings => {
            let total: u64 = pairings.iter().map(|p| p.results.trinomial().games()).sum();
            format!("{} pairings, {total} games", pairings.len())
        }
    };
    join([
        Some(results),
        games.llr.map(|llr| format!("LLR {llr:.2}")),
        games.verdict.clone(),
    ])
}

/// The first digits of a hash.
fn short_hash(hash: &str) -> String {
    hash.chars().take(12).collect()
}

fn join(parts: [Option<String>; 3]) -> String {
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    parts.join(", ")
}
