//! `quietus-lab gate` as a user meets it, with real games.

mod common;
#[path = "../../net-tools/src/examples/counting.rs"]
mod counting;

use std::fs;
use std::path::Path;

use common::{engine, fail, lab, succeed};
use counting::{MATERIAL, architecture, counting};
use games::Xiangqi;
use net_tools::Inspected as _;
use nnue::features::xiangqi;
use nnue::{Activation, Architecture, Container, Features, Network, Parameters};
use serde_json::Value;

/// Quick games, and a test that a clear difference decides soon.
const QUICK: [&str; 11] = [
    "--nodes",
    "150",
    "--bounds",
    "0",
    "200",
    "--rounds",
    "60",
    "--max-moves",
    "120",
    "--plain",
    "--no-clock",
];

fn write<F: Features>(folder: &Path, name: &str, network: Network<F>) {
    let card = "{\"name\": \"counting\", \"seed\": 3}".to_owned();
    let bytes = Container { network, card }.write().expect("a small card");
    fs::write(folder.join(name), bytes).expect("room for it");
}

fn random() -> Network {
    let architecture = architecture(Activation::Screlu, 100);
    Network::random(architecture, 1).expect("a supported description")
}

#[test]
fn the_stronger_network_is_promoted_and_the_senseless_one_never_plays() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    write(folder, "good.qnn", counting(MATERIAL, 100));
    write(folder, "senseless.qnn", random());
    // Gives its queens away for anything: the gate does not check the baseline.
    write(folder, "old.qnn", counting([90, 20, 10, 5, 1], 100));
    let engine = engine().display().to_string();
    let mut words = vec!["gate", "good.qnn", "senseless.qnn", "--baseline", "old.qnn"];
    words.extend(["--engine", &engine, "--out", "gate", "-c", "2"]);
    words.extend([
        "--promote",
        "nets/default.qnn",
        "--lineage",
        "nets/LINEAGE.md",
    ]);
    words.extend(["--ledger", "ledger.sqlite", "--scale-limit", "50"]);
    words.extend(QUICK);
    let shown = succeed(folder, &words);
    assert!(
        shown.contains("senseless-") && shown.contains("is rejected: piece values"),
        "{shown}"
    );
    assert!(shown.contains("H1 accepted"), "{shown}");

    let promoted =
        nnue::load_file::<nnue::FeatureSet>(&folder.join("nets/default.qnn")).expect("the winner");
    let card: Value = serde_json::from_str(&promoted.card).expect("a card");
    assert_eq!(
        (&card["name"], &card["seed"]),
        (&"counting".into(), &3.into())
    );
    let gate = &card["gate"];
    assert_eq!(gate["candidates"], 2);
    let old = support::hash_file(folder.join("old.qnn"))
        .expect("a file")
        .sha256;
    assert_eq!(gate["opponent"]["sha256"], old);
    assert!(gate["matches"][0]["wins"].as_u64() > gate["matches"][0]["losses"].as_u64());
    let table = fs::read_to_string(folder.join("nets/LINEAGE.md")).expect("the table");
    assert!(table.contains("| counting |"), "{table}");
    let report = fs::read_to_string(folder.join("gate/gate.json")).expect("the report");
    let report: Value = serde_json::from_str(&report).expect("JSON");
    assert_eq!(report["candidates"][1]["status"], "rejected");
    assert_eq!(report["candidates"][1]["matches"], Value::Array(Vec::new()));
    let matches = succeed(folder, &["ledger", "list", "match"]);
    assert!(matches.contains("Gate: good-"), "{matches}");

    // Once more: everything is known already, and the same comes out.
    let games = fs::read(
        folder
            .join("gate")
            .join(first_match(folder))
            .join("games.pgn"),
    )
    .ok();
    let again = succeed(folder, &words);
    assert!(again.contains("H1 accepted"), "{again}");
    assert_eq!(
        fs::read(
            folder
                .join("gate")
                .join(first_match(folder))
                .join("games.pgn")
        )
        .ok(),
        games
    );
}

/// The folder of the good network's match.
fn first_match(folder: &Path) -> String {
    let entries = fs::read_dir(folder.join("gate")).expect("the gate's folder");
    let names = entries.map(|entry| entry.expect("an entry").file_name());
    let mut names = names.map(|name| name.to_string_lossy().into_owned());
    names
        .find(|name| name.starts_with("good-"))
        .expect("a match")
}

#[test]
fn all_games_are_played_and_the_test_loss_is_on_the_card() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    write(folder, "good.qnn", counting(MATERIAL, 100));
    write(folder, "old.qnn", counting([90, 20, 10, 5, 1], 100));
    let games = [
        "datagen",
        "--out",
        "test.qgames",
        "--nodes",
        "40",
        "--games",
        "4",
    ];
    succeed(
        folder,
        &[&games[..], &["--verify", "0", "--bench", "1"]].concat(),
    );
    let engine = engine().display().to_string();
    let mut words = vec![
        "gate",
        "good.qnn",
        "--baseline",
        "old.qnn",
        "--rounds",
        "10",
    ];
    words.extend([
        "--engine",
        &engine,
        "-c",
        "2",
        "--scale-limit",
        "50",
        "--plain",
    ]);
    words.extend(["--nodes", "150", "--max-moves", "120", "--no-clock"]);
    words.extend(["--test-set", "test.qgames", "--promote", "new.qnn"]);
    words.extend(["--lineage", "LINEAGE.md"]);
    let shown = succeed(folder, &words);
    assert!(shown.contains(": stronger against old-"), "{shown}");
    assert_eq!(shown.matches(": test loss 0.").count(), 2, "{shown}");
    let card = nnue::load_file::<nnue::FeatureSet>(&folder.join("new.qnn"))
        .expect("the winner")
        .card;
    let card: Value = serde_json::from_str(&card).expect("a card");
    let played = &card["gate"]["matches"][0];
    let count = |word: &str| played[word].as_u64().expect("a count");
    assert_eq!(count("wins") + count("draws") + count("losses"), 20);
    assert_eq!(played["llr"], Value::Null);
    assert!(card["test_loss"]["loss"].as_f64() > Some(0.0), "{card}");
    let table = fs::read_to_string(folder.join("LINEAGE.md")).expect("the table");
    assert!(
        table.contains("| test loss |") && table.contains(" ± 0.0"),
        "{table}"
    );
}

