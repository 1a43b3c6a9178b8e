//! Ratings of levels from their games.

use anyhow::Context;
use game::GameResult;
use levels::Level;
use stats::{Outcome, Played, RatingOptions, Ratings, Tournament};

use crate::{Anchor, Entrant, GameRecord};

/// Rates all entrants on the scale of the anchors; without any, the level in the middle has its label.
///
/// # Errors
/// If the games are too few.
pub fn rate(
    pairs: &[[GameRecord; 2]],
    levels: &[Level],
    anchors: &[Anchor],
    seed: u64,
) -> anyhow::Result<Ratings> {
    let mut known: Vec<(Entrant, u16)> = anchors
        .iter()
        .map(|anchor| (Entrant::Anchor(anchor.elo), anchor.elo))
        .collect();
    if known.is_empty() {
        let middle = levels.get(levels.len() / 2).context("no level")?;
        known.push((Entrant::Level(*middle), middle.elo()));
    }
    let tournament = tournament(pairs);
    let anchor = |&(entrant, elo): &(Entrant, u16)| {
        Some(stats::Anchor {
            player: tournament.find(&entrant.to_string())?,
            rating: f64::from(elo),
        })
    };
    Ok(tournament.rate(&RatingOptions {
        anchors: known.iter().filter_map(anchor).collect(),
        seed,
        ..RatingOptions::default()
    })?)
}

/// The measured Elo of the levels, ascending.
#[must_use]
pub fn measured_levels(ratings: &Ratings) -> Vec<(Level, f64)> {
    let rows = ratings.table.iter();
    let mut measured: Vec<(Level, f64)> = rows
        .filter_map(|row| Some((row.name.parse().ok()?, row.elo.value)))
        .collect();
    measured.sort_by_key(|&(level, _)| level);
    measured
}

/// All games as a tournament, its players named by their Elo.
fn tournament<'a>(pairs: impl IntoIterator<Item = &'a [GameRecord; 2]>) -> Tournament {
    let mut tournament = Tournament::new();
    for pair in pairs {
        let [first, second] = pair.each_ref().map(|game| {
            let [white, black] = game
                .players
                .map(|entrant| tournament.player(&entrant.to_string()));
            let outcome = match game.result {
                GameResult::WhiteWins => Outcome::Win,
                GameResult::BlackWins => Outcome::Loss,
                GameResult::Draw | GameResult::Unknown => Outcome::Draw,
            };
            Played {
                white,
                black,
                outcome,
            }
        });
        tournament.add_pair(first, second);
    }
    tournament
}
