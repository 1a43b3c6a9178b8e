//! `quietus-lab rate` from the outside.

mod common;

use std::fmt::Write as _;
use std::fs;

use common::{fail, succeed};

/// Pairs of two players: the outcome for the first player with White, then with Black.
fn pairs(text: &mut String, one: &str, two: &str, results: &[(&str, &str)]) {
    for (round, (first, second)) in results.iter().enumerate() {
        for (game, (white, black, result)) in [(one, two, first), (two, one, second)]
            .into_iter()
            .enumerate()
        {
            let round = format!("{}.{}", round + 1, game + 1);
            write!(
                text,
                "[White \"{white}\"]\n[Black \"{black}\"]\n[Round \"{round}\"]\n\
                 [Result \"{result}\"]\n\n1. e4 e5 {result}\n\n"
            )
            .expect("writing to a string cannot fail");
        }
    }
}

const WON: (&str, &str) = ("1-0", "0-1");
const DRAWN: (&str, &str) = ("1/2-1/2", "1/2-1/2");
const SPLIT: (&str, &str) = ("1-0", "1-0");

fn games() -> String {
    let mut text = String::new();
    pairs(
        &mut text,
        "strong",
        "middle",
        &[WON, DRAWN, SPLIT, WON, DRAWN].repeat(10),
    );
    pairs(
        &mut text,
        "middle",
        "weak & <poor>",
        &[WON, SPLIT, DRAWN, WON].repeat(10),
    );
    text
}

#[test]
fn games_become_a_table_json_and_pictures() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let broken = "[White \"strong\"]\n[Black \"weak\"]\n\n1. e4 Ke4 1-0\n\n";
    let compressed = zstd::encode_all(games().as_bytes(), 3).unwrap();
    fs::write(at.join("games.pgn.zst"), compressed).unwrap();
    fs::write(at.join("broken.pgn"), broken).unwrap();
    let args = [
        "rate",
        "games.pgn.zst",
        "broken.pgn",
        "--anchor",
        "middle=2500",
        "--bootstrap",
        "200",
        "--json",
        "out.json",
        "--svg",
        "ladder.svg",
        "--network",
        "network.svg",
        "--ledger",
        "new.sqlite",
    ];
    let table = succeed(at, &args);
    let lines: Vec<_> = table.lines().collect();
    assert!(lines[1].trim_start().starts_with("1  strong"), "{table}");
    assert!(
        lines[2].contains("middle") && lines[2].contains("2500.0   0.0"),
        "{table}"
    );
    assert!(
        table.contains("Games: 180, 180 of them in pairs"),
        "{table}"
    );
    assert!(
        table.contains("Skipped: 1 broken (1 illegal move)"),
        "{table}"
    );
    assert!(table.contains("Ledger entry: 1"), "{table}");

    let json = fs::read_to_string(at.join("out.json")).unwrap();
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["players"][1]["elo"], 2500.0);
    assert_eq!(json["left_out"]["broken"], 1);
    assert_eq!(json["left_out"]["reasons"]["illegal move"], 1);
    assert_eq!(
        json["pairings"][0]["pentanomial"],
        serde_json::json!([0, 0, 30, 0, 20])
    );
    for picture in ["ladder.svg", "network.svg"] {
        let text = fs::read_to_string(at.join(picture)).unwrap();
        assert!(text.contains("weak &amp; &lt;poor&gt;"), "{text}");
    }
    // The same seed, the same table.
    assert_eq!(succeed(at, &args[..7]), succeed(at, &args[..7]));
}

#[test]
fn matches_of_a_ledger_rate_like_their_games() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    fs::write(at.join("games.pgn"), games()).unwrap();
    let id = succeed(at, &["ledger", "add", "match", "games.pgn"]);
    let from_games = succeed(at, &["rate", "games.pgn"]);
    for which in ["all", id.trim()] {
        let args = ["rate", "--ledger", "ledger.sqlite", "--matches", which];
        let from_ledger = succeed(at, &args);
        let table = |text: &str| text.split("\n\n").next().map(str::to_owned);
        assert_eq!(table(&from_ledger), table(&from_games));
    }
    let ratings = succeed(at, &["ledger", "list", "rating"]);
    assert_eq!(ratings.lines().count(), 3, "{ratings}");
    let error = fail(
        at,
        3,
        &["rate", "--ledger", "ledger.sqlite", "--matches", "2"],
    );
    assert!(error.contains("entry 2 is not a match"), "{error}");
}

#[test]
fn mistakes_have_their_statuses() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    fail(at, 2, &["rate"]);
    fail(at, 2, &["rate", "--matches", "all"]);
    fail(at, 2, &["rate", "games.pgn", "--anchor", "nobody"]);
    let error = fail(at, 3, &["rate", "games.pgn"]);
    assert!(error.contains("cannot read games.pgn"), "{error}");
    fs::write(at.join("games.pgn"), "").unwrap();
    let error = fail(at, 3, &["rate", "games.pgn"]);
    assert!(error.contains("no games to rate"), "{error}");
    let mut apart = games();
    pairs(&mut apart, "x", "y", &[WON]);
    fs::write(at.join("games.pgn"), apart).unwrap();
    let error = fail(at, 3, &["rate", "games.pgn"]);
    assert!(error.contains("x, y"), "{error}");
    fs::write(at.join("games.pgn"), games()).unwrap();
    let error = fail(at, 2, &["rate", "games.pgn", "--anchor", "nobody=1"]);
    assert!(
        error.contains("nobody is none of strong, middle"),
        "{error}"
    );
    assert_eq!(fs::read_dir(at).unwrap().count(), 1);
}
