//! Results from files of games.

use std::fs;
use std::io::BufRead;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::{Context, anyhow};
use games::{GameId, for_game};
use ledger::{Found, Scores, ScoresError};
use support::Progress;

use crate::files::{game_of_text, open_pgn_counting};

/// Whether games may be there twice.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub struct RepeatArgs {
    /// Count games that are there twice; without this they are an error
    #[arg(long)]
    pub allow_repeats: bool,
}

/// The games of all files; broken ones are reported at once.
pub fn read_scores(files: &[PathBuf], repeats: RepeatArgs) -> anyhow::Result<(Scores, Found)> {
    let mut scores = Scores::new(repeats.allow_repeats);
    let mut found = Found::default();
    let bytes = files
        .iter()
        .map(|path| Some(fs::metadata(path).ok()?.len()));
    let bytes: Option<u64> = bytes.sum();
    let progress = match bytes {
        Some(bytes) => Progress::bar(0, bytes),
        None => Progress::spinner(),
    };
    let read = Arc::new(AtomicU64::new(0));
    let mut games = 0;
    for path in files {
        let stream = open_pgn_counting(path, &read)?;
        let tell = |number| {
            let games = games + number;
            progress.update(read.load(Ordering::Relaxed), || {
                format!("{games} games read")
            });
        };
        let mut new = add_file(&mut scores, path, stream, tell)?;
        games += new.games();
        for problem in &mut new.problems {
            *problem = format!("{}, {problem}", path.display());
            progress.line(&format!("warning: {problem}"));
        }
        let untold = new.broken_games() - new.problems.len() as u64;
        if untold > 0 {
            progress.line(&format!(
                "warning: {}, {untold} more broken games",
                path.display()
            ));
        }
        found.add(new);
    }
    progress.finish();
    Ok((scores, found))
}

/// Adds the games of a file, which is also open as a stream.
pub fn add_file(
    scores: &mut Scores,
    path: &Path,
    stream: impl BufRead,
    progress: impl Fn(u64),
) -> anyhow::Result<Found> {
    // The standard input can be read only once.
    let game = match path.as_os_str() == "-" {
        true => GameId::Chess,
        false => game_of_text(path)?,
    };
    let added = for_game!(game, G => scores.add_file::<G>(path, stream, progress));
    let added = added.map_err(|error| match error {
        ScoresError::Repeat(repeat) => {
            anyhow!("{repeat}; leave one of them out, or count both with --allow-repeats")
        }
        error => error.into(),
    });
    added.with_context(|| path.display().to_string())
}
