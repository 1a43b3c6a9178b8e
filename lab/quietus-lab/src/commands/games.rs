//! `quietus-lab games`: contents and integrity of files of games, and stores of them.

mod store;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::ensure;
use clap::Subcommand;
use game::Codes;
use games::for_game;
use records::{Damage, Reader};
use serde_json::json;

use crate::exit::Exit;
use crate::files::{game_of, print};

const EXAMPLES: &str = "\
Examples:
  quietus-lab games info selfplay.qgames
  quietus-lab games check a.qgames b.qgames
  quietus-lab games store add data a.qgames b.qgames

Exits with 1 if a file has damaged blocks.";

/// Inspect, verify and store files of games (.qgames)
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Show the header and the totals of a file, without decoding the games
    #[command(after_help = "Example:\n  quietus-lab games info selfplay.qgames --json")]
    Info {
        /// File to read
        file: PathBuf,

        /// Print JSON
        #[arg(long)]
        json: bool,
    },

    /// Decode every game and report damaged blocks
    #[command(after_help = "Example:\n  quietus-lab games check a.qgames b.qgames")]
    Check {
        /// Files to read
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
    },

    Store(store::Args),
}

/// Runs the subcommand.
pub fn run(args: Args) -> anyhow::Result<Exit> {
    match args.action {
        Action::Info { file, json } => for_game!(game_of(&file)?, G => info::<G>(&file, json)),
        Action::Check { files } => check(&files),
        Action::Store(args) => store::run(args),
    }
}

fn info<R: Codes>(file: &Path, as_json: bool) -> anyhow::Result<Exit> {
    let reader = Reader::<R>::open(file)?;
    if as_json {
        print(&format!(
            "{}\n",
            serde_json::to_string_pretty(&summary(&reader)?)?
        ))?;
    } else {
        print(&text(&reader)?)?;
    }
    Ok(Exit::verdict(reader.damage().is_empty()))
}

/// Everything as one JSON value.
fn summary<R: Codes>(reader: &Reader<R>) -> anyhow::Result<serde_json::Value> {
    let totals = reader.totals();
    let damage: Vec<String> = reader.damage().iter().map(Damage::to_string).collect();
    Ok(json!({
        "header": serde_json::to_value(reader.header())?,
        "blocks": reader.blocks(),
        "games": totals.games,
        "plies": totals.plies,
        "white_wins": totals.white_wins,
        "draws": totals.draws,
        "black_wins": totals.black_wins,
        "bytes": reader.bytes(),
        "indexed": reader.is_indexed(),
        "damage": damage,
    }))
}

fn text<R: Codes>(reader: &Reader<R>) -> anyhow::Result<String> {
    let totals = reader.totals();
    let mut text = String::new();
    let header = serde_json::to_value(reader.header())?;
    for (name, value) in header.as_object().into_iter().flatten() {
        let value = value
            .as_str()
            .map_or_else(|| value.to_string(), str::to_owned);
        writeln!(text, "{name:<15} {value}")?;
    }
    let share = |part: u64, whole: u64| part as f64 / whole.max(1) as f64;
    let percent = |part: u64| 100.0 * share(part, totals.games);
    writeln!(text, "{:<15} {}", "blocks", reader.blocks())?;
    writeln!(text, "{:<15} {}", "games", totals.games)?;
    let length = share(totals.plies, totals.games);
    writeln!(
        text,
        "{:<15} {} ({length:.1} per game)",
        "plies", totals.plies
    )?;
    writeln!(
        text,
        "{:<15} {} white, {} draws, {} black ({:.1} / {:.1} / {:.1} %)",
        "results",
        totals.white_wins,
        totals.draws,
        totals.black_wins,
        percent(totals.white_wins),
        percent(totals.draws),
        percent(totals.black_wins)
    )?;
    let density = share(reader.bytes(), totals.plies);
    writeln!(
        text,
        "{:<15} {} ({density:.3} per ply)",
        "bytes",
        reader.bytes()
    )?;
    let index = if reader.is_indexed() {
        "yes"
    } else {
        "no: the writer was stopped, or the file is damaged"
    };
    writeln!(text, "{:<15} {index}", "index")?;
    for damage in reader.damage() {
        writeln!(text, "{:<15} {damage}", "damaged")?;
    }
    Ok(text)
}

fn check(files: &[PathBuf]) -> anyhow::Result<Exit> {
    let mut is_sound = true;
    let mut unreadable = 0;
    for file in files {
        let checked = game_of(file).and_then(|game| for_game!(game, G => check_file::<G>(file)));
        match checked {
            Ok(sound) => is_sound &= sound,
            Err(error) => {
                warn!("{error}");
                unreadable += 1;
            }
        }
    }
    ensure!(unreadable == 0, "{unreadable} files cannot be read");
    Ok(Exit::verdict(is_sound))
}

/// Whether all blocks of a file are sound.
fn check_file<R: Codes>(file: &Path) -> anyhow::Result<bool> {
    let name = file.display();
    let reader = Reader::<R>::open(file)?;
    let damage = reader.check();
    for damage in &damage {
        warn!("{name}: {damage}");
    }
    let totals = reader.totals();
    let verdict = match damage.len() {
        0 => "ok".to_owned(),
        count => format!("{count} damaged blocks"),
    };
    let blocks = reader.blocks();
    let (games, plies) = (totals.games, totals.plies);
    print(&format!(
        "{name}: {verdict}; {blocks} blocks, {games} games, {plies} plies\n"
    ))?;
    Ok(damage.is_empty())
}
