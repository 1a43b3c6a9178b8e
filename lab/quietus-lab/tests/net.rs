//! `quietus-lab net` from the outside.

mod common;

use std::fs;
use std::path::Path;

use common::{fail, succeed};
use evaluation::Evaluated;
use games::{GameId, for_game};
use nnue::{Activation, Architecture, Container, FeatureSet, Network, Scales};
use serde_json::Value;

/// A SYKNNUE2 file with one neuron that counts the own material. A pawn is worth 50.
fn write_material(folder: &Path) {
    const VALUES: [i16; 6] = [1, 3, 3, 5, 9, 0];
    let mut bytes = b"SYKNNUE2".to_vec();
    // Version 2, one neuron, ReLU, no output bias, no bias.
    bytes.extend([2, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0]);
    for input in 0..768 {
        let weight = if input < 384 { VALUES[input / 64] } else { 0 };
        bytes.extend(weight.to_le_bytes());
    }
    bytes.extend(2040_i16.to_le_bytes());
    bytes.extend((-2040_i16).to_le_bytes());
    fs::write(folder.join("material.sknnue"), bytes).expect("room for it");
}

/// A random network with eight output buckets.
fn write_random(folder: &Path) {
    let architecture = Architecture {
        features: FeatureSet::PieceSquare { mirrored: true },
        width: 32,
        activation: Activation::Screlu,
        hidden: None,
        buckets: 8,
        scales: Scales::default(),
    };
    let container = Container {
        network: Network::random(architecture, 1).expect("a supported description"),
        card: String::new(),
    };
    let bytes = container.write().expect("a short card");
    fs::write(folder.join("random.qnn"), bytes).expect("room for it");
}

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a new folder");
    write_material(folder.path());
    write_random(folder.path());
    folder
}

#[test]
fn a_converted_network_is_sound_and_says_the_same() {
    let folder = folder();
    let run = |args: &[&str]| succeed(folder.path(), &[&["net"], args].concat());
    let text = run(&[
        "convert",
        "material.sknnue",
        "material.qnn",
        "--set",
        "name=m",
    ]);
    assert!(text.contains("(768 -> 32)x2 -> 1, CReLU"), "{text}");

    let info: Value = serde_json::from_str(&run(&["info", "material.qnn", "--json"])).unwrap();
    assert_eq!(info["format"], "qnn");
    assert_eq!(info["width"], 32);
    assert_eq!(info["card"]["name"], "m");
    assert_eq!(info["card"]["converted_from"], "SYKNNUE2");
    let old: Value = serde_json::from_str(&run(&["info", "material.sknnue", "--json"])).unwrap();
    assert_eq!(info["card"]["parent"], old["sha256"]);
    assert_eq!(info["parts"][0]["max"], 9);

    let text = run(&["check", "material.qnn", "--count", "100"]);
    assert!(!text.contains("FAILED"), "{text}");
    assert!(text.contains("P 50, N 150, B 150, R 250, Q 450"), "{text}");

    let pair = ["diff", "material.sknnue", "material.qnn", "--count", "100"];
    let text = run(&[&pair[..], &["--json"]].concat());
    let diff: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(diff["max_distance"], 0);
    assert_eq!(diff["equal"], 100);
    let text = run(&["diff", "material.qnn", "random.qnn", "--count", "50"]);
    assert!(
        text.contains("Largest at:") && text.contains("Positions:      50"),
        "{text}"
    );
}

#[test]
fn networks_are_scored_by_results() {
    let folder = folder();
    let shuffle = "Nf3 Nf6 Ng1 Ng8 Na3 Na6 Nb1 Nb8 ".repeat(3);
    let game = |moves: &str, result: &str| {
        format!("[Result \"{result}\"]\n\n{shuffle}{moves} {result}\n\n")
    };
    let games = [
        game("e4 d5 exd5 Nc6 dxc6 a6 cxb7 h6", "1-0"),
        game("d4 e5 a3 exd4 h3 d3 g3 dxc2", "0-1"),
        game("a3 a6 h3 h6", "1/2-1/2"),
        game("not a move", "1-0"),
    ];
    fs::write(folder.path().join("games.pgn"), games.concat()).unwrap();
    let args = ["net", "score", "material.sknnue", "--results", "games.pgn"];
    let text = succeed(folder.path(), &args);
    assert!(
        text.contains("Correlation") && text.contains("23 to 32"),
        "{text}"
    );
    let text = succeed(folder.path(), &[&args[..], &["--json"]].concat());
    let scores: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(scores[0]["results"]["positions"], 6);
    assert!(
        scores[0]["results"]["correlation"].as_f64() > Some(0.3),
        "{text}"
    );
    assert_eq!(scores[0]["total"], Value::Null);
    fs::write(folder.path().join("none.pgn"), game("e4", "*")).unwrap();
    let none = ["net", "score", "random.qnn", "--results", "none.pgn"];
    let error = fail(folder.path(), 3, &none);
    assert!(error.contains("none.pgn: no position"), "{error}");
    fail(folder.path(), 2, &["net", "score", "random.qnn"]);
}

