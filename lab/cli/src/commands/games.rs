//! `quietus-lab games`: what is in files of games, and whether they are sound.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Subcommand;
use records::{Damage, Reader};
use serde_json::json;

use crate::files::print;

const EXAMPLES: &str = "\
Examples:
  quietus-lab games info selfplay.qgames
  quietus-lab games check *.qgames

Exit status: 0 when all is well, 1 when a file is damaged or cannot be read, 2 for a wrong command
line.";

/// Look into files of games (.qgames)
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Tell how the games came about and how many there are, without reading them
    #[command(after_help = "Example:\n  quietus-lab games info selfplay.qgames --json")]
    Info {
        /// The file
        file: PathBuf,

        /// As JSON
        #[arg(long)]
        json: bool,
    },

    /// Read every game, and name the blocks that are damaged
    #[command(after_help = "Example:\n  quietus-lab games check *.qgames")]
    Check {
        /// The files
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
    },
}

/// Does what was asked with the files.
pub fn run(args: Args) -> anyhow::Result<ExitCode> {
    match args.action {
        Action::Info { file, json } => info(&file, json),
        Action::Check { files } => check(&files),
    }
}

fn info(file: &Path, as_json: bool) -> anyhow::Result<ExitCode> {
    let reader = Reader::open(file)?;
    if as_json {
        print(&format!(
            "{}\n",
            serde_json::to_string_pretty(&summary(&reader)?)?
        ))?;
    } else {
        print(&text(&reader)?)?;
    }
    Ok(status(reader.damage().is_empty()))
}

/// Everything as one JSON value.
fn summary(reader: &Reader) -> anyhow::Result<serde_json::Value> {
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

fn text(reader: &Reader) -> anyhow::Result<String> {
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
        "{:<15} {} ({length:.1} a game)",
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
        "{:<15} {} ({density:.3} a ply)",
        "bytes",
        reader.bytes()
    )?;
    let index = if reader.is_indexed() {
        "yes"
    } else {
        "no: its writer was stopped, or it is damaged"
    };
    writeln!(text, "{:<15} {index}", "index")?;
    for damage in reader.damage() {
        writeln!(text, "{:<15} {damage}", "damaged")?;
    }
    Ok(text)
}

fn check(files: &[PathBuf]) -> anyhow::Result<ExitCode> {
    let mut all_sound = true;
    for file in files {
        let name = file.display();
        let reader = match Reader::open(file) {
            Ok(reader) => reader,
            Err(error) => {
                eprintln!("error: {error}");
                all_sound = false;
                continue;
            }
        };
        let damage = reader.check();
        for damage in &damage {
            eprintln!("{name}: {damage}");
        }
        all_sound &= damage.is_empty();
        let totals = reader.totals();
        let verdict = match damage.len() {
            0 => "sound".to_owned(),
            count => format!("{count} damaged"),
        };
        let blocks = reader.blocks();
        let (games, plies) = (totals.games, totals.plies);
        print(&format!(
            "{name}: {verdict}; {blocks} blocks, {games} games, {plies} plies\n"
        ))?;
    }
    Ok(status(all_sound))
}

fn status(is_fine: bool) -> ExitCode {
    if is_fine {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
