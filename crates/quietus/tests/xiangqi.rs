//! Xiangqi as the program plays it: by UCI in both ways to write coordinates, and by UCCI.

mod support;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, process};

use nnue::features::xiangqi::FeatureSet;
use nnue::{Activation, Architecture, Container, Network, Scales};
use support::Engine;

/// Red's rook has checked on every move, and h8h9 would make the third occurrence: it loses by rule.
const PERPETUAL: &str = "position fen c2a1k1R1/2c1a4/b6P1/8p/9/9/9/9/4K4/9 b \
    moves f9f8 h9h8 f8f9 h8h9 f9f8 h9h8 f8f9";
/// The same position without what came before.
const WITHOUT_HISTORY: &str = "position fen c2a1k3/2c1a2R1/b6P1/8p/9/9/9/9/4K4/9 w";

/// The file of a network with random weights.
fn random_network(seed: u64) -> Vec<u8> {
    let architecture = Architecture {
        features: FeatureSet::AttackBucket,
        width: 32,
        activation: Activation::Screlu,
        hidden: None,
        buckets: 4,
        scales: Scales::default(),
    };
    let network = Network::random(architecture, seed).expect("a small network");
    let card = String::new();
    Container { network, card }.write().expect("a short card")
}

/// A file of this test.
fn temporary(name: &str, bytes: &[u8]) -> PathBuf {
    let name = format!("quietus-xiangqi-{name}-{}.qnn", process::id());
    let path = env::temp_dir().join(name);
    fs::write(&path, bytes).expect("a temporary file");
    path
}

fn xiangqi() -> Engine {
    let mut engine = Engine::start();
    engine.send("setoption name UCI_Variant value xiangqi");
    engine
}

#[test]
fn bench_is_the_number_of_the_search() {
    for words in [["xiangqi", "bench", "8"], ["bench", "xiangqi", "8"]] {
        let output = Command::new(env!("CARGO_BIN_EXE_quietus"))
            .args(words)
            .output()
            .expect("the program starts");
        let text = String::from_utf8(output.stdout).expect("text");
        let last = text.lines().last().expect("a sum");
        assert!(last.starts_with("70099 nodes "), "{last}");
    }
    let mut engine = Engine::start();
    engine.send("bench shogi");
    let said = engine.ready().join("\n");
    let games = games::GameId::NAMES.join(" or ");
    let problem = format!("must be {games}: \"shogi\"");
    assert!(said.contains(&problem), "{said}");
}

/// Black is a rook down, but any quiet move reaches the limit.
#[test]
fn the_move_limit_is_an_option() {
    let mut engine = xiangqi();
    let position = "position fen rnbakabn1/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 19 30 \
                    moves h0g2";
    engine.send(position);
    assert!(engine.search("go depth 5").number("cp") < -300);
    engine.send("setoption name XiangqiMoveLimit value 10");
    engine.send(position);
    // Draws are scored -1, 0 or 1.
    assert!(engine.search("go depth 5").number("cp").abs() <= 1);
}

#[test]
fn perft_counts_and_both_dialects_are_spoken() {
    let mut engine = xiangqi();
    engine.send("perft 3");
    let said = engine.ready().join("\n");
    assert!(said.contains("79666"), "{said}");
    let best = engine.search("go depth 4").best().to_owned();
    assert_eq!(best.len(), 4, "{best}");
    engine.send("setoption name XiangqiRanks value 1-10");
    engine.send("position startpos moves h3e3 h10g8");
    assert!(engine.ready().is_empty());
    engine.send("setoption name XiangqiRanks value 0-9");
    engine.send("position startpos moves h2e2 h9g7");
    assert!(engine.ready().is_empty());
    engine.send("position startpos moves h2e2 h9h8 e2e9");
    assert_eq!(engine.ready().len(), 1, "an illegal move is told");
}

/// A game whose files cannot be opened is not played, and the one before goes on.
#[test]
fn a_game_that_cannot_be_chosen_leaves_the_other() {
    let network = temporary("removed", &random_network(7));
    let name = network.display();
    let mut engine = xiangqi();
    engine.send(&format!("setoption name EvalFile value {name}"));
    engine.send("setoption name UCI_Variant value chess\nposition startpos moves e2e4");
    assert_eq!(engine.ready(), [""; 0], "each game has a file of its own");
    fs::remove_file(&network).expect("it was just written");
    engine.send("setoption name UCI_Variant value xiangqi");
    let said = engine.ready();
    assert!(said[0].contains("cannot use the network"), "{said:?}");
    engine.send("position startpos moves e2e4");
    assert_eq!(engine.ready(), [""; 0], "it is chess still");
}

/// What the engine says to `eval`: of a network, its value.
fn value(engine: &mut Engine) -> Option<String> {
    engine.send("eval");
    let said = engine.ready();
    let mut lines = said.iter();
    let line = lines.find(|line| line.starts_with("Network, for Red"));
    line.cloned()
}

