//! Ratings of all who met: for the ledger, as JSON and as pictures.

use std::collections::HashMap;

use plot::{Edge, Ladder, Network, Node, Rung, format_number, format_rating};
use serde_json::{Value, json};
use stats::{Counts, Estimate, Rating, Ratings};

use crate::{Found, RatingRecord, RatingRow, Scores};

/// A rating list with where it comes from.
pub struct Rated {
    /// The results.
    pub scores: Scores,
    /// What was found in the files.
    pub found: Found,
    /// With errors; the table has the best player first.
    pub ratings: Ratings,
    /// Where the games came from and how they were rated.
    pub settings: Value,
}

impl Rated {
    /// What the list is about, in a few words.
    pub fn title(&self) -> String {
        format!(
            "Ratings of {} players from {} games",
            self.ratings.table.len(),
            format_number(self.scores.games() as f64, 0)
        )
    }

    /// The entry of the ledger.
    pub fn record(&self) -> RatingRecord {
        let ratings = &self.ratings;
        let row = |row: &Rating| RatingRow {
            name: row.name.clone(),
            elo: row.elo.value,
            error: row.elo.error.is_finite().then_some(row.elo.error),
            games: row.games as u64,
            score: row.score,
        };
        RatingRecord {
            name: self.title(),
            settings: self.settings.clone(),
            white_advantage: ratings.white_advantage.value,
            draw_rate: ratings.draw_rate.value,
            rows: ratings.table.iter().map(row).collect(),
        }
    }

    /// Everything for other programs. An unknown error is null.
    pub fn json(&self) -> Value {
        let estimate = |e: Estimate| json!({"value": e.value, "error": e.error});
        let row = |row: &Rating| {
            json!({
                "name": row.name,
                "elo": row.elo.value,
                "error": row.elo.error,
                "games": row.games,
                "score": row.score,
                "draw_rate": row.draw_rate,
                "opponents": row.opponents,
                "los": row.los,
            })
        };
        let (ratings, found) = (&self.ratings, &self.found);
        json!({
            "settings": self.settings,
            "players": ratings.table.iter().map(row).collect::<Vec<_>>(),
            "white_advantage": estimate(ratings.white_advantage),
            "draw_rate": estimate(ratings.draw_rate),
            "pairings": self.scores.pairings(),
            "left_out": {
                "broken": found.broken_games(),
                "reasons": found.broken,
                "unfinished": found.unfinished,
                "nameless": found.nameless,
                "problems": found.problems,
            },
        })
    }

    /// The ratings with their error bars.
    pub fn ladder(&self) -> String {
        ladder(self.title(), &self.ratings)
    }

    /// The graph of pairings.
    pub fn network(&self) -> String {
        let players = &self.ratings.table;
        let node = |row: &Rating| Node {
            name: row.name.clone(),
            remark: format_rating(row.elo.value, row.elo.error),
        };
        let places = players.iter().enumerate();
        let places: HashMap<&str, usize> =
            places.map(|(at, row)| (row.name.as_str(), at)).collect();
        let edges = self.scores.pairings().iter().filter_map(|pairing| {
            let games = pairing.results.trinomial();
            Some(Edge {
                one: *places.get(pairing.first.as_str())?,
                other: *places.get(pairing.second.as_str())?,
                games: games.games(),
                points: games.points(),
            })
        });
        let games = format_number(self.scores.games() as f64, 0);
        plot::network(&Network {
            title: format!("Pairings of {} players, {games} games", players.len()),
            nodes: players.iter().map(node).collect(),
            edges: edges.collect(),
        })
    }
}

/// Ratings with their error bars.
pub fn ladder(title: String, ratings: &Ratings) -> String {
    let rung = |row: &Rating| Rung {
        name: row.name.clone(),
        elo: row.elo.value,
        error: row.elo.error,
        remark: format!("{} games", format_number(row.games as f64, 0)),
    };
    plot::ladder(&Ladder {
        title,
        rungs: ratings.table.iter().map(rung).collect(),
    })
}
