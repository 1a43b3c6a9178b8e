//! A player of a match: an engine and its limits, in the `key=value` syntax of the command line.

use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::limits::duration;
use crate::{EngineSpec, Limits, TimeControlError, split_words};

/// An engine and its search limits.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Player {
    /// How it is started and set up.
    pub engine: EngineSpec,
    /// Its search limits.
    pub limits: Limits,
}

/// An invalid engine setting.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PlayerError {
    /// A word that is neither `key=value` nor the command.
    #[error("expected key=value, found {0:?}")]
    NotASetting(String),
    /// A key that no setting has.
    #[error("unknown engine setting {0:?} (known: {KEYS})")]
    UnknownKey(String),
    /// A value that is not a positive number.
    #[error("expected a positive number in {0:?}")]
    Number(String),
    /// An invalid time control.
    #[error(transparent)]
    TimeControl(#[from] TimeControlError),
    /// No command was given.
    #[error("the engine has no command: give cmd=PATH")]
    NoCommand,
}

/// The settings that [`Player::set`] knows.
const KEYS: &str = "cmd, name, args, dir, env.NAME, option.NAME, tc, movetime, st, nodes, depth";

impl Player {
    /// A player from words such as `cmd=./engine`, `name=A`, `option.Hash=64`, `tc=8+0.08`. A
    /// first word without `=` is the command.
    ///
    /// # Errors
    /// Names the word that is wrong.
    pub fn parse<S: AsRef<str>>(words: &[S]) -> Result<Self, PlayerError> {
        let mut player = Self::default();
        player.apply(words)?;
        if player.engine.command.as_os_str().is_empty() {
            return Err(PlayerError::NoCommand);
        }
        Ok(player)
    }

    /// Applies more words to this player.
    ///
    /// # Errors
    /// Names the word that is wrong.
    pub fn apply<S: AsRef<str>>(&mut self, words: &[S]) -> Result<(), PlayerError> {
        for (index, word) in words.iter().map(AsRef::as_ref).enumerate() {
            match word.split_once('=') {
                Some((key, value)) if !key.contains('/') => self.set(key, value)?,
                _ if index == 0 => self.engine.command = PathBuf::from(word),
                _ => return Err(PlayerError::NotASetting(word.to_owned())),
            }
        }
        Ok(())
    }

    /// Sets one key: `cmd`, `name`, `args` (split as a shell does), `dir`, `env.NAME`,
    /// `option.NAME`, `tc`, `movetime` (milliseconds), `st` (seconds a move), `nodes`, `depth`.
    ///
    /// # Errors
    /// If the key is unknown or the value does not fit it.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), PlayerError> {
        let number = || PlayerError::Number(format!("{key}={value}"));
        match key {
            "cmd" => self.engine.command = PathBuf::from(value),
            "name" => value.clone_into(&mut self.engine.name),
            "args" => self.engine.args = split_words(value),
            "dir" => self.engine.working_dir = Some(PathBuf::from(value)),
            "tc" => self.limits.clock = Some(value.parse()?),
            "movetime" => self.limits.movetime = Some(positive(value).ok_or_else(number)?),
            "st" => self.limits.movetime = Some(milliseconds(value).ok_or_else(number)?),
            "nodes" => self.limits.nodes = Some(positive(value).ok_or_else(number)?),
            "depth" => {
                let depth = positive(value).and_then(|depth| u32::try_from(depth).ok());
                self.limits.depth = Some(depth.ok_or_else(number)?);
            }
            _ => match key.split_once('.') {
                Some(("option", name)) => replace(&mut self.engine.options, name, value),
                Some(("env", name)) => replace(&mut self.engine.env, name, value),
                _ => return Err(PlayerError::UnknownKey(key.to_owned())),
            },
        }
        Ok(())
    }
}

fn positive(text: &str) -> Option<u64> {
    text.parse().ok().filter(|&number| number > 0)
}

fn milliseconds(seconds: &str) -> Option<u64> {
    let time: Duration = duration(seconds)?;
    u64::try_from(time.as_millis())
        .ok()
        .filter(|&time| time > 0)
}

/// Sets a named value, replacing an earlier one of that name.
fn replace(values: &mut Vec<(String, String)>, name: &str, value: &str) {
    match values.iter_mut().find(|(known, _)| known == name) {
        Some((_, old)) => value.clone_into(old),
        None => values.push((name.to_owned(), value.to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::{Player, PlayerError};

    #[test]
    fn players_are_read_from_words() {
        let words = [
            "./a=b/engine",
            "name=A B",
            "args=--uci 'x y'",
            "option.Hash=16",
            "option.Hash=64",
            "option.Clear Hash=",
            "tc=8+0.08",
            "nodes=5000",
            "st=0.25",
        ];
        let player = Player::parse(&words).unwrap();
        assert_eq!(player.engine.command.to_str(), Some("./a=b/engine"));
        assert_eq!(player.engine.args, ["--uci", "x y"]);
        assert_eq!(player.engine.options.len(), 2);
        assert_eq!(player.engine.options[0].1, "64");
        assert_eq!(player.limits.movetime, Some(250));
        assert_eq!(
            player.limits.to_string(),
            "8+0.08, 250 ms/move, 5000 nodes/move"
        );
    }

    #[test]
    fn bad_settings_are_named() {
        let error = |words: &[&str]| Player::parse(words).unwrap_err();
        assert_eq!(error(&["name=A"]), PlayerError::NoCommand);
        assert_eq!(error(&["x", "y"]), PlayerError::NotASetting("y".to_owned()));
        assert_eq!(
            error(&["x", "hash=1"]),
            PlayerError::UnknownKey("hash".to_owned())
        );
        assert_eq!(
            error(&["x", "nodes=0"]),
            PlayerError::Number("nodes=0".to_owned())
        );
        assert!(matches!(error(&["x", "tc=0"]), PlayerError::TimeControl(_)));
    }
}
