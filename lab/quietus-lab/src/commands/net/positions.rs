//! Arguments for the positions that networks are evaluated on.

use std::io::BufRead;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use net_tools::random_positions;
use pgn::{Epd, Notation};

use crate::files::open_text;

/// Where positions come from
#[derive(Debug, clap::Args)]
pub struct PositionArgs {
    /// Use positions of EPD or FEN files instead of random games
    #[arg(long, num_args = 1.., value_name = "FILE")]
    epd: Vec<PathBuf>,

    /// Number of positions of random games, or maximum number from the files
    #[arg(long, value_name = "N", default_value_t = 1000)]
    count: usize,

    /// Seed of the random games
    #[arg(long, value_name = "N", default_value_t = 1, conflicts_with = "epd")]
    seed: u64,
}

impl PositionArgs {
    /// The positions that were asked for: at least one.
    pub fn read<G: Notation>(&self) -> anyhow::Result<Vec<G::Position>> {
        if self.epd.is_empty() {
            return Ok(random_positions::<G>(self.count.max(1), self.seed));
        }
        let mut positions = Vec::new();
        for path in &self.epd {
            read_positions::<G>(path, self.count.max(1), &mut positions)?;
        }
        if positions.is_empty() {
            bail!("no positions in {}", self.epd[0].display());
        }
        Ok(positions)
    }

    /// Where they come from, in words.
    pub fn source(&self) -> String {
        match self.epd.as_slice() {
            [] => format!("random games, seed {}", self.seed),
            [path] => path.display().to_string(),
            paths => format!("{} files", paths.len()),
        }
    }
}

/// Adds a file's positions until there are enough.
fn read_positions<G: Notation>(
    path: &Path,
    enough: usize,
    positions: &mut Vec<G::Position>,
) -> anyhow::Result<()> {
    for (line, number) in open_text(path)?.lines().zip(1..) {
        let line = line.with_context(|| format!("cannot read {}", path.display()))?;
        let line = line.trim();
        if positions.len() >= enough {
            break;
        }
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let epd = Epd::<G>::parse(line).with_context(|| format!("{}:{number}", path.display()))?;
        positions.push(epd.position);
    }
    Ok(())
}
