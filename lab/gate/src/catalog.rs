//! Networks and their lineage: files with their cards, and tables of promoted ones.

use std::fs;
use std::path::{Path, PathBuf};

use evaluation::Evaluated;
use games::for_game;
use net_tools::{Card, Scores, game_of};
use serde::Serialize;
use support::hash_file;

use crate::lineage::{LineageRow, read_lineage};

/// Digits of a hash that name a network, as in the table.
const DIGITS: usize = 16;

/// A network.
#[derive(Debug, Serialize)]
pub struct Node {
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

/// What is known of networks.
#[derive(Clone, Debug, Default)]
pub struct Catalog {
    /// Tables of promoted networks.
    pub tables: Vec<PathBuf>,
    /// Network files.
    pub files: Vec<PathBuf>,
}

impl Catalog {
    /// All networks: those of the tables, then those of other files. What cannot be read is left out.
    pub fn nodes(&self) -> Vec<Node> {
        let mut nodes: Vec<Node> = Vec::new();
        for table in &self.tables {
            // It may be gone again. Rows that are not UTF-8 are shown as well as can be.
            let Ok(text) = fs::read(table) else {
                continue;
            };
            for row in read_lineage(&String::from_utf8_lossy(&text)) {
                if nodes.iter().all(|node| node.id != row.hash) {
                    nodes.push(row.into());
                }
            }
        }
        // What is damaged cannot be shown; `net check` says why.
        for (id, path) in self.identified() {
            match nodes.iter_mut().find(|node| node.id == id) {
                Some(node) => node.file = true,
                None => nodes.extend(from_file(id, path)),
            }
        }
        nodes
    }

    /// The file of a network.
    pub fn find(&self, id: &str) -> Option<&Path> {
        let mut found = self.identified();
        found.find(|(known, _)| known == id).map(|(_, path)| path)
    }

    /// The files with the first digits of their hashes.
    fn identified(&self) -> impl Iterator<Item = (String, &Path)> {
        self.files.iter().filter_map(|path| {
            let hash = hash_file(path).ok()?.sha256;
            Some((hash.get(..DIGITS)?.to_owned(), &**path))
        })
    }
}

/// A network by its file and card.
fn from_file(id: String, path: &Path) -> Option<Node> {
    for_game!(game_of(path).ok()?, G => node_of::<G>(id, path))
}

fn node_of<G: Evaluated>(id: String, path: &Path) -> Option<Node> {
    let container = nnue::load_file::<G::Features>(path).ok()?;
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
    ];
    let facts = facts.into_iter().chain(Scores::of_card(&card).facts());
    let known = |(title, fact): (&str, Option<String>)| Some((title.to_owned(), fact?));
    Some(Node {
        id,
        name: card.name.unwrap_or_else(|| stem.into_owned()),
        parent: card
            .parent
            .and_then(|hash| Some(hash.get(..DIGITS)?.to_owned())),
        file: true,
        facts: facts.filter_map(known).collect(),
    })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::Catalog;

    #[test]
    fn a_table_in_another_encoding_is_shown_with_the_others() {
        let folder = tempfile::tempdir().unwrap();
        let table = |name: &[u8], hash: &str| {
            let mut text = include_bytes!("../../../nets/LINEAGE.md").to_vec();
            let end = text.windows(5).position(|five| five == b"---:|").unwrap();
            let head = text[end..].iter().position(|&byte| byte == b'\n').unwrap();
            text.truncate(end + head + 1);
            text.extend(b"| 2026-11-15 | ");
            text.extend(name);
            text.extend(format!(" | `{hash}` |\n").bytes());
            text
        };
        for (run, name, hash) in [
            ("a", &b"n\xe4chst"[..], "0123"),
            ("b", &b"good"[..], "4567"),
        ] {
            fs::create_dir(folder.path().join(run)).unwrap();
            fs::write(
                folder.path().join(run).join("LINEAGE.md"),
                table(name, hash),
            )
            .unwrap();
        }
        let tables = ["a", "b"].map(|run| folder.path().join(run).join("LINEAGE.md"));
        let catalog = Catalog {
            tables: tables.to_vec(),
            files: Vec::new(),
        };
        let nodes = catalog.nodes();
        let names: Vec<&str> = nodes.iter().map(|node| &*node.name).collect();
        assert_eq!(names, ["n\u{fffd}chst", "good"]);
    }
}
