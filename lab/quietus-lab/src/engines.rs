//! Engines on the command line: `-e cmd=./a name=A option.Hash=64 tc=8+0.08`, once for each. All
//! commands that start engines take them so.

use arena::{EngineSpec, Player, PlayerError};
use clap::{Arg, ArgAction, ArgMatches, Command, Error, FromArgMatches};

use crate::exit::{Usage, bail_usage};

const HELP: &str = "Engine as cmd=PATH and other KEY=VALUE settings";
const KEYS: &str = "\
Engine as cmd=PATH and other KEY=VALUE settings, up to the next option or --

Keys: cmd, name, args, dir, env.NAME, option.NAME. A first setting without a key is the command.";
const LIMITS: &str = "\
Limits, which can be combined: tc=[MOVES/]SECONDS[+INCREMENT], movetime=MILLISECONDS, st=SECONDS, \
nodes=N, depth=PLIES.";

/// Any number of engines: the settings of each `--engine`, and those of `--each`.
#[derive(Debug, Default)]
pub struct EngineArgs {
    engines: Vec<Vec<String>>,
    each: Vec<String>,
}

impl EngineArgs {
    /// The players: the common settings of each, and its own on top.
    pub fn players(&self) -> anyhow::Result<Vec<Player>> {
        let player = |words: &Vec<String>| player(words, &self.each);
        self.engines.iter().map(player).collect()
    }

    /// Whether no engine was named.
    pub fn is_empty(&self) -> bool {
        self.engines.is_empty()
    }
}

/// A player from its own settings on top of the common ones.
fn player(words: &[String], each: &[String]) -> anyhow::Result<Player> {
    let mut player = Player::default();
    for word in each {
        // The empty word is in the place of the command.
        let applied = player.apply(&["", word.as_str()]);
        applied.map_err(|error| wrong("--each", each, &error))?;
    }
    let wrong = |error| wrong("-e", words, &error);
    let own = Player::parse(words).map_err(wrong)?;
    // Own limits replace the common ones as a whole: nodes=5000 must not inherit a clock.
    if !own.limits.is_empty() {
        player.limits = own.limits;
    }
    player.apply(words).map_err(wrong)?;
    Ok(player)
}

fn wrong(option: &str, words: &[String], error: &PlayerError) -> Usage {
    let hint = match error {
        PlayerError::NotASetting(_) => "; end the settings with another option or --",
        _ => "",
    };
    Usage(format!("{option} {}: {error}{hint}", words.join(" ")))
}

