//! Who comes to the gate, and who stands in it.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, ensure};
use arena::{Limits, Player};
use net_tools::Card;
use nnue::{Container, Network};

/// Digits of a hash that tell files of one folder apart.
const SHORT_HASH: usize = 8;

/// The word for no network at all.
pub const HANDCRAFTED: &str = "handcrafted";

/// A network, in a copy of its own: what happens to the file meanwhile does not matter.
#[derive(Clone)]
pub struct Entrant {
    /// The file's name with the start of its hash.
    pub name: String,
    /// SHA-256 of the file.
    pub sha256: String,
    /// The copy.
    pub file: PathBuf,
    /// The network.
    pub network: Arc<Network>,
    /// Where it comes from.
    pub card: Card,
}

impl Entrant {
    /// Reads a network file.
    pub fn read(path: &Path) -> anyhow::Result<Self> {
        let unusable = || format!("the network {} cannot be used", path.display());
        let Container { network, card } = nnue::load_file(path).with_context(unusable)?;
        let sha256 = support::hash_file(path).with_context(unusable)?.sha256;
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        Ok(Self {
            name: format!("{stem}-{}", &sha256[..SHORT_HASH]),
            sha256,
            file: path.to_owned(),
            network: Arc::new(network),
            card: Card::parse(&card).with_context(unusable)?,
        })
    }

    /// Reads a network file, and copies it into a folder that the games can rely on.
    pub fn admit(path: &Path, folder: &Path) -> anyhow::Result<Self> {
        let mut entrant = Self::read(path)?;
        let copy = std::path::absolute(folder.join(format!("{}.qnn", entrant.name)))?;
        let cannot_copy = || format!("cannot copy {} to {}", path.display(), copy.display());
        fs::create_dir_all(folder).with_context(cannot_copy)?;
        let bytes = fs::read(path).with_context(cannot_copy)?;
        support::write_atomic(&copy, &bytes).with_context(cannot_copy)?;
        let copied = support::hash_file(&copy)?.sha256;
        ensure!(
            copied == entrant.sha256,
            "{} changes while it is read",
            path.display()
        );
        entrant.file = copy;
        Ok(entrant)
    }

    /// This network as a player of matches.
    pub fn player(&self, program: &Player, limits: &Limits) -> Player {
        let options = [
            ("UseNNUE", "true".to_owned()),
            ("EvalFile", self.file.display().to_string()),
        ];
        with_options(program, &self.name, limits, &options)
    }
}

/// What is to be beaten.
#[derive(Clone)]
pub enum Reigning {
    /// The evaluation without a network.
    Handcrafted,
    /// A network.
    Network(Box<Entrant>),
}

impl Reigning {
    /// The file of a network, or the word `handcrafted`; a network is copied into a folder.
    pub fn admit(word: &Path, folder: &Path) -> anyhow::Result<Self> {
        if word == Path::new(HANDCRAFTED) {
            return Ok(Self::Handcrafted);
        }
        Ok(Self::Network(Box::new(Entrant::admit(word, folder)?)))
    }

    /// What people call it.
    pub fn name(&self) -> &str {
        match self {
            Self::Handcrafted => HANDCRAFTED,
            Self::Network(entrant) => &entrant.name,
        }
    }

    /// Its hash, if it is a network.
    pub fn sha256(&self) -> Option<&str> {
        match self {
            Self::Handcrafted => None,
            Self::Network(entrant) => Some(&entrant.sha256),
        }
    }

    /// The network, if it is one.
    pub fn network(&self) -> Option<&Arc<Network>> {
        match self {
            Self::Handcrafted => None,
            Self::Network(entrant) => Some(&entrant.network),
        }
    }

    /// It as a player of matches.
    pub fn player(&self, program: &Player, limits: &Limits) -> Player {
        match self {
            Self::Handcrafted => {
                let options = [("UseNNUE", "false".to_owned())];
                with_options(program, HANDCRAFTED, limits, &options)
            }
            Self::Network(entrant) => entrant.player(program, limits),
        }
    }
}

fn with_options(
    program: &Player,
    name: &str,
    limits: &Limits,
    options: &[(&str, String)],
) -> Player {
    let mut player = program.clone();
    name.clone_into(&mut player.engine.name);
    player.limits = limits.clone();
    let options = options.iter();
    let options = options.map(|(name, value)| ((*name).to_owned(), value.clone()));
    player.engine.options.extend(options);
    player
}

/// Reads candidates and copies them into a folder. One that cannot be read is told to `reject` and
/// left out; the same network twice is an error.
pub fn keep(
    paths: &[PathBuf],
    folder: &Path,
    mut reject: impl FnMut(&Path, &anyhow::Error),
) -> anyhow::Result<Vec<Entrant>> {
    let mut entrants: Vec<Entrant> = Vec::new();
    for path in paths {
        match Entrant::admit(path, folder) {
            Ok(entrant) => {
                let same = entrants.iter().find(|known| known.sha256 == entrant.sha256);
                ensure!(
                    same.is_none(),
                    "{} is the same network as another candidate",
                    path.display()
                );
                entrants.push(entrant);
            }
            Err(error) => reject(path, &error),
        }
    }
    Ok(entrants)
}
