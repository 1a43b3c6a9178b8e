//! One bench number for every build: optimized or not, with debug assertions or without.
//!
//! `cargo test`, `cargo test --release` and `cargo test --profile checked` compare the same program
//! with the same numbers. A change of the search writes the new ones here, and the last one into
//! its commit message as `Bench: N`.

use std::process::Command;

/// A depth that an unoptimized build reaches in seconds, and its nodes.
const SHORT: (&str, u64) = ("7", 55_031);
/// Nodes at the depth that `bench` takes by itself.
const WHOLE: u64 = 678_054;

fn bench(depth: &[&str]) -> u64 {
    let output = Command::new(env!("CARGO_BIN_EXE_quietus"))
        .arg("bench")
        .args(depth)
        .output()
        .expect("the program starts");
    let text = String::from_utf8(output.stdout).expect("text");
    assert!(output.status.success(), "{text}");
    let last = text.lines().last().unwrap_or_default();
    match last.split(' ').collect::<Vec<_>>()[..] {
        [nodes, "nodes", _, "nps"] => nodes.parse().expect("a number"),
        _ => panic!("the last line is {last:?}"),
    }
}

#[test]
fn short_bench_is_the_committed_number() {
    assert_eq!(bench(&[SHORT.0]), SHORT.1);
}

#[test]
#[ignore = "too slow without optimization; run by .ci/run with it, with and without assertions"]
fn whole_bench_is_the_committed_number() {
    assert_eq!(bench(&[]), WHOLE);
}
