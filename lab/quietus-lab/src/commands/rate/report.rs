//! Ratings as a table, as JSON and as pictures.

use std::collections::HashMap;

use plot::{Edge, Ladder, Network, Node, Rung, format_number};
use serde_json::{Value, json};
use stats::{Counts, Estimate, Percent, Rating, Ratings};

use super::Outcome;
use crate::table::{self, columns};

/// What the list is about, in a few words.
pub fn title(outcome: &Outcome) -> String {
    format!(
        "Ratings of {} players from {} games",
        outcome.ratings.table.len(),
        format_number(outcome.scores.games() as f64, 0)
    )
}

/// The table, White's advantage and the draw rate.
pub fn table(outcome: &Outcome) -> String {
    let head = columns(">|Player|>Elo|>±|>Games|>Score|>Draws|>Opponents|>LOS");
    let row = |(place, row): (usize, &Rating)| {
        [
            (place + 1).to_string(),
            row.name.clone(),
            format!("{:.1}", row.elo.value),
            error(row.elo),
            row.games.to_string(),
            format!("{:.1} %", 100.0 * row.score),
            format!("{:.1} %", 100.0 * row.draw_rate),
            format!("{:.1}", row.opponents),
            row.los
                .map(|los| Percent(los).to_string())
                .unwrap_or_default(),
        ]
    };
    let ratings = &outcome.ratings;
    let rows: Vec<_> = ratings.table.iter().enumerate().map(row).collect();
    let mut text = table::table(&head, &rows);
    let percent = Estimate {
        value: 100.0 * ratings.draw_rate.value,
        error: 100.0 * ratings.draw_rate.error,
    };
    text += &format!(
        "\nWhite's advantage: {} Elo\nDraw rate of equal players: {} %\n{}\n",
        with_error(ratings.white_advantage),
        with_error(percent),
        sources(outcome)
    );
    text
}

/// How many games were rated, and how many were skipped and why.
fn sources(outcome: &Outcome) -> String {
    let (mut pairs, mut games, mut guessed) = (0, 0, false);
    for pairing in outcome.scores.pairings() {
        pairs += pairing.results.pentanomial().total();
        games += pairing.results.trinomial().games();
        guessed |= pairing.results.colors_guessed;
    }
    let mut text = format!("Games: {games}, {} of them in pairs", 2 * pairs);
    for reason in outcome.found.skipped() {
        text += &format!("\nSkipped: {reason}");
    }
    if guessed {
        text += "\nFor matches recorded as totals, colors are estimated";
    }
    text
}

fn error(estimate: Estimate) -> String {
    match estimate.error.is_finite() {
        true => format!("{:.1}", estimate.error),
        false => "?".to_owned(),
    }
}

fn with_error(estimate: Estimate) -> String {
    format!("{:.1} ± {}", estimate.value, error(estimate))
}

/// Everything for other programs. An unknown error is null.
pub fn json(outcome: &Outcome) -> Value {
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
    let ratings = &outcome.ratings;
    let found = &outcome.found;
    json!({
        "settings": outcome.settings,
        "players": ratings.table.iter().map(row).collect::<Vec<_>>(),
        "white_advantage": estimate(ratings.white_advantage),
        "draw_rate": estimate(ratings.draw_rate),
        "pairings": outcome.scores.pairings(),
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

/// The graph of pairings.
pub fn network(outcome: &Outcome) -> String {
    let players = &outcome.ratings.table;
    let node = |row: &Rating| Node {
        name: row.name.clone(),
        remark: match row.elo.error == 0.0 {
            true => format!("{:.1} (anchor)", row.elo.value),
            false => with_error(row.elo),
        },
    };
    let places = players.iter().enumerate();
    let places: HashMap<&str, usize> = places.map(|(at, row)| (row.name.as_str(), at)).collect();
    let edges = outcome.scores.pairings().iter().filter_map(|pairing| {
        let games = pairing.results.trinomial();
        Some(Edge {
            one: *places.get(pairing.first.as_str())?,
            other: *places.get(pairing.second.as_str())?,
            games: games.games(),
            points: games.points(),
        })
    });
    let games = format_number(outcome.scores.games() as f64, 0);
    plot::network(&Network {
        title: format!("Pairings of {} players, {games} games", players.len()),
        nodes: players.iter().map(node).collect(),
        edges: edges.collect(),
    })
}
