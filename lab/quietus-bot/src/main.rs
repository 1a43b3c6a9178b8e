//! `quietus-bot`: arguments and printing.

#![forbid(unsafe_code)]

use std::fs::{self, OpenOptions};
use std::io::{self, BufRead, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use bot::{Config, DEFAULT_FILE, Token};
use clap::Parser;
use support::{Interrupt, printable};

const EXAMPLES: &str = "\
Examples:
  quietus-bot --init                       write quietus-bot.toml
  LICHESS_TOKEN=lip_... quietus-bot --check
  quietus-bot                              play until Ctrl-C
  quietus-bot --provide                    the engine on your analysis board

The token comes from the environment variable LICHESS_TOKEN, or from the file that the
configuration names. Exit codes: 0 success, 1 --check found a problem, 2 wrong usage,
3 it could not be done, 130 interrupted by a second Ctrl-C.";

/// Play on Lichess with a bot account and any UCI engine
#[derive(Debug, Parser)]
#[command(name = "quietus-bot", version, long_version = long_version())]
#[command(max_term_width = 100, after_help = EXAMPLES)]
struct Cli {
    /// The configuration
    #[arg(long, value_name = "FILE", default_value = DEFAULT_FILE)]
    config: PathBuf,
    /// The server, instead of that of the configuration
    #[arg(long, value_name = "URL")]
    server: Option<String>,
    /// End after so many games
    #[arg(long, value_name = "N")]
    games: Option<u64>,
    #[command(flatten)]
    task: Task,
}

/// What to do instead of playing.
#[derive(Debug, clap::Args)]
#[group(multiple = false)]
struct Task {
    /// Write the configuration with all defaults and what they mean, if there is none yet
    #[arg(long)]
    init: bool,
    /// Explain the configuration line by line, and try token, engine and server
    #[arg(long)]
    check: bool,
    /// Make the token's account a bot account, for good
    #[arg(long)]
    upgrade: bool,
    /// Put the engine on the analysis board of the token's account
    #[arg(long)]
    provide: bool,
}

/// How it was built.
fn long_version() -> &'static str {
    format!(
        "{}\nCommit: {} {}\nCompiler: {}\nTarget: {}\nSlice: {}",
        env!("CARGO_PKG_VERSION"),
        option_env!("QUIETUS_COMMIT").unwrap_or("unknown"),
        option_env!("QUIETUS_COMMIT_DATE").unwrap_or_default(),
        env!("QUIETUS_COMPILER"),
        env!("QUIETUS_TARGET"),
        option_env!("QUIETUS_BUILT_SLICE").unwrap_or("none"),
    )
    .leak()
}

/// Why it ends: a code for the shell, and words.
struct End(u8, String);

fn main() -> ExitCode {
    sys::require_cpu();
    support::report_panics(concat!("quietus-bot ", env!("CARGO_PKG_VERSION")));
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // If this fails, there is nobody to tell.
            error.print().ok();
            return ExitCode::from(if error.use_stderr() { 2 } else { 0 });
        }
    };
    match run(&cli) {
        Ok(()) => ExitCode::SUCCESS,
        Err(End(code, words)) => {
            if !words.is_empty() {
                support::warn(&format!("error: {words}"));
            }
            ExitCode::from(code)
        }
    }
}

/// It could not be done.
fn failed(words: String) -> End {
    End(3, words)
}

fn run(cli: &Cli) -> Result<(), End> {
    if cli.task.init {
        return init(cli);
    }
    let config = config(cli)?;
    if cli.task.check {
        return check(cli, &config);
    }
    let token = Token::find(config.token_file()).map_err(failed)?;
    if cli.task.upgrade {
        return upgrade(&config, token);
    }
    let listen = |what, resume| {
        Interrupt::listen(what, resume).map_err(|error| failed(format!("Ctrl-C: {error}")))
    };
    if cli.task.provide {
        let interrupt = listen("the analysis", "")?;
        return bot::provide(&config, token, &interrupt).map_err(failed);
    }
    let resume = "Games that go on are picked up by the next start.";
    let interrupt = listen("the games", resume)?;
    bot::play(config, token, &interrupt).map_err(failed)
}

fn config(cli: &Cli) -> Result<Config, End> {
    let is_default = cli.config.as_os_str() == DEFAULT_FILE;
    if is_default && !cli.config.exists() {
        let words = format!("there is no {DEFAULT_FILE} here: quietus-bot --init writes one");
        return Err(failed(words));
    }
    let mut config = Config::read(&cli.config).map_err(failed)?;
    if let Some(server) = &cli.server {
        config.set_server(server).map_err(|words| End(2, words))?;
    }
    if let Some(games) = cli.games {
        config.set_games(games);
    }
    Ok(config)
}

fn init(cli: &Cli) -> Result<(), End> {
    let file = &cli.config;
    let words = |error: io::Error| failed(format!("{}: {error}", file.display()));
    let mut created = OpenOptions::new()
        .write(true)
        .create_new(true)
        .open(file)
        .map_err(words)?;
    created
        .write_all(Config::template().as_bytes())
        .map_err(words)?;
    say(&format!("Wrote {}.\n", file.display()));
    Ok(())
}

fn check(cli: &Cli, config: &Config) -> Result<(), End> {
    let text = fs::read_to_string(&cli.config).unwrap_or_default();
    let (words, is_well) = bot::check(config, &text);
    say(&words);
    match is_well {
        true => Ok(()),
        false => Err(End(1, String::new())),
    }
}

fn upgrade(config: &Config, token: Token) -> Result<(), End> {
    say("A bot account can never become a usual one again. Type yes to go on: ");
    let mut answer = String::new();
    let read = io::stdin().lock().read_line(&mut answer);
    if read.is_err() || answer.trim() != "yes" {
        return Err(failed("nothing was changed".to_owned()));
    }
    let name = bot::upgrade(config, token).map_err(failed)?;
    say(&format!("{name} is a bot account now.\n"));
    Ok(())
}

/// Writes to the standard output, without anything that could control a terminal.
fn say(text: &str) {
    let mut output = io::stdout().lock();
    // A closed output is no reason to fail.
    let written = output.write_all(printable(text).as_bytes());
    written.and_then(|()| output.flush()).ok();
}
