//! `quietus-lab annotate` from the outside.

mod common;

use std::fs;

use chess::pgn::{Game, Reader};
use common::{fail, lab, succeed};

const GAMES: &str = "[White \"A\"]\n\n1. e4 e5 2. Ke2 *\n\n[White \"Broken\"]\n\n1. e5 *\n\n\
    [White \"B\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n[White \"C\"]\n\n*\n";

#[test]
fn xiangqi_is_annotated_with_the_judgements_of_chess() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let play = "datagen --game xiangqi --out a.qgames --games 2 --nodes 40 --verify 100 --bench 1";
    succeed(at, &play.split(' ').collect::<Vec<_>>());
    succeed(at, &["convert", "a.qgames", "games.pgn"]);
    let words =
        "annotate games.pgn --out annotated.pgn --nodes 200 --hash 1 --evaluation psqt -j 2";
    let words: Vec<&str> = words.split(' ').collect();
    succeed(at, &words);
    let text = fs::read(at.join("annotated.pgn")).unwrap();
    let games: Result<Vec<pgn::Game<xiangqi::Xiangqi>>, _> = pgn::Reader::new(&text[..]).collect();
    let games = games.expect("both can be read again");
    assert_eq!(games.len(), 2);
    for game in &games {
        assert_eq!(
            game.tag("Variant").map(str::to_ascii_lowercase).as_deref(),
            Some("xiangqi")
        );
        assert!(game.moves().count() > 10);
        let comments = game.line.moves.iter().filter_map(|mv| mv.comment.as_ref());
        assert!(comments.filter(|text| text.contains("%eval")).count() > 10);
    }
    succeed(at, &words);
    assert_eq!(
        fs::read(at.join("annotated.pgn")).unwrap(),
        text,
        "nothing more to do"
    );
}

#[test]
fn games_are_annotated_in_order_and_a_cut_file_is_continued() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    fs::write(at.join("games.pgn"), GAMES).unwrap();
    let run = |out: &str, threads: &str| {
        let what = ["annotate", "games.pgn", "--out", out, "-j", threads];
        let how = [
            "--nodes",
            "500",
            "--hash",
            "1",
            "--evaluation",
            "handcrafted",
        ];
        let output = lab(at, &[what, how].concat());
        assert_eq!(output.status.code(), Some(0));
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        (fs::read(at.join(out)).unwrap(), error)
    };
    let (whole, error) = run("one.pgn", "1");
    assert!(
        error.contains("skipped: game 2 (line 5): at move 1"),
        "{error}"
    );
    let games: Result<Vec<Game>, _> = Reader::new(&whole[..]).collect();
    let games = games.expect("three good games");
    let whites: Vec<_> = games.iter().filter_map(|game| game.tag("White")).collect();
    assert_eq!(whites, ["A", "B", "C"]);
    assert_eq!(games[1].line.moves[2].nags, [4]);
    // In the moves of the second game.
    let cut = whole.windows(3).position(|three| three == b"Qh4").unwrap();
    fs::write(at.join("two.pgn"), &whole[..cut]).unwrap();
    let (continued, error) = run("two.pgn", "2");
    assert!(
        error.contains("continuing two.pgn after 1 games"),
        "{error}"
    );
    assert_eq!(continued, whole);
    assert_eq!(run("two.pgn", "2").0, whole);
    fail(at, 3, &["annotate", "absent.pgn", "--out", "no.pgn"]);
    // Somebody's games, with line ends of Windows: nothing of them is cut off.
    let theirs = GAMES.replace('\n', "\r\n");
    fs::write(at.join("theirs.pgn"), &theirs).unwrap();
    let error = fail(at, 3, &["annotate", "games.pgn", "--out", "theirs.pgn"]);
    assert!(error.contains("theirs.pgn: it exists"), "{error}");
    assert_eq!(fs::read_to_string(at.join("theirs.pgn")).unwrap(), theirs);
    fail(at, 2, &["annotate", "games.pgn"]);
    fs::write(at.join("empty.pgn"), "").unwrap();
    let error = fail(at, 3, &["annotate", "empty.pgn", "--out", "no.pgn"]);
    assert!(error.contains("empty.pgn has no games"), "{error}");
    succeed(at, &["annotate", "--help"]);
}
