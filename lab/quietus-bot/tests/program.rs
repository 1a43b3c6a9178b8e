//! The program as its users meet it: configuration, help, challenges of its own, analysis board.

#![cfg(unix)]

mod support;

use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use std::time::Duration;

use support::{Bot, Fake, TOKEN, config};

const PATIENCE: Duration = Duration::from_secs(20);

fn run(folder: &Path, arguments: &[&str], token: Option<&str>) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quietus-bot"));
    command.args(arguments).current_dir(folder);
    match token {
        Some(token) => command.env("LICHESS_TOKEN", token),
        None => command.env_remove("LICHESS_TOKEN"),
    };
    command.output().expect("the bot was built")
}

fn error(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn the_way_of_a_new_user() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let output = run(folder, &[], None);
    assert_eq!(output.status.code(), Some(3));
    assert!(error(&output).contains("quietus-bot --init writes one"));
    assert!(run(folder, &["--init"], None).status.success());
    let file = folder.join("quietus-bot.toml");
    let text = fs::read_to_string(&file).expect("it was written");
    assert!(text.contains("# Seconds without a byte"), "{text}");
    let again = run(folder, &["--init"], None);
    assert_eq!(again.status.code(), Some(3), "{}", error(&again));
    assert_eq!(fs::read_to_string(&file).expect("it is there"), text);
    let output = run(folder, &[], None);
    assert!(
        error(&output).contains("LICHESS_TOKEN"),
        "{}",
        error(&output)
    );
    let fake = Fake::start(&["--wait", "--games", "0"]);
    let checked = run(folder, &["--check", "--server", &fake.address], Some(TOKEN));
    let words = String::from_utf8_lossy(&checked.stdout);
    assert!(
        words.contains("ok: account: quietus-test, a bot account"),
        "{words}"
    );
    assert!(words.contains("(line "), "{words}");
    assert!(!words.contains(TOKEN), "{words}");
    fs::write(&file, config(&fake, "")).expect("a folder");
    let checked = run(folder, &["--check"], Some(TOKEN));
    let words = String::from_utf8_lossy(&checked.stdout);
    assert!(checked.status.success(), "{words}");
    assert!(words.contains("ok: engine: Test Engine"), "{words}");
    let wrong = run(folder, &["--check"], Some("lip_other"));
    assert_eq!(wrong.status.code(), Some(1));
    let words = String::from_utf8_lossy(&wrong.stdout);
    assert!(
        words.contains("does not take the token: No such token"),
        "{words}"
    );
}

#[test]
fn the_version_says_how_it_was_built() {
    let output = run(Path::new("."), &["--version"], None);
    let text = String::from_utf8_lossy(&output.stdout);
    for start in ["quietus-bot ", "Commit: ", "Compiler: rustc ", "Slice: "] {
        assert!(text.lines().any(|line| line.starts_with(start)), "{text}");
    }
}

#[test]
fn mistakes_are_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let file = folder.join("quietus-bot.toml");
    for (text, arguments, code, words) in [
        ("[gme]\n", &[][..], 3, "gme"),
        (
            "",
            &["--server", "http://lichess.org"],
            2,
            "keeps the token secret",
        ),
        ("", &["--games", "x"], 2, "invalid value"),
        ("", &["--init", "--check"], 2, "cannot be used with"),
        ("", &["--config", "no.toml"], 3, "cannot read no.toml"),
        (
            "[account]\ntoken_file = 'nope'",
            &[],
            3,
            "cannot read the token file",
        ),
    ] {
        fs::write(&file, text).expect("a folder");
        let output = run(folder, arguments, None);
        assert_eq!(output.status.code(), Some(code), "{}", error(&output));
        assert!(
            error(&output).contains(words),
            "{words}: {}",
            error(&output)
        );
    }
    fs::write(&file, "engine = { command = './nothing' }").expect("a folder");
    let fake = Fake::start(&["--wait", "--games", "0"]);
    let output = run(folder, &["--server", &fake.address], Some(TOKEN));
    assert_eq!(output.status.code(), Some(3));
    assert!(
        error(&output).contains("does not start"),
        "{}",
        error(&output)
    );
}

#[test]
fn the_token_may_be_in_a_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let fake = Fake::start(&["--wait", "--games", "0"]);
    fs::write(folder.path().join("token"), format!("{TOKEN}\n")).expect("a folder");
    let text = config(&fake, "account = { token_file = 'token' }");
    fs::write(folder.path().join("quietus-bot.toml"), text).expect("a folder");
    let checked = run(folder.path(), &["--check"], None);
    let words = String::from_utf8_lossy(&checked.stdout);
    assert!(words.contains("ok: token: from its file"), "{words}");
    assert!(words.contains("chmod 600"), "{words}");
}

/// One bot declines, one has played enough today, one is too strong; the last one plays twice.
#[test]
fn other_bots_are_challenged_when_nobody_wants_to_play() {
    let folder = tempfile::tempdir().expect("a folder");
    let fake = Fake::start(&["--games", "0", "--plies", "16", "--wait"]);
    let more = "matchmaking = { enabled = true, idle = 0.0, pause = 0.0, clocks = ['3+2'] }";
    let mut bot = Bot::start(folder.path(), &config(&fake, more), &["--games", "2"]);
    let status = bot.end(2 * PATIENCE);
    assert!(status.success(), "{}", bot.log());
    let report = fake.report();
    let offers = report["offers"].as_array().expect("offers");
    let count = |name| offers.iter().filter(|offer| **offer == name).count();
    assert_eq!(count("willing"), 2, "{report:#}\n{}", bot.log());
    assert!(
        count("shy") <= 1 && count("tired") <= 1 && count("far") == 0,
        "{report:#}"
    );
}

#[test]
fn the_analysis_board_gets_lines() {
    let folder = tempfile::tempdir().expect("a folder");
    let fake = Fake::start(&["--games", "0", "--wait"]);
    let mut bot = Bot::start(folder.path(), &config(&fake, ""), &["--provide"]);
    fake.post("/fake/analyze");
    let is_done = |report: &serde_json::Value| {
        report["analysis"]
            .as_array()
            .is_some_and(|lines| !lines.is_empty())
    };
    let report = fake.wait(PATIENCE, is_done);
    let line = report["analysis"][0].as_str().expect("a line");
    assert!(
        line.starts_with("info depth 1") && line.contains(" pv "),
        "{line}"
    );
    assert!(folder.path().join("quietus-bot.secret").exists());
    bot.interrupt();
    assert!(bot.end(PATIENCE).success(), "{}", bot.log());
}