#[test]
fn without_a_sane_candidate_nobody_plays_and_nothing_changes() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    write(folder, "senseless.qnn", random());
    fs::write(folder.join("broken.qnn"), "no network").expect("room for it");
    let engine = engine().display().to_string();
    let mut words = vec!["gate", "senseless.qnn", "broken.qnn", "--engine", &engine];
    words.extend(["--promote", "default.qnn"]);
    let output = lab(folder, &words);
    let shown = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(1), "{shown}");
    assert!(shown.contains("rejected: broken.qnn"), "{shown}");
    assert!(shown.contains("handcrafted stays"), "{shown}");
    assert!(!folder.join("default.qnn").exists());
}

#[test]
fn failures_are_told_from_answers() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    write(folder, "good.qnn", counting(MATERIAL, 100));
    let error = fail(
        folder,
        3,
        &["gate", "good.qnn", "--engine", "no-such-engine"],
    );
    assert!(error.contains("no-such-engine does not start"), "{error}");
    let error = fail(folder, 3, &["gate", "good.qnn", "--baseline", "none.qnn"]);
    assert!(error.contains("none.qnn"), "{error}");
    let error = fail(folder, 3, &["gate", "good.qnn", "good.qnn"]);
    assert!(error.contains("same network"), "{error}");
    let error = fail(folder, 3, &["gate", "good.qnn", "nofile.qnn"]);
    assert!(error.contains("cannot read nofile.qnn: "), "{error}");
    assert_eq!(error.matches("os error").count(), 1, "{error}");
    fail(folder, 2, &["gate"]);
    fail(folder, 2, &["gate", "good.qnn", "--lineage", "x.md"]);
    fail(folder, 2, &["gate", "good.qnn", "--tc", "soon"]);
    fail(folder, 2, &["gate", "good.qnn", "--bounds", "5", "0"]);
    // Files after an engine need a separator.
    let swallowed = ["gate", "-e", "no-such-engine", "good.qnn"];
    let error = fail(folder, 2, &swallowed);
    assert!(error.contains("required"), "{error}");
    let after = ["gate", "-e", "no-such-engine", "--no-clock", "good.qnn"];
    let error = fail(folder, 3, &after);
    assert!(error.contains("no-such-engine does not start"), "{error}");
}

/// A network of xiangqi that counts pieces, each worth so many tenths of a pawn.
fn counting_in_xiangqi(worth: [i16; 6]) -> Network<xiangqi::FeatureSet> {
    let plain = architecture(Activation::Relu, 100);
    let architecture = Architecture {
        features: xiangqi::FeatureSet::PieceSquare,
        width: plain.width,
        activation: plain.activation,
        hidden: None,
        buckets: plain.buckets,
        scales: plain.scales,
    };
    let mut parameters = Parameters::zeroed(&architecture);
    for (&piece, value) in Xiangqi::PIECES.iter().zip(worth) {
        for &square in Xiangqi::SQUARES {
            if let Some(input) = architecture.features.plain_feature(piece, square) {
                parameters.ft_weights[architecture.width * input] = value;
            }
        }
    }
    for bucket in parameters.output_weights.chunks_exact_mut(64) {
        bucket[0] = 64;
        bucket[32] = -64;
    }
    Network::new(architecture, parameters).expect("small numbers do not overflow")
}

#[test]
fn networks_of_xiangqi_are_judged_by_games_of_xiangqi() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let worth = [10, 15, 15, 40, 45, 90];
    write(folder, "good.qnn", counting_in_xiangqi(worth));
    let reversed = [90, 45, 40, 15, 15, 10];
    write(folder, "old.qnn", counting_in_xiangqi(reversed));
    write(folder, "chess.qnn", counting(MATERIAL, 100));
    let engine = engine().display().to_string();
    let mut words = vec!["gate", "good.qnn", "chess.qnn", "old.qnn"];
    words.extend(["--baseline", "old.qnn", "--engine", &engine, "-c", "2"]);
    words.extend(["--promote", "nets/xiangqi.qnn", "--scale-limit", "50"]);
    words.extend(QUICK);
    let shown = succeed(folder, &words);
    for part in [
        "a network of \"chess\", not of \"xiangqi\"",
        "old-",
        "it is the baseline network",
        "H1 accepted",
    ] {
        assert!(shown.contains(part), "{part} in {shown}");
    }
    let checked = succeed(folder, &["net", "check", "nets/xiangqi.qnn"]);
    assert!(
        checked.contains("P 100, B 150, A 150, N 400, C 450, R 900"),
        "{checked}"
    );
    let page = succeed(folder, &["net", "view", "good.qnn", "--out", "good.html"]);
    assert!(page.contains("good.html"), "{page}");
    words.extend(["--game", "chess"]);
    let error = fail(folder, 2, &words);
    assert!(
        error.contains("the networks are of xiangqi, the games of chess"),
        "{error}"
    );
}
