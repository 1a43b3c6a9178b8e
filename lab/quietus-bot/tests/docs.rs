//! `docs/reference/bot.md` is made of the table of keys, and the guide names all options.
//!
//! `UPDATE_DOCS=1 cargo test -p quietus-bot --test docs` writes the page anew.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use bot::Config;

/// What follows this line is generated.
const MARKER: &str = "<!-- generated: UPDATE_DOCS=1 cargo test -p quietus-bot --test docs -->\n";

fn page(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(path)
}

/// Lines of the table as one text that Markdown shows as it is.
fn words(about: &[&str]) -> String {
    let lines: Vec<&str> = about.iter().map(|line| line.trim()).collect();
    lines.join(" ").replace('|', "\\|")
}

#[test]
fn every_key_is_listed() {
    let mut table = String::new();
    let fields = Config::default().fields();
    for section in Config::SECTIONS {
        let about = words(section.about);
        write!(
            table,
            "\n## {}\n\n{about}\n\n| key | default | meaning |\n|---|---|---|\n",
            section.name
        )
        .expect("a string");
        for field in fields.iter().filter(|field| field.section == section.name) {
            let meaning = words(field.about);
            writeln!(table, "| `{}` | `{}` | {meaning} |", field.key, field.value)
                .expect("a string");
        }
    }
    let path = page("docs/reference/bot.md");
    let text = fs::read_to_string(&path).expect("the page exists");
    let start = text.find(MARKER).expect("the marker") + MARKER.len();
    if std::env::var_os("UPDATE_DOCS").is_some() {
        fs::write(&path, format!("{}{table}", &text[..start])).expect("it can be written");
        return;
    }
    assert!(text[start..] == table, "run this test with UPDATE_DOCS=1");
}

#[test]
fn the_guide_names_all_options() {
    let output = Command::new(env!("CARGO_BIN_EXE_quietus-bot"))
        .arg("--help")
        .output();
    let help = String::from_utf8(output.expect("the bot was built").stdout).expect("UTF-8");
    let options = |text: &str| -> BTreeSet<String> {
        text.split(|c: char| !c.is_ascii_alphanumeric() && c != '-')
            .filter(|word| word.starts_with("--") && !word.starts_with("---") && word.len() > 2)
            .filter(|word| !["--help", "--version", "--release", "--package"].contains(word))
            .map(str::to_owned)
            .collect()
    };
    let guide = fs::read_to_string(page("docs/guide/lichess.md")).expect("the page exists");
    assert_eq!(options(&guide), options(&help));
}

/// The settings that the guide shows are settings.
#[test]
fn the_examples_of_the_guide_are_read() {
    let guide = fs::read_to_string(page("docs/guide/lichess.md")).expect("the page exists");
    let blocks: Vec<&str> = guide
        .split("```toml\n")
        .skip(1)
        .filter_map(|rest| rest.split("```").next())
        .collect();
    assert!(!blocks.is_empty());
    for block in blocks {
        Config::parse(block).expect("the guide is right");
    }
}
