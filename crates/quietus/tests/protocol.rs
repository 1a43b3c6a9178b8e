//! Input that comes at a bad time, in a bad shape, or from where nobody listens.

mod support;

use std::io::Write;
use std::process::{Command, Stdio};

use support::Engine;

/// A search that would take longer than any test.
const LONG: &str = "go movetime 3600000";

#[test]
fn stop_is_heard_while_a_command_waits() {
    for waiting in [
        "setoption name Hash value 8",
        "setoption name Threads value 2",
        "setoption name UseNNUE value false",
        "ucinewgame",
    ] {
        let mut engine = Engine::start();
        engine.send(&format!("{LONG}\n{waiting}\nstop"));
        engine.answer();
        assert_eq!(engine.ready(), [""; 0], "{waiting}");
        assert_eq!(engine.search("go depth 3").number("depth"), 3);
    }
}

#[test]
fn stop_ends_the_search_and_those_that_wait() {
    let mut engine = Engine::start();
    engine.send(&format!("{LONG}\ngo infinite\n{LONG}\nstop"));
    for _ in 0..3 {
        engine.answer();
    }
    assert_eq!(engine.ready(), [""; 0], "three searches, three moves");
}

#[test]
fn quit_is_heard_while_a_command_waits() {
    let mut engine = Engine::start();
    engine.send(&format!("{LONG}\nsetoption name Hash value 8\nquit"));
    assert!(engine.exits(), "it still searches");
}

#[test]
fn isready_is_answered_while_a_command_waits() {
    let mut engine = Engine::start();
    engine.send(&format!("{LONG}\nucinewgame"));
    let said = engine.ready();
    assert!(
        said.iter().all(|line| line.starts_with("info ")),
        "{said:?}"
    );
    engine.search("stop");
}

#[cfg(target_os = "linux")]
#[test]
fn isready_pays_for_the_hash() {
    let mut engine = Engine::start();
    engine.send("setoption name Hash value 300");
    engine.ready();
    assert!(engine.peak_memory() > 300 << 20, "its pages are not there");
}

#[test]
fn waiting_commands_run_in_order() {
    let mut engine = Engine::start();
    engine.send("go movetime 300\nsetoption name Hash value 0\nxyzzy\nflip\nd");
    engine.answer();
    let said = engine.until(|line| line.starts_with("FEN: "));
    assert!(said[0].contains("Hash must be from 1"), "{said:?}");
    assert!(said[1].contains("unknown command"), "{said:?}");
    assert!(said[said.len() - 1].contains(" b KQkq "), "{said:?}");
}

#[test]
fn a_search_after_ponderhit_is_left_to_finish() {
    let mut engine = Engine::start();
    engine.send("go ponder movetime 700\nponderhit\nucinewgame");
    let time = engine.answer().number("time");
    assert!(time > 300, "stopped after {time} ms");
}

#[test]
fn a_line_too_long_is_skipped_in_bounded_memory() {
    const MEGABYTES: usize = 256;
    let mut engine = Engine::start();
    assert_eq!(engine.ready(), [""; 0]);
    engine.send(&format!("go {}", "nodes ".repeat((MEGABYTES << 20) / 6)));
    let said = engine.ready();
    assert_eq!(
        said,
        ["info string error: skipped a line of more than 1048576 bytes"]
    );
    #[cfg(target_os = "linux")]
    assert!(engine.peak_memory() < 64 << 20, "{}", engine.peak_memory());
}

#[test]
fn a_closed_output_ends_the_program() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_quietus"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(child.stdout.take());
    let mut input = child.stdin.take().expect("piped");
    writeln!(input, "go infinite").expect("it reads its input");
    let output = child.wait_with_output().expect("it ends");
    assert!(
        output.status.success() && output.stderr.is_empty(),
        "{output:?}"
    );
    drop(input);
}

#[test]
fn only_regular_files_are_opened() {
    let fifo = std::env::temp_dir().join(format!("quietus-fifo-{}", std::process::id()));
    let made = Command::new("mkfifo").arg(&fifo).status();
    let mut paths = vec![std::env::temp_dir()];
    paths.extend(
        made.is_ok_and(|status| status.success())
            .then(|| fifo.clone()),
    );
    let mut engine = Engine::start();
    for path in paths {
        let path = path.display();
        for command in [
            format!("setoption name EvalFile value {path}"),
            format!("setoption name Debug Log File value {path}"),
            format!("genfens 1 book {path}"),
        ] {
            engine.send(&command);
            let said = engine.ready();
            assert!(
                said.len() == 1 && said[0].ends_with(": not a regular file"),
                "{command}: {said:?}"
            );
        }
    }
    let _ = std::fs::remove_file(&fifo);
}

#[test]
fn the_tt_gives_a_ponder_move_and_a_longer_pv() {
    let mut engine = Engine::start();
    engine.search("go depth 9");
    let search = engine.search("go depth 1");
    let (_, ponder) = search.0[search.0.len() - 1]
        .split_once(" ponder ")
        .unwrap_or_else(|| panic!("no ponder move: {search:?}"));
    assert!(
        search
            .last_info()
            .ends_with(&format!(" pv {} {ponder}", search.best())),
        "{search:?}"
    );
}

#[test]
fn a_limit_without_a_number_is_told_and_answered() {
    let mut engine = Engine::start();
    for (line, limit) in [("go movetime 1s", "movetime"), ("go depth -1", "depth")] {
        let search = engine.search(line);
        let error = format!("info string error: '{limit}' of 'go' needs a number from 0");
        assert!(search.0[0].starts_with(&error), "{search:?}");
        assert_eq!(search.number("depth"), 1);
    }
}
