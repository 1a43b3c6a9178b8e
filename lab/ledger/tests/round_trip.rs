//! Entries round-trip, and records of files are updated.

use ledger::{
    DatasetRecord, EngineRecord, Kind, Ledger, LedgerError, MatchPlayer, MatchRecord, NetRecord,
    NoteRecord, Pairing, RatingRecord, RatingRow, Record, SuiteRecord, ThemeScore,
};
use serde_json::json;
use stats::Outcome;

fn new_ledger(folder: &tempfile::TempDir) -> Ledger {
    Ledger::open(folder.path().join("ledger.sqlite")).expect("a new ledger")
}

fn engine(name: &str, hash: &str) -> EngineRecord {
    EngineRecord {
        name: name.to_owned(),
        hash: hash.to_owned(),
        bytes: 10,
        ..EngineRecord::default()
    }
}

fn one_match(player: MatchPlayer) -> MatchRecord {
    let mut pairing = Pairing::new("new", "old");
    pairing.results.add_pair(Outcome::Win, Outcome::Draw);
    pairing.results.add_pair(Outcome::Loss, Outcome::Draw);
    pairing.results.add_single_white(Outcome::Win);
    MatchRecord {
        name: "new against \"old\"".to_owned(),
        settings: json!({"nodes": 5000, "book": {"order": "random"}}),
        players: vec![player],
        pairings: vec![pairing],
        llr: Some(2.95),
        verdict: Some("stronger".to_owned()),
        seconds: Some(12.5),
    }
}

#[test]
fn every_kind_round_trips() {
    let folder = tempfile::tempdir().unwrap();
    let mut ledger = new_ledger(&folder);
    let engine = EngineRecord {
        version: Some("1.0".to_owned()),
        bench: Some(123_456),
        ..engine("quietus", "aa")
    };
    let engine_id = ledger.upsert_engine(&engine).unwrap();
    let net = NetRecord {
        name: "first.qnn".to_owned(),
        hash: "bb".to_owned(),
        bytes: 99,
        parent: Some("zero".to_owned()),
        card: json!({"width": 256}),
    };
    let dataset = DatasetRecord {
        name: "selfplay".to_owned(),
        hash: "cc".to_owned(),
        bytes: 1 << 40,
        games: Some(5),
        positions: None,
        settings: json!([1, 2]),
    };
    let games = one_match(MatchPlayer {
        name: "new".to_owned(),
        engine: Some(engine_id),
    });
    let suite = SuiteRecord {
        name: "tactics".to_owned(),
        player: "quietus".to_owned(),
        engine: Some(engine_id),
        positions: 10,
        solved: 7,
        points: 75.5,
        max_points: 100.0,
        themes: vec![ThemeScore {
            name: "forks".to_owned(),
            positions: 4,
            ..ThemeScore::default()
        }],
        ..SuiteRecord::default()
    };
    let rating = RatingRecord {
        name: "all".to_owned(),
        white_advantage: 30.5,
        draw_rate: 0.4,
        rows: vec![RatingRow {
            name: "quietus".to_owned(),
            elo: 2500.0,
            error: None,
            games: 6,
            score: 0.5,
        }],
        ..RatingRecord::default()
    };
    let note = NoteRecord {
        text: "a remark\nof two lines".to_owned(),
        about: Some(engine_id),
    };
    let ids = [
        engine_id,
        ledger.upsert_net(&net).unwrap(),
        ledger.upsert_dataset(&dataset).unwrap(),
        ledger.record_match(&games).unwrap(),
        ledger.record_suite(&suite).unwrap(),
        ledger.record_rating(&rating).unwrap(),
        ledger.record_note(&note).unwrap(),
    ];
    drop(ledger);

    let mut ledger = Ledger::open_existing(folder.path().join("ledger.sqlite")).unwrap();
    let entries = ledger.entries(None).unwrap();
    assert_eq!(entries.iter().map(|e| e.id).collect::<Vec<_>>(), ids);
    assert_eq!(
        entries.iter().map(|e| e.kind).collect::<Vec<_>>(),
        Kind::ALL
    );
    let expected = [
        Record::Engine(engine),
        Record::Net(net),
        Record::Dataset(dataset),
        Record::Match(games),
        Record::Suite(suite),
        Record::Rating(rating),
        Record::Note(note),
    ];
    for (entry, expected) in entries.iter().zip(&expected) {
        assert_eq!(&entry.record, expected);
        assert_eq!(&ledger.entry(entry.id).unwrap(), entry);
        assert!(!entry.name().is_empty() && !entry.name().contains('\n'));
        assert!(!entry.summary().is_empty(), "{entry:?}");
    }
    let shown = serde_json::to_value(&entries[3]).unwrap();
    assert_eq!(shown["kind"], "match");
    assert_eq!(shown["pairings"][0]["pentanomial"], json!([0, 1, 0, 1, 0]));
    assert_eq!(shown["pairings"][0]["wins"], 2);
}

