//! `quietus-lab ledger`: the record of all experiments.

mod add;
mod show;

use std::path::PathBuf;

use ::ledger::{Entry, EntryId, Kind, Ledger, summaries_to_csv, to_csv, to_json, to_markdown};
use clap::{Subcommand, ValueEnum};

use crate::exit::Exit;
use crate::files::{print, write_file};

const EXAMPLES: &str = "\
Examples:
  quietus-lab ledger add engine ./quietus --version 0.1 --bench 1234567
  quietus-lab ledger add match games.pgn --name \"null move, 5,000 nodes\"
  quietus-lab ledger list match
  quietus-lab ledger show 12
  quietus-lab ledger export --format md --out experiments.md --ledger lab.sqlite
  quietus-lab ledger report --html ledger.html

Several processes can use the file at once. An entry is on disk when its number is printed.";

/// Record engines, networks, datasets, matches, suites and ratings in a database
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Ledger file (SQLite); `add` creates it
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
    Add(Box<add::Args>),

    /// List entries, oldest first
    #[command(after_help = "Example:\n  quietus-lab ledger list match --ledger lab.sqlite")]
    List {
        /// Only this kind: engine, net, dataset, match, suite, rating or note
        kind: Option<Kind>,
    },

    /// Show one entry in full
    #[command(after_help = "Example:\n  quietus-lab ledger show 12 --json")]
    Show {
        /// Number of the entry
        id: EntryId,

        /// Print JSON
        #[arg(long)]
        json: bool,
    },

    /// Export entries as JSON, CSV or Markdown
    #[command(after_help = "\
Example:
  quietus-lab ledger export match --format csv --out matches.csv

JSON holds everything. CSV holds one line per entry with its summary or, for one kind, all columns \
of that kind, with a line for every pairing of a match and every player of a rating. Markdown holds \
a table of summaries for every kind.")]
    Export {
        /// Only this kind: engine, net, dataset, match, suite, rating or note
        kind: Option<Kind>,

        /// Output format
        #[arg(long, value_enum, default_value_t = Format::Json)]
        format: Format,

        /// Output file [default: standard output]
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
    },

    /// Write all entries as an HTML page: ratings, matches, networks, suites
    #[command(after_help = "\
Example:
  quietus-lab ledger report --html ledger.html --ledger lab.sqlite")]
    Report {
        /// Output file
        #[arg(long, value_name = "FILE")]
        html: PathBuf,
    },
}

/// What to export.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    Json,
    Csv,
    Md,
}

/// Runs the subcommand.
pub fn run(args: Args) -> anyhow::Result<Exit> {
    if let Action::Add(what) = args.action {
        let id = add::run(*what, &args.ledger)?;
        print(&format!("{id}\n"))?;
        return Ok(Exit::Success);
    }
    let mut ledger = Ledger::open_to_read(&args.ledger)?;
    match args.action {
        Action::Add(_) => unreachable!("it was done above"),
        Action::List { kind } => print(&show::list(&ledger.entries(kind)?))?,
        Action::Show { id, json } => {
            let text = show::show(&mut ledger, id, json)?;
            print(&text)?;
        }
        Action::Export { kind, format, out } => {
            let text = exported(&ledger.entries(kind)?, kind, format);
            match out {
                Some(path) => write_file(&path, text)?,
                None => print(&text)?,
            }
        }
        Action::Report { html } => write_file(&html, ::ledger::page(&ledger.entries(None)?))?,
    }
    Ok(Exit::Success)
}

fn exported(entries: &[Entry], kind: Option<Kind>, format: Format) -> String {
    match (format, kind) {
        (Format::Json, _) => to_json(entries),
        (Format::Csv, Some(_)) => to_csv(entries),
        (Format::Csv, None) => summaries_to_csv(entries),
        (Format::Md, _) => to_markdown(entries),
    }
}
