//! Engines on the command line: `--engine cmd=./a name=A option.Hash=64 tc=8+0.08`, once for each.

use std::ffi::OsStr;

use anyhow::Context;
use arena::{Player, split_words};
use clap::{Arg, ArgAction, ArgMatches, Command, Error, FromArgMatches};

const ENGINE_HELP: &str = "\
An engine: the command, then settings as key=value; give it once for each engine

Keys: cmd, name, args, dir, env.NAME, option.NAME; limits tc=[moves/]seconds[+increment], \
movetime=MILLISECONDS, st=SECONDS, nodes, depth. Limits may be combined.";

/// The engines of a match: the words of each `--engine`, and those of `--each`.
#[derive(Debug, Default)]
pub struct EngineArgs {
    engines: Vec<Vec<String>>,
    each: Vec<String>,
}

impl EngineArgs {
    /// The players, each with the common settings first and its own on top.
    pub fn players(&self) -> anyhow::Result<Vec<Player>> {
        let player = |words: &Vec<String>| with_common(words, &self.each);
        self.engines.iter().map(player).collect()
    }

    /// Whether no engine was named.
    pub fn is_empty(&self) -> bool {
        self.engines.is_empty()
    }
}

/// A player from its own words, on top of the common ones.
pub fn with_common(words: &[String], each: &[String]) -> anyhow::Result<Player> {
    // A single word with spaces is a whole engine in quotes.
    let words = match words {
        [one] if one.contains(char::is_whitespace) && !OsStr::new(one).is_empty() => {
            split_words(one)
        }
        words => words.to_vec(),
    };
    let context = || format!("engine {:?}", words.join(" "));
    let own = Player::parse(&words).with_context(context)?;
    let mut player = Player::default();
    for word in each {
        player
            .apply(&["", word.as_str()])
            .with_context(|| format!("--each {word}"))?;
    }
    // Own limits replace the common ones as a whole: nodes=5000 must not inherit a clock.
    if !own.limits.is_empty() {
        player.limits = own.limits.clone();
    }
    player.apply(&words).with_context(context)?;
    Ok(player)
}

impl clap::Args for EngineArgs {
    fn augment_args(command: Command) -> Command {
        let engine = Arg::new("engine")
            .long("engine")
            .short('e')
            .action(ArgAction::Append)
            .num_args(1..)
            .value_name("CMD KEY=VALUE")
            .help(ENGINE_HELP.lines().next().unwrap_or_default().to_owned())
            .long_help(ENGINE_HELP);
        command.arg(engine).arg(each())
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

/// The argument with what all engines have in common.
fn each() -> Arg {
    Arg::new("each")
        .long("each")
        .action(ArgAction::Append)
        .num_args(1..)
        .value_name("KEY=VALUE")
        .help("Settings for all engines; an engine's own limits replace these as a whole")
}

impl FromArgMatches for EngineArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let occurrences = matches.get_occurrences::<String>("engine");
        let engines = occurrences.into_iter().flatten();
        let each = matches.get_many::<String>("each");
        Ok(Self {
            engines: engines.map(|words| words.cloned().collect()).collect(),
            each: each.into_iter().flatten().cloned().collect(),
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::with_common;

    fn words(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn own_settings_come_on_top_and_own_limits_replace() {
        let each = words("option.Hash=16 tc=8+0.08 option.Threads=1");
        let player = with_common(&words("./a option.Hash=64 nodes=5000"), &each).unwrap();
        assert_eq!(player.limits.to_string(), "5000 nodes/move");
        assert_eq!(player.engine.options.len(), 2);
        assert_eq!(player.engine.options[0].1, "64");
        let player = with_common(&["./b name='x y' args=--uci".to_owned()], &each).unwrap();
        assert_eq!(
            (player.engine.name.as_str(), player.engine.args.len()),
            ("x y", 1)
        );
        assert_eq!(player.limits.to_string(), "8+0.08");
        assert_eq!(player.engine.command.to_str(), Some("./b"));
    }

    #[test]
    fn mistakes_are_named() {
        let error = with_common(&words("./a hash=3"), &[]).unwrap_err();
        assert!(format!("{error:#}").contains("unknown engine setting \"hash\""));
        let error = with_common(&words("./a"), &words("nodes=x")).unwrap_err();
        assert!(format!("{error:#}").contains("--each nodes=x"));
    }
}
