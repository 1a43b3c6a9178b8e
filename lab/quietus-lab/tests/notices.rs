//! The notices of everything inside the programs: made from `Cargo.lock` and the sources of the
//! crates, without a network, and compared with the committed file.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// What is above the texts.
const HEAD: &str = "\
Third-party notices of Quietus

quietus, quietus-lab and quietus-bot contain the works below, besides Quietus itself (MIT, see LICENSE)
and the Rust standard library (MIT OR Apache-2.0, The Rust Project Contributors). Each contains a part
of them. Where a work gives a choice of licenses, Quietus uses it under the MIT license.

Data inside the programs:
- Xiangqi repertoire and policy of the levels: made from Yvonne761's
  Chinese-Chess-Practical-Dataset, CC BY 4.0.
- Chess repertoire and policy of the levels, names of openings, networks: see docs/guide/levels.md,
  docs/guide/analyze.md and nets/LINEAGE.md. They contain no works of others.
";

/// Sources in other languages inside crates, with their own licenses.
const BUNDLED: [(&str, &str, &str); 3] = [
    ("zstd-sys", "zstd/LICENSE", "Zstandard, inside zstd-sys"),
    (
        "liblzma-sys",
        "xz/COPYING.0BSD",
        "XZ Utils (liblzma), inside liblzma-sys",
    ),
    (
        "libsqlite3-sys",
        "sqlite3/sqlite3.c",
        "SQLite, inside libsqlite3-sys",
    ),
];

/// What SQLite says in place of a license.
const BLESSING: &str =
    "The author disclaims copyright to this source code: SQLite is in the public domain.";

fn cargo(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO"))
        .args(arguments)
        .current_dir(ROOT)
        .output()
        .expect("cargo runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {said}");
    String::from_utf8(output.stdout).expect("cargo writes UTF-8")
}

/// Name and version of each crate of others whose code is in a program.
fn crates() -> BTreeSet<(String, String)> {
    let tree = cargo(&[
        "tree",
        "--package=quietus",
        "--package=quietus-lab",
        "--package=quietus-bot",
        "--edges=normal,no-proc-macro",
        "--prefix=none",
        "--format={p}",
        "--offline",
        "--locked",
    ]);
    let foreign = tree.lines().filter(|line| !line.contains(" (/"));
    let named = foreign.filter_map(|line| {
        let mut words = line.split(' ');
        let (name, version) = (words.next()?, words.next()?.strip_prefix('v')?);
        Some((name.to_owned(), version.to_owned()))
    });
    named.collect()
}

/// The files of a crate with its licenses: that of the MIT license alone, where there is a choice.
fn licenses(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the sources of the crate");
    let mut files: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .collect();
    let upper = |path: &Path| {
        let name = path.file_name().unwrap_or_default();
        name.to_string_lossy().to_ascii_uppercase()
    };
    files.retain(|path| {
        let kinds = ["LICEN", "COPYING", "COPYRIGHT", "NOTICE"];
        path.is_file() && kinds.iter().any(|kind| upper(path).starts_with(kind))
    });
    files.sort();
    let of_mit: Vec<PathBuf> = files
        .iter()
        .filter(|path| upper(path).contains("MIT"))
        .cloned()
        .collect();
    let is_choice = |path: &PathBuf| {
        ["APACHE", "UNLICENSE", "ZLIB"]
            .iter()
            .any(|kind| upper(path).contains(kind))
    };
    match of_mit.is_empty() {
        true => files,
        // Licenses of parts stay.
        false => files
            .into_iter()
            .filter(|path| of_mit.contains(path) || !is_choice(path))
            .collect(),
    }
}

/// All notices: works with the same text share it.
fn notices() -> String {
    let about = cargo(&["-vV"]);
    let host = about.lines().find_map(|line| line.strip_prefix("host: "));
    // The crates of other systems may not be here.
    let metadata = cargo(&[
        "metadata",
        "--format-version=1",
        "--filter-platform",
        host.expect("cargo knows its host"),
        "--offline",
        "--locked",
    ]);
    let metadata: Value = serde_json::from_str(&metadata).expect("JSON");
    let packages = metadata["packages"].as_array().expect("a list");
    let mut works: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut add = |text: &str, work: String| {
        let lines = text.lines().map(str::trim_end).collect::<Vec<_>>();
        let text = lines.join("\n").trim_matches('\n').to_owned();
        works.entry(text).or_default().push(work);
    };
    for (name, version) in crates() {
        let is_it = |package: &&Value| package["name"] == *name && package["version"] == *version;
        let package = packages
            .iter()
            .find(is_it)
            .expect("cargo knows its packages");
        let license = package["license"].as_str().unwrap_or("no license named");
        let manifest = Path::new(package["manifest_path"].as_str().expect("a path"));
        let folder = manifest.parent().expect("a file is in a folder");
        let work = format!("{name} {version} ({license})");
        let files = licenses(folder);
        for file in &files {
            add(
                &String::from_utf8_lossy(&fs::read(file).expect("a license")),
                work.clone(),
            );
        }
        if files.is_empty() {
            let authors = package["authors"].as_array().into_iter().flatten();
            let authors: Vec<&str> = authors.filter_map(Value::as_str).collect();
            let by = match authors.is_empty() {
                true => package["repository"]
                    .as_str()
                    .unwrap_or_default()
                    .to_owned(),
                false => authors.join(", "),
            };
            add(
                &format!("By {by}. The crate has no text of its license."),
                work,
            );
        }
        for (_, file, what) in BUNDLED.iter().filter(|(inside, ..)| *inside == name) {
            let text = fs::read(folder.join(file)).expect("the bundled sources");
            let text = String::from_utf8_lossy(&text);
            let is_sqlite = file.ends_with(".c");
            assert!(!is_sqlite || text.contains("The author disclaims copyright"));
            add(if is_sqlite { BLESSING } else { &text }, (*what).to_owned());
        }
    }
    let mut parts: Vec<(Vec<String>, String)> = works
        .into_iter()
        .map(|(text, works)| (works, text))
        .collect();
    parts.sort();
    let rule = "=".repeat(80);
    let parts = parts.into_iter().map(|(works, text)| {
        format!(
            "\n{rule}\n{}\n{}\n{text}\n",
            works.join("\n"),
            "-".repeat(80)
        )
    });
    format!("{HEAD}{}", parts.collect::<String>())
}

/// `UPDATE_NOTICES=1` writes the file anew. What is linked depends on the system, so this is for Linux.
#[cfg(target_os = "linux")]
#[test]
fn the_notices_are_those_of_the_lock_file() {
    let path = Path::new(ROOT).join("THIRD-PARTY.txt");
    let expected = notices();
    if std::env::var_os("UPDATE_NOTICES").is_some() {
        fs::write(&path, &expected).expect("the file can be written");
    }
    let found = fs::read_to_string(&path).unwrap_or_default();
    let differs = found
        .lines()
        .zip(expected.lines())
        .position(|(a, b)| a != b);
    assert!(
        found == expected,
        "THIRD-PARTY.txt differs from line {}: run this test with UPDATE_NOTICES=1",
        differs.map_or(0, |line| line + 1)
    );
}
