//! The networks of a gate: candidates and the baseline.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, ensure};
use arena::{Limits, Player};
use evaluation::{Evaluated, NetworkOf};
use net_tools::Card;
use nnue::Container;
use support::{sha256, write_atomic};

use crate::engine::with_options;

/// Digits of a hash that tell files of one folder apart.
const SHORT_HASH: usize = 8;

/// The word for no network at all.
const HANDCRAFTED: &str = "handcrafted";

/// A network in a copy of its own: what happens to the original file meanwhile does not matter.
#[derive(Clone)]
pub struct Net<G: Evaluated> {
    /// The file's name with the start of its hash.
    pub name: String,
    /// SHA-256 of the file.
    pub sha256: String,
    /// The copy.
    pub file: PathBuf,
    /// As it was loaded.
    pub network: Arc<NetworkOf<G>>,
    /// Where it comes from.
    pub card: Card,
}

impl<G: Evaluated> Net<G> {
    /// Reads a network file and copies it into a folder.
    ///
    /// # Errors
    /// If the file cannot be read or copied, or holds no network.
    pub fn load(path: &Path, folder: &Path) -> anyhow::Result<Self> {
        Self::parse(path, &read(path)?, folder)?
    }

    /// The outer error is a failure; the inner one says that the file holds no network.
    fn parse(path: &Path, bytes: &[u8], folder: &Path) -> anyhow::Result<anyhow::Result<Self>> {
        let parsed = Container::read(bytes).map_err(anyhow::Error::from);
        let parsed = parsed.and_then(|Container { network, card }| {
            let card = Card::parse(&card)?;
            Ok((network, card))
        });
        let (network, card) = match parsed {
            Ok(parsed) => parsed,
            Err(error) => return Ok(Err(error.context(path.display().to_string()))),
        };
        let sha256 = sha256(bytes);
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let name = format!("{stem}-{}", &sha256[..SHORT_HASH]);
        let file = std::path::absolute(folder.join(format!("{name}.qnn")))?;
        fs::create_dir_all(folder)
            .and_then(|()| write_atomic(&file, bytes))
            .with_context(|| format!("cannot copy {} to {}", path.display(), file.display()))?;
        Ok(Ok(Self {
            name,
            sha256,
            file,
            network: Arc::new(network),
            card,
        }))
    }

    /// The player that uses this network.
    pub(crate) fn player(&self, player: &Player, limits: &Limits) -> Player {
        let options = [
            ("UseNNUE", "true".to_owned()),
            ("EvalFile", self.file.display().to_string()),
        ];
        with_options(player, &self.name, limits, &options)
    }
}

fn read(path: &Path) -> anyhow::Result<Vec<u8>> {
    nnue::read_file(path).with_context(|| format!("cannot read {}", path.display()))
}

/// What candidates must beat.
#[derive(Clone)]
pub enum Baseline<G: Evaluated> {
    /// The handcrafted evaluation.
    Handcrafted,
    /// The network of a file.
    Network(Box<Net<G>>),
}

impl<G: Evaluated> Baseline<G> {
    /// The network of a file, copied into a folder, or the word `handcrafted`.
    pub fn load(word: &Path, folder: &Path) -> anyhow::Result<Self> {
        if word == Path::new(HANDCRAFTED) {
            return Ok(Self::Handcrafted);
        }
        Ok(Self::Network(Box::new(Net::load(word, folder)?)))
    }

    /// What people call it.
    pub fn name(&self) -> &str {
        match self {
            Self::Handcrafted => HANDCRAFTED,
            Self::Network(net) => &net.name,
        }
    }

    /// Its hash, if it is a network.
    pub fn sha256(&self) -> Option<&str> {
        match self {
            Self::Handcrafted => None,
            Self::Network(net) => Some(&net.sha256),
        }
    }

    /// The network, if it is one.
    pub(crate) fn network(&self) -> Option<&Arc<NetworkOf<G>>> {
        match self {
            Self::Handcrafted => None,
            Self::Network(net) => Some(&net.network),
        }
    }

    /// The player that uses it.
    pub(crate) fn player(&self, player: &Player, limits: &Limits) -> Player {
        match self {
            Self::Handcrafted => {
                let options = [("UseNNUE", "false".to_owned())];
                with_options(player, HANDCRAFTED, limits, &options)
            }
            Self::Network(net) => net.player(player, limits),
        }
    }
}

/// Reads candidates and copies them into a folder; files that hold no network are rejected with a
/// reason.
///
/// # Errors
/// If a file cannot be read or copied, or the same network comes twice.
pub fn load_candidates<G: Evaluated>(
    paths: &[PathBuf],
    folder: &Path,
) -> anyhow::Result<(Vec<Net<G>>, Vec<anyhow::Error>)> {
    let (mut nets, mut rejected): (Vec<Net<G>>, _) = (Vec::new(), Vec::new());
    for path in paths {
        match Net::parse(path, &read(path)?, folder)? {
            Ok(net) => {
                ensure!(
                    nets.iter().all(|known| known.sha256 != net.sha256),
                    "{} is the same network as another candidate",
                    path.display()
                );
                nets.push(net);
            }
            Err(error) => rejected.push(error),
        }
    }
    Ok((nets, rejected))
}
