//! `ledger add`: recording by hand what no other command has recorded.

mod games;

use std::path::{Path, PathBuf};

use ::ledger::{DatasetRecord, EngineRecord, EntryId, Ledger, NetRecord, NoteRecord, SuiteRecord};
use clap::Subcommand;

use crate::files::read_json;

/// Record something and print its number
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  quietus-lab ledger add note \"the first net\" --about 7")]
pub struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// An engine, by the hash of its program
    #[command(
        after_help = "Example:\n  quietus-lab ledger add engine ./quietus --version 0.1 --bench 1234567"
    )]
    Engine {
        /// The program: a file, or a name on the search path
        program: PathBuf,
        /// The name, if not the file's
        #[arg(long)]
        name: Option<String>,
        /// The version
        #[arg(long)]
        version: Option<String>,
        /// The number of nodes of its benchmark
        #[arg(long, value_name = "NODES")]
        bench: Option<u64>,
    },
    /// A network, by the hash of its file
    #[command(after_help = "Example:\n  quietus-lab ledger add net first.qnn --card first.json")]
    Net {
        /// The network
        file: PathBuf,
        /// The name, if not the file's
        #[arg(long)]
        name: Option<String>,
        /// What it was trained from
        #[arg(long)]
        parent: Option<String>,
        /// A JSON file that says how it was made
        #[arg(long, value_name = "FILE")]
        card: Option<PathBuf>,
    },
    /// A set of games or positions, by the hash of its file
    #[command(after_help = "Example:\n  quietus-lab ledger add dataset games.qgames --games 1000")]
    Dataset {
        /// The data
        file: PathBuf,
        /// The name, if not the file's
        #[arg(long)]
        name: Option<String>,
        /// How many games it holds
        #[arg(long)]
        games: Option<u64>,
        /// How many positions it holds
        #[arg(long)]
        positions: Option<u64>,
        /// A JSON file that says how it was made
        #[arg(long, value_name = "FILE")]
        settings: Option<PathBuf>,
    },
    Match(games::Args),
    Suite(SuiteArgs),
    /// A remark
    #[command(after_help = "Example:\n  quietus-lab ledger add note \"the first net\" --about 7")]
    Note {
        /// What to remember
        text: String,
        /// The entry that it is about
        #[arg(long, value_name = "ID")]
        about: Option<EntryId>,
    },
}

/// What a player did in a suite
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Example:
  quietus-lab ledger add suite STS --player quietus --positions 1500 --solved 1100")]
struct SuiteArgs {
    /// The name of the suite
    name: String,
    /// Who was tested
    #[arg(long)]
    player: String,
    /// The engine's entry
    #[arg(long, value_name = "ID")]
    engine: Option<EntryId>,
    /// How many positions there were
    #[arg(long)]
    positions: u64,
    /// How many were answered best
    #[arg(long)]
    solved: u64,
    /// The points made, if answers are graded
    #[arg(long, requires = "max_points")]
    points: Option<f64>,
    /// The points that could be made
    #[arg(long)]
    max_points: Option<f64>,
    /// A JSON file with all settings
    #[arg(long, value_name = "FILE")]
    settings: Option<PathBuf>,
}

/// Records it. Everything else is read first, so that a mistake leaves no new file behind.
pub fn run(args: Args, ledger: &Path) -> anyhow::Result<EntryId> {
    let open = || Ledger::open(ledger);
    let id = match args.what {
        What::Engine {
            program,
            name,
            version,
            bench,
        } => {
            let file = match program.is_file() {
                true => EngineRecord::from_file(program, name.as_deref()),
                false => EngineRecord::from_command(program, name.as_deref()),
            };
            let engine = EngineRecord {
                version,
                bench,
                ..file?
            };
            open()?.upsert_engine(&engine)
        }
        What::Net {
            file,
            name,
            parent,
            card,
        } => {
            let net = NetRecord {
                parent,
                card: read_json(card.as_deref())?,
                ..NetRecord::from_file(file, name.as_deref())?
            };
            open()?.upsert_net(&net)
        }
        What::Dataset {
            file,
            name,
            games,
            positions,
            settings,
        } => {
            let dataset = DatasetRecord {
                games,
                positions,
                settings: read_json(settings.as_deref())?,
                ..DatasetRecord::from_file(file, name.as_deref())?
            };
            open()?.upsert_dataset(&dataset)
        }
        What::Match(args) => {
            let games = games::record(args)?;
            open()?.record_match(&games)
        }
        What::Suite(args) => {
            let suite = suite_record(args)?;
            open()?.record_suite(&suite)
        }
        What::Note { text, about } => open()?.record_note(&NoteRecord { text, about }),
    };
    Ok(id?)
}

fn suite_record(args: SuiteArgs) -> anyhow::Result<SuiteRecord> {
    Ok(SuiteRecord {
        settings: read_json(args.settings.as_deref())?,
        name: args.name,
        player: args.player,
        engine: args.engine,
        positions: args.positions,
        solved: args.solved,
        // Without grades every best answer is a point.
        points: args.points.unwrap_or(args.solved as f64),
        max_points: args.max_points.unwrap_or(args.positions as f64),
        ..SuiteRecord::default()
    })
}
