//! All that decides how a match is played. It stands at the head of the journal, so that a match
//! can go on from that file alone.

use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use stats::{Model, Sprt, SprtError};
use thiserror::Error;

use crate::{OpeningSource, Player, Timeouts};

/// The settings of a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// The name of the event, for the games' tags.
    pub event: String,
    /// Who plays.
    pub players: Vec<Player>,
    /// Who meets whom.
    pub format: Format,
    /// Pairs of games for each pairing.
    pub rounds: u64,
    /// Games at once.
    pub concurrency: usize,
    /// Processors to bind the games to, one game to each in turn; nothing for no binding.
    pub processors: Option<Vec<usize>>,
    /// Where the games start.
    pub openings: OpeningSource,
    /// Whether the games are of Chess960.
    pub chess960: bool,
    /// Whether engines are started anew for every game.
    pub restart: bool,
    /// What ends a game beside the rules of chess.
    pub rules: Rules,
    /// How long engines may take for what is not searching.
    pub timeouts: Timeouts,
    /// The question that the match is to answer, if it is a sequential test.
    pub test: Option<Hypotheses>,
    /// Where the games are written; `games.pgn` in the match's folder when missing.
    pub pgn: Option<PathBuf>,
    /// Where the events are written; `events.jsonl` in the match's folder when missing.
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
            processors: None,
            openings: OpeningSource::Random { plies: 8, seed: 1 },
            chess960: false,
            restart: false,
            rules: Rules::default(),
            timeouts: Timeouts::default(),
            test: None,
            pgn: None,
            events: None,
        }
    }
}

/// Who meets whom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Format {
    /// Everybody meets everybody.
    #[default]
    RoundRobin,
    /// The first players meet all the others, but not each other.
    Gauntlet {
        /// The number of first players.
        seeds: usize,
    },
}

/// What ends a game beside the rules of chess.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Rules {
    /// How far a clock may be overdrawn before the game is lost.
    pub time_margin: Duration,
    /// How far a fixed time for a move may be overdrawn before the game is lost.
    pub movetime_margin: Duration,
    /// How long a search without a limit of time may take before the engine is taken to hang.
    pub watchdog: Duration,
    /// How long an engine that is too late gets to answer `stop`, to tell slow from stuck.
    pub stop_grace: Duration,
    /// When a game is lost by the scores.
    pub resign: Option<ResignRule>,
    /// When a game is drawn by the scores.
    pub draw: Option<DrawRule>,
    /// After how many moves of each side a game is drawn.
    pub max_moves: Option<u32>,
}

impl Default for Rules {
    fn default() -> Self {
        Self {
            time_margin: Duration::from_millis(10),
            movetime_margin: Duration::from_millis(100),
            watchdog: Duration::from_secs(60),
            stop_grace: Duration::from_secs(3),
            resign: None,
            draw: None,
            max_moves: None,
        }
    }
}

/// A game is lost when its loser sees it so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResignRule {
    /// How bad the score must be, in centipawns: at most the negative of this.
    pub score: i32,
    /// For how many own moves in a row.
    pub moves: u32,
    /// Whether the other side must agree for as many moves.
    pub both: bool,
}

/// A game is drawn when both sides see it so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DrawRule {
    /// From which move number on.
    pub from_move: u32,
    /// For how many moves of each side in a row.
    pub moves: u32,
    /// How near to zero the scores must be, in centipawns.
    pub score: i32,
}

/// What a sequential test decides between, and how surely. The runner only keeps this; who watches
/// the match does the test.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Hypotheses {
    /// Whether Elo is normalised by the standard deviation of a game; else it is logistic.
    pub normalised: bool,
    /// The strength that counts as none, in Elo.
    pub elo0: f64,
    /// The strength that counts as some, in Elo.
    pub elo1: f64,
    /// The probability to find some where there is none.
    pub alpha: f64,
    /// The probability to find none where there is some.
    pub beta: f64,
}

impl Hypotheses {
    /// The test of these hypotheses.
    ///
    /// # Errors
    /// If there is no such test.
    pub fn test(&self) -> Result<Sprt, SprtError> {
        let model = if self.normalised {
            Model::Normalised
        } else {
            Model::Logistic
        };
        Sprt::new(model, self.elo0, self.elo1, self.alpha, self.beta)
    }
}

/// Settings that make no match.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SettingsError {
    /// Too few players.
    #[error("a match needs at least two players, but there are {0}")]
    Players(usize),
    /// A gauntlet in which nobody can meet anybody.
    #[error("a gauntlet of {players} players needs 1 to {} of them as its first players, not {seeds}", players - 1)]
    Seeds {
        /// The number of first players as given.
        seeds: usize,
        /// The number of players.
        players: usize,
    },
    /// A player who may think for ever.
    #[error("{0} has no limit: give it tc, movetime, nodes or depth")]
    NoLimit(String),
    /// Nothing to play.
    #[error("{0} must be at least 1")]
    Zero(&'static str),
}

impl Settings {
    /// Whether a match can be played by these settings.
    ///
    /// # Errors
    /// Says what is wrong with them.
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
        match () {
            () if self.rounds == 0 => Err(SettingsError::Zero("rounds")),
            () if self.concurrency == 0 => Err(SettingsError::Zero("concurrency")),
            () => Ok(()),
        }
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
    use super::{Format, Settings, SettingsError};
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
    fn senseless_settings_are_refused() {
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
    }
}
