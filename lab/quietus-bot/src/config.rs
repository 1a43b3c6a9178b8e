//! The configuration: one TOML file, every key of which has a default.

mod keys;
mod table;
mod words;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

pub use keys::{
    ChallengeConfig, Config, CorrespondenceConfig, DrawConfig, EngineConfig, GameConfig,
    MatchmakingConfig, ProviderConfig, ResignConfig, ServerConfig,
};
pub use table::{Field, Section};
use toml::de::DeTable;
pub use words::{Kind, Level, Mode, Speed, TimeControl, Variant};

/// The file that is read when none is named.
pub const DEFAULT_FILE: &str = "quietus-bot.toml";

/// The longest time that a key may name, in seconds.
const LONGEST_SECONDS: f64 = 1e9;

impl Config {
    /// Reads a file. Paths in it are relative to its folder.
    ///
    /// # Errors
    /// Names the line and the key.
    pub fn read(path: &Path) -> Result<Self, String> {
        let text = fs::read_to_string(path)
            .map_err(|error| format!("cannot read {}: {error}", path.display()))?;
        let mut config =
            Self::parse(&text).map_err(|error| format!("{}: {error}", path.display()))?;
        config.resolve(path.parent().unwrap_or(Path::new("")));
        Ok(config)
    }

    /// Reads the text of a file.
    ///
    /// # Errors
    /// Names the line and the key.
    pub fn parse(text: &str) -> Result<Self, String> {
        let config: Self = toml::from_str(text).map_err(|error| error.to_string())?;
        match config.problem() {
            None => Ok(config),
            Some((section, key, problem)) => {
                let line = lines_of_keys(text)
                    .into_iter()
                    .find(|(found, name, _)| (&**found, &**name) == (section, key));
                let place = line.map_or_else(String::new, |(.., line)| format!("line {line}: "));
                Err(format!("{place}{key} in [{section}]: {problem}"))
            }
        }
    }

    /// The first value that TOML allows and we do not.
    fn problem(&self) -> Option<(&'static str, &'static str, String)> {
        let is_time = |value: f64| (0.0..=LONGEST_SECONDS).contains(&value);
        for (section, key, value) in [
            ("server", "silence", self.server.silence),
            ("server", "retry", self.server.retry),
            ("engine", "longest", self.engine.longest),
            ("correspondence", "think", self.correspondence.think),
            ("correspondence", "look", self.correspondence.look),
            ("matchmaking", "idle", self.matchmaking.idle),
            ("matchmaking", "pause", self.matchmaking.pause),
            ("matchmaking", "decline", self.matchmaking.decline),
        ] {
            if !is_time(value) {
                return Some((section, key, format!("{value} is no time")));
            }
        }
        for (section, key, [low, high]) in [
            ("challenge", "time", self.challenge.time),
            ("challenge", "increment", self.challenge.increment),
            ("challenge", "days", self.challenge.days),
            ("challenge", "bot_rating", self.challenge.bot_rating),
        ] {
            if low > high {
                return Some((section, key, format!("{low} is above {high}")));
            }
        }
        for (key, url) in [
            ("url", &self.server.url),
            ("engine_url", &self.server.engine_url),
        ] {
            if let Err(problem) = check_url(url) {
                return Some(("server", key, problem));
            }
        }
        if self.game.at_once == 0 {
            return Some(("game", "at_once", "at least one game".to_owned()));
        }
        if self.game.for_humans > self.game.at_once {
            let problem = format!("more than the {} games at once", self.game.at_once);
            return Some(("game", "for_humans", problem));
        }
        let mut options = self.engine.options.iter();
        let no_text = |(_, value): &(&String, &toml::Value)| option_text(value).is_none();
        options.find(no_text).map(|(name, _)| {
            let problem = format!("{name} is no text, number, true or false");
            ("engine", "options", problem)
        })
    }

    /// The file that holds the token; empty for none.
    pub fn token_file(&self) -> &Path {
        &self.account.token_file
    }

    /// Plays on another server.
    ///
    /// # Errors
    /// If that is no address of a server, or the token would be readable on the way.
    pub fn set_server(&mut self, url: &str) -> Result<(), String> {
        check_url(url)?;
        url.clone_into(&mut self.server.url);
        Ok(())
    }

    /// Ends after so many games; 0 for never.
    pub fn set_games(&mut self, games: u64) {
        self.game.until = games;
    }

