//! `quietus-lab ledger`: the record of every experiment.

mod add;
mod export;
mod show;

use std::path::PathBuf;
use std::process::ExitCode;

use ::ledger::{EntryId, Kind, Ledger};
use clap::Subcommand;

use crate::files::{print, write_file};
use export::Format;

const EXAMPLES: &str = "\
Examples:
  quietus-lab ledger add engine ./quietus --version 0.1 --bench 1234567
  quietus-lab ledger add match games.pgn --name \"null move, 5,000 nodes\"
  quietus-lab ledger list match
  quietus-lab ledger show 12
  quietus-lab ledger export --format md --out experiments.md --ledger lab.sqlite

The file may be used by several processes at once. Once a number has been printed, the entry is
safe on the disk.

Exit status: 0 on success, 1 on failure, 2 for a wrong command line.";

/// Keep the record of engines, nets, data sets, matches, suites and ratings
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The ledger; `add` makes it if there is none
    #[arg(
        long,
        global = true,
        default_value = "ledger.sqlite",
        value_name = "FILE"
    )]
    ledger: PathBuf,

    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    Add(add::Args),

    /// List entries, oldest first
    #[command(after_help = "Example:\n  quietus-lab ledger list match --ledger lab.sqlite")]
    List {
        /// Only this kind: engine, net, dataset, match, suite, rating or note
        kind: Option<Kind>,
    },

    /// Show all that is known of one entry
    #[command(after_help = "Example:\n  quietus-lab ledger show 12 --json")]
    Show {
        /// The number of the entry
        id: EntryId,

        /// As JSON
        #[arg(long)]
        json: bool,
    },

    /// Write the entries as JSON, CSV or Markdown
    #[command(after_help = "\
Example:
  quietus-lab ledger export match --format csv --out matches.csv

JSON has everything. CSV has one line for every entry with its summary or, of one kind, all
columns of that kind, with a line for every pairing of a match and every player of a rating.
Markdown has a table of summaries for every kind.")]
    Export {
        /// Only this kind: engine, net, dataset, match, suite, rating or note
        kind: Option<Kind>,

        /// What to write
        #[arg(long, value_enum, default_value_t = Format::Json)]
        format: Format,

        /// Where to write; the standard output if not given
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
    },
}

/// Does what was asked with the ledger.
pub fn run(args: Args) -> anyhow::Result<ExitCode> {
    if let Action::Add(what) = args.action {
        let id = add::run(what, &args.ledger)?;
        print(&format!("{id}\n"))?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut ledger = Ledger::open_existing(&args.ledger)?;
    match args.action {
        Action::Add(_) => unreachable!("it was done above"),
        Action::List { kind } => print(&show::list(&ledger.entries(kind)?))?,
        Action::Show { id, json } => {
            let text = show::show(&mut ledger, id, json)?;
            print(&text)?;
        }
        Action::Export { kind, format, out } => {
            let text = export::export(&ledger.entries(kind)?, kind, format)?;
            match out {
                Some(path) => write_file(&path, text)?,
                None => print(&text)?,
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}
