//! Files of positions, good and bad.

use std::collections::{HashMap, HashSet};
use std::io::Write;
use std::path::PathBuf;

use chess::{Chess, Position};
use game::Rng;
use records::{
    Added, Filters, Game, GameResult, Header, Ply, Record, Sibling, Start, Store, Writer,
};

use super::load;

fn file(bytes: &[u8]) -> tempfile::NamedTempFile {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(bytes).unwrap();
    file
}

fn records(scores: std::ops::Range<i16>) -> Vec<u8> {
    let record = |score| Record::new::<chess::Chess>(&Position::start(), score, GameResult::Draw);
    Record::as_bytes(&scores.map(record).collect::<Vec<_>>()).to_vec()
}

/// Shuffled records of many groups, in two files.
#[test]
fn no_group_of_records_is_on_both_sides() {
    let record = |number: i16| {
        let record = Record::new::<chess::Chess>(&Position::start(), number, GameResult::Draw);
        record.in_group(Rng::new(number as u64 % 300).next_u64() as u16)
    };
    let all: Vec<Record> = (0..6000).map(|place| record(place * 7 % 6000)).collect();
    let (first, second) = all.split_at(4000);
    let files = [first, second].map(|records| file(Record::as_bytes(records)));
    let paths: Vec<PathBuf> = files.iter().map(|file| file.path().to_owned()).collect();
    let set = load::<Chess>(&paths, 0.1, &Filters::default()).unwrap();
    assert_eq!(set.training.len() + set.validation.len(), 6000);
    assert!(
        (300..900).contains(&set.validation.len()),
        "{}",
        set.validation.len()
    );
    let held_out: HashSet<u16> = set.validation.iter().map(Record::group).collect();
    assert!(
        set.training
            .iter()
            .all(|record| !held_out.contains(&record.group()))
    );
    assert_eq!(
        (set.sources[0].positions, set.sources[1].positions),
        (4000, 2000)
    );
    assert_eq!(set.sources[1].sha256.len(), 64);
}

/// Records of other programs say nothing of the game that they come from.
#[test]
fn records_without_a_group_stay_with_those_that_have_the_same_pawns() {
    let mut rng = Rng::new(3);
    let mut all = Vec::new();
    for _ in 0..400 {
        let mut position = Position::start();
        for _ in 0..40 {
            let Some(&mv) = rng.choose(&position.legal_moves()) else {
                break;
            };
            position.play(mv);
            all.push((position.keys().pawn, position.clone()));
        }
    }
    let record = |(_, position): &(u64, Position)| {
        Record::new::<chess::Chess>(position, 0, GameResult::Draw)
    };
    let records: Vec<Record> = all.iter().map(record).collect();
    let file = file(Record::as_bytes(&records));
    let set = load::<Chess>(&[file.path().to_owned()], 0.3, &Filters::default()).unwrap();
    let share = set.validation.len() as f64 / records.len() as f64;
    assert!((0.2..0.4).contains(&share), "{share}");
    let held_out: HashSet<Record> = set.validation.into_iter().collect();
    let mut sides: HashMap<u64, bool> = HashMap::new();
    for (record, (pawns, _)) in records.iter().zip(&all) {
        let is_held_out = held_out.contains(record);
        assert_eq!(*sides.entry(*pawns).or_insert(is_held_out), is_held_out);
    }
}

#[test]
fn bad_files_are_reported() {
    let good = records(0..2);
    let mut bad = good.clone();
    bad[32 + 26] = 9;
    for (bytes, words) in [
        (&good[..31], "31 bytes"),
        (&bad, "record 1 is not a valid position"),
        (&[], "no training positions"),
    ] {
        let file = file(bytes);
        let error = load::<Chess>(&[file.path().to_owned()], 0.0, &Filters::default()).unwrap_err();
        assert!(error.to_string().contains(words), "{error}");
        assert!(error.to_string().contains("field data"), "{error}");
    }
    let error =
        load::<Chess>(&[PathBuf::from("no/such.bin")], 0.0, &Filters::default()).unwrap_err();
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
    let writer = <Writer>::create(&path, &Header::default()).unwrap();
    let mut rng = Rng::new(5);
    for _ in 0..100 {
        writer.write(&game(&mut rng)).unwrap();
    }
    writer.finish().unwrap();
    let filters = Filters {
        min_ply: 10,
        ..Filters::KEEP_ALL
    };
    let set = load::<Chess>(&[path], 0.3, &filters).unwrap();
    let positions = set.training.len() + set.validation.len();
    assert_eq!(set.sources[0].positions, positions as u64);
    assert!(positions <= 2000 && positions > 1500, "{positions}");
    assert!(set.training.iter().all(|record| record.score().abs() >= 10));
    let share = set.validation.len() as f64 / positions as f64;
    assert!((0.1..0.5).contains(&share), "{share}");
    assert!(set.sources[0].damage.is_empty());
    let held_out: HashSet<u16> = set.validation.iter().map(Record::group).collect();
    assert!(
        set.training
            .iter()
            .all(|record| !held_out.contains(&record.group()))
    );
}

