//! Words of the configuration and of Lichess.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Who a player is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Kind {
    /// A person.
    Human,
    /// A bot account, or the computer of Lichess.
    Bot,
}

/// A variant that the engine can play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Variant {
    /// From the start position.
    Standard,
    /// From one of 960 start positions.
    Chess960,
    /// From any position.
    FromPosition,
}

/// What Lichess calls the length of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Speed {
    /// Under 30 seconds.
    UltraBullet,
    /// Under 3 minutes.
    Bullet,
    /// Under 8 minutes.
    Blitz,
    /// Under 25 minutes.
    Rapid,
    /// Longer.
    Classical,
    /// Days, or without a clock.
    Correspondence,
}

/// Whether a game is rated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Mode {
    /// It changes no rating.
    Casual,
    /// It changes ratings.
    Rated,
}

/// A word as the enums above are written.
macro_rules! words {
    ($($type:ident)*) => {
        $(impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.serialize(f)
            }
        })*
    };
}
words!(Kind Variant Speed Mode);

/// How strong the engine plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(try_from = "toml::Value", into = "toml::Value")]
pub enum Level {
    /// As strong as it can.
    #[default]
    Full,
    /// As strong as its opponent, by rating.
    Opponent,
    /// At this Elo.
    Elo(u32),
}

impl TryFrom<toml::Value> for Level {
    type Error = String;

    fn try_from(value: toml::Value) -> Result<Self, String> {
        let elo = value.as_integer().map(u32::try_from);
        match (value.as_str(), elo) {
            (Some("full"), _) => Ok(Self::Full),
            (Some("opponent"), _) => Ok(Self::Opponent),
            (_, Some(Ok(elo))) => Ok(Self::Elo(elo)),
            _ => Err("expected \"full\", \"opponent\" or a number".to_owned()),
        }
    }
}

impl From<Level> for toml::Value {
    fn from(level: Level) -> Self {
        match level {
            Level::Full => "full".into(),
            Level::Opponent => "opponent".into(),
            Level::Elo(elo) => Self::Integer(elo.into()),
        }
    }
}

/// A time control: seconds on the clock, and for each move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct TimeControl {
    /// Seconds at the start.
    pub limit: u32,
    /// Seconds for each move.
    pub increment: u32,
}

impl TimeControl {
    /// A time control of these seconds.
    pub const fn new(limit: u32, increment: u32) -> Self {
        Self { limit, increment }
    }
}

/// What Lichess takes: `5+3`, `0.5+1`, `0+1`.
impl FromStr for TimeControl {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || {
            format!(
                "{text:?} is no time control of Lichess: minutes (0, 0.25, 0.5, 0.75, 1, 1.5, or whole \
                 ones up to 180), a plus sign, seconds up to 60"
            )
        };
        let (minutes, increment) = text.split_once('+').ok_or_else(wrong)?;
        let minutes: f64 = minutes.trim().parse().map_err(|_| wrong())?;
        let increment: u32 = increment.trim().parse().map_err(|_| wrong())?;
        if !(0.0..=180.0).contains(&minutes) || increment > 60 {
            return Err(wrong());
        }
        let limit = (minutes * 60.0) as u32;
        let is_known = [0, 15, 30, 45, 60, 90].contains(&limit) || limit.is_multiple_of(60);
        match f64::from(limit) == minutes * 60.0 && is_known && limit + increment > 0 {
            true => Ok(Self { limit, increment }),
            false => Err(wrong()),
        }
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}+{}", f64::from(self.limit) / 60.0, self.increment)
    }
}

impl TryFrom<String> for TimeControl {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<TimeControl> for String {
    fn from(control: TimeControl) -> Self {
        control.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::{Speed, TimeControl};

    #[test]
    fn time_controls_are_those_of_lichess() {
        for (text, limit, increment) in [
            ("5+3", 300, 3),
            ("0+1", 0, 1),
            ("0.5+0", 30, 0),
            ("1.5+60", 90, 60),
            ("180+0", 10_800, 0),
        ] {
            let control: TimeControl = text.parse().unwrap();
            assert_eq!(control, TimeControl::new(limit, increment));
            assert_eq!(control.to_string(), text);
        }
        for bad in [
            "", "5", "+", "2.5+0", "181+0", "1+61", "-1+0", "nan+1", "0+0", "1.51+0", "inf+1",
        ] {
            assert!(bad.parse::<TimeControl>().is_err(), "{bad}");
        }
    }

    #[test]
    fn words_are_those_of_lichess() {
        assert_eq!(Speed::UltraBullet.to_string(), "ultraBullet");
    }
}
