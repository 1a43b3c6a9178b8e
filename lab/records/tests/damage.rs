//! Killed writers, flipped bits, foreign files.

mod common;

use std::fs::{self, OpenOptions};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use common::{ANYTHING, PLAIN, random_game};
use game::Rng;
use records::{Error, Game, Header, Reader, ViriformatReader, Writer, write_viriformat};

fn games(count: usize, seed: u64) -> Vec<Game> {
    let mut rng = Rng::new(seed);
    (0..count)
        .map(|_| random_game(&mut rng, ANYTHING))
        .collect()
}

/// Writes games in small blocks.
fn write(path: &Path, games: &[Game]) {
    let writer = <Writer>::append(path, &Header::default()).expect("a file to write");
    let writer = writer.with_block_plies(600);
    games
        .iter()
        .for_each(|game| writer.write(game).expect("a legal game"));
    writer.finish().expect("room on the disk");
}

fn readable(path: &Path) -> Vec<Game> {
    let reader = <Reader>::open(path).expect("a file of games");
    reader.games().filter_map(Result::ok).collect()
}

#[test]
fn a_truncated_file_can_be_read_and_appended_to() {
    let folder = tempfile::tempdir().unwrap();
    let (whole, cut) = (folder.path().join("whole"), folder.path().join("cut"));
    let games = games(60, 3);
    write(&whole, &games);
    let bytes = fs::read(&whole).unwrap();
    let reader = <Reader>::open(&whole).unwrap();
    let header_bytes = Header::default();
    let ends: Vec<usize> = (0..reader.blocks())
        .map(|block| reader.decode(block).unwrap().len())
        .scan(0, |sum, games| {
            *sum += games;
            Some(*sum)
        })
        .collect();
    let mut rng = Rng::new(4);
    for _ in 0..60 {
        let length = 100 + rng.below(bytes.len() - 100);
        fs::write(&cut, &bytes[..length]).unwrap();
        let found = readable(&cut);
        assert!(found == games[..found.len()], "cut at {length}");
        assert!(found.is_empty() || ends.contains(&found.len()));
        // Appending loses no complete block.
        let writer = <Writer>::append(&cut, &header_bytes).unwrap();
        assert_eq!(writer.written().games, found.len() as u64);
        games[found.len()..]
            .iter()
            .for_each(|game| writer.write(game).unwrap());
        writer.finish().unwrap();
        assert!(readable(&cut) == games);
        assert_eq!(<Reader>::open(&cut).unwrap().check(), []);
    }
}

#[test]
fn every_flipped_bit_is_detected_and_loses_one_block() {
    let folder = tempfile::tempdir().unwrap();
    let (whole, hurt) = (folder.path().join("whole"), folder.path().join("hurt"));
    let games = games(60, 5);
    write(&whole, &games);
    let reader = <Reader>::open(&whole).unwrap();
    let bytes = fs::read(&whole).unwrap();
    let blocks: Vec<Vec<Game>> = (0..reader.blocks())
        .map(|block| reader.decode(block).unwrap())
        .collect();
    let total: usize = reader
        .block_headers()
        .map(|head| 40 + head.payload_bytes as usize)
        .sum();
    let start = bytes.len() - total - (8 + 4 + 4 + 8 + 8) - 48 * reader.blocks();
    let mut rng = Rng::new(6);
    for _ in 0..200 {
        let mut damaged = bytes.clone();
        let at = start + rng.below(total);
        damaged[at] ^= 1 << rng.below(8);
        fs::write(&hurt, &damaged).unwrap();
        let reader = <Reader>::open(&hurt).unwrap();
        let damage = reader.check();
        assert_eq!(damage.len(), 1, "byte {at}");
        let missing = damage[0].block as usize;
        assert!(damage[0].offset <= at as u64);
        let mut expected = blocks.clone();
        expected.remove(missing);
        assert!(readable(&hurt) == expected.concat(), "byte {at}");
        let text = damage[0].to_string();
        assert!(
            text.starts_with(&format!("block {missing} at byte ")),
            "{text}"
        );
    }
}

#[test]
fn random_bytes_give_an_error_and_no_panic() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    let whole = folder.path().join("whole");
    write(&whole, &games(5, 7));
    let bytes = fs::read(&whole).unwrap();
    let mut rng = Rng::new(8);
    for _ in 0..200 {
        let mut wild = bytes.clone();
        for _ in 0..1 + rng.below(40) {
            let at = rng.below(wild.len());
            wild[at] = rng.next_u64() as u8;
        }
        fs::write(&path, &wild).unwrap();
        if let Ok(reader) = <Reader>::open(&path) {
            let _ = reader.check();
        }
    }
    for foreign in [&b""[..], b"QG", b"[Event \"?\"]\n\n1. e4 *\n", &[0; 4096]] {
        fs::write(&path, foreign).unwrap();
        let error = <Reader>::open(&path).map(drop).unwrap_err();
        assert!(matches!(error, Error::Foreign(_)), "{error}");
        assert!(
            error.to_string().contains("is not a .qgames file"),
            "{error}"
        );
        assert!(<Writer>::append(&path, &Header::default()).is_err());
        assert_eq!(fs::read(&path).unwrap(), foreign, "it was left alone");
    }
}