#[test]
fn cards_are_edited_in_place() {
    let folder = folder();
    let run = |args: &[&str]| succeed(folder.path(), &[&["net"], args].concat());
    let card = || -> Value {
        let info: Value = serde_json::from_str(&run(&["info", "random.qnn", "--json"])).unwrap();
        info["card"].clone()
    };
    let convert = ["convert", "random.qnn", "random.qnn"];
    fs::write(
        folder.path().join("card.json"),
        "{\"name\": \"a\", \"seed\": 1}",
    )
    .unwrap();
    run(&[&convert[..], &["--card", "card.json", "--set", "seed=7"]].concat());
    assert_eq!(card(), serde_json::json!({"name": "a", "seed": 7}));
    run(&[&convert[..], &["--set", "seed=", "--set", "who=me"]].concat());
    assert_eq!(card(), serde_json::json!({"name": "a", "who": "me"}));

    let before = fs::read(folder.path().join("random.qnn")).unwrap();
    for wrong in ["seed=soon", "parent=abc", "data=[{}]"] {
        let args = [&["net"], &convert[..], &["--set", wrong]].concat();
        let error = fail(folder.path(), 3, &args);
        assert!(error.contains("card"), "{error}");
    }
    assert_eq!(fs::read(folder.path().join("random.qnn")).unwrap(), before);
}

#[test]
fn a_random_network_makes_no_sense() {
    let folder = folder();
    let output = common::lab(
        folder.path(),
        &["net", "check", "random.qnn", "--count", "50"],
    );
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert_eq!(text.matches("FAILED").count(), 1, "{text}");
    assert!(
        text.contains("mirroring the board changes no evaluation"),
        "{text}"
    );
}

#[test]
fn pictures_and_pages_are_written() {
    let folder = folder();
    let run = |args: &[&str]| {
        succeed(
            folder.path(),
            &[&["net", "view", "random.qnn"], args].concat(),
        )
    };
    fs::write(
        folder.path().join("some.epd"),
        "# endings\n8/8/8/4k3/8/8/4P3/4K3 w - - bm e4;\n\n4k3/8/8/8/8/8/8/4K2R w K - 0 1\n",
    )
    .unwrap();
    run(&["--out", "net.svg", "--neurons", "8", "--epd", "some.epd"]);
    let picture = fs::read_to_string(folder.path().join("net.svg")).unwrap();
    assert!(picture.starts_with("<svg ") && picture.contains("100.0 %"));
    run(&["--out", "net.html", "--count", "20"]);
    let page = fs::read_to_string(folder.path().join("net.html")).unwrap();
    assert!(page.starts_with("<!DOCTYPE html>") && page.contains("<svg "));
    assert_eq!(plot::well_formed::check(&page), Ok(()));
    let at = |text: &str| page.find(text).unwrap_or_else(|| panic!("no {text}"));
    assert!(at("<svg ") < at("<details>"), "the picture comes first");
    assert!(at("<details>") < at("SHA-256").min(at("feature transformer weights")));
    assert!(page.contains("<figcaption>Every neuron is a row of boards"));
    let width = page[at("<svg ")..].split_once("width=\"").unwrap().1;
    let width: f64 = width.split_once('"').unwrap().0.parse().unwrap();
    assert!(width <= 992.0, "as wide as the page: {width}");
    let view = ["net", "view", "random.qnn", "--out"];
    let error = fail(folder.path(), 2, &[&view[..], &["net.gif"]].concat());
    assert!(error.contains("net.gif"), "{error}");
    let beyond = [&view[..], &["net.svg", "--block", "1"]].concat();
    let error = fail(folder.path(), 2, &beyond);
    assert!(error.contains("no block 1: the network has 1"), "{error}");
}

#[test]
fn bad_files_are_named_in_one_line() {
    let folder = folder();
    let path = folder.path().join("random.qnn");
    let mut bytes = fs::read(&path).unwrap();
    bytes[3000] ^= 1;
    fs::write(folder.path().join("damaged.qnn"), &bytes).unwrap();
    fs::write(folder.path().join("short.qnn"), &bytes[..3000]).unwrap();
    fs::write(folder.path().join("other.qnn"), "hello").unwrap();
    fs::write(folder.path().join("bad.epd"), "8/8/8/8/8/8/8/8 w - -\n").unwrap();
    for (file, words) in [
        (
            "damaged.qnn",
            "damaged.qnn: damaged: the checksum does not match",
        ),
        ("short.qnn", "short.qnn: truncated"),
        ("other.qnn", "other.qnn: not a network file"),
        ("absent.qnn", "cannot read absent.qnn"),
    ] {
        for command in ["info", "check"] {
            let error = fail(folder.path(), 3, &["net", command, file]);
            assert!(error.contains(words), "{error}");
            assert_eq!(error.lines().count(), 1, "{error}");
        }
    }
    let args = ["net", "check", "random.qnn", "--epd", "bad.epd"];
    let error = fail(folder.path(), 3, &args);
    assert!(error.contains("bad.epd:1"), "{error}");
    fail(folder.path(), 2, &["net"]);
    fail(folder.path(), 2, &["net", "diff", "random.qnn"]);
}

#[test]
fn the_version_names_the_networks_that_are_built_in() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = succeed(folder.path(), &["--version"]);
    let networks = text
        .lines()
        .find_map(|line| line.strip_prefix("Networks: "));
    let networks: Vec<&str> = networks.expect("a line").split(", ").collect();
    assert_eq!(networks.len(), GameId::ALL.len());
    for (network, &game) in networks.iter().zip(GameId::ALL) {
        let file = for_game!(game, G => G::EMBEDDED);
        let hash = file.map(|file| support::sha256(file.bytes));
        let hash = hash.as_ref().map_or("none", |hash| &hash[..8]);
        assert_eq!(*network, format!("{} {hash}", game.name()));
    }
    assert_eq!(succeed(folder.path(), &["-V"]).lines().count(), 1);
}