#[test]
fn the_same_file_is_recorded_once() {
    let folder = tempfile::tempdir().unwrap();
    let mut ledger = new_ledger(&folder);
    let id = ledger.upsert_engine(&engine("a", "1")).unwrap();
    let known = EngineRecord {
        bench: Some(7),
        ..engine("a", "1")
    };
    assert_eq!(ledger.upsert_engine(&known).unwrap(), id);
    assert_eq!(ledger.upsert_engine(&engine("a", "1")).unwrap(), id);
    assert_eq!(ledger.entry(id).unwrap().record, Record::Engine(known));
    assert_ne!(ledger.upsert_engine(&engine("a", "2")).unwrap(), id);
    assert_ne!(ledger.upsert_engine(&engine("b", "1")).unwrap(), id);

    let net = NetRecord {
        name: "n".to_owned(),
        card: json!({"epochs": 3}),
        ..NetRecord::default()
    };
    let id = ledger.upsert_net(&net).unwrap();
    let bare = NetRecord {
        card: json!(null),
        ..net.clone()
    };
    assert_eq!(ledger.upsert_net(&bare).unwrap(), id);
    assert_eq!(ledger.entry(id).unwrap().record, Record::Net(net));
}

#[test]
fn a_resumed_match_is_updated() {
    let folder = tempfile::tempdir().unwrap();
    let mut ledger = new_ledger(&folder);
    let mut games = one_match(MatchPlayer::default());
    let id = ledger.record_match(&games).unwrap();
    games.pairings[0]
        .results
        .add_pair(Outcome::Win, Outcome::Win);
    games.pairings.push(Pairing::new("new", "third"));
    games.players.clear();
    ledger.update_match(id, &games).unwrap();
    assert_eq!(ledger.match_record(id).unwrap(), games);
    assert_eq!(ledger.entries(None).unwrap().len(), 1);
}

#[test]
fn invalid_references_are_refused_and_rolled_back() {
    let folder = tempfile::tempdir().unwrap();
    let mut ledger = new_ledger(&folder);
    let note = NoteRecord {
        text: "about nothing".to_owned(),
        about: Some(5),
    };
    assert!(matches!(
        ledger.record_note(&note),
        Err(LedgerError::NoEntry(5))
    ));
    let plain = NoteRecord {
        text: "plain".to_owned(),
        about: None,
    };
    let id = ledger.record_note(&plain).unwrap();
    let games = one_match(MatchPlayer {
        name: "new".to_owned(),
        engine: Some(id),
    });
    let error = ledger.record_match(&games).unwrap_err();
    assert_eq!(error.to_string(), format!("entry {id} is not an engine"));
    assert!(
        ledger
            .update_match(id, &one_match(MatchPlayer::default()))
            .is_err()
    );
    assert!(ledger.match_record(id).is_err());
    assert!(matches!(ledger.entry(77), Err(LedgerError::NoEntry(77))));
    assert_eq!(ledger.entries(None).unwrap().len(), 1);
}
