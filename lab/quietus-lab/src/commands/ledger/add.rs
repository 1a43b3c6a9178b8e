//! `ledger add`: recording by hand.

mod games;

use std::path::{Path, PathBuf};

use ::ledger::{DatasetRecord, EngineRecord, EntryId, Ledger, NetRecord, NoteRecord, SuiteRecord};
use clap::Subcommand;

use crate::files::read_json;

/// Add an entry and print its number
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  quietus-lab ledger add note \"the first net\" --about 7")]
pub struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Add an engine, identified by the hash of its program
    #[command(after_help = "Example:\n  quietus-lab ledger add engine ./quietus --bench 1234567")]
    Engine {
        /// Program: a file, or a name on the search path
        program: PathBuf,
        /// Name [default: the file's]
        #[arg(long)]
        name: Option<String>,
        /// Version
        #[arg(long)]
        version: Option<String>,
        /// Bench node count
        #[arg(long, value_name = "NODES")]
        bench: Option<u64>,
    },
    /// Add a network, identified by the hash of its file
    #[command(after_help = "Example:\n  quietus-lab ledger add net first.qnn --card first.json")]
    Net {
        /// Network file
        file: PathBuf,
        /// Name [default: the file's]
        #[arg(long)]
        name: Option<String>,
        /// Network that training started from
        #[arg(long)]
        parent: Option<String>,
        /// JSON file that describes the training
        #[arg(long, value_name = "FILE")]
        card: Option<PathBuf>,
    },
    /// Add a file of games or positions, identified by its hash
    #[command(after_help = "Example:\n  quietus-lab ledger add dataset games.qgames --games 1000")]
    Dataset {
        /// Data file
        file: PathBuf,
        /// Name [default: the file's]
        #[arg(long)]
        name: Option<String>,
        /// Number of games
        #[arg(long)]
        games: Option<u64>,
        /// Number of positions
        #[arg(long)]
        positions: Option<u64>,
        /// JSON file that describes how it was made
        #[arg(long, value_name = "FILE")]
        settings: Option<PathBuf>,
    },
    Match(games::Args),
    Suite(SuiteArgs),
    /// Add a note
    #[command(after_help = "Example:\n  quietus-lab ledger add note \"the first net\" --about 7")]
    Note {
        /// Text of the note
        text: String,
        /// Entry that the note is about
        #[arg(long, value_name = "ID")]
        about: Option<EntryId>,
    },
}

/// Add the result of a test suite
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Example:
  quietus-lab ledger add suite STS --player quietus --positions 1500 \\
      --solved 1100")]
struct SuiteArgs {
    /// Name of the suite
    name: String,
    /// Name of the player
    #[arg(long)]
    player: String,
    /// Entry of the engine
    #[arg(long, value_name = "ID")]
    engine: Option<EntryId>,
    /// Number of positions
    #[arg(long)]
    positions: u64,
    /// Number of positions solved
    #[arg(long)]
    solved: u64,
    /// Points scored [default: one for each position solved]
    #[arg(long, requires = "max_points")]
    points: Option<f64>,
    /// Points of a perfect score
    #[arg(long)]
    max_points: Option<f64>,
    /// JSON file with all settings
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
