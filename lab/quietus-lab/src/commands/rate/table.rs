//! Ratings as a table.

use ::ledger::Rated;
use plot::format_estimate;
use stats::{Counts, Estimate, Percent, Rating};

use crate::table::{self, columns};

/// The table, White's advantage and the draw rate.
pub fn table(rated: &Rated) -> String {
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
    let ratings = &rated.ratings;
    let rows: Vec<_> = ratings.table.iter().enumerate().map(row).collect();
    let mut text = table::table(&head, &rows);
    let (advantage, draws) = (ratings.white_advantage, ratings.draw_rate);
    text += &format!(
        "\nWhite's advantage: {} Elo\nDraw rate of equal players: {} %\n{}\n",
        format_estimate(advantage.value, advantage.error),
        format_estimate(100.0 * draws.value, 100.0 * draws.error),
        sources(rated)
    );
    text
}

/// How many games were rated, and how many were skipped and why.
fn sources(rated: &Rated) -> String {
    let (mut pairs, mut games, mut guessed) = (0, 0, false);
    for pairing in rated.scores.pairings() {
        pairs += pairing.results.pentanomial().total();
        games += pairing.results.trinomial().games();
        guessed |= pairing.results.colors_guessed;
    }
    let mut text = format!("Games: {games}, {} of them in pairs", 2 * pairs);
    for reason in rated.found.skipped() {
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
