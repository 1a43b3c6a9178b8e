//! Files of games and stores of them, whatever call fails: what is there can be read, and nothing
//! acknowledged is lost.

#![cfg(all(target_os = "linux", target_env = "gnu", target_pointer_width = "64"))]

mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use common::{PLAIN, random_game};
use faults::{Fault, each_fault};
use game::Rng;
use records::{Added, Game, Header, Reader, Store, Writer};

const GAMES: u64 = 2;

/// Short games: each allocation of the work is tried.
fn game(number: u64) -> Game {
    let mut game = random_game(&mut Rng::new(number + 1), PLAIN);
    game.plies.truncate(6);
    game
}

fn append(path: &Path, header: &Header) -> Result<Writer, records::Error> {
    // Each game is on the disk when `write` returns.
    Ok(Writer::append(path, header)?.with_flush_interval(Duration::ZERO))
}

/// The games of a sound file, which are the first ones.
fn games(path: &Path) -> u64 {
    let reader = <Reader>::open(path).expect("a sound file");
    assert_eq!(reader.check(), []);
    let games: Vec<Game> = reader.games().filter_map(Result::ok).collect();
    let expected: Vec<Game> = (0..).map(game).take(games.len()).collect();
    assert_eq!(games, expected);
    games.len() as u64
}

#[test]
fn a_file_of_games_keeps_every_game_that_was_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.qgames");
    let header = Header::default();
    let remove = || {
        for entry in fs::read_dir(folder.path()).unwrap() {
            fs::remove_file(entry.unwrap().path()).unwrap();
        }
    };
    for fault in Fault::ALL {
        let calls = each_fault(
            fault,
            remove,
            |acknowledged| {
                let Ok(writer) = append(&path, &header) else {
                    return;
                };
                for number in 0..GAMES {
                    if writer.write(&game(number)).is_err() {
                        return;
                    }
                    acknowledged.add(number);
                }
                writer.finish().ok();
            },
            |acknowledged| {
                let promised = acknowledged.len() as u64;
                // An allocation that fails ends the process and tears no block.
                if fault == Fault::Allocation {
                    let kept = if path.exists() { games(&path) } else { 0 };
                    assert!(kept >= promised, "{kept}");
                    return;
                }
                let writer = append(&path, &header).unwrap();
                let kept = writer.written().games;
                assert!(kept >= promised, "{fault:?}: {kept}");
                for number in kept..GAMES {
                    writer.write(&game(number)).unwrap();
                }
                writer.finish().unwrap();
                assert_eq!(games(&path), GAMES, "{fault:?}");
            },
        );
        assert!(calls > 10, "{fault:?}: {calls}");
    }
}

/// A file of one game.
fn file(folder: &Path, seed: u64) -> PathBuf {
    let path = folder.join(format!("{seed}.qgames"));
    let header = Header {
        seed: Some(seed),
        ..Header::default()
    };
    let writer = Writer::create(&path, &header).expect("room for it");
    writer.write(&game(seed)).expect("room for it");
    writer.finish().expect("room for it");
    path
}

#[test]
fn a_store_keeps_every_chunk_that_was_added() {
    let folder = tempfile::tempdir().unwrap();
    let files: Vec<PathBuf> = (0..2).map(|seed| file(folder.path(), seed)).collect();
    let store = folder.path().join("store");
    let add = |files: &[PathBuf], tell: &mut dyn FnMut(u64)| {
        Store::add(&store, files, &Added::default(), |chunk, _| {
            tell(chunk.seed.unwrap_or(u64::MAX));
        })
    };
    for fault in Fault::ALL {
        let calls = each_fault(
            fault,
            || {
                fs::remove_dir_all(&store).ok();
                add(&files[..1], &mut |_| ()).unwrap();
            },
            |acknowledged| {
                add(&files[1..], &mut |seed| acknowledged.add(seed)).ok();
            },
            |acknowledged| {
                let open = Store::open(&store).unwrap();
                let wrong = open.verify();
                assert!(wrong.is_empty(), "{fault:?}: {wrong:?}");
                let seeds: Vec<u64> = open.manifest.chunks.iter().filter_map(|c| c.seed).collect();
                let promised = [&[0], acknowledged].concat();
                assert!(
                    seeds.starts_with(&promised),
                    "{fault:?}: {seeds:?}, {promised:?}"
                );
                // What a process that ended has left is not in the way of the next one.
                add(&files, &mut |_| ()).unwrap();
                assert_eq!(
                    Store::open(&store).unwrap().manifest.chunks.len(),
                    files.len()
                );
            },
        );
        assert!(calls > 10, "{fault:?}: {calls}");
    }
}
