//! `ucinewgame` makes a search by nodes what it was in a fresh program, whatever came before.

use std::io::Write;
use std::process::{Command, Stdio};

const SEARCH: &str = "position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1\n\
                      go nodes 30000\n";

/// What the program says to this input, without what depends on the time.
fn said(input: &str) -> Vec<String> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_quietus"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("piped");
    stdin.write_all(input.as_bytes()).expect("it reads");
    // A `go` waits for the search before it; this one ends at once and so does the input.
    stdin.write_all(b"go depth 1\n").expect("it reads");
    drop(stdin);
    let output = child.wait_with_output().expect("it ends");
    let text = String::from_utf8(output.stdout).expect("text");
    text.lines()
        .filter(|line| !tells_only_of_time(line))
        .map(without_times)
        .collect()
}

/// Whether a line comes only when a search takes long.
fn tells_only_of_time(line: &str) -> bool {
    ["currmove", "lowerbound", "upperbound"]
        .iter()
        .any(|word| line.contains(word))
}

fn without_times(line: &str) -> String {
    let mut words = line.split(' ');
    let mut kept = Vec::new();
    while let Some(word) = words.next() {
        if matches!(word, "time" | "nps") {
            words.next();
        } else {
            kept.push(word);
        }
    }
    kept.join(" ")
}

/// The lines of each search, up to its `bestmove`.
fn searches(lines: &[String]) -> Vec<&[String]> {
    lines
        .split_inclusive(|line| line.starts_with("bestmove"))
        .filter(|lines| {
            lines
                .last()
                .is_some_and(|line| line.starts_with("bestmove"))
        })
        .collect()
}

#[test]
fn a_new_game_forgets_everything() {
    let fresh = said(SEARCH);
    let fresh = searches(&fresh)[0];
    assert!(fresh.len() > 3, "{fresh:?}");
    let input = format!(
        "{SEARCH}ucinewgame\n{SEARCH}\
         position startpos moves e2e4 e7e5\ngo depth 7\nsetoption name MultiPV value 3\ngo nodes 5000\n\
         setoption name MultiPV value 1\nsetoption name Threads value 3\ngo depth 6\n\
         setoption name Threads value 1\nsetoption name Hash value 1\n{SEARCH}\
         setoption name Hash value 16\nucinewgame\n{SEARCH}"
    );
    let later = said(&input);
    let later = searches(&later);
    assert_eq!(later.len(), 8);
    for number in [0, 1, 6] {
        assert_eq!(later[number], fresh, "search {number}");
    }
    assert_ne!(
        later[5], fresh,
        "what came before must matter, or nothing was forgotten"
    );
}
