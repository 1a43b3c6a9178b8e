//! Running the program.
#![allow(
    dead_code,
    reason = "each test file is a program of its own and uses a part of this"
)]

use std::path::{Path, PathBuf};
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

/// The engine in the profile of this test: cargo knows whether there is anything to do.
pub fn engine() -> PathBuf {
    let test = std::env::current_exe().expect("a test has a path");
    // <target>/<profile>/deps/<test>
    let folder = test.ancestors().nth(2).expect("cargo's folders");
    let target = folder.parent().expect("cargo's folders");
    let built = folder.file_name().and_then(|name| name.to_str());
    let built = built.expect("cargo's folders");
    let profile = if built == "debug" { "dev" } else { built };
    let status = Command::new(env!("CARGO"))
        .args([
            "build",
            "--quiet",
            "--package",
            "quietus",
            "--profile",
            profile,
        ])
        .arg("--target-dir")
        .arg(target)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .status()
        .expect("cargo runs");
    assert!(status.success(), "the engine could not be built");
    let name = format!("quietus{}", std::env::consts::EXE_SUFFIX);
    target.join(built).join(name)
}