#[test]
fn a_store_gives_its_share_of_each_generation_and_is_verified() {
    let folder = tempfile::tempdir().unwrap();
    let mut rng = Rng::new(5);
    let files = ["aa", "bb"].map(|network| {
        let path = folder.path().join(format!("{network}.qgames"));
        let header = Header {
            network: Some(network.repeat(32)),
            ..Header::default()
        };
        let writer = Writer::create(&path, &header).unwrap();
        for _ in 0..100 {
            writer.write(&game(&mut rng)).unwrap();
        }
        writer.finish().unwrap();
        path
    });
    let store = folder.path().join("store");
    Store::add(&store, &files, &Added::default(), |_, _| ()).unwrap();
    let manifest = Store::open(&store).unwrap().manifest;
    let picked = store.join("picked.manifest");
    manifest.pick(&[1.0, 0.25]).write(&picked).unwrap();
    let count = |path: &PathBuf| {
        let set = load::<Chess>(std::slice::from_ref(path), 0.0, &Filters::KEEP_ALL).unwrap();
        set.training.len() as f64
    };
    let (old, new) = (count(&files[0]), count(&files[1]));
    assert_eq!(count(&store.join("store.manifest")), old + new);
    let share = (count(&picked) - new) / old;
    assert!((0.2..0.3).contains(&share), "{share}");
    let chunk = &manifest.chunks[1].name;
    std::fs::remove_file(store.join(chunk)).unwrap();
    let error = load::<Chess>(&[picked], 0.0, &Filters::KEEP_ALL).unwrap_err();
    let words = error.to_string();
    assert!(
        words.contains(chunk) && words.contains("missing"),
        "{words}"
    );
}

#[test]
fn siblings_and_unknown_results_count_by_their_score_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("random.qgames");
    let writer = <Writer>::create(&path, &Header::default()).unwrap();
    let mut rng = Rng::new(5);
    let mut unknown = game(&mut rng);
    unknown.result = GameResult::Unknown;
    let mut with_siblings = game(&mut rng);
    let mut position = Position::start();
    for ply in &mut with_siblings.plies {
        let moves = position.legal_moves();
        let other = moves.iter().copied().find(|&mv| mv != ply.mv);
        ply.sibling = other.map(|mv| Sibling { mv, score: 1000 });
        position.play(ply.mv);
    }
    let plies = [&unknown, &with_siblings].map(|game| game.plies.len());
    let siblings = with_siblings
        .plies
        .iter()
        .filter(|ply| ply.sibling.is_some());
    let siblings = siblings.count();
    writer.write(&unknown).unwrap();
    writer.write(&with_siblings).unwrap();
    writer.finish().unwrap();
    let records = |filters: &Filters| {
        load::<Chess>(std::slice::from_ref(&path), 0.0, filters)
            .unwrap()
            .training
    };
    assert_eq!(records(&Filters::KEEP_ALL).len(), plies[1]);
    let everything = Filters {
        siblings: true,
        unknown_results: true,
        ..Filters::KEEP_ALL
    };
    let all = records(&everything);
    assert_eq!(all.len(), plies[0] + plies[1] + siblings);
    let (known, score_only): (Vec<&Record>, Vec<&Record>) =
        all.iter().partition(|record| record.has_result());
    assert_eq!(
        (known.len(), score_only.len()),
        (plies[1], plies[0] + siblings)
    );
    assert!(known.iter().all(|record| record.score().abs() < 1000));
}
