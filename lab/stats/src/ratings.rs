//! Ratings of many players from all their games: the Bradley-Terry model with Davidson's draws.
//!
//! Ratings, White's advantage and the draw rate of a [`GameModel`] are fitted together by maximum
//! likelihood under a weak prior, which only matters where the games say nothing: it keeps a
//! player who won every game finite. Errors come from a bootstrap over pairs, because the two
//! games of a pair are not independent.

mod bootstrap;
mod fit;
mod groups;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::fmt;

use crate::normal::{Z95, cdf};
use crate::{Estimate, GameModel, Outcome};
use bootstrap::resample;
use fit::{Fit, Results};
use groups::groups;

/// A player of one [`Tournament`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Player(usize);

/// One game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// Who had White.
    pub white: Player,
    /// Who had Black.
    pub black: Player,
    /// The result for White.
    pub outcome: Outcome,
}

/// The players and games of a tournament.
#[derive(Clone, Debug, Default)]
pub struct Tournament {
    names: Vec<String>,
    players: HashMap<String, Player>,
    /// Single games, and pairs whose games are not independent.
    units: Vec<(Played, Option<Played>)>,
}

impl Tournament {
    /// An empty tournament.
    pub fn new() -> Self {
        Self::default()
    }

    /// The player of this name, added if new.
    pub fn player(&mut self, name: &str) -> Player {
        if let Some(player) = self.find(name) {
            return player;
        }
        let player = Player(self.names.len());
        self.names.push(name.to_owned());
        self.players.insert(name.to_owned(), player);
        player
    }

    /// The player of this name, if there is one.
    pub fn find(&self, name: &str) -> Option<Player> {
        self.players.get(name).copied()
    }

    /// All players, in the order they were added.
    pub fn players(&self) -> impl Iterator<Item = Player> + use<> {
        (0..self.names.len()).map(Player)
    }

    /// The name of a player.
    ///
    /// # Panics
    /// If the player belongs to another tournament that has more players.
    pub fn name(&self, player: Player) -> &str {
        &self.names[player.0]
    }

    /// Adds a single game.
    pub fn add_game(&mut self, game: Played) {
        self.units.push((game, None));
    }

    /// Adds a pair: two games from one opening with colors reversed.
    pub fn add_pair(&mut self, first: Played, second: Played) {
        self.units.push((first, Some(second)));
    }

    /// Those of pairs and single ones.
    pub fn games(&self) -> impl Iterator<Item = Played> + '_ {
        self.units
            .iter()
            .flat_map(|&(first, second)| std::iter::once(first).chain(second))
    }

    /// Rates all players.
    ///
    /// # Errors
    /// If there are no games, a player met itself, or some players are not connected by games.
    ///
    /// # Panics
    /// If a game or the anchor names a player of another tournament that has more players.
    pub fn rate(&self, options: &RatingOptions) -> Result<Ratings, RatingError> {
        self.rate_with(options, &mut |_| {})
    }

    /// The same; `progress` is told the number of bootstrap resamples so far.
    ///
    /// # Errors
    /// As [`Self::rate`].
    ///
    /// # Panics
    /// As [`Self::rate`].
    pub fn rate_with(
        &self,
        options: &RatingOptions,
        progress: &mut dyn FnMut(usize),
    ) -> Result<Ratings, RatingError> {
        self.check()?;
        let results = Results::new(self.names.len(), &self.units);
        let center = Fit::prior_center(&results);
        let best = results.fit(&results.count(|| 1.0), &center, &center);
        let model = best.model();
        let samples: Vec<Sample> = resample(&results, &best, options, progress)
            .iter()
            .map(|fit| Sample {
                elo: fit.elo(&options.anchors),
                model: fit.model(),
            })
            .collect();
        let deviation = |value: &dyn Fn(&Sample) -> f64| deviation(samples.iter().map(value));
        let estimate = |value: f64, of: &dyn Fn(&Sample) -> f64| Estimate {
            value,
            error: Z95 * deviation(of),
        };

        let elo = best.elo(&options.anchors);
        let mut order: Vec<usize> = (0..elo.len()).collect();
        order.sort_by(|&a, &b| elo[b].total_cmp(&elo[a]));
        let tallies = self.tallies(&elo);
        let rows: Vec<Rating> = order
            .iter()
            .enumerate()
            .map(|(place, &player)| {
                let tally = &tallies[player];
                let games = tally.games as f64;
                Rating {
                    player: Player(player),
                    name: self.names[player].clone(),
                    elo: estimate(elo[player], &|sample| sample.elo[player]),
                    games: tally.games,
                    score: tally.half_points as f64 / (2.0 * games),
                    opponents: tally.opponents / games,
                    draw_rate: tally.draws as f64 / games,
                    los: order.get(place + 1).map(|&next| {
                        let spread = deviation(&|sample| sample.elo[player] - sample.elo[next]);
                        cdf((elo[player] - elo[next]) / spread.max(f64::MIN_POSITIVE))
                    }),
                }
            })
            .collect();
        Ok(Ratings {
            table: rows,
            white_advantage: estimate(model.white_advantage(), &|s| s.model.white_advantage()),
            draw_rate: estimate(model.draw_rate(), &|s| s.model.draw_rate()),
            samples,
        })
    }

    /// Whether the games can be rated.
    fn check(&self) -> Result<(), RatingError> {
        if self.units.is_empty() {
            return Err(RatingError::NoGames);
        }
        if let Some(game) = self.games().find(|game| game.white == game.black) {
            return Err(RatingError::AgainstItself(self.name(game.white).to_owned()));
        }
        let groups = groups(
            self.names.len(),
            self.games().map(|g| (g.white.0, g.black.0)),
        );
        if groups.len() == 1 {
            return Ok(());
        }
        let name = |&player: &usize| self.names[player].clone();
        Err(RatingError::Disconnected(
            groups
                .iter()
                .map(|group| group.iter().map(name).collect())
                .collect(),
        ))
    }

    /// The sums over each player's games, given all ratings.
    fn tallies(&self, elo: &[f64]) -> Vec<Tally> {
        let mut tallies = vec![Tally::default(); elo.len()];
        for game in self.games() {
            for (player, opponent, outcome) in [
                (game.white.0, game.black.0, game.outcome),
                (game.black.0, game.white.0, game.outcome.reversed()),
            ] {
                let tally = &mut tallies[player];
                tally.games += 1;
                tally.half_points += outcome.half_points();
                tally.draws += usize::from(outcome == Outcome::Draw);
                tally.opponents += elo[opponent];
            }
        }
        tallies
    }
}

