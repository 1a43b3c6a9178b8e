//! Xiangqi as the program plays it: by UCI in both ways to write coordinates, and by UCCI.

mod support;

use std::process::Command;

use support::Engine;

/// Red's rook has checked on every move, and h8h9 would make the third occurrence: it loses by rule.
const PERPETUAL: &str = "position fen c2a1k1R1/2c1a4/b6P1/8p/9/9/9/9/4K4/9 b \
    moves f9f8 h9h8 f8f9 h8h9 f9f8 h9h8 f8f9";
/// The same position without what came before.
const WITHOUT_HISTORY: &str = "position fen c2a1k3/2c1a2R1/b6P1/8p/9/9/9/9/4K4/9 w";

fn xiangqi() -> Engine {
    let mut engine = Engine::start();
    engine.send("setoption name UCI_Variant value xiangqi");
    engine
}

#[test]
fn bench_is_the_number_of_the_search() {
    let output = Command::new(env!("CARGO_BIN_EXE_quietus"))
        .args(["xiangqi", "bench", "8"])
        .output()
        .expect("the program starts");
    let text = String::from_utf8(output.stdout).expect("text");
    let last = text.lines().last().expect("a sum");
    assert!(last.starts_with("85318 nodes "), "{last}");
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

#[test]
fn having_no_move_loses_and_mates_are_found() {
    let mut engine = xiangqi();
    engine.send("position fen 3k5/4P4/9/9/9/9/9/9/9/4K4 b");
    let search = engine.search("go depth 3");
    assert_eq!(search.best(), "(none)");
    assert!(search.0[0].contains("score mate 0"), "{:?}", search.0);
    // The soldier steps beside the general, who then has no move.
    engine.send("position fen 3k5/9/4P4/9/9/9/9/9/9/4K4 w");
    let search = engine.search("go depth 6");
    assert_eq!(search.best(), "e7e8");
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
