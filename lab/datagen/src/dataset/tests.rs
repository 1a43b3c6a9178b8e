//! The whole pipeline on short games.

use std::sync::atomic::AtomicBool;

use evaluation::handcrafted::Handcrafted;
use records::{Game, GameResult, Ply, Record, Start};

use super::{
    Balancing, Dataset, DropReason, QuietFilter, ScoreCounts, Settings, build, html, json,
};

/// A short game in which a queen is left hanging.
fn game() -> Game {
    let mut position = chess::Position::start();
    let moves = "e2e4 e7e5 d1h5 b8c6 h5f3 g8f6 f1c4 f8c5 b1c3 d7d6 f3f6 d8f6";
    let mut game = Game {
        result: GameResult::BlackWins,
        ..<Game>::default()
    };
    for text in moves.split(' ') {
        let mv = position.parse_uci(text).unwrap();
        position.play(mv);
        game.plies.push(Ply::unscored(mv));
    }
    game
}

/// A dataset with its records.
struct Made {
    dataset: Dataset,
    records: Vec<Record>,
}

fn make(settings: &Settings, threads: usize, games: Vec<Game>) -> Made {
    let filter = || QuietFilter::new(Handcrafted::without_clock, settings).unwrap();
    let filters = (0..threads).map(|_| filter()).collect();
    let stop = AtomicBool::new(false);
    let mut bytes = Vec::new();
    let games = games.into_iter();
    let dataset = build(settings, filters, games, &stop, &mut bytes, |_| ()).unwrap();
    let records = Record::from_bytes(&bytes);
    let scores = records.iter().map(Record::score);
    assert_eq!(dataset.balance, ScoreCounts::of(scores), "recounted");
    Made { dataset, records }
}

#[test]
fn every_candidate_is_accounted_for_on_any_number_of_threads() {
    let settings = Settings {
        expand: true,
        ..Settings::default()
    };
    let one = make(&settings, 1, vec![game(), game()]);
    let counts = &one.dataset.statistics;
    let mut position = chess::Position::start();
    let mut candidates = position.count_legal_moves() as u64;
    for ply in &game().plies {
        position.play(ply.mv);
        candidates += position.count_legal_moves() as u64;
    }
    assert_eq!(counts.candidates(), 2 * candidates);
    assert!(
        counts.duplicates >= candidates,
        "the second game is the first again"
    );
    assert_eq!(counts.kept, one.records.len() as u64);
    assert!(counts.kept > 50 && counts.dropped[0] > 0 && counts.dropped[2] > 50);
    let three = make(&settings, 3, vec![game(), game()]);
    assert_eq!(one.records, three.records);
    let report = json(&settings, &one.dataset);
    assert_eq!(report, json(&settings, &three.dataset));
    let on_disk = Settings {
        memory: 0,
        ..settings
    };
    let spilled = make(&on_disk, 2, vec![game(), game()]);
    assert_eq!(
        json(&settings, &spilled.dataset)["statistics"],
        report["statistics"]
    );
    let sorted = |records: &[Record]| {
        let mut records: Vec<Vec<u8>> = records
            .iter()
            .map(|record| Record::as_bytes(&[*record]).to_vec())
            .collect();
        records.sort();
        records
    };
    assert_eq!(sorted(&spilled.records), sorted(&one.records));
}

#[test]
fn caps_and_balance_are_kept_and_results_stay_with_their_side() {
    let capped = Settings {
        expand: true,
        cap: Some(7),
        ..Settings::default()
    };
    assert_eq!(make(&capped, 1, vec![game()]).records.len(), 7);
    let balanced = Settings {
        expand: true,
        balance: Balancing::Drop,
        ..Settings::default()
    };
    let dropped = make(&balanced, 1, vec![game()]);
    let balance = dropped.dataset.balance.balance();
    assert!(balance.near_passes && balance.far_passes, "{balance:?}");
    let half = Settings {
        cap: Some(dropped.records.len() / 2),
        ..balanced
    };
    let half = make(&half, 1, vec![game()]).dataset;
    let (far, of_half) = (balance.far, half.balance.balance().far);
    assert!(
        (far - of_half).abs() < 0.15,
        "a part is balanced, too: {far} {of_half}"
    );
    let filled = Settings {
        balance: Balancing::Add,
        ..balanced
    };
    let filled = make(&filled, 1, vec![game()]);
    let literal = filled.dataset.statistics.balance.balance();
    let balance = filled.dataset.balance.balance();
    assert!(filled.dataset.added > 0 && !literal.far_passes);
    assert!(balance.far > literal.far, "{literal:?} {balance:?}");
    let all = filled.dataset.statistics.kept + filled.dataset.added;
    assert_eq!(filled.records.len() as u64, all);
    let start = Game {
        result: GameResult::BlackWins,
        ..<Game>::default()
    };
    let dataset = make(&Settings::default(), 1, vec![start]);
    assert_eq!(
        dataset.records[0].double_points(),
        0,
        "white is to move and lost"
    );
}

#[test]
fn children_have_no_result_and_stay_in_the_group_of_their_game() {
    let settings = Settings {
        expand: true,
        ..Settings::default()
    };
    let other = Game {
        start: <Start>::from_fen("4k3/8/8/8/8/8/PPP5/4K3 w - - 0 1").unwrap(),
        result: GameResult::WhiteWins,
        ..<Game>::default()
    };
    let groups = [game().group(), other.group()];
    let dataset = make(&settings, 1, vec![game(), other]);
    assert!(dataset.records.iter().all(|record| !record.has_result()));
    let counts = &dataset.dataset.statistics;
    assert_eq!(counts.without_result, counts.kept);
    for group in groups {
        assert!(dataset.records.iter().any(|record| record.group() == group));
    }
    let in_groups = |record: &Record| groups.contains(&record.group());
    assert!(dataset.records.iter().all(in_groups));
    let played = make(&Settings::default(), 1, vec![game()]);
    assert!(played.records.iter().all(Record::has_result));
}

#[test]
fn the_reports_show_every_kind_and_are_well_formed() {
    let check = Game {
        start: <Start>::from_fen("4r1k1/5ppp/8/8/8/8/3P1PPP/R3K2R w KQ - 0 1").unwrap(),
        ..<Game>::default()
    };
    let settings = Settings::default();
    let Made { dataset, .. } = make(&settings, 1, vec![game(), check]);
    let report = json(&settings, &dataset);
    assert_eq!(report["dropped"]["check"], 1);
    assert_eq!(report["settings"]["margins"]["quiescence"], 60);
    assert_eq!(
        report["examples"]["check"].as_array().map(Vec::len),
        Some(1)
    );
    let page = html(&settings, &dataset);
    for word in ["Candidates", "within ±100", "in check", "<svg", "Kept"] {
        assert!(page.contains(word), "{word}");
    }
    assert_eq!(plot::well_formed::check(&page), Ok(()));
    for debug_text in ["Some(", "None", "Depth(", "Score(", "Margins"] {
        assert!(!page.contains(debug_text), "{debug_text}");
    }
    assert!(
        page.contains("<title>White king</title>"),
        "pieces are shapes"
    );
    assert!(!dataset.examples.of(Some(DropReason::Check)).is_empty());
}