    /// Makes paths absolute to the folder of the file.
    fn resolve(&mut self, folder: &Path) {
        for path in [
            &mut self.account.token_file,
            &mut self.engine.book,
            &mut self.archive.file,
            &mut self.provider.secret_file,
        ] {
            if !path.as_os_str().is_empty() {
                *path = folder.join(&*path);
            }
        }
        // A bare name is a program of PATH.
        if self.engine.command.components().count() > 1 {
            self.engine.command = folder.join(&self.engine.command);
        }
    }

    /// The file with all keys at their defaults, and what they mean.
    pub fn template() -> String {
        let mut text =
            "# quietus-bot: every key, with its default. Delete what you do not change.\n\
                        # `quietus-bot --check` explains this file line by line and tries it.\n"
                .to_owned();
        let fields = Self::default().fields();
        for section in Self::SECTIONS {
            text += "\n";
            for line in section.about {
                text += &format!("#{line}\n");
            }
            text += &format!("[{}]\n", section.name);
            for field in fields.iter().filter(|field| field.section == section.name) {
                for line in field.about {
                    text += &format!("#{line}\n");
                }
                text += &format!("{} = {}\n", field.key, field.value);
            }
        }
        text
    }

    /// What each key means and which value it has, with the line of the file that set it.
    pub fn explain(&self, text: &str) -> String {
        let lines = lines_of_keys(text);
        let fields = self.fields();
        let mut words = String::new();
        for section in Self::SECTIONS {
            words += &format!("[{}]{}\n", section.name, section.about.concat());
            for field in fields.iter().filter(|field| field.section == section.name) {
                let is_it = |(section, key, _): &&(String, String, usize)| {
                    (&**section, &**key) == (field.section, field.key)
                };
                let place = match lines.iter().find(is_it) {
                    Some((.., line)) => format!("line {line}"),
                    None => "default".to_owned(),
                };
                words += &format!("  {} = {}  ({place})\n", field.key, field.value);
                for line in field.about {
                    words += &format!("     {line}\n");
                }
            }
        }
        words
    }
}

/// Whether an address is that of a server to which a token may be sent.
fn check_url(url: &str) -> Result<(), String> {
    let is_local = |rest: &str| {
        let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
        let name = host.rsplit_once(':').map_or(host, |(name, _)| name);
        !host.contains('@') && ["localhost", "127.0.0.1", "[::1]"].contains(&name)
    };
    match (url.strip_prefix("https://"), url.strip_prefix("http://")) {
        (Some(rest), _) if !rest.is_empty() => Ok(()),
        (_, Some(rest)) if is_local(rest) => Ok(()),
        (_, Some(_)) => Err(format!(
            "{url:?}: only https:// keeps the token secret, except on this machine"
        )),
        _ => Err(format!("{url:?} does not start with https://")),
    }
}

/// The text of an option's value.
pub(crate) fn option_text(value: &toml::Value) -> Option<String> {
    match value {
        toml::Value::String(text) => Some(text.clone()),
        toml::Value::Integer(number) => Some(number.to_string()),
        toml::Value::Boolean(flag) => Some(flag.to_string()),
        _ => None,
    }
}

/// Section, key and line of each key of a text; nothing if it is no TOML.
fn lines_of_keys(text: &str) -> Vec<(String, String, usize)> {
    let Ok(table) = DeTable::parse(text) else {
        return Vec::new();
    };
    let mut keys = Vec::new();
    for (section, inside) in table.get_ref() {
        for (key, _) in inside.get_ref().as_table().into_iter().flatten() {
            let before = &text[..key.span().start.min(text.len())];
            let line = before.matches('\n').count() + 1;
            keys.push((
                section.get_ref().to_string(),
                key.get_ref().to_string(),
                line,
            ));
        }
    }
    keys
}

/// A time that the configuration gives in seconds; it was checked when it was read.
pub(crate) fn seconds(value: f64) -> Duration {
    Duration::try_from_secs_f64(value).unwrap_or_default()
}

/// The same in minutes.
pub(crate) fn minutes(value: f64) -> Duration {
    seconds(value * 60.0)
}

/// The engine's program: a bare name is looked up beside this program first.
pub(crate) fn program(command: &Path) -> PathBuf {
    let name = command.with_extension(std::env::consts::EXE_EXTENSION);
    let beside = std::env::current_exe().ok();
    let beside = beside.and_then(|path| Some(path.parent()?.join(&name)));
    match beside {
        Some(path) if command.components().count() == 1 && path.is_file() => path,
        _ => command.to_owned(),
    }
}

#[cfg(test)]
mod tests;
