//! Passes the commit to the program, for the cards of the networks that it trains.

use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    // Grows with every commit, in worktrees, too.
    if let Some(log) = git(&["rev-parse", "--git-path", "logs/HEAD"]) {
        println!("cargo::rerun-if-changed={log}");
    }
    let commit = git(&["rev-parse", "--short=12", "HEAD"]).unwrap_or_default();
    println!("cargo::rustc-env=QUIETUS_COMMIT={commit}");
}

/// What git answers, if it does.
fn git(words: &[&str]) -> Option<String> {
    let output = Command::new("git").args(words).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}
