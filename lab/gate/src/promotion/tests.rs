//! What is in a place after a promotion, and after one that failed.

use std::fs;

use super::{Promotion, promote};
use crate::test_nets::won;

fn promotion(folder: &std::path::Path) -> Promotion {
    Promotion {
        network: folder.join("nets/default.qnn"),
        lineage: Some(folder.join("nets/LINEAGE.md")),
        ledger: Some(folder.join("ledger.sqlite")),
    }
}

#[test]
fn the_winner_carries_its_games_in_its_card() {
    let folder = tempfile::tempdir().unwrap();
    let promotion = promotion(folder.path());
    let report = won();
    promote(&report, &promotion).unwrap();
    let promoted = nnue::load_file::<nnue::FeatureSet>(&promotion.network).unwrap();
    let network = &report.candidates[0].net.network;
    assert!(promoted.network.parameters() == network.parameters());
    let card = net_tools::Card::parse(&promoted.card).unwrap();
    assert_eq!(card.name.as_deref(), Some("first light"));
    assert_eq!(card.seed, Some(7));
    assert_eq!(card.test_loss.map(|score| score.positions), Some(300_000));
    let gate = &card.other["gate"];
    assert_eq!(gate["opponent"]["name"], "handcrafted");
    assert_eq!(gate["opponent"]["sha256"], serde_json::Value::Null);
    assert_eq!(gate["candidate"], "ab".repeat(32));
    assert_eq!(gate["nnue_scale"], 75);
    let played = &gate["matches"][0];
    assert_eq!(
        (&played["wins"], &played["elo"]),
        (&60.into(), &190.85.into())
    );
    assert_eq!(played["limits"], "20000 nodes/move");
    let table = fs::read_to_string(folder.path().join("nets/LINEAGE.md")).unwrap();
    let row = table.lines().last().unwrap();
    for word in [
        "first light",
        "+190.8 ± 60.5 Elo (100 games)",
        "| 0.004578 ± 0.000070 |",
        "handcrafted",
        "| 75 |",
    ] {
        assert!(row.contains(word), "{row}");
    }
    let hash = support::hash_file(&promotion.network).unwrap().sha256;
    assert!(row.contains(&hash[..16]), "{row}");
    let mut ledger = ledger::Ledger::open(folder.path().join("ledger.sqlite")).unwrap();
    let nets = ledger.entries(Some(ledger::Kind::Net)).unwrap();
    assert_eq!(nets.len(), 1);
}

#[test]
fn a_promotion_that_fails_leaves_the_old_network() {
    let folder = tempfile::tempdir().unwrap();
    let promotion = promotion(folder.path());
    fs::create_dir(folder.path().join("nets")).unwrap();
    fs::write(&promotion.network, "old").unwrap();
    // Something in the way of the new file.
    fs::create_dir(folder.path().join("nets/default.qnn.new")).unwrap();
    let error = promote(&won(), &promotion).unwrap_err();
    assert!(
        format!("{error:#}").contains("cannot promote first-abababab"),
        "{error:#}"
    );
    assert_eq!(fs::read(&promotion.network).unwrap(), b"old");
    assert!(!folder.path().join("nets/LINEAGE.md").exists());
}

#[test]
fn without_a_winner_nothing_is_promoted() {
    let folder = tempfile::tempdir().unwrap();
    let mut report = won();
    report.winner = None;
    assert!(promote(&report, &promotion(folder.path())).is_err());
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}
