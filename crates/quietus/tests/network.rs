//! Networks as the program uses them.

mod support;

use std::path::PathBuf;

use nnue::{Activation, Architecture, Container, FeatureSet, Network, Scales};
use support::Engine;

/// A small network of random weights as a file, deleted at the end.
struct NetworkFile(PathBuf);

impl NetworkFile {
    fn new(name: &str, seed: u64) -> Self {
        let architecture = Architecture {
            features: FeatureSet::PieceSquare { mirrored: true },
            width: 32,
            activation: Activation::Screlu,
            hidden: None,
            buckets: 4,
            scales: Scales::default(),
        };
        let container = Container {
            network: Network::random(architecture, seed).expect("a valid network"),
            card: "{}".to_owned(),
        };
        let name = format!("quietus {name} {}.qnn", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::write(&path, container.write().expect("it fits")).expect("a file can be written");
        Self(path)
    }

    fn option(&self) -> String {
        format!("setoption name EvalFile value {}", self.0.display())
    }
}

impl Drop for NetworkFile {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// Nodes of a search that shows which evaluation is used: another one searches another tree.
fn nodes(engine: &mut Engine) -> i64 {
    engine.send("ucinewgame");
    engine.send("position startpos moves e2e4 c7c5 g1f3");
    engine.search("go depth 7").number("nodes")
}

#[test]
fn networks_come_and_go() {
    let (one, other) = (NetworkFile::new("one", 1), NetworkFile::new("other", 2));
    let mut engine = Engine::start();
    let at_first = nodes(&mut engine);
    engine.send(&one.option());
    let with_one = nodes(&mut engine);
    engine.send(&other.option());
    let with_other = nodes(&mut engine);
    assert!(at_first != with_one && with_one != with_other && with_other != at_first);
    engine.send(&one.option());
    assert_eq!(nodes(&mut engine), with_one, "the same again");
    engine.send("setoption name UseNNUE value false");
    let without = nodes(&mut engine);
    engine.send("setoption name TablesOnly value true");
    let with_tables = nodes(&mut engine);
    assert!(with_tables != without && with_tables != with_one);
    engine.send("setoption name UseNNUE value true");
    assert_eq!(nodes(&mut engine), with_one, "a network comes first");
    engine.send("setoption name TablesOnly value false\nsetoption name NnueBlend value 0");
    assert_eq!(nodes(&mut engine), without);
    engine.send("setoption name NnueBlend value 50");
    let blended = nodes(&mut engine);
    assert!(blended != without && blended != with_one);
    engine.send("setoption name NnueBlend value 100\nsetoption name EvalFile value <empty>");
    assert_eq!(nodes(&mut engine), at_first);
    assert!(engine.ready().is_empty(), "no complaint");
}

#[test]
fn a_bad_file_leaves_the_running_network() {
    let good = NetworkFile::new("good", 3);
    let mut engine = Engine::start();
    engine.send(&good.option());
    let before = nodes(&mut engine);
    let bytes = std::fs::read(&good.0).expect("just written");
    let mut flipped = bytes.clone();
    flipped[bytes.len() / 2] ^= 1;
    for bad in [&bytes[..bytes.len() - 7], &flipped[..], b"no network", b""] {
        let file = NetworkFile::new("bad", 4);
        std::fs::write(&file.0, bad).expect("a file can be written");
        engine.send(&file.option());
        let said = engine.ready();
        assert_eq!(said.len(), 1, "{said:?}");
        assert!(
            said[0].starts_with("info string error: cannot use the network"),
            "{said:?}"
        );
        assert_eq!(nodes(&mut engine), before);
    }
    engine.send("setoption name EvalFile value no/such/file.qnn");
    assert_eq!(engine.ready().len(), 1);
    assert_eq!(nodes(&mut engine), before);
}

#[test]
fn an_option_sent_after_the_best_move_is_set_before_readyok() {
    let mut engine = Engine::start();
    for _ in 0..300 {
        engine.search("go nodes 1");
        engine.send("setoption name EvalFile value no/such/file.qnn");
        assert_eq!(engine.ready().len(), 1);
    }
}

#[test]
fn eval_shows_the_network_and_the_handcrafted_value() {
    let file = NetworkFile::new("eval", 5);
    let mut engine = Engine::start();
    engine.send(&file.option());
    engine.send("eval");
    let said = engine.ready().join("\n");
    assert!(said.contains("Network, for White: "), "{said}");
    assert!(said.contains("output bucket 4 of 4"), "{said}");
    assert!(said.contains("Total for White"), "{said}");
    assert!(
        said.lines().all(|line| line.chars().count() <= 80),
        "{said}"
    );
}
