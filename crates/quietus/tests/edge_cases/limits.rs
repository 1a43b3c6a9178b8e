//! What bounds a search.

use crate::support::{Engine, MATE_IN_ONE};

#[test]
fn searchmoves_bounds_the_first_moves() {
    let mut engine = Engine::start();
    let best = |engine: &mut Engine, go: &str| engine.search(go).best().to_owned();
    let two = best(&mut engine, "go depth 4 searchmoves a2a3 h2h3");
    assert!(two == "a2a3" || two == "h2h3", "{two}");
    assert_eq!(best(&mut engine, "go searchmoves A2A3 depth 3"), "a2a3");
    assert_eq!(
        best(&mut engine, "go depth 3 searchmoves h2h4 e2e5"),
        "h2h4"
    );
    assert_eq!(best(&mut engine, "go depth 3 searchmoves 0000"), "(none)");
    engine.send(&format!("position fen {MATE_IN_ONE}"));
    assert_eq!(best(&mut engine, "go depth 3 searchmoves g1g2"), "g1g2");
    assert_eq!(
        best(&mut engine, "go depth 3"),
        "a1a8",
        "for one search only"
    );
}

#[test]
fn the_first_of_several_limits_ends_the_search() {
    let mut engine = Engine::start();
    for go in [
        "go depth 3 nodes 100000000 movetime 600000",
        "go movetime 600000 nodes 100000000 depth 3",
        "go nodes 100000000 depth 3 wtime 6000000 btime 6000000 winc 1 binc 1",
    ] {
        assert_eq!(engine.search(go).number("depth"), 3, "{go}");
    }
    for go in [
        "go depth 100 nodes 2000 movetime 600000",
        "go nodes 2000 wtime 6000000",
    ] {
        assert!(engine.search(go).number("nodes") < 2100, "{go}");
    }
    assert!(
        engine
            .search("go depth 100 nodes 100000000000 movetime 5")
            .number("depth")
            < 100
    );
}

#[test]
fn half_a_clock_is_enough() {
    let mut engine = Engine::start();
    for go in [
        "go wtime 100",
        "go btime 100",
        "go wtime 1",
        "go wtime 0 btime 0",
        "go wtime -50 btime -50 winc -1 binc -1",
        "go winc 10 wtime 20 movestogo 0",
        "go wtime 30 movestogo 1",
        "go btime 50 binc 10",
    ] {
        for moves in ["", " moves e2e4"] {
            engine.send(&format!("position startpos{moves}"));
            let search = engine.search(go);
            assert_eq!(search.last("pv"), search.best(), "{go}");
        }
    }
}

#[test]
fn a_bare_go_ends_at_the_greatest_depth() {
    let mut engine = Engine::start();
    engine.send(&format!("position fen {MATE_IN_ONE}"));
    let search = engine.search("go");
    assert_eq!((search.best(), search.last("mate")), ("a1a8", "1"));
    assert!(search.number("depth") > 200);
}

#[test]
fn go_mate_ends_with_the_mate() {
    let mut engine = Engine::start();
    engine.send("position fen kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1");
    let search = engine.search("go mate 2");
    assert_eq!(search.last("mate"), "2");
    assert!(search.number("depth") < 100);
}

#[test]
fn a_forced_move_is_played_at_once_on_a_clock() {
    let mut engine = Engine::start();
    engine.send("position fen 7k/8/8/8/8/8/1r6/7K w - - 0 1");
    // Otherwise this would take longer than the timeout of the test.
    let search = engine.search("go wtime 36000000 btime 36000000");
    assert_eq!((search.best(), search.last("pv")), ("h1g1", "h1g1"));
    assert_eq!(
        engine.search("go depth 9").number("depth"),
        9,
        "other limits are kept"
    );
}

#[cfg(target_os = "linux")]
#[test]
fn threads_that_cannot_start_are_told_and_done_without() {
    let mut engine = Engine::start_within(600_000);
    engine.send("setoption name Threads value 1024");
    let said = engine.ready();
    assert!(
        said.len() == 1 && said[0].ends_with(" of 1024 threads could be started"),
        "{said:?}"
    );
    assert_ne!(engine.search("go depth 5").best(), "(none)");
    // Enough for one, whatever else has a thread.
    for kibibytes in [140_000, 160_000, 180_000, 200_000] {
        let mut engine = Engine::start_within(kibibytes);
        assert_ne!(engine.search("go depth 5").best(), "(none)", "{kibibytes}");
    }
    // Too little for any: an answer all the same, and no move.
    let mut engine = Engine::start_within(88_000);
    engine.send("setoption name Hash value 1");
    let said = engine.ready();
    let is_told = |line: &String| line.contains("cannot start a search thread");
    assert!(said.iter().any(is_told), "{said:?}");
}
