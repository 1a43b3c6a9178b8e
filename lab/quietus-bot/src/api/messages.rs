//! What Lichess sends, as far as the bot needs it. Fields that it does not need are not read, so
//! that they may be anything.

use std::fmt;
use std::time::Duration;

use serde::Deserialize;
use serde_json::Value;

use crate::config::{Speed, Variant};

/// The id of a game or a challenge: safe as a part of an address.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize)]
#[serde(try_from = "String")]
pub(crate) struct GameId(String);

impl TryFrom<String> for GameId {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let is_fit = text.bytes().all(|byte| byte.is_ascii_alphanumeric());
        match is_fit && (1..=32).contains(&text.len()) {
            true => Ok(Self(text)),
            false => Err("an id has letters and digits only"),
        }
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Our account.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Account {
    pub id: String,
    #[serde(default)]
    pub username: String,
    #[serde(default)]
    pub title: Option<String>,
    #[serde(default)]
    pub perfs: Value,
}

/// The title of bot accounts.
const BOT: &str = "BOT";

impl Account {
    pub(crate) fn is_bot(&self) -> bool {
        self.title.as_deref() == Some(BOT)
    }
}

/// A line of the event stream.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase")]
pub(crate) enum Event {
    GameStart {
        game: Game,
    },
    GameFinish {
        game: Game,
    },
    Challenge {
        challenge: Box<Challenge>,
        #[serde(default)]
        compat: Option<Compat>,
    },
    ChallengeCanceled {
        challenge: Named,
    },
    ChallengeDeclined {
        challenge: Declined,
    },
    #[serde(other)]
    Other,
}

/// Something that has an id.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Named {
    pub id: GameId,
}

/// A challenge of ours that was declined.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Declined {
    pub id: GameId,
    #[serde(default)]
    pub decline_reason_key: String,
}

/// With which APIs a game can be played.
#[derive(Clone, Copy, Debug, Deserialize)]
pub(crate) struct Compat {
    #[serde(default)]
    pub bot: Option<bool>,
}

/// Whether the Bot API may play; if nothing is said, it may.
pub(crate) fn is_for_bots(compat: Option<Compat>) -> bool {
    compat.and_then(|compat| compat.bot) != Some(false)
}

/// A game in the event stream and in the list of our games.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Game {
    pub game_id: GameId,
    #[serde(default)]
    pub compat: Option<Compat>,
    #[serde(default)]
    pub speed: Option<Speed>,
    #[serde(default)]
    pub opponent: Opponent,
    #[serde(default)]
    pub is_my_turn: bool,
}

/// The opponent of a game.
#[derive(Clone, Debug, Default, Deserialize)]
pub(crate) struct Opponent {
    #[serde(default)]
    pub username: Option<String>,
}

/// The list of our games.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Playing {
    pub now_playing: Vec<Game>,
}

/// A challenge.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Challenge {
    pub id: GameId,
    #[serde(default)]
    pub challenger: Option<Player>,
    #[serde(default)]
    pub variant: Key,
    #[serde(default)]
    pub rated: bool,
    #[serde(default)]
    pub speed: Option<Speed>,
    #[serde(default)]
    pub time_control: TimeControlOffer,
    #[serde(default)]
    pub color: String,
    /// The challenger's color, where `color` is random.
    #[serde(default)]
    pub final_color: String,
    #[serde(default)]
    pub initial_fen: Option<String>,
    #[serde(default)]
    pub rematch_of: Option<String>,
}

/// Something with a key, as a variant.
#[derive(Clone, Debug, Default, Deserialize)]
pub(crate) struct Key {
    #[serde(default)]
    pub key: String,
}

impl Key {
    /// The variant, if the engine plays it.
    pub(crate) fn variant(&self) -> Option<Variant> {
        match self.key.as_str() {
            "standard" => Some(Variant::Standard),
            "chess960" => Some(Variant::Chess960),
            "fromPosition" => Some(Variant::FromPosition),
            _ => None,
        }
    }
}

/// The time control of a challenge; without any field, no clock.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TimeControlOffer {
    #[serde(default)]
    pub limit: Option<u32>,
    #[serde(default)]
    pub increment: Option<u32>,
    #[serde(default)]
    pub days_per_turn: Option<u32>,
}

/// A player of a challenge or a game.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Player {
    #[serde(default)]
    pub id: Option<String>,
    #[serde(default)]
    pub name: Option<String>,
    #[serde(default)]
    pub title: Option<String>,
    #[serde(default)]
    pub rating: Option<u32>,
    #[serde(default)]
    pub ai_level: Option<u32>,
}

