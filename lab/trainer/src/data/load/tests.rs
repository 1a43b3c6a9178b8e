//! Files of positions, good and bad.

use std::io::Write;
use std::path::PathBuf;

use chess::Position;
use game::Rng;
use records::{Filters, Game, GameResult, Header, Ply, Record, Start, Writer};

use super::load;

fn file(bytes: &[u8]) -> tempfile::NamedTempFile {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(bytes).unwrap();
    file
}

fn records(scores: std::ops::Range<i16>) -> Vec<u8> {
    let record = |score| Record::new(&Position::start(), score, GameResult::Draw).unwrap();
    Record::as_bytes(&scores.map(record).collect::<Vec<_>>()).to_vec()
}

#[test]
fn the_last_records_of_each_file_are_held_out() {
    let files = [file(&records(0..20)), file(&records(0..10))];
    let paths: Vec<PathBuf> = files.iter().map(|file| file.path().to_owned()).collect();
    let set = load(&paths, 0.1, &Filters::default()).unwrap();
    assert_eq!((set.training.len(), set.validation.len()), (27, 3));
    let scores: Vec<i16> = set.validation.iter().map(Record::score).collect();
    assert_eq!(scores, [18, 19, 9]);
    assert_eq!(set.sources[1].positions, 10);
    assert_eq!(set.sources[1].sha256.len(), 64);
}

#[test]
fn bad_files_are_reported() {
    let good = records(0..2);
    let mut bad = good.clone();
    bad[32 + 26] = 9;
    for (bytes, words) in [
        (&good[..31], "31 bytes"),
        (&bad, "record 1 is not a position"),
        (&[], "no training positions"),
    ] {
        let file = file(bytes);
        let error = load(&[file.path().to_owned()], 0.0, &Filters::default()).unwrap_err();
        assert!(error.to_string().contains(words), "{error}");
        assert!(error.to_string().contains("field data"), "{error}");
    }
    let error = load(&[PathBuf::from("no/such.bin")], 0.0, &Filters::default()).unwrap_err();
    assert!(error.to_string().contains("no/such.bin"), "{error}");
}

/// A game of random moves, each with the number of its ply as its score.
fn game(rng: &mut Rng) -> Game {
    let mut position = Position::start();
    let mut plies = Vec::new();
    for score in 0..30 {
        let Some(&mv) = rng.choose(&position.legal_moves()) else {
            break;
        };
        plies.push(Ply::scored(mv, score));
        position.play(mv);
    }
    Game {
        start: Start::STANDARD,
        plies,
        result: GameResult::Draw,
    }
}

#[test]
fn games_are_filtered_and_held_out_whole() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("random.qgames");
    let writer = Writer::create(&path, &Header::default()).unwrap();
    let mut rng = Rng::new(5);
    for _ in 0..100 {
        writer.write(&game(&mut rng)).unwrap();
    }
    writer.finish().unwrap();
    let filters = Filters {
        min_ply: 10,
        ..Filters::KEEP_ALL
    };
    let set = load(&[path], 0.3, &filters).unwrap();
    let positions = set.training.len() + set.validation.len();
    assert_eq!(set.sources[0].positions, positions as u64);
    assert!(positions <= 2000 && positions > 1500, "{positions}");
    assert!(set.training.iter().all(|record| record.score().abs() >= 10));
    let share = set.validation.len() as f64 / positions as f64;
    assert!((0.1..0.5).contains(&share), "{share}");
    assert!(set.sources[0].damage.is_empty());
}