#[test]
fn networks_are_loaded_and_others_refused_by_name() {
    let chess = concat!(env!("CARGO_MANIFEST_DIR"), "/../../nets/default.qnn");
    let [one, other] = [1, 2].map(|seed| temporary(&seed.to_string(), &random_network(seed)));
    let mut bytes = random_network(3);
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    let damaged = temporary("damaged", &bytes);
    let mut engine = xiangqi();
    let values = [&one, &other].map(|path| {
        engine.send(&format!("setoption name EvalFile value {}", path.display()));
        value(&mut engine).expect("a value by the network")
    });
    assert_ne!(values[0], values[1]);
    for (path, reason) in [
        (
            Path::new(chess),
            "a network of \"chess\", not of \"xiangqi\"",
        ),
        (&damaged, "the checksum does not match"),
        (Path::new("no such file"), "cannot use the network"),
    ] {
        engine.send(&format!("setoption name EvalFile value {}", path.display()));
        let said = engine.ready();
        assert!(said.len() == 1 && said[0].contains(reason), "{said:?}");
        assert_eq!(value(&mut engine).as_ref(), Some(&values[1]), "the old one");
    }
    engine.send("setoption name UseNNUE value false");
    assert_eq!(value(&mut engine), None);
    let mut chess = Engine::start();
    chess.send(&format!("setoption name EvalFile value {}", one.display()));
    let said = chess.ready();
    let reason = "a network of \"xiangqi\", not of \"chess\"";
    assert!(said.len() == 1 && said[0].contains(reason), "{said:?}");
    for path in [one, other, damaged] {
        fs::remove_file(path).expect("it was just written");
    }
}

/// A GUI that knows no option but `UCI_Variant` may count ranks from 1.
#[test]
fn ranks_are_read_either_way_where_only_one_is_legal() {
    let mut engine = xiangqi();
    for (moves, reply) in [("h3e3 h10g8", "a4a5"), ("h2e2 h9g7", "a3a4")] {
        engine.send(&format!("position startpos moves {moves}"));
        let answer = format!("go depth 1 searchmoves {reply}");
        assert_eq!(engine.search(&answer).best(), reply, "in the GUI's way");
    }
    // Both ways in one game are none.
    engine.send("position startpos moves h3e3 h9g7");
    let said = engine.ready();
    assert!(said.len() == 1 && said[0].contains("h3e3"), "{said:?}");
    // Legal in both ways: the option decides.
    engine.send("position fen 3k5/9/9/9/9/9/9/R8/9/4K4 w - - 0 1 moves a2a5\nd");
    let board = engine.ready().join("\n");
    assert!(board.contains("3k5/9/9/9/R8/9/9/9/9/4K4"), "{board}");
}

#[test]
fn tablebases_are_told_to_be_unused() {
    let mut engine = xiangqi();
    engine.send("setoption name SyzygyPath value some folder");
    let said = engine.ready();
    let expected = "info string SyzygyPath is not used";
    assert!(said.len() == 1 && said[0].starts_with(expected), "{said:?}");
    engine.send("setoption name SyzygyPath value <empty>");
    assert!(engine.ready().is_empty());
}

#[test]
fn having_no_move_loses_and_mates_are_found() {
    let mut engine = xiangqi();
    engine.send("position fen 3k5/4P4/9/9/9/9/9/9/9/4K4 b");
    let search = engine.search("go depth 3");
    assert_eq!(search.best(), "(none)");
    assert!(search.0[0].contains("score mate 0"), "{:?}", search.0);
    // The pawn steps beside the king, or before it; either leaves it no move.
    engine.send("position fen 3k5/9/4P4/9/9/9/9/9/9/4K4 w");
    let search = engine.search("go depth 6");
    assert!(["e7e8", "e7d7"].contains(&search.best()), "{search:?}");
    assert!(search.last_info().contains("score mate 1"), "{search:?}");
}

#[test]
fn a_repetition_that_loses_is_not_made() {
    let mut engine = xiangqi();
    engine.send(WITHOUT_HISTORY);
    assert_eq!(engine.search("go depth 1").best(), "h8h9");
    engine.send(PERPETUAL);
    for depth in 1..8 {
        let search = engine.search(&format!("go depth {depth}"));
        assert_ne!(search.best(), "h8h9", "{search:?}");
    }
}

#[test]
fn ucci_begins_a_session_or_is_unknown() {
    let mut engine = Engine::start();
    engine.send("uci\nucci");
    let said = engine.ready().join("\n");
    assert!(said.contains("unknown command: \"ucci\""), "{said}");
}

#[test]
fn ucci_is_spoken_from_its_first_word_on() {
    let mut engine = Engine::start();
    engine.send("ucci");
    let said = engine.until(|line| line == "ucciok");
    let has = |text: &str| said.iter().any(|line| line.starts_with(text));
    assert!(
        has("id name Quietus") && has("option hashsize type spin"),
        "{said:?}"
    );
    assert!(
        !said.iter().any(|line| line.contains("option name")),
        "{said:?}"
    );
    for other in ["UCI_Chess960", "Syzygy"] {
        assert!(!said.iter().any(|line| line.contains(other)), "{said:?}");
    }
    for own in ["XiangqiMoveLimit type spin", "EvalFile type string"] {
        assert!(has(&format!("option {own}")), "{said:?}");
    }
    engine.send("setoption hashsize 8\nsetoption usemillisec true\nposition startpos");
    let free = engine.search("go depth 5").best().to_owned();
    engine.send(&format!("banmoves {free}"));
    let search = engine.search("go time 500 increment 5");
    assert_ne!(search.best(), free, "a banned move");
    assert!(
        !search.0.iter().any(|line| line.contains(" cp ")),
        "{search:?}"
    );
    engine.send("position fen 3k5/4P4/9/9/9/9/9/9/9/4K4 b\ngo depth 2");
    engine.until(|line| line == "nobestmove");
    engine.send("quit");
    engine.until(|line| line == "bye");
    assert!(engine.exits());
}
