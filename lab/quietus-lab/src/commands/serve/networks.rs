//! The networks of a lab and their lineage: files with their cards, and tables of promoted ones.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use gate::{LineageRow, read_lineage};
use net_tools::Card;
use serde::Serialize;
use serde_json::Value;
use support::hash_file;

/// Digits of a hash that name a network, as in the table.
const DIGITS: usize = 16;

/// A network.
#[derive(Debug, Serialize)]
struct Node {
    /// The first digits of its hash.
    id: String,
    name: String,
    /// The network that it beat or was trained from.
    parent: Option<String>,
    /// Whether there is a file to look into.
    file: bool,
    facts: Vec<(String, String)>,
}

impl From<LineageRow> for Node {
    fn from(row: LineageRow) -> Self {
        Self {
            id: row.hash,
            name: row.name,
            parent: row.beaten,
            file: false,
            facts: row.facts,
        }
    }
}

/// All networks of some folders.
///
/// # Errors
/// If a file cannot be read.
pub fn list(folders: &[PathBuf]) -> anyhow::Result<Value> {
    let mut nodes: Vec<Node> = Vec::new();
    for table in web::find_files(folders, |name| name == "LINEAGE.md") {
        let text = fs::read_to_string(&table.path)
            .with_context(|| format!("cannot read {}", table.path.display()))?;
        for row in read_lineage(&text) {
            if nodes.iter().all(|node| node.id != row.hash) {
                nodes.push(row.into());
            }
        }
    }
    for file in files(folders) {
        // What is damaged cannot be shown; `net check` says why.
        let Some((id, path)) = identified(file) else {
            continue;
        };
        match nodes.iter_mut().find(|node| node.id == id) {
            Some(node) => node.file = true,
            None => nodes.extend(from_file(id, &path)),
        }
    }
    Ok(serde_json::to_value(nodes)?)
}

/// The file of a network.
pub fn find(folders: &[PathBuf], id: &str) -> Option<PathBuf> {
    let mut found = files(folders).into_iter().filter_map(identified);
    found.find(|(known, _)| known == id).map(|(_, path)| path)
}

fn files(folders: &[PathBuf]) -> Vec<web::Found> {
    web::find_files(folders, |name| name.ends_with(".qnn"))
}

fn identified(file: web::Found) -> Option<(String, PathBuf)> {
    let hash = hash_file(&file.path).ok()?.sha256;
    Some((hash.get(..DIGITS)?.to_owned(), file.path))
}

/// A network by its file and card.
fn from_file(id: String, path: &Path) -> Option<Node> {
    let container = nnue::load_file(path).ok()?;
    let card = Card::parse(&container.card).unwrap_or_default();
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let positions: u64 = card.data.iter().filter_map(|set| set.positions).sum();
    let facts = [
        (
            "architecture",
            Some(container.network.architecture().to_string()),
        ),
        ("positions", (positions > 0).then(|| positions.to_string())),
        (
            "validation loss",
            card.validation_loss.map(|loss| format!("{loss:.6}")),
        ),
        (
            "test loss",
            card.test_loss.as_ref().map(ToString::to_string),
        ),
    ];
    let known = |(title, fact): (&str, Option<String>)| Some((title.to_owned(), fact?));
    Some(Node {
        id,
        name: card.name.unwrap_or_else(|| stem.into_owned()),
        parent: card
            .parent
            .and_then(|hash| Some(hash.get(..DIGITS)?.to_owned())),
        file: true,
        facts: facts.into_iter().filter_map(known).collect(),
    })
}