/// Sums over the games of one player.
#[derive(Clone, Default)]
struct Tally {
    games: usize,
    half_points: usize,
    draws: usize,
    /// The opponents' ratings.
    opponents: f64,
}

/// One bootstrap resample of the tournament.
#[derive(Clone, Debug, PartialEq)]
struct Sample {
    elo: Vec<f64>,
    model: GameModel,
}

/// The sample standard deviation; infinite (unknown) for fewer than two values.
fn deviation(values: impl ExactSizeIterator<Item = f64> + Clone) -> f64 {
    if values.len() < 2 {
        return f64::INFINITY;
    }
    let mean = values.clone().sum::<f64>() / values.len() as f64;
    let degrees_of_freedom = (values.len() - 1) as f64;
    (values.map(|value| (value - mean).powi(2)).sum::<f64>() / degrees_of_freedom).sqrt()
}

/// A player whose rating is fixed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Anchor {
    /// Who.
    pub player: Player,
    /// The fixed rating, in Elo.
    pub rating: f64,
}

/// How to rate.
#[derive(Clone, Debug, PartialEq)]
pub struct RatingOptions {
    /// Ratings are relative to these players, whose mean is fixed; without an anchor the mean of
    /// all is 0. Errors are relative too: that of a single anchor is 0.
    pub anchors: Vec<Anchor>,
    /// The number of bootstrap resamples that the errors are estimated from. With fewer than two
    /// all errors are infinite.
    pub resamples: usize,
    /// The seed of the bootstrap.
    pub seed: u64,
}

impl Default for RatingOptions {
    fn default() -> Self {
        Self {
            anchors: Vec::new(),
            resamples: 1_000,
            seed: 1,
        }
    }
}

/// The rating of one player.
#[derive(Clone, Debug, PartialEq)]
pub struct Rating {
    /// Who.
    pub player: Player,
    /// The player's name.
    pub name: String,
    /// The rating in Elo, on the scale that [`GameModel`] describes.
    pub elo: Estimate,
    /// Games played.
    pub games: usize,
    /// The share of the points, 0 to 1.
    pub score: f64,
    /// The opponents' mean rating, over all games.
    pub opponents: f64,
    /// The share of draws, 0 to 1.
    pub draw_rate: f64,
    /// The likelihood of superiority (LOS) over the next player of the table; `None` for the last.
    pub los: Option<f64>,
}

/// All ratings, and the fitted parameters of the [`GameModel`].
#[derive(Clone, Debug, PartialEq)]
pub struct Ratings {
    /// The players, best first.
    pub table: Vec<Rating>,
    /// White's advantage in Elo.
    pub white_advantage: Estimate,
    /// The share of draws between equal players, 0 to 1.
    pub draw_rate: Estimate,
    samples: Vec<Sample>,
}

impl Ratings {
    /// By how much one player is above another. Its error is smaller than those of the ratings
    /// together, because they share the error of the scale.
    #[must_use]
    pub fn lead(&self, player: &Rating, over: &Rating) -> Estimate {
        let [up, down] = [player, over].map(|row| row.player.0);
        let leads = self.samples.iter();
        Estimate {
            value: player.elo.value - over.elo.value,
            error: Z95 * deviation(leads.map(|sample| sample.elo[up] - sample.elo[down])),
        }
    }
}

/// Why players cannot be rated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RatingError {
    /// There are no games.
    NoGames,
    /// A game has the same player on both sides.
    AgainstItself(String),
    /// Connected groups of players without a game between them; each is listed by name.
    Disconnected(Vec<Vec<String>>),
}

impl fmt::Display for RatingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoGames => write!(f, "there are no games to rate"),
            Self::AgainstItself(name) => write!(f, "{name} has a game against itself"),
            Self::Disconnected(groups) => {
                let groups: Vec<_> = groups.iter().map(|group| group.join(", ")).collect();
                write!(
                    f,
                    "no games connect these groups of players: {}",
                    groups.join("; ")
                )
            }
        }
    }
}

impl std::error::Error for RatingError {}
