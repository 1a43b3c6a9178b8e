//! `quietus-lab convert` and `quietus-lab games` from the outside.

mod common;

use std::fs;
use std::path::Path;

use common::{fail, succeed};

const GAMES: &str = r#"[White "a"]
[Result "1-0"]

1. e4 {+0.31/12 0.1s} e5 {-0.20/11} 2. Qh5 {+0.10/9} Ke7 {-M1/20} 3. Qxe5# {+M1/99} 1-0

[FEN "4k1r1/pppppppp/8/8/8/8/PPPPPPPP/4K1R1 w Gg - 2 9"]
[SetUp "1"]
[Variant "Chess960"]
[Result "1/2-1/2"]

1. e4 {book} O-O {+0.00/3} 2. O-O {-327.00/7} 1/2-1/2

"#;

fn write_games(at: &Path) {
    fs::write(at.join("games.pgn"), GAMES).expect("room for a small file");
}

#[test]
fn games_go_round_through_all_formats_of_games() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    write_games(at);
    succeed(at, &["convert", "games.pgn", "a.qgames"]);
    succeed(at, &["convert", "a.qgames", "b.pgn"]);
    succeed(at, &["convert", "b.pgn", "c.qgames"]);
    succeed(at, &["convert", "c.qgames", "d.pgn"]);
    let text = fs::read_to_string(at.join("b.pgn")).unwrap();
    assert!(text.contains("1. e4 {+0.31/0} 1... e5 {-0.20/0}"), "{text}");
    assert!(text.contains("{-327.00/0}"), "{text}");
    assert_eq!(text, fs::read_to_string(at.join("d.pgn")).unwrap());
    // The opening goes into the start position; the rest comes back byte for byte.
    succeed(at, &["convert", "a.qgames", "e.vf"]);
    succeed(at, &["convert", "e.vf", "f.qgames"]);
    succeed(at, &["convert", "f.qgames", "g.vf"]);
    assert_eq!(
        fs::read(at.join("e.vf")).unwrap(),
        fs::read(at.join("g.vf")).unwrap()
    );
    let info = succeed(at, &["games", "info", "f.qgames"]);
    for line in [
        "game            chess",
        "games           2",
        "plies           7 (3.5 per game)",
        "results         1 white, 1 draws, 0 black",
        "index           yes",
    ] {
        assert!(info.contains(line), "{info}");
    }
    let json = succeed(at, &["games", "info", "a.qgames", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["header"]["converted_from"], "PGN");
    assert_eq!((&json["plies"], &json["draws"]), (&8.into(), &1.into()));
    let check = succeed(at, &["games", "check", "a.qgames", "f.qgames"]);
    assert_eq!(check.lines().count(), 2, "{check}");
    assert!(
        check.contains("a.qgames: ok; 1 blocks, 2 games, 8 plies"),
        "{check}"
    );
}

#[test]
fn games_become_positions_and_positions_other_positions() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    write_games(at);
    succeed(at, &["convert", "games.pgn", "a.qgames"]);
    succeed(at, &["convert", "a.qgames", "a.epd"]);
    succeed(at, &["convert", "a.qgames", "a.txt"]);
    succeed(at, &["convert", "a.qgames", "a.bullet"]);
    let epd = fs::read_to_string(at.join("a.epd")).unwrap();
    assert_eq!(epd.lines().count(), 7, "{epd}");
    assert!(epd.contains("hmvc 0; fmvn 1; ce 31; c9 1-0;"), "{epd}");
    let text = fs::read_to_string(at.join("a.txt")).unwrap();
    assert!(text.contains("- 0 1 | 31 | 1.0\n"), "{text}");
    let bullet = fs::read(at.join("a.bullet")).unwrap();
    assert_eq!(bullet.len(), 7 * 32);
    // The text formats hold everything but the group, in the last two bytes.
    let mut ungrouped = bullet.clone();
    for record in ungrouped.chunks_exact_mut(32) {
        assert_ne!(record[30..], [0, 0]);
        record[30..].fill(0);
    }
    for (from, to) in [("a.epd", "b.bullet"), ("a.txt", "c.bullet")] {
        succeed(at, &["convert", from, to]);
        assert_eq!(fs::read(at.join(to)).unwrap(), ungrouped, "{from}");
    }
    // With white to move always, and so the same once more.
    succeed(at, &["convert", "a.bullet", "d.txt"]);
    succeed(at, &["convert", "d.txt", "d.bullet"]);
    assert_eq!(fs::read(at.join("d.bullet")).unwrap(), ungrouped);
    let sorted = |name: &str| {
        let bytes = fs::read(at.join(name)).unwrap();
        let mut records: Vec<[u8; 32]> = bytes
            .chunks_exact(32)
            .map(|chunk| chunk.try_into().unwrap())
            .collect();
        records.sort_unstable();
        records
    };
    succeed(at, &["convert", "a.qgames", "e.bullet", "--shuffle", "3"]);
    assert_eq!(sorted("e.bullet"), sorted("a.bullet"));
    let args = [
        "convert",
        "a.qgames",
        "f.bullet",
        "--drop-check",
        "--drop-noisy",
    ];
    succeed(at, &args);
    succeed(
        at,
        &["convert", "a.qgames", "g.bullet", "--max-score", "100"],
    );
    assert_eq!((sorted("f.bullet").len(), sorted("g.bullet").len()), (6, 4));
}

