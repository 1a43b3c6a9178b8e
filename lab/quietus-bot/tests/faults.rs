//! Games against the fake server, with every fault that it knows.
//!
//! `QUIETUS_BOT_GAMES=500 cargo test --profile proof -p quietus-bot --test faults -- --nocapture`
//! plays 500 games instead of a few, and checks that every fault was injected.
#![cfg(unix)]

mod support;

use std::fs;
use std::time::Duration;

use serde_json::Value;
use support::{Bot, Fake, TOKEN, config};

/// Games where nothing else is said.
const FEW: u64 = 24;

/// With so many games every fault comes.
const MANY: u64 = 300;

/// 8 faults of requests for 8 kinds, 5 of opening for 2, and 5 and 6 of lines; games know no
/// challenges of ours and no lists of bots.
const ALL_FAULTS: usize = 6 * 8 + 2 * 5 + 5 + 6;

#[test]
fn games_survive_every_fault() {
    let games = std::env::var("QUIETUS_BOT_GAMES").ok();
    let games: u64 = games.map_or(FEW, |text| text.parse().expect("a number"));
    let folder = tempfile::tempdir().expect("a folder");
    let count = games.to_string();
    // A move is in within three seconds of a fault; a machine that builds and tests may need more.
    let recovery = if games >= MANY { "3000" } else { "15000" };
    let mut arguments = vec!["--games", &count, "--recovery", recovery];
    arguments.extend(["--at-once", "8", "--faults", "4", "--wait"]);
    let fake = Fake::start(&arguments);
    let config = config(&fake, "game = { at_once = 8, takebacks = 1 }");
    let mut bot = Bot::start(folder.path(), &config, &[]);
    let patience = Duration::from_secs(60 + 4 * games);
    let report = fake.wait(patience, |report| report["finished"] == games);
    println!("{report:#}");
    bot.interrupt();
    let status = bot.end(Duration::from_secs(30));
    let log = bot.log();
    assert!(status.success(), "{log}");
    let violations = report["violations"].as_array().map(Vec::len);
    assert_eq!(violations, Some(0), "{report:#}\n{log}");
    assert!(!log.contains(TOKEN) && !log.contains("panicked"), "{log}");
    assert_eq!(report["finished"], games);
    let faults = report["faults by kind"].as_object().expect("faults");
    if games >= MANY {
        assert_eq!(faults.len(), ALL_FAULTS, "{report:#}");
    }
    assert!(report["faults"].as_u64() > Some(games), "{report:#}");
    assert!(report["chats"].as_u64() > Some(games / 2), "{report:#}");
    // Each game that has moves is kept once.
    let pgn = fs::read_to_string(folder.path().join("games.pgn")).expect("an archive");
    let mut sites: Vec<&str> = pgn
        .lines()
        .filter(|line| line.starts_with("[Site"))
        .collect();
    let kept = sites.len();
    sites.sort_unstable();
    sites.dedup();
    assert_eq!(sites.len(), kept);
    // One that is aborted at once may be over before the bot hears of it.
    let aborted = report["statuses"]["aborted"].as_u64().unwrap_or(0);
    let missing = games - kept as u64;
    assert!(missing <= aborted, "{missing} games are not kept:\n{log}");
    let read = pgn::Reader::<chess::Chess, _>::new(pgn.as_bytes());
    assert_eq!(read.filter(Result::is_ok).count(), kept);
}

/// The engine crashes at its third move of each start, and is started again each time.
#[test]
fn games_survive_a_crashing_engine() {
    let folder = tempfile::tempdir().expect("a folder");
    let fake = Fake::start(&["--games", "2", "--at-once", "1", "--plies", "24"]);
    let engine = env!("CARGO_BIN_EXE_bot-test-engine");
    let good = format!("command = '{engine}', ");
    let crashing = format!("command = '{engine}', args = ['crash', '3'], ");
    let config = config(&fake, "").replace(&good, &crashing);
    let bot = Bot::start(folder.path(), &config, &[]);
    let (is_faultless, report) = fake.finish(Duration::from_secs(60));
    assert!(is_faultless, "{report:#}\n{}", bot.log());
    assert!(bot.log().contains("the engine has failed"), "{}", bot.log());
}

/// The answer to a granted takeback is lost, and the stream does not show it.
#[test]
fn a_takeback_that_nobody_tells_of_is_noticed() {
    let folder = tempfile::tempdir().expect("a folder");
    let arguments = [
        "--games",
        "13",
        "--at-once",
        "8",
        "--seed",
        "2",
        "--mute-takebacks",
    ];
    let fake = Fake::start(&arguments);
    let config = config(&fake, "game = { at_once = 8, takebacks = 1 }");
    let bot = Bot::start(folder.path(), &config, &[]);
    let (is_faultless, report) = fake.finish(Duration::from_secs(120));
    assert!(is_faultless, "{report:#}\n{}", bot.log());
    let log = bot.log();
    assert!(log.contains("takeback/yes: "), "no takeback: {log}");
}

/// Whether a report says that the bot is to move in its only game.
fn is_our_turn(report: &Value, plies: u64) -> bool {
    report["plies"].as_u64() >= Some(plies)
}

#[test]
fn a_killed_bot_moves_within_five_seconds_of_its_next_start() {
    let folder = tempfile::tempdir().expect("a folder");
    let fake = Fake::start(&["--games", "1", "--plies", "400", "--wait"]);
    let config = config(&fake, "");
    let mut bot = Bot::start(folder.path(), &config, &[]);
    for plies in [4, 12] {
        fake.wait(Duration::from_secs(20), |report| is_our_turn(report, plies));
        bot.child.kill().expect("it runs");
        bot.child.wait().expect("it ends");
        // The opponent may still move.
        std::thread::sleep(Duration::from_millis(200));
        let before = fake.count("plies");
        bot = Bot::start(folder.path(), &config, &[]);
        fake.wait(Duration::from_secs(5), |report| {
            is_our_turn(report, before + 1)
        });
    }
    assert_eq!(
        fake.report()["violations"].as_array().map(Vec::len),
        Some(0)
    );
}

#[test]
fn ctrl_c_finishes_the_game_and_takes_no_more() {
    let folder = tempfile::tempdir().expect("a folder");
    let fake = Fake::start(&["--games", "9", "--at-once", "1", "--plies", "60", "--wait"]);
    let mut bot = Bot::start(folder.path(), &config(&fake, ""), &[]);
    fake.wait(Duration::from_secs(20), |report| is_our_turn(report, 3));
    bot.interrupt();
    let status = bot.end(Duration::from_secs(30));
    assert!(status.success(), "{}", bot.log());
    let report = fake.report();
    assert_eq!(report["games"], report["finished"], "{report:#}");
    assert!(report["finished"].as_u64() < Some(9), "{report:#}");
    assert!(bot.log().contains("Finishing the games"), "{}", bot.log());
}

#[test]
fn a_revoked_token_ends_the_bot_with_words() {
    let folder = tempfile::tempdir().expect("a folder");
    let fake = Fake::start(&["--games", "3", "--plies", "400", "--wait"]);
    let mut bot = Bot::start(folder.path(), &config(&fake, ""), &[]);
    fake.wait(Duration::from_secs(20), |report| is_our_turn(report, 3));
    fake.post("/fake/revoke");
    let status = bot.end(Duration::from_secs(15));
    assert_eq!(status.code(), Some(3), "{}", bot.log());
    assert!(bot.log().contains("does not take the token: No such token"));
}
