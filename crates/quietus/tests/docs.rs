//! The docs list the options and commands that the program has, and no others.

mod support;

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use support::Engine;

fn page(path: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    std::fs::read_to_string(root.join(path)).expect("the page exists")
}

/// The rows of the first table after a heading, without its head: cells without their quotes.
fn table(page: &str, heading: &str) -> Vec<Vec<String>> {
    let (_, rest) = page.split_once(heading).expect("the heading exists");
    rest.lines()
        .skip_while(|line| !line.starts_with('|'))
        .take_while(|line| line.starts_with('|'))
        .skip(2)
        .map(|line| {
            let cells = line.trim_matches('|').replace("\\|", "¦");
            let cell = |text: &str| text.trim().replace('`', "").replace('¦', "|");
            cells.split('|').map(cell).collect()
        })
        .collect()
}

fn output(words: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quietus"));
    let output = command.args(words).output().expect("the program starts");
    String::from_utf8(output.stdout).expect("it writes UTF-8")
}

#[test]
fn the_table_of_options_is_what_uci_says() {
    let mut engine = Engine::start();
    engine.send("uci");
    let said = engine.until(|line| line == "uciok");
    let announced: Vec<String> = said
        .iter()
        .filter(|line| line.starts_with("option "))
        // A build for tuning has one for every heuristic and every number of the search.
        .filter(|line| !is_for_tuning(line))
        .cloned()
        .collect();
    let listed: Vec<String> = table(&page("docs/reference/uci.md"), "## Options")
        .iter()
        .map(|row| option_line(row))
        .collect();
    assert_eq!(listed, announced);
}

/// Those have the names of heuristics, in small letters.
fn is_for_tuning(line: &str) -> bool {
    line["option name ".len()..].starts_with(char::is_lowercase)
}

/// What the engine would say of a row.
fn option_line(row: &[String]) -> String {
    let [name, kind, default, range, _] = row else {
        panic!("five cells: {row:?}");
    };
    let mut line = format!("option name {name} type {kind}");
    if !default.is_empty() {
        line += &format!(" default {default}");
    }
    if let Some((min, max)) = range.split_once(" to ") {
        line += &format!(" min {min} max {max}");
    } else if kind == "combo" {
        for choice in range.split(", ") {
            line += &format!(" var {choice}");
        }
    }
    line
}

#[test]
fn the_table_of_commands_is_what_help_says() {
    let help = output(&["help"]);
    // Two spaces, the command's words, and what it does after a gap.
    let named: BTreeSet<&str> = help
        .lines()
        .filter_map(|line| line.strip_prefix("  "))
        .filter(|line| line.starts_with(char::is_alphabetic))
        .flat_map(|line| line.split("  ").next().unwrap_or_default().split(", "))
        .filter_map(|command| command.split_whitespace().next())
        .collect();
    let page = page("docs/reference/uci.md");
    let rows = table(&page, "## Commands");
    let listed: BTreeSet<&str> = rows
        .iter()
        .flat_map(|row| row[0].split(", "))
        .filter_map(|command| command.split_whitespace().next())
        .collect();
    assert_eq!(listed, named);
}

#[test]
fn the_guide_to_play_lists_its_options() {
    let help = output(&["play", "--help"]);
    let options = |text: &str| -> BTreeSet<String> {
        text.split(|c: char| !c.is_ascii_alphanumeric() && c != '-')
            .filter(|word| word.starts_with("--") && !word.ends_with('-'))
            .map(str::to_owned)
            .collect()
    };
    let page = page("docs/guide/play.md");
    assert_eq!(options(&page), options(&help));
}

/// A `go` passes eight files before the first node.
#[test]
fn the_way_of_a_go_is_short() {
    let text = page("docs/reference/architecture.md");
    let is_step = |line: &&str| line.starts_with(|c: char| c.is_ascii_digit());
    let (_, walk) = text
        .split_once("### The way of a `go`")
        .expect("the heading exists");
    let (walk, _) = walk.split_once("\nThe answer").expect("the list ends");
    let steps = walk.lines().filter(is_step).count();
    assert!((1..=8).contains(&steps), "{walk}");
}

/// The walks of the architecture page are the way into the code: they must lead somewhere.
#[test]
fn the_walks_of_the_architecture_lead_to_files_that_exist() {
    let text = page("docs/reference/architecture.md");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let quoted = text.split('`').skip(1).step_by(2);
    let paths = quoted.filter(|word| {
        let is_path = ["crates/", "lab/", "docs/", "tools/"]
            .iter()
            .any(|folder| word.starts_with(folder));
        is_path && !word.contains(' ')
    });
    let mut count = 0;
    for path in paths {
        assert!(root.join(path).exists(), "{path}");
        count += 1;
    }
    assert!(count > 60, "{count} paths");
    for walk in [
        "game",
        "heuristic of the search",
        "UCI option",
        "feature set",
        "activation",
        "output head",
        "field of network files",
        "book format",
        "adjudication rule",
        "level",
        "command",
        "command of the lab",
        "report",
        "view of the page",
    ] {
        assert!(text.contains(&format!("### A new {walk}\n")), "{walk}");
    }
}
