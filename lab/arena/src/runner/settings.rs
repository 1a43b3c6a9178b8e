//! The settings of a match. They are the first line of the journal, so that a match can be resumed
//! from its folder alone.

use std::path::PathBuf;
use std::time::Duration;

use game::Facts;
use game::adjudication::Adjudication;
use games::{GameId, for_game};
use serde::{Deserialize, Serialize};
use stats::{Model, Sprt, SprtError};
use thiserror::Error;

use crate::{OpeningSource, Player, Timeouts};

/// The settings of a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// The PGN `Event` tag.
    pub event: String,
    /// Each with its engine and limits.
    pub players: Vec<Player>,
    /// The tournament format.
    pub format: Format,
    /// Game pairs per pairing.
    pub rounds: u64,
    /// Concurrent games.
    pub concurrency: usize,
    /// CPUs to pin the games to, in turn; `None` for no CPU affinity.
    pub cpus: Option<Vec<usize>>,
    /// Where games start.
    pub openings: OpeningSource,
    /// Chess unless named.
    pub game: GameId,
    /// The name of its set of rules; the usual one when missing.
    pub rule_set: Option<String>,
    /// Whether engines are restarted for every game.
    pub restart: bool,
    /// Adjudication and time forfeits.
    pub rules: Rules,
    /// The path of Syzygy tablebases that end games, if any.
    pub syzygy: Option<String>,
    /// Timeouts for everything but searching.
    pub timeouts: Timeouts,
    /// The hypotheses, if the match is an SPRT.
    pub test: Option<Hypotheses>,
    /// The PGN file; `games.pgn` in the match's folder when missing.
    pub pgn: Option<PathBuf>,
    /// The event file; `events.jsonl` in the match's folder when missing.
    pub events: Option<PathBuf>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            event: "Quietus match".to_owned(),
            players: Vec::new(),
            format: Format::RoundRobin,
            rounds: 1,
            concurrency: 1,
            cpus: None,
            openings: OpeningSource::Random {
                plies: 8,
                seed: 1,
                start: 0,
            },
            game: GameId::default(),
            rule_set: None,
            restart: false,
            rules: Rules::default(),
            syzygy: None,
            timeouts: Timeouts::default(),
            test: None,
            pgn: None,
            events: None,
        }
    }
}

/// The tournament format: who meets whom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Format {
    /// Every player meets every other.
    #[default]
    RoundRobin,
    /// The seeds meet all the others, but not each other.
    Gauntlet {
        /// The number of seeds: the first players.
        seeds: usize,
    },
}

/// What ends a game beside the rules of chess: adjudication, time forfeits and the watchdog.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Rules {
    /// Time margin: how far a clock may be overdrawn before the game is lost on time. The reserve
    /// that an engine itself keeps is its move overhead.
    pub time_margin: Duration,
    /// The same for `movetime`.
    pub movetime_margin: Duration,
    /// How long a search without a time limit may take before the engine counts as hung.
    pub watchdog: Duration,
    /// How long a late engine gets to answer `stop`, to distinguish a time loss from a stall.
    pub stop_grace: Duration,
    /// Adjudication; the longest game is counted without its opening.
    pub adjudication: Adjudication,
}

impl Default for Rules {
    fn default() -> Self {
        Self {
            time_margin: Duration::from_millis(10),
            movetime_margin: Duration::from_millis(100),
            watchdog: Duration::from_secs(60),
            stop_grace: Duration::from_secs(3),
            adjudication: Adjudication::default(),
        }
    }
}

/// The hypotheses and error rates of an SPRT. The runner only stores them; the [`Watcher`] of the
/// match evaluates the test.
///
/// [`Watcher`]: super::Watcher
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Hypotheses {
    /// Whether Elo is normalized (nElo); otherwise it is logistic.
    pub normalized: bool,
    /// The Elo of H0.
    pub elo0: f64,
    /// The Elo of H1.
    pub elo1: f64,
    /// The probability to accept H1 under H0.
    pub alpha: f64,
    /// The probability to accept H0 under H1.
    pub beta: f64,
}

impl Hypotheses {
    /// The SPRT of these hypotheses.
    ///
    /// # Errors
    /// If the bounds or error rates are invalid.
    pub fn test(&self) -> Result<Sprt, SprtError> {
        let model = if self.normalized {
            Model::Normalized
        } else {
            Model::Logistic
        };
        Sprt::new(model, self.elo0, self.elo1, self.alpha, self.beta)
    }
}

