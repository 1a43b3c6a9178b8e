//! Running the program.
#![allow(
    dead_code,
    reason = "each test file is a program of its own and uses a part of this"
)]

use std::path::Path;
use std::process::{Command, Output};

/// Runs the program in a folder and waits for it.
pub fn lab(folder: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_quietus-lab"))
        .args(args)
        .current_dir(folder)
        .output()
        .expect("the program was built")
}

/// The standard output of a run that must succeed.
#[track_caller]
pub fn succeed(folder: &Path, args: &[&str]) -> String {
    let output = lab(folder, args);
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{args:?}: {error}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// The standard error of a run that must fail with this status.
#[track_caller]
pub fn fail(folder: &Path, status: i32, args: &[&str]) -> String {
    let output = lab(folder, args);
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(status), "{args:?}: {error}");
    assert!(!error.contains("panicked"), "{error}");
    error
}
