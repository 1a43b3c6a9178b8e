//! The program as its users meet it: command lines, the prompt, and what other programs send.

use std::io::Write;
use std::process::{Command, Stdio};

/// Runs the program with arguments and input; gives its output and whether it succeeded.
fn quietus(arguments: &[&str], input: &str) -> (String, bool) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_quietus"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    child
        .stdin
        .take()
        .expect("piped")
        .write_all(input.as_bytes())
        .expect("it reads its input");
    let output = child.wait_with_output().expect("it ends");
    (
        String::from_utf8(output.stdout).expect("text"),
        output.status.success(),
    )
}

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

#[test]
fn perft_on_the_command_line() {
    let (output, ok) = quietus(&["perft", "4"], "");
    assert!(ok && output.contains("Nodes searched: 197281"), "{output}");
    let (output, ok) = quietus(
        &[
            "perft",
            "3",
            "--fen",
            KIWIPETE,
            "--threads",
            "2",
            "--no-bulk",
        ],
        "",
    );
    assert!(ok && output.contains("Nodes searched: 97862"), "{output}");
    let (output, ok) = quietus(&["perft", "3", "--fen", KIWIPETE, "--stats"], "");
    assert!(
        ok && output.contains("castles: 3162") && output.contains("mates: 1"),
        "{output}"
    );
    let (output, ok) = quietus(&["perft", "3", "--table"], "");
    assert!(ok && output.starts_with("| Depth | Nodes |") && output.contains("| 3 | 8,902 |"));
}

#[test]
fn everything_is_reachable_from_the_prompt() {
    let input = format!(
        "position startpos moves e2e4\nd\ngo perft 1\nperft 2 --divide\n\
         position fen {KIWIPETE}\nperft 2\nperft 1 --stats\nquit\nperft 3\n"
    );
    let (output, ok) = quietus(&[], &input);
    assert!(ok);
    assert!(output.contains("FEN: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"));
    assert!(
        output.contains("Key: ") && output.contains("| P |"),
        "{output}"
    );
    assert!(
        output.contains("e7e5: 1\n") && output.contains("e7e5: 29\n"),
        "{output}"
    );
    assert!(
        output.contains("Nodes searched: 2039") && output.contains("castles: 2"),
        "{output}"
    );
    assert!(
        !output.contains("Nodes searched: 97862"),
        "it must stop at quit"
    );
}

#[test]
fn bad_input_says_why_and_keeps_the_position() {
    let (output, ok) = quietus(
        &[],
        "position startpos moves e2e4 e7e5 g1f6\nposition fen 8/8/8/8/8/8/8/8 w - -\n\
         position\nperft x\nperft 2 --fen nonsense\nsetoption name Foo value 1\nxyzzy\n\u{0}\u{ff}\n\
         isready\nd\n",
    );
    assert!(ok);
    for expected in [
        "info string error: not a legal move here: \"g1f6\" (move 3 of 3)",
        "info string error: impossible piece placement in FEN: \"8/8/8/8/8/8/8/8\" (White has 0 kings",
        "info string error: 'position' needs 'startpos' or 'fen FEN'",
        "info string error: perft depth must be from 0 to 99: \"x\"",
        "info string error: bad piece placement in FEN: \"nonsense\"",
        "info string error: unknown option: \"Foo\"",
        "info string error: unknown command: \"xyzzy\"",
        "readyok",
        "FEN: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    ] {
        assert!(output.contains(expected), "{expected} is not in:\n{output}");
    }
    let (output, ok) = quietus(&["perft"], "");
    assert!(!ok && output.contains("usage: perft DEPTH"), "{output}");
}

#[test]
fn exit_status_tells_wrong_usage_from_failure() {
    for (arguments, expected) in [
        (&["go", "depth", "1"][..], 0),
        (&["xyzzy"], 2),
        (&["perft", "x"], 2),
        (&["position", "fen", "nonsense"], 2),
        (&["setoption", "name", "Hash", "value", "0"], 2),
        (&["bench", "abc"], 2),
        (&["bench", "5", "5"], 2),
        (&["setoption", "name", "EvalFile", "value", "none.qnn"], 3),
        (&["genfens", "1", "book", "missing.epd"], 3),
        (&["genfens 1 book none.epd", "d"], 3),
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_quietus"))
            .args(arguments)
            .output()
            .expect("the program starts");
        assert_eq!(output.status.code(), Some(expected), "{arguments:?}");
        let text = String::from_utf8_lossy(&output.stdout);
        // Lines of the protocol, in quotes, are answered as the protocol has it.
        let start = match arguments[0].contains(' ') {
            true => "info string error: ",
            false => "error: ",
        };
        assert_eq!(expected != 0, text.starts_with(start), "{text}");
    }
}

#[test]
fn errors_of_play_are_for_humans() {
    let (output, ok) = quietus(&["play", "--fast"], "");
    let expected = "error: unknown argument of play: \"--fast\" (see 'play --help')\n";
    assert!(!ok && output == expected, "{output}");
}

#[test]
fn plays_and_answers_once() {
    let (output, ok) = quietus(&["go", "depth", "6"], "");
    assert!(ok && output.contains("info depth 6 ") && output.matches("bestmove").count() == 1);
    let input = "position fen 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1\ngo nodes 2000\nisready\n\
                 position fen R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1\ngo depth 3\n";
    let (output, ok) = quietus(&[], input);
    assert!(
        ok && output.contains("score mate 1") && output.contains("bestmove a1a8"),
        "{output}"
    );
    assert!(
        output.contains("score mate 0") && output.contains("bestmove (none)"),
        "{output}"
    );
    assert_eq!(output.matches("readyok").count(), 1);
}

#[test]
fn bench_gives_the_same_number_twice() {
    let last = || {
        quietus(&["bench", "5"], "")
            .0
            .lines()
            .last()
            .unwrap_or_default()
            .to_owned()
    };
    let nodes = |line: String| line.split(' ').next().unwrap_or_default().to_owned();
    let first = nodes(last());
    assert!(
        first.parse::<u64>().is_ok_and(|nodes| nodes > 10_000),
        "{first}"
    );
    assert_eq!(nodes(last()), first);
}

#[test]
fn says_who_it_is() {
    let (output, ok) = quietus(&[], "uci\n");
    assert!(
        ok && output.contains("id name Quietus ") && output.ends_with("uciok\n"),
        "{output}"
    );
    assert!(quietus(&["perft", "--help"], "").0.contains("--divide"));
    assert!(quietus(&["--version"], "").0.starts_with("Quietus "));
    assert!(quietus(&["--help"], "").0.contains("perft DEPTH"));
}

#[test]
fn chess960_spells_castling_as_asked() {
    let castle = "position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let (output, _) = quietus(&[], &format!("{castle}\ngo perft 1\n"));
    assert!(
        output.contains("e1g1: 1") && !output.contains("e1h1: 1"),
        "{output}"
    );
    let asked = format!("setoption name uci_chess960 value true\n{castle}\ngo perft 1\n");
    let (output, _) = quietus(&[], &asked);
    assert!(
        output.contains("e1h1: 1") && !output.contains("e1g1: 1"),
        "{output}"
    );
}
