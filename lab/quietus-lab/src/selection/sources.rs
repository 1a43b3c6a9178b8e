//! Games from files of several kinds.

use std::path::{Path, PathBuf};
use std::sync::mpsc::SyncSender;

use anyhow::Context;
use game::Codes;
use games::GameId;
use pgn::{Notation, PgnError};
use records::{EpdPositions, Game, Reader, Start, from_pgn};

use crate::exit::bail_usage;
use crate::files::{self, game_of_text, open_pgn, open_text};

/// How many bad games of a file are reported one by one.
const TOLD: u64 = 5;

/// Sends the games of all files until the receiver is gone. Bad games and damaged blocks are
/// reported and skipped.
pub fn read<R: Codes>(paths: &[PathBuf], games: SyncSender<Game<R>>) -> anyhow::Result<()> {
    for path in paths {
        let mut bad = Bad {
            file: path.display().to_string(),
            count: 0,
        };
        let wants_more = match kind_of(path)? {
            Kind::Own => send(
                Reader::<R>::open(path)?
                    .games()
                    .filter_map(|game| bad.sound(game)),
                &games,
            ),
            Kind::Pgn => read_pgn(path, &mut bad, &games)?,
            Kind::Positions => {
                let positions = EpdPositions::<_, R>::new(open_text(path)?);
                let sound = positions.filter_map(|position| bad.sound(position));
                let games_of_one = sound.map(|(labeled, _)| Game {
                    start: Start::of(&labeled.position),
                    result: labeled.result,
                    ..Game::default()
                });
                send(games_of_one, &games)
            }
        };
        bad.finish();
        if !wants_more {
            break;
        }
    }
    Ok(())
}

/// The game of a file.
pub fn game_of(path: &Path) -> anyhow::Result<GameId> {
    match kind_of(path)? {
        Kind::Own => files::game_of(path),
        Kind::Pgn | Kind::Positions => game_of_text(path),
    }
}

enum Kind {
    Own,
    Pgn,
    Positions,
}

/// The name without the ending of a compressed file says what is inside.
fn kind_of(path: &Path) -> anyhow::Result<Kind> {
    let name = path.to_string_lossy().to_ascii_lowercase();
    let name = name.trim_end_matches(".xz").trim_end_matches(".zst");
    Ok(match name.rsplit('.').next() {
        Some("qgames") => Kind::Own,
        Some("pgn") => Kind::Pgn,
        Some("epd" | "fen" | "txt") => Kind::Positions,
        _ => bail_usage!(
            "{}: the name must end in .qgames, .pgn, .epd, .fen or .txt; after the last four \
             .xz or .zst can follow",
            path.display()
        ),
    })
}

fn read_pgn<R: Notation>(
    path: &Path,
    bad: &mut Bad,
    games: &SyncSender<Game<R>>,
) -> anyhow::Result<bool> {
    for game in pgn::Reader::<R, _>::new(open_pgn(path)?) {
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
fn send<R: Notation>(games: impl Iterator<Item = Game<R>>, receiver: &SyncSender<Game<R>>) -> bool {
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
            warn!("{}: {problem}", self.file);
        }
    }

    fn finish(&self) {
        if self.count > TOLD {
            warn!(
                "{}: {} games or blocks skipped in all",
                self.file, self.count
            );
        }
    }
}