impl Player {
    pub(crate) fn is_bot(&self) -> bool {
        self.title.as_deref() == Some(BOT) || self.ai_level.is_some()
    }

    pub(crate) fn name(&self) -> String {
        match (&self.name, &self.id, self.ai_level) {
            (Some(name), ..) => name.clone(),
            (None, Some(id), _) => id.clone(),
            (None, None, Some(level)) => format!("AI level {level}"),
            (None, None, None) => "Anonymous".to_owned(),
        }
    }
}

/// A line of a game's stream.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase")]
pub(crate) enum Message {
    GameFull(Box<GameFull>),
    GameState(GameState),
    ChatLine {
        #[serde(default)]
        room: String,
        #[serde(default)]
        username: String,
        #[serde(default)]
        text: String,
    },
    #[serde(rename_all = "camelCase")]
    OpponentGone {
        gone: bool,
        #[serde(default)]
        claim_win_in_seconds: Option<u64>,
    },
    #[serde(other)]
    Other,
}

/// The first line of a game's stream.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct GameFull {
    #[serde(default)]
    pub white: Player,
    #[serde(default)]
    pub black: Player,
    #[serde(default)]
    pub variant: Key,
    #[serde(default)]
    pub rated: bool,
    #[serde(default)]
    pub speed: Option<Speed>,
    #[serde(default)]
    pub clock: Option<ClockSettings>,
    #[serde(default)]
    pub initial_fen: Option<String>,
    pub state: GameState,
}

/// The clock of a game, in milliseconds.
#[derive(Clone, Copy, Debug, Deserialize)]
pub(crate) struct ClockSettings {
    #[serde(default)]
    pub initial: u64,
    #[serde(default)]
    pub increment: u64,
}

/// Moves, clocks and offers of a game.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct GameState {
    pub moves: String,
    #[serde(default)]
    pub wtime: u64,
    #[serde(default)]
    pub btime: u64,
    #[serde(default)]
    pub winc: u64,
    #[serde(default)]
    pub binc: u64,
    pub status: String,
    #[serde(default)]
    pub winner: Option<String>,
    #[serde(default)]
    pub wdraw: bool,
    #[serde(default)]
    pub bdraw: bool,
    #[serde(default)]
    pub wtakeback: bool,
    #[serde(default)]
    pub btakeback: bool,
    #[serde(default)]
    pub expiration: Option<Expiration>,
}

impl GameState {
    pub(crate) fn is_over(&self) -> bool {
        !["created", "started"].contains(&self.status.as_str())
    }

    /// White's and Black's clocks.
    pub(crate) fn times(&self) -> [Duration; 2] {
        [self.wtime, self.btime].map(Duration::from_millis)
    }

    /// White's and Black's increments.
    pub(crate) fn increments(&self) -> [Duration; 2] {
        [self.winc, self.binc].map(Duration::from_millis)
    }
}

/// No game waits longer than a day for its first move.
const LONGEST_EXPIRATION: Duration = Duration::from_secs(24 * 3600);

/// How long the game waits for a first move.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Expiration {
    #[serde(default)]
    pub idle_millis: u64,
    pub millis_to_move: u64,
}

impl Expiration {
    /// The time that is left.
    pub(crate) fn left(self) -> Duration {
        let left = self.millis_to_move.saturating_sub(self.idle_millis);
        Duration::from_millis(left).min(LONGEST_EXPIRATION)
    }
}

/// A bot in the list of those that are online.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Listed {
    pub id: String,
    #[serde(default)]
    pub perfs: Value,
}

/// A registration of an engine for the analysis board.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Registered {
    pub id: String,
    pub name: String,
}

/// A request for analysis.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Job {
    pub id: String,
    pub work: Work,
}

/// What is to be analyzed, and for how long.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Work {
    #[serde(default)]
    pub session_id: String,
    #[serde(default)]
    pub threads: u32,
    #[serde(default)]
    pub hash: u32,
    #[serde(default)]
    pub multi_pv: u32,
    #[serde(default)]
    pub variant: String,
    pub initial_fen: String,
    pub moves: Vec<String>,
    #[serde(default)]
    pub movetime: Option<u64>,
    #[serde(default)]
    pub depth: Option<u32>,
    #[serde(default)]
    pub nodes: Option<u64>,
}

#[cfg(test)]
mod tests;
