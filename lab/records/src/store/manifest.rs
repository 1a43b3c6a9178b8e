//! The manifest: a line for each chunk, and a last line that says that there are no more.
//!
//! A line is a SHA-256, a space, and JSON. The hash is that of the line before and of the JSON, so
//! that no line can be changed, removed, added or moved unnoticed.

use std::fs;
use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};
use support::{FileHash, hash_file, sha256, write_atomic};

use super::{Added, SHORT_HASH, StoreError};
use crate::qgames::Reader;

/// What the last line has in place of a chunk.
const END: &str = "{\"end\":true}";

/// A file of games in a store.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Chunk {
    /// Its file name in the store's folder.
    pub name: String,
    /// The SHA-256 of the file, in hexadecimal.
    pub sha256: String,
    /// The size of the file.
    pub bytes: u64,
    pub games: u64,
    pub plies: u64,
    /// White wins, draws and black wins. The other games have an unknown result.
    pub results: [u64; 3],
    /// The SHA-256 of the network that played; none: the handcrafted evaluation.
    pub network: Option<String>,
    /// The soft node limit of a move.
    pub nodes: Option<u64>,
    /// The seed of the games.
    pub seed: Option<u64>,
    /// The engine's bench.
    pub bench: Option<u64>,
    /// The commit of the program that added the chunk.
    pub commit: Option<String>,
    /// When it was added.
    pub date: String,
    /// The share of positions to train on; see [`Manifest::pick`].
    #[serde(default = "whole", skip_serializing_if = "is_whole")]
    pub share: f64,
}

fn whole() -> f64 {
    1.0
}

fn is_whole(share: &f64) -> bool {
    *share >= 1.0
}

impl Chunk {
    /// Describes a file of games.
    pub(super) fn new(reader: &Reader, hash: FileHash, added: &Added) -> Self {
        let (header, totals) = (reader.header(), reader.totals());
        let nodes = header.settings.get("nodes");
        let nodes = nodes.and_then(|nodes| nodes.get("soft")?.as_u64());
        let network = header.network.as_deref();
        let mut name = match network {
            Some(hash) => hash.get(..SHORT_HASH).unwrap_or(hash).to_owned(),
            None => "handcrafted".to_owned(),
        };
        name.retain(|c| c.is_ascii_alphanumeric());
        for (letter, number) in [('n', nodes), ('s', header.seed)] {
            if let Some(number) = number {
                name += &format!("-{letter}{number}");
            }
        }
        Self {
            name: format!("{name}-{}.qgames", &hash.sha256[..SHORT_HASH]),
            sha256: hash.sha256,
            bytes: hash.bytes,
            games: totals.games,
            plies: totals.plies,
            results: [totals.white_wins, totals.draws, totals.black_wins],
            network: network.map(str::to_owned),
            nodes,
            seed: header.seed,
            bench: header.bench,
            commit: added.commit.clone(),
            date: added.date.clone(),
            share: whole(),
        }
    }

    /// Whether the chunk's file in a folder is what the manifest says.
    ///
    /// # Errors
    /// Names the file if it is missing or changed, or cannot be read.
    pub fn check(&self, folder: &Path) -> Result<(), StoreError> {
        let path = folder.join(&self.name);
        let wrong = match hash_file(&path) {
            Ok(hash) if hash.sha256 == self.sha256 => return Ok(()),
            Ok(_) => "changed: it has another SHA-256 than in the manifest",
            Err(error) if error.kind() == io::ErrorKind::NotFound => "missing",
            Err(error) => return Err(StoreError::io(&path)(error)),
        };
        Err(StoreError::Chunk { path, wrong })
    }
}

/// A list of chunks.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Manifest {
    pub chunks: Vec<Chunk>,
}

impl Manifest {
    /// Whether a file is a manifest, by its name.
    pub fn is_named(path: &Path) -> bool {
        path.extension().is_some_and(|ending| ending == "manifest")
    }

    /// Reads a manifest.
    ///
    /// # Errors
    /// Names the first line that is not as it was written.
    pub fn read(path: &Path) -> Result<Self, StoreError> {
        let text = fs::read_to_string(path).map_err(StoreError::io(path))?;
        let mut manifest = Self::default();
        let mut previous = String::new();
        let mut has_ended = false;
        let mut number = 0;
        let wrong = |line, reason: &str| StoreError::Manifest {
            path: path.to_owned(),
            line,
            reason: reason.to_owned(),
        };
        for line in text.lines() {
            number += 1;
            let (hash, json) = line.split_once(' ').unwrap_or_default();
            if has_ended || hash != sha256(format!("{previous}{json}").as_bytes()) {
                return Err(wrong(
                    number,
                    "changed, moved, or not written by this program",
                ));
            }
            has_ended = json == END;
            if !has_ended {
                let chunk: Chunk = serde_json::from_str(json)
                    .map_err(|error| wrong(number, &error.to_string()))?;
                if Path::new(&chunk.name).file_name() != Some(chunk.name.as_ref()) {
                    return Err(wrong(number, "the chunk's name is not that of a file"));
                }
                manifest.chunks.push(chunk);
            }
            hash.clone_into(&mut previous);
        }
        match has_ended {
            true => Ok(manifest),
            false => Err(wrong(number + 1, "the end is missing")),
        }
    }

    /// Writes a manifest atomically.
    ///
    /// # Errors
    /// If it cannot be written; what was there before is still there.
    pub fn write(&self, path: &Path) -> Result<(), StoreError> {
        let mut text = String::new();
        let mut previous = String::new();
        let chunks = self.chunks.iter().map(serde_json::to_string);
        for json in chunks.chain([Ok(END.to_owned())]) {
            let json = json.expect("words and numbers are JSON");
            previous = sha256(format!("{previous}{json}").as_bytes());
            text += &format!("{previous} {json}\n");
        }
        write_atomic(path, text.as_bytes()).map_err(StoreError::io(path))
    }

    /// The networks that played, the newest first: that whose first chunk was added last.
    pub fn generations(&self) -> Vec<Option<&str>> {
        let mut generations: Vec<Option<&str>> = Vec::new();
        for chunk in &self.chunks {
            let network = chunk.network.as_deref();
            if !generations.contains(&network) {
                generations.insert(0, network);
            }
        }
        generations
    }

    /// The chunks with a share of the positions for each generation, the newest first. The last share
    /// is that of all older generations; chunks with a share of 0 are left out.
    pub fn pick(&self, shares: &[f64]) -> Self {
        let generations = self.generations();
        let share = |chunk: &Chunk| {
            let mut networks = generations.iter();
            let age = networks.position(|&network| network == chunk.network.as_deref());
            let share = age.and_then(|age| shares.get(age)).or(shares.last());
            share.copied().unwrap_or_else(whole)
        };
        let picked = self.chunks.iter().map(|chunk| Chunk {
            share: share(chunk),
            ..chunk.clone()
        });
        Self {
            chunks: picked.filter(|chunk| chunk.share > 0.0).collect(),
        }
    }
}