#[test]
fn a_file_that_is_changed_while_it_is_read_gives_damage_or_the_games() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.qgames");
    let games = games(40, 11);
    write(&path, &games);
    let bytes = fs::read(&path).unwrap();
    // Cut behind the reader's back.
    let reader = <Reader>::open(&path).unwrap();
    for length in [bytes.len() / 2, 60, 0] {
        let file = OpenOptions::new().write(true).open(&path).unwrap();
        file.set_len(length as u64).unwrap();
        let damage = reader.check();
        assert!(!damage.is_empty(), "cut at {length}");
        assert!(reader.games().flatten().all(|game| games.contains(&game)));
    }
    // Rewritten again and again.
    let is_done = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            let mut rng = Rng::new(12);
            while !is_done.load(Ordering::Relaxed) {
                let mut wild = bytes.clone();
                let at = rng.below(wild.len());
                wild[at..].fill(rng.next_u64() as u8);
                wild.truncate(wild.len() - rng.below(wild.len() / 2));
                fs::write(&path, &wild).unwrap();
                fs::write(&path, &bytes).unwrap();
            }
        });
        for _ in 0..100 {
            if let Ok(reader) = <Reader>::open(&path) {
                assert!(reader.games().flatten().all(|game| games.contains(&game)));
                let _ = reader.check();
            }
        }
        is_done.store(true, Ordering::Relaxed);
    });
}

/// Games that are read only have legal moves, whatever the bytes are.
#[test]
fn random_viriformat_gives_games_or_errors_and_no_panic() {
    let mut rng = Rng::new(14);
    let mut bytes = Vec::new();
    while bytes.len() < 2_000 {
        let game = random_game(&mut rng, PLAIN);
        write_viriformat(&game, &mut bytes).unwrap().unwrap();
    }
    let mut errors = 0;
    for _ in 0..500 {
        let mut wild = bytes.clone();
        let at = rng.below(wild.len());
        wild[at] ^= 1 << rng.below(8);
        wild.truncate(wild.len() - rng.below(3));
        errors += ViriformatReader::new(&wild[..])
            .filter(Result::is_err)
            .count();
    }
    assert!(errors > 100, "{errors}");
    let error = ViriformatReader::new(&bytes[..40])
        .next()
        .unwrap()
        .unwrap_err();
    let text = error.to_string();
    assert_eq!(
        text,
        "game 0 at byte 0: the file ends in the middle of the game"
    );
}

#[test]
fn headers_must_agree_and_files_are_not_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.qgames");
    write(&path, &games(3, 9));
    let other = Header {
        seed: Some(3),
        ..Header::default()
    };
    let error = <Writer>::append(&path, &other).map(drop).unwrap_err();
    assert!(
        error
            .to_string()
            .contains("seed is not set in the file and 3 now"),
        "{error}"
    );
    let error = <Writer>::create(&path, &other).map(drop).unwrap_err();
    assert!(matches!(error, Error::Exists(_)), "{error}");
    assert_eq!(readable(&path), games(3, 9));
}

#[cfg(unix)]
#[test]
fn a_second_writer_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.qgames");
    let first = <Writer>::create(&path, &Header::default()).unwrap();
    let error = <Writer>::append(&path, &Header::default())
        .map(drop)
        .unwrap_err();
    assert!(matches!(error, Error::Locked(_)), "{error}");
    drop(first);
    assert!(<Writer>::append(&path, &Header::default()).is_ok());
}

#[test]
fn an_illegal_move_is_refused_and_loses_only_its_game() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.qgames");
    let good = games(4, 10);
    let mut bad = <Game>::default();
    let mv = chess::Position::start().parse_uci("e2e4").unwrap();
    bad.plies = vec![records::Ply::scored(mv, 1); 2];
    let writer = <Writer>::create(&path, &Header::default()).unwrap();
    for game in &good {
        writer.write(game).unwrap();
        let error = writer.write(&bad).unwrap_err();
        assert!(
            error
                .to_string()
                .starts_with("move e2e4 at ply 1 is not legal"),
            "{error}"
        );
    }
    writer.finish().unwrap();
    assert_eq!(readable(&path), good);
}