#[test]
fn what_cannot_be_is_refused_with_a_reason() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    write_games(at);
    succeed(at, &["convert", "games.pgn", "a.qgames"]);
    succeed(at, &["convert", "a.qgames", "a.epd"]);
    let error = fail(at, 2, &["convert", "a.epd", "b.qgames"]);
    assert!(
        error.contains("EPD holds single positions, from which qgames games"),
        "{error}"
    );
    let error = fail(at, 3, &["convert", "a.qgames", "a.epd"]);
    assert!(error.contains("a.epd exists; --force"), "{error}");
    succeed(at, &["convert", "a.qgames", "a.epd", "--force"]);
    let error = fail(at, 2, &["convert", "a.qgames", "a.unknown"]);
    assert!(
        error.contains("unknown file extension; use --to"),
        "{error}"
    );
    let error = fail(
        at,
        3,
        &["convert", "games.pgn", "x.bullet", "--from", "qgames"],
    );
    assert!(error.contains("games.pgn is not a .qgames file"), "{error}");
    let error = fail(
        at,
        3,
        &["convert", "games.pgn", "x.qgames", "--from", "viriformat"],
    );
    assert!(error.contains("game 0 at byte 0: "), "{error}");
    let error = fail(
        at,
        3,
        &["convert", "games.pgn", "x.txt", "--from", "bulletformat"],
    );
    assert!(
        error.contains("games.pgn is not a bulletformat file"),
        "{error}"
    );
    fs::write(
        at.join("open.pgn"),
        "1. e4 {+0.10/3} e5 *\n\n1. d4 {+0.1/2} 1-0\n",
    )
    .unwrap();
    let error = fail(at, 3, &["convert", "open.pgn", "x.vf"]);
    assert!(
        error.contains("viriformat cannot store a game without a result; --lossy"),
        "{error}"
    );
    succeed(at, &["convert", "open.pgn", "x.vf", "--lossy"]);
    assert_eq!(fs::read(at.join("x.vf")).unwrap().len(), 32 + 4 + 4);
    fail(at, 2, &["games", "look", "a.qgames"]);
    let left: Vec<String> = fs::read_dir(at)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .filter(|name| name.contains(".new"))
        .collect();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn damage_is_named_and_passed_over() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    write_games(at);
    succeed(at, &["convert", "games.pgn", "a.qgames"]);
    let mut bytes = fs::read(at.join("a.qgames")).unwrap();
    let block = bytes.windows(4).position(|part| part == b"QGBL").unwrap();
    bytes[block + 60] ^= 1;
    fs::write(at.join("a.qgames"), &bytes).unwrap();
    let error = fail(at, 1, &["games", "check", "a.qgames"]);
    let expected = format!("a.qgames: block 0 at byte {block}: its checksum does not match");
    assert!(error.contains(&expected), "{error}");
    let error = fail(at, 3, &["convert", "a.qgames", "b.pgn"]);
    assert!(error.contains("its checksum does not match"), "{error}");
    assert!(
        error.contains("nothing left to write: 1 unreadable"),
        "{error}"
    );
    fs::write(at.join("a.qgames"), &bytes[..block + 50]).unwrap();
    let error = fail(at, 3, &["games", "check", "a.qgames", "missing.qgames"]);
    assert!(error.contains("it is truncated"), "{error}");
    assert!(error.contains("missing.qgames: "), "{error}");
}
