//! `quietus-lab games store`: files of games that are kept, with a manifest.

use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::Subcommand;
use records::{Added, Chunk, Manifest, Store, StoreError};
use serde_json::json;

use crate::args::fraction;
use crate::exit::{Exit, bail_usage};
use crate::files::print;
use crate::table::{columns, table};

const EXAMPLES: &str = "\
Examples:
  quietus-lab games store add data selfplay-*.qgames
  quietus-lab games store verify data
  quietus-lab games store pick data --shares 1,0.5,0.25 --out recent
  quietus-lab train lab/configs/small.toml --data data/recent.manifest

A store is a folder of .qgames files that never change, and store.manifest, which lists them with their \
hash, games, plies, results, network, nodes, commit and date. Adding is atomic. A manifest that was \
changed, and a chunk that is missing or changed, is refused by name.";

/// Keep files of games in a store
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Copy finished files of games into a store
    #[command(after_help = "Example:\n  quietus-lab games store add data a.qgames b.qgames")]
    Add {
        /// Folder of the store; created if there is none
        store: PathBuf,

        /// Files to add; those that are there already are skipped
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,

        /// Wait while another process adds to the store
        #[arg(long)]
        wait: bool,
    },

    /// Hash every chunk and compare it with the manifest
    #[command(after_help = "\
Example:
  quietus-lab games store verify data

Exits with 1 if a chunk is missing or changed.")]
    Verify {
        /// Folder of the store
        store: PathBuf,
    },

    /// List the chunks and the generations
    #[command(after_help = "Example:\n  quietus-lab games store list data --json")]
    List {
        /// Folder of the store
        store: PathBuf,

        /// Print JSON
        #[arg(long)]
        json: bool,
    },

    /// Write a manifest with a share of positions for each generation, to train on
    #[command(after_help = "\
Example:
  quietus-lab games store pick data --shares 1,0.5,0.25 --out recent

writes data/recent.manifest: all positions of the newest generation, half of those of the one before, \
a quarter of all older ones. A generation is the games of one network.")]
    Pick {
        /// Folder of the store
        store: PathBuf,

        /// Fractions of the positions to keep, the newest generation first; the last one is for all
        /// older generations, and 0 leaves them out
        #[arg(long, required = true, value_delimiter = ',', value_parser = fraction,
            value_name = "FRACTION")]
        shares: Vec<f64>,

        /// Name of the new manifest, without folder and ending
        #[arg(long, short, value_name = "NAME")]
        out: String,
    },
}

/// Runs the subcommand.
pub fn run(args: Args) -> anyhow::Result<Exit> {
    match args.action {
        Action::Add { store, files, wait } => add(&store, &files, wait),
        Action::Verify { store } => verify(&store),
        Action::List { store, json } => list(&store, json),
        Action::Pick { store, shares, out } => pick(&store, &shares, &out),
    }
}

fn add(store: &Path, files: &[PathBuf], wait: bool) -> anyhow::Result<Exit> {
    let added = Added {
        commit: engine::COMMIT.map(str::to_owned),
        date: arena::runner::today(),
        wait,
    };
    let done = Store::add(store, files, &added, |chunk, is_new| {
        let verb = if is_new { "added" } else { "already there:" };
        let Chunk {
            name, games, plies, ..
        } = chunk;
        say!("{verb} {name}: {games} games, {plies} plies");
    });
    if let Err(error @ StoreError::Locked(_)) = done {
        bail!("{error}; --wait waits for it");
    }
    done?;
    Ok(Exit::Success)
}

fn verify(store: &Path) -> anyhow::Result<Exit> {
    let store = Store::open(store)?;
    let wrong = store.verify();
    for error in &wrong {
        warn!("{error}");
    }
    for path in store.unlisted()? {
        let path = path.display();
        warn!("note: {path} is not in the manifest: adding it was interrupted");
    }
    let chunks = store.manifest.chunks.len();
    let verdict = match wrong.len() {
        0 => "ok".to_owned(),
        count => format!("{count} chunks missing or changed"),
    };
    print(&format!("{verdict}; {chunks} chunks\n"))?;
    Ok(Exit::verdict(wrong.is_empty()))
}

fn pick(store: &Path, shares: &[f64], name: &str) -> anyhow::Result<Exit> {
    let Manifest { chunks } = Store::open(store)?.manifest.pick(shares);
    let path = store.join(format!("{name}.manifest"));
    if path.parent() != Some(store) || path.exists() {
        bail_usage!("--out {name}: not a new name in {}", store.display());
    }
    let plies: f64 = chunks.iter().map(|c| c.share * c.plies as f64).sum();
    let count = chunks.len();
    Manifest { chunks }.write(&path)?;
    print(&format!(
        "{}: {count} chunks, {plies:.0} plies\n",
        path.display()
    ))?;
    Ok(Exit::Success)
}

fn list(store: &Path, as_json: bool) -> anyhow::Result<Exit> {
    let manifest = Store::open(store)?.manifest;
    print(&if as_json {
        format!("{:#}\n", json!(manifest.chunks))
    } else {
        let (chunks, generations) = (chunk_table(&manifest), generation_table(&manifest));
        format!("{chunks}\n{generations}")
    })?;
    Ok(Exit::Success)
}

fn chunk_table(manifest: &Manifest) -> String {
    let rows = manifest.chunks.iter().map(|chunk| {
        [
            chunk.name.clone(),
            chunk.games.to_string(),
            chunk.plies.to_string(),
            chunk.results.map(|count| count.to_string()).join("/"),
            chunk.bytes.to_string(),
            chunk.commit.clone().unwrap_or_default(),
            chunk.date.clone(),
        ]
    });
    let head = columns("Chunk|>Games|>Plies|>W/D/L|>Bytes|Commit|Added");
    table(&head, &rows.collect::<Vec<_>>())
}

fn generation_table(manifest: &Manifest) -> String {
    let rows = manifest.generations().into_iter().map(|network| {
        let chunks = || {
            manifest
                .chunks
                .iter()
                .filter(|c| c.network.as_deref() == network)
        };
        let sum = |count: fn(&Chunk) -> u64| chunks().map(count).sum::<u64>().to_string();
        [
            network.unwrap_or("handcrafted").to_owned(),
            chunks().count().to_string(),
            sum(|chunk| chunk.games),
            sum(|chunk| chunk.plies),
            sum(|chunk| chunk.bytes),
        ]
    });
    let head = columns("Generation|>Chunks|>Games|>Plies|>Bytes");
    table(&head, &rows.collect::<Vec<_>>())
}
