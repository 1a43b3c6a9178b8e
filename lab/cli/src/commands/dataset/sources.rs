//! Games from files of several kinds.

use std::path::{Path, PathBuf};
use std::sync::mpsc::SyncSender;

use anyhow::Context;
use chess::pgn::{self, PgnError};
use records::{EpdPositions, Game, Reader, Start, from_pgn};

use crate::exit::bail_usage;
use crate::files::{open_pgn, open_text};

/// How many bad games of a file are reported one by one.
const TOLD: u64 = 5;

/// Sends the games of all files until the receiver is gone. Bad games and damaged blocks are
/// reported and skipped.
pub fn read(paths: &[PathBuf], games: SyncSender<Game>) -> anyhow::Result<()> {
    for path in paths {
        let mut bad = Bad {
            file: path.display().to_string(),
            count: 0,
        };
        let wants_more = match kind_of(path) {
            Some(Kind::Own) => send(
                <Reader>::open(path)?
                    .games()
                    .filter_map(|game| bad.sound(game)),
                &games,
            ),
            Some(Kind::Pgn) => read_pgn(path, &mut bad, &games)?,
            Some(Kind::Positions) => {
                let positions = EpdPositions::new(open_text(path)?);
                let sound = positions.filter_map(|position| bad.sound(position));
                let games_of_one = sound.map(|(labeled, _)| Game {
                    start: <Start>::of(&labeled.position),
                    result: labeled.result,
                    ..<Game>::default()
                });
                send(games_of_one, &games)
            }
            None => bail_usage!(
                "{}: the name must end in .qgames, .pgn, .epd, .fen or .txt; after the last four \
                 .xz or .zst can follow",
                path.display()
            ),
        };
        bad.finish();
        if !wants_more {
            break;
        }
    }
    Ok(())
}

enum Kind {
    Own,
    Pgn,
    Positions,
}

/// The name without the ending of a compressed file says what is inside.
fn kind_of(path: &Path) -> Option<Kind> {
    let name = path.to_string_lossy().to_ascii_lowercase();
    let name = name.trim_end_matches(".xz").trim_end_matches(".zst");
    Some(match name.rsplit('.').next()? {
        "qgames" => Kind::Own,
        "pgn" => Kind::Pgn,
        "epd" | "fen" | "txt" => Kind::Positions,
        _ => return None,
    })
}

fn read_pgn(path: &Path, bad: &mut Bad, games: &SyncSender<Game>) -> anyhow::Result<bool> {
    for game in pgn::Reader::new(open_pgn(path)?) {
        let game = match game {
            Ok(game) => from_pgn(&game),
            Err(PgnError::Broken(problem)) => {
                bad.tell(&problem.to_string());
                continue;
            }
            Err(PgnError::Io(error)) => {
                return Err(error).with_context(|| format!("cannot read {}", path.display()));
            }
        };
        if games.send(game).is_err() {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether all were taken.
fn send(games: impl Iterator<Item = Game>, receiver: &SyncSender<Game>) -> bool {
    games.into_iter().all(|game| receiver.send(game).is_ok())
}

/// What could not be read of a file.
struct Bad {
    file: String,
    count: u64,
}

impl Bad {
    fn sound<T, E: ToString>(&mut self, item: Result<T, E>) -> Option<T> {
        item.map_err(|error| self.tell(&error.to_string())).ok()
    }

    fn tell(&mut self, problem: &str) {
        self.count += 1;
        if self.count <= TOLD {
            eprintln!("{}: {problem}", self.file);
        }
    }

    fn finish(&self) {
        if self.count > TOLD {
            eprintln!(
                "{}: {} games or blocks skipped in all",
                self.file, self.count
            );
        }
    }
}
