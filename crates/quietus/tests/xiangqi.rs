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
    for words in [["xiangqi", "bench", "8"], ["bench", "xiangqi", "8"]] {
        let output = Command::new(env!("CARGO_BIN_EXE_quietus"))
            .args(words)
            .output()
            .expect("the program starts");
        let text = String::from_utf8(output.stdout).expect("text");
        let last = text.lines().last().expect("a sum");
        assert!(last.starts_with("82189 nodes "), "{last}");
    }
    let mut engine = Engine::start();
    engine.send("bench shogi");
    let said = engine.ready().join("\n");
    assert!(
        said.contains("must be chess or xiangqi: \"shogi\""),
        "{said}"
    );
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
    let mut engine = xiangqi();
    engine.send("setoption name EvalFile value no such file.qnn");
    engine.send("setoption name UCI_Variant value chess");
    let said = engine.ready();
    assert!(said[1].contains("cannot use the network"), "{said:?}");
    engine.send("position startpos moves h2e2");
    assert_eq!(engine.ready(), [""; 0], "it is xiangqi still");
    engine.send("setoption name EvalFile value <empty>");
    engine.send("setoption name UCI_Variant value chess\nposition startpos moves e2e4");
    assert_eq!(engine.ready(), [""; 0]);
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
fn files_of_chess_are_told_to_be_unused() {
    let mut engine = xiangqi();
    for option in ["EvalFile", "SyzygyPath"] {
        engine.send(&format!("setoption name {option} value some file"));
        let said = engine.ready();
        let expected = format!("info string {option} is not used");
        assert!(
            said.len() == 1 && said[0].starts_with(&expected),
            "{said:?}"
        );
        engine.send(&format!("setoption name {option} value <empty>"));
        assert!(engine.ready().is_empty());
    }
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
    for other in ["UCI_Chess960", "Syzygy", "NNUE", "Nnue", "EvalFile"] {
        assert!(!said.iter().any(|line| line.contains(other)), "{said:?}");
    }
    assert!(has("option XiangqiMoveLimit type spin"), "{said:?}");
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
