//! A network file, read.

use std::path::Path;

use anyhow::Context;
use nnue::{Container, Format, load, read_file};
use support::FileHash;

use crate::files::hash_file;

/// A network with what identifies its file.
pub struct NetFile {
    pub container: Container,
    pub format: Format,
    pub hash: FileHash,
}

impl NetFile {
    /// Reads a file of any format.
    pub fn read(path: &Path) -> anyhow::Result<Self> {
        let bytes = read_file(path).with_context(|| format!("cannot read {}", path.display()))?;
        let container = load(&bytes).with_context(|| path.display().to_string())?;
        Ok(Self {
            container,
            format: Format::of(&bytes),
            hash: hash_file(path)?,
        })
    }
}
