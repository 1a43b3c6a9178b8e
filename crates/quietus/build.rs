//! Passes what is known of the build to the program, for `--version` and `compiler`.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let compiler = env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    let version = output(Command::new(compiler).arg("--version"));
    let version = version.as_deref().unwrap_or("an unknown compiler");
    println!("cargo::rustc-env=QUIETUS_COMPILER={version}");
    if let Some((commit, date)) = commit() {
        println!("cargo::rustc-env=QUIETUS_COMMIT={commit}");
        println!("cargo::rustc-env=QUIETUS_COMMIT_DATE={date}");
    }
    for (name, variable) in [
        ("QUIETUS_TARGET", "TARGET"),
        ("QUIETUS_OPT_LEVEL", "OPT_LEVEL"),
        ("QUIETUS_FEATURES", "CARGO_CFG_TARGET_FEATURE"),
    ] {
        let value = env::var(variable).unwrap_or_default();
        println!("cargo::rustc-env={name}={value}");
    }
}

/// Hash and date of the commit, if the sources are in a repository of their own.
fn commit() -> Option<(String, String)> {
    let manifest = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR")?);
    let root = manifest.join("../..").canonicalize().ok()?;
    let git = |arguments: &[&str]| output(Command::new("git").arg("-C").arg(&root).args(arguments));
    let top = PathBuf::from(git(&["rev-parse", "--show-toplevel"])?);
    if top.canonicalize().ok()? != root {
        return None;
    }
    // A commit moves the branch, or HEAD itself.
    let branch = git(&["rev-parse", "--symbolic-full-name", "HEAD"])?;
    for name in ["HEAD", &branch] {
        let path = root.join(git(&["rev-parse", "--git-path", name])?);
        if Path::exists(&path) {
            println!("cargo::rerun-if-changed={}", path.display());
        }
    }
    let commit = git(&[
        "show",
        "--no-patch",
        "--abbrev=12",
        "--format=%h %cs",
        "HEAD",
    ])?;
    let (hash, date) = commit.split_once(' ')?;
    Some((hash.to_owned(), date.to_owned()))
}

/// What a program prints, if it succeeds.
fn output(command: &mut Command) -> Option<String> {
    let output = command.output().ok().filter(|it| it.status.success())?;
    let text = String::from_utf8(output.stdout).ok()?;
    Some(text.trim().to_owned())
}