/// Invalid settings.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SettingsError {
    /// Too few players.
    #[error("a match needs at least two players, but there are {0}")]
    Players(usize),
    /// A gauntlet without a pairing.
    #[error("a gauntlet of {players} players needs 1 to {} seeds, not {seeds}", players - 1)]
    Seeds {
        /// The number of seeds.
        seeds: usize,
        /// The number of players.
        players: usize,
    },
    /// A player without a search limit.
    #[error("{0} has no limit: set tc, movetime, nodes or depth")]
    NoLimit(String),
    /// A set of rules of another game.
    #[error("{game} has no rules called {name:?}")]
    OtherGame {
        /// The name of the set.
        name: String,
        /// The game of the match.
        game: GameId,
    },
    /// A count of zero.
    #[error("{0} must be at least 1")]
    Zero(&'static str),
}

impl Settings {
    /// Checks the settings.
    ///
    /// # Errors
    /// If they are invalid.
    pub fn validate(&self) -> Result<(), SettingsError> {
        let players = self.players.len();
        if players < 2 {
            return Err(SettingsError::Players(players));
        }
        match self.format {
            Format::Gauntlet { seeds } if seeds == 0 || seeds >= players => {
                return Err(SettingsError::Seeds { seeds, players });
            }
            _ => {}
        }
        if let Some(player) = self.players.iter().find(|player| player.limits.is_empty()) {
            let spec = &player.engine;
            return Err(SettingsError::NoLimit(if spec.name.is_empty() {
                spec.command.display().to_string()
            } else {
                spec.name.clone()
            }));
        }
        self.rule_set()?;
        match () {
            () if self.rounds == 0 => Err(SettingsError::Zero("rounds")),
            () if self.concurrency == 0 => Err(SettingsError::Zero("concurrency")),
            () => Ok(()),
        }
    }

    /// The set of rules, by its index among those of the game.
    ///
    /// # Errors
    /// If the game has none of this name.
    pub fn rule_set(&self) -> Result<usize, SettingsError> {
        let Some(name) = &self.rule_set else {
            return Ok(0);
        };
        let sets = for_game!(self.game, G => G::RULE_SETS);
        let found = sets.iter().position(|set| set.name == name);
        found.ok_or_else(|| SettingsError::OtherGame {
            name: name.clone(),
            game: self.game,
        })
    }

    /// The pairings of a round, as numbers of players.
    #[must_use]
    pub fn pairings(&self) -> Vec<(usize, usize)> {
        let players = self.players.len();
        let firsts = match self.format {
            Format::RoundRobin => players,
            Format::Gauntlet { seeds } => seeds,
        };
        let others = |first: usize| match self.format {
            Format::RoundRobin => first + 1..players,
            Format::Gauntlet { seeds } => seeds..players,
        };
        (0..firsts)
            .flat_map(|first| others(first).map(move |second| (first, second)))
            .collect()
    }

    /// The number of pairs in the whole match.
    #[must_use]
    pub fn total_pairs(&self) -> u64 {
        self.rounds * self.pairings().len() as u64
    }
}

#[cfg(test)]
mod tests {
    use super::{Format, GameId, Settings, SettingsError};
    use crate::{Limits, Player};

    fn settings(players: usize, format: Format) -> Settings {
        let player = Player {
            limits: Limits {
                nodes: Some(1),
                ..Limits::default()
            },
            ..Player::default()
        };
        Settings {
            players: vec![player; players],
            format,
            ..Settings::default()
        }
    }

    #[test]
    fn everybody_meets_everybody_or_only_the_first() {
        let all = settings(3, Format::RoundRobin);
        assert_eq!(all.pairings(), [(0, 1), (0, 2), (1, 2)]);
        let gauntlet = settings(4, Format::Gauntlet { seeds: 2 });
        assert_eq!(gauntlet.pairings(), [(0, 2), (0, 3), (1, 2), (1, 3)]);
        assert_eq!((gauntlet.total_pairs(), gauntlet.validate()), (4, Ok(())));
    }

    #[test]
    fn invalid_settings_are_refused() {
        let error = |settings: &Settings| settings.validate().unwrap_err();
        assert_eq!(
            error(&settings(1, Format::RoundRobin)),
            SettingsError::Players(1)
        );
        let all_first = settings(2, Format::Gauntlet { seeds: 2 });
        assert!(matches!(error(&all_first), SettingsError::Seeds { .. }));
        let mut endless = settings(2, Format::RoundRobin);
        endless.players[1].limits = Limits::default();
        assert!(matches!(error(&endless), SettingsError::NoLimit(_)));
        let mut nothing = settings(2, Format::RoundRobin);
        nothing.rounds = 0;
        assert_eq!(error(&nothing), SettingsError::Zero("rounds"));
        let mut xiangqi = settings(2, Format::RoundRobin);
        (xiangqi.game, xiangqi.rule_set) = (GameId::Xiangqi, Some("chess960".to_owned()));
        assert_eq!(
            error(&xiangqi).to_string(),
            "xiangqi has no rules called \"chess960\""
        );
    }
}
