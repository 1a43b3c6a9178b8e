//! Engines and their options as words of a command line.

use std::str::FromStr;

use arena::{Player, PlayerError, split_words};

/// `NAME=VALUE`.
#[derive(Clone, Debug)]
pub struct Setting {
    name: String,
    value: String,
}

impl Setting {
    pub fn into_pair(self) -> (String, String) {
        (self.name, self.value)
    }
}

impl FromStr for Setting {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, value) = text.split_once('=').ok_or("expected NAME=VALUE")?;
        if name.trim().is_empty() {
            return Err("expected a name before the equals sign".to_owned());
        }
        Ok(Self {
            name: name.trim().to_owned(),
            value: value.trim().to_owned(),
        })
    }
}

/// An engine from one word of our command line: `PROGRAM ARGUMENT… SETTING…`, with settings such
/// as `name=A` or `option.Hash=64`; all other words are arguments of the program.
pub fn parse_engine(text: &str) -> Result<Player, String> {
    let words = split_words(text);
    let (program, rest) = words.split_first().ok_or("an engine needs a program")?;
    let mut player = Player::default();
    player.engine.command = program.into();
    for word in rest {
        let Some((key, value)) = word.split_once('=') else {
            player.engine.args.push(word.clone());
            continue;
        };
        match player.set(key, value) {
            Ok(()) => {}
            Err(PlayerError::UnknownKey(_)) => player.engine.args.push(word.clone()),
            Err(error) => return Err(error.to_string()),
        }
    }
    Ok(player)
}

/// The greatest factor or number of seconds that makes sense.
const GREATEST: f64 = 1e6;

/// A number above zero, and not absurd.
pub fn positive(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(number) if number > 0.0 && number <= GREATEST => Ok(number),
        _ => Err("expected a number above zero, at most a million".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::{Setting, parse_engine, positive};

    #[test]
    fn engines_have_arguments_and_settings() {
        let player = parse_engine("gnuchess --uci 'a b' --x=1 name=GNU option.Hash=64").unwrap();
        assert_eq!(player.engine.command.to_str(), Some("gnuchess"));
        assert_eq!(player.engine.args, ["--uci", "a b", "--x=1"]);
        assert_eq!(player.engine.name, "GNU");
        assert_eq!(
            player.engine.options,
            [("Hash".to_owned(), "64".to_owned())]
        );
        assert!(parse_engine("").is_err());
        assert!(parse_engine("x nodes=many").is_err());
    }

    #[test]
    fn settings_and_factors_are_checked() {
        let setting: Setting = "Move Overhead=10".parse().unwrap();
        let (name, value) = setting.into_pair();
        assert_eq!((name.as_str(), value.as_str()), ("Move Overhead", "10"));
        assert!("Hash".parse::<Setting>().is_err() && "=1".parse::<Setting>().is_err());
        assert!(
            positive("0").is_err()
                && positive("nan").is_err()
                && positive("1e9").is_err()
                && positive("2.5").is_ok()
        );
    }
}