impl clap::Args for EngineArgs {
    fn augment_args(command: Command) -> Command {
        let engine = Arg::new("engine")
            .long("engine")
            .short('e')
            .action(ArgAction::Append)
            .num_args(1..)
            .value_name("KEY=VALUE")
            .help(HELP)
            .long_help(format!("{KEYS} {LIMITS}"));
        let each = Arg::new("each")
            .long("each")
            .action(ArgAction::Append)
            .num_args(1..)
            .value_name("KEY=VALUE")
            .help("Settings of all engines; limits of an engine's own replace all of these limits");
        command.arg(engine).arg(each)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
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

/// One engine, without limits: they are the command's.
#[derive(Debug, clap::Args)]
pub struct EngineArg {
    #[arg(long = "engine", short = 'e', num_args = 1.., value_name = "KEY=VALUE")]
    #[arg(action = ArgAction::Set, help = HELP, long_help = KEYS)]
    words: Option<Vec<String>>,
}

impl EngineArg {
    /// The engine; what is not set is as in `default`.
    pub fn spec(&self, default: EngineSpec) -> anyhow::Result<EngineSpec> {
        let mut player = Player {
            engine: default,
            ..Player::default()
        };
        let words = self.words.as_deref().unwrap_or_default();
        let applied = player.apply(words);
        applied.map_err(|error| wrong("-e", words, &error))?;
        if player.engine.command.as_os_str().is_empty() {
            bail_usage!("no engine: give one with -e cmd=PATH");
        }
        if !player.limits.is_empty() {
            bail_usage!("-e {}: this command sets the limits", words.join(" "));
        }
        Ok(player.engine)
    }
}

#[cfg(test)]
mod tests {
    use arena::EngineSpec;
    use clap::Parser;

    use super::{EngineArg, EngineArgs, player};

    fn words(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn own_settings_come_on_top_and_own_limits_replace() {
        let each = words("option.Hash=16 tc=8+0.08 option.Threads=1");
        let own = player(&words("./a option.Hash=64 nodes=5000"), &each).unwrap();
        assert_eq!(own.limits.to_string(), "5000 nodes/move");
        assert_eq!(own.engine.options.len(), 2);
        assert_eq!(own.engine.options[0].1, "64");
        let quoted = ["cmd=./b c", "name=x y", "args=--uci"].map(str::to_owned);
        let common = player(&quoted, &each).unwrap();
        assert_eq!(
            (common.engine.name.as_str(), common.engine.args.len()),
            ("x y", 1)
        );
        assert_eq!(common.limits.to_string(), "8+0.08");
        assert_eq!(common.engine.command.to_str(), Some("./b c"));
    }

    #[test]
    fn mistakes_are_named() {
        let error = player(&words("./a hash=3"), &[]).unwrap_err();
        assert!(format!("{error:#}").contains("unknown engine setting \"hash\""));
        let error = player(&words("./a"), &words("nodes=x")).unwrap_err();
        assert!(format!("{error:#}").contains("--each nodes=x"));
        let error = player(&words("./a net.qnn"), &[]).unwrap_err();
        assert!(error.to_string().ends_with("with another option or --"));
    }

    /// A command with options and files around its engines.
    #[derive(Parser)]
    struct Many {
        #[command(flatten)]
        engines: EngineArgs,
        #[arg(short)]
        count: Option<u32>,
        files: Vec<String>,
    }

    #[test]
    fn options_and_files_can_come_before_and_after_engines() {
        for line in [
            "x a b -c 2 -e ./one name=1 -e ./two name=2 --each nodes=5",
            "x -e ./one name=1 -c 2 a -e ./two name=2 --each nodes=5 -- b",
            "x --each nodes=5 -e ./one name=1 --engine cmd=./two name=2 -c 2 a b",
        ] {
            let many = Many::try_parse_from(line.split(' ')).unwrap();
            assert_eq!(
                (many.count, many.files.as_slice()),
                (Some(2), &words("a b")[..])
            );
            let players = many.engines.players().unwrap();
            let names: Vec<&str> = players.iter().map(|p| p.engine.name.as_str()).collect();
            assert_eq!(names, ["1", "2"], "{line}");
            assert!(players.iter().all(|p| p.limits.nodes == Some(5)));
        }
    }

    #[derive(Parser)]
    struct One {
        #[command(flatten)]
        engine: EngineArg,
    }

    #[test]
    fn one_engine_has_defaults_and_no_limits() {
        let spec = |line: &str, default: EngineSpec| {
            let one = One::try_parse_from(line.split(' ')).map_err(|error| error.to_string())?;
            let spec = one.engine.spec(default);
            spec.map_err(|error| error.to_string())
        };
        let default = || EngineSpec::new("./default");
        let found = spec("x -e option.Hash=64", default()).unwrap();
        assert_eq!(found.command.to_str(), Some("./default"));
        assert_eq!(found.options.len(), 1);
        let found = spec("x -e ./other args=--uci", default()).unwrap();
        assert_eq!(found.command.to_str(), Some("./other"));
        assert!(
            spec("x", EngineSpec::default())
                .unwrap_err()
                .contains("-e cmd=PATH")
        );
        assert!(
            spec("x -e ./a nodes=5", default())
                .unwrap_err()
                .contains("limits")
        );
        assert!(spec("x -e ./a -e ./b", default()).is_err());
    }
}
