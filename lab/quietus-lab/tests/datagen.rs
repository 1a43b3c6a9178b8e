//! `datagen`, `datagen relabel` and `dataset`, run as programs.

mod common;

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use common::{fail, succeed};
use records::{Reader, read_records};

/// Quick games; the bench number is given because finding it takes seconds.
const QUICK: [&str; 7] = ["--nodes", "40", "--verify", "100", "--bench", "1", "--seed"];

fn play(folder: &Path, out: &str, more: &[&str]) -> String {
    let seed = if more.contains(&"other-seed") {
        "8"
    } else {
        "7"
    };
    let more = more.iter().filter(|&&word| word != "other-seed");
    let words = ["datagen", "--out", out]
        .into_iter()
        .chain(QUICK)
        .chain([seed]);
    let words: Vec<&str> = words.chain(more.copied()).collect();
    succeed(folder, &words)
}

#[test]
fn the_same_seed_gives_the_same_bytes_on_any_number_of_threads() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let said = play(path, "a.qgames", &["--games", "6", "-j", "1"]);
    assert!(said.contains("6 games") && said.contains("W/D/L"), "{said}");
    play(path, "b.qgames", &["--games", "6", "-j", "1"]);
    play(path, "c.qgames", &["--games", "6", "-j", "3"]);
    play(path, "d.qgames", &["--games", "6", "-j", "1", "other-seed"]);
    let bytes = |name: &str| fs::read(path.join(name)).unwrap();
    assert_eq!(bytes("a.qgames"), bytes("b.qgames"));
    assert_eq!(bytes("a.qgames"), bytes("c.qgames"));
    assert_ne!(bytes("a.qgames"), bytes("d.qgames"));
    let reader = <Reader>::open(&path.join("a.qgames")).unwrap();
    let header = reader.header();
    assert_eq!((header.bench, header.seed), (Some(1), Some(7)));
    assert_eq!(header.settings["nodes"]["soft"], 40);
    assert!(
        header
            .engine
            .as_deref()
            .is_some_and(|name| name.starts_with("Quietus "))
    );
}

#[test]
fn a_file_is_continued_with_the_same_settings_only() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let games = |name: &str| -> Vec<records::Game> {
        let reader = <Reader>::open(&path.join(name)).unwrap();
        reader.games().map(Result::unwrap).collect()
    };
    play(path, "whole.qgames", &["--games", "5"]);
    play(path, "parts.qgames", &["--games", "2"]);
    play(path, "parts.qgames", &["--games", "5"]);
    assert_eq!(games("whole.qgames"), games("parts.qgames"));
    let other = [
        "datagen",
        "--out",
        "parts.qgames",
        "--bench",
        "1",
        "--nodes",
        "41",
    ];
    let error = fail(path, 3, &other);
    assert!(error.contains("other settings"), "{error}");
    for field in [
        "seed is 7 in the file and 1 now",
        "settings.nodes.soft is 40 in the file and 41 now",
    ] {
        assert!(error.contains(field), "{error}");
    }
}

/// Slow games: without early blocks nothing would be on the disk before minutes.
#[cfg(unix)]
#[test]
fn a_killed_run_loses_only_seconds() {
    const RUNS: Duration = Duration::from_secs(7);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let slow = [
        "--nodes", "1000", "--verify", "0", "--bench", "1", "-j", "1",
    ];
    let words = [&["datagen", "--out", "killed.qgames"], &slow[..]].concat();
    let mut child = Command::new(env!("CARGO_BIN_EXE_quietus-lab"))
        .args(&words)
        .current_dir(path)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    std::thread::sleep(RUNS);
    child.kill().unwrap();
    child.wait().unwrap();
    let reader = <Reader>::open(&path.join("killed.qgames")).unwrap();
    let saved = reader.totals().games;
    assert!(saved > 0 && !reader.is_indexed());
    let goal = (saved + 2).to_string();
    succeed(path, &[&words[..], &["--games", &goal]].concat());
    let whole = [
        &["datagen", "--out", "whole.qgames"],
        &slow[..],
        &["--games", &goal],
    ];
    succeed(path, &whole.concat());
    let bytes = |name: &str| fs::read(path.join(name)).unwrap();
    assert_eq!(bytes("killed.qgames"), bytes("whole.qgames"));
}

#[test]
fn books_chess960_and_siblings_are_used() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let fen = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";
    fs::write(path.join("book.epd"), format!("{fen}\n")).unwrap();
    play(
        path,
        "book.qgames",
        &["--games", "2", "--book", "book.epd", "--siblings", "0.5"],
    );
    let reader = <Reader>::open(&path.join("book.qgames")).unwrap();
    for game in reader.games().map(Result::unwrap) {
        assert_eq!(game.start.fen(), Some(fen));
        assert!((1..=4).contains(&game.opening_plies()));
        assert!(game.plies.iter().any(|ply| ply.sibling.is_some()));
    }
    fs::write(path.join("book.pgn"), "1. e4 e5 2. Nf3 Nc6 3. Bb5 *\n").unwrap();
    let cut = ["--games", "2", "--book", "book.pgn", "--book-plies", "4"];
    play(path, "pgn.qgames", &cut);
    let reader = <Reader>::open(&path.join("pgn.qgames")).unwrap();
    assert_eq!(reader.header().settings["openings"]["book_plies"], 4);
    for game in reader.games().map(Result::unwrap) {
        assert_eq!(game.start.fen(), None);
        let first = game.plies[..4].iter().map(|ply| ply.mv.to_string());
        assert!(first.eq(["e2e4", "e7e5", "g1f3", "b8c6"]));
        assert!((5..=8).contains(&game.opening_plies()));
    }
    fs::write(path.join("bad.pgn"), "1. e4 e4 *\n").unwrap();
    let bad = ["--out", "no.qgames", "--book", "bad.pgn", "--bench", "1"];
    let error = fail(path, 3, &[&["datagen"], &bad[..]].concat());
    assert_eq!(error.matches("book game 1: ").count(), 1, "{error}");
    let positions = ["--out", "no.qgames", "--book", "book.epd"];
    let wrong = [&["datagen"], &positions[..], &["--book-plies", "4"]].concat();
    let error = fail(path, 2, &wrong);
    assert!(
        error.contains("needs a PGN book, and book.epd is none"),
        "{error}"
    );
    play(path, "960.qgames", &["--games", "2", "--chess960", "100"]);
    let reader = <Reader>::open(&path.join("960.qgames")).unwrap();
    let mut games = reader.games().map(Result::unwrap);
    assert!(games.all(|game| game.start.position().is_chess960()));
}

#[test]
fn one_relabeling_gives_labels_of_several_depths() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    play(path, "old.qgames", &["--games", "3"]);
    let relabel = |nested: &[&'static str]| {
        let start = ["datagen", "relabel", "old.qgames", "--out", "deep.qgames"];
        let rest = ["--nodes", "400", "--bench", "1", "--nested"];
        [&start[..], &rest, nested].concat()
    };
    succeed(path, &relabel(&["50", "150"]));
    let plies = |name: &str| -> Vec<_> {
        let reader = <Reader>::open(&path.join(name)).unwrap();
        let games = reader.games().map(Result::unwrap);
        games.flat_map(|game: records::Game| game.plies).collect()
    };
    let files = ["deep.qgames", "deep-50.qgames", "deep-150.qgames"].map(plies);
    let moves = |file: &[records::Ply]| file.iter().map(|ply| ply.mv).collect::<Vec<_>>();
    for (number, file) in files.iter().enumerate() {
        assert_eq!(moves(file), moves(&plies("old.qgames")));
        assert!(files[..number].iter().all(|other| other != file));
    }
    // What was lost of one file is made again, and of that file alone.
    fs::remove_file(path.join("deep-50.qgames")).unwrap();
    succeed(path, &relabel(&["50", "150"]));
    assert_eq!(plies("deep-50.qgames"), files[1]);
    assert_eq!(plies("deep.qgames"), files[0]);
    for wrong in [&["400"][..], &["150", "50"], &[]] {
        fail(path, 2, &relabel(wrong));
    }
}

#[test]
fn games_are_relabeled_and_chosen_from() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    play(path, "old.qgames", &["--games", "3"]);
    let relabel = [
        "datagen",
        "relabel",
        "old.qgames",
        "--out",
        "new.qgames",
        "--nodes",
        "80",
        "--bench",
        "1",
    ];
    let said = succeed(path, &relabel);
    assert!(said.contains("scores changed by"), "{said}");
    let read = |name: &str| -> Vec<records::Game> {
        let reader = <Reader>::open(&path.join(name)).unwrap();
        reader.games().map(Result::unwrap).collect()
    };
    let (old, new) = (read("old.qgames"), read("new.qgames"));
    assert_eq!(old.len(), new.len());
    for (old, new) in old.iter().zip(&new) {
        assert_eq!((&old.start, old.result), (&new.start, new.result));
        assert!(old.plies.iter().zip(&new.plies).all(|(a, b)| a.mv == b.mv));
        assert_ne!(old.plies, new.plies);
    }
    let dataset = [
        "dataset",
        "new.qgames",
        "--out",
        "quiet.bin",
        "--json",
        "quiet.json",
        "--html",
        "quiet.html",
        "-j",
        "2",
    ];
    let said = succeed(path, &dataset);
    let records = read_records(&path.join("quiet.bin")).unwrap().len();
    assert!(
        records > 20 && said.contains(&format!("{records} records")),
        "{said}"
    );
    let report: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(path.join("quiet.json")).unwrap()).unwrap();
    assert_eq!(report["written"], records);
    recount(&path.join("quiet.bin"), &report);
    assert_eq!(report["games"], 3);
    assert!(
        fs::read_to_string(path.join("quiet.html"))
            .unwrap()
            .contains("</html>")
    );
}

/// The shares that a report claims, counted again in its file.
fn recount(file: &Path, report: &serde_json::Value) {
    let records = records::Record::from_bytes(&fs::read(file).expect("records"));
    let scores: Vec<i16> = records.iter().map(records::Record::score).collect();
    let share = |is: &dyn Fn(i16) -> bool, of: &dyn Fn(i16) -> bool| {
        let count = |is: &dyn Fn(i16) -> bool| scores.iter().filter(|&&score| is(score)).count();
        count(is) as f64 / count(of).max(1) as f64
    };
    let balance = &report["written_balance"];
    for (name, counted) in [
        ("positive", share(&|score| score > 0, &|score| score != 0)),
        ("near", share(&|score| score.abs() <= 100, &|_| true)),
        ("far", share(&|score| score.abs() > 100, &|_| true)),
    ] {
        let said = balance[name].as_f64().expect("a share");
        assert!((said - counted).abs() < 1e-12, "{name}: {said} {counted}");
    }
}

#[test]
fn tables_alone_play_and_select_in_every_game() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    for game in ["chess", "xiangqi"] {
        let name = format!("{game}.qgames");
        let psqt = ["--game", game, "--evaluation", "psqt", "--games", "2"];
        play(path, &name, &psqt);
        let header = records::Header::of_file(&path.join(&name)).unwrap();
        assert_eq!(header.other["evaluation"], "psqt");
        assert_eq!(header.network, None);
        let other = ["datagen", "--out", &name, "--evaluation", "handcrafted"];
        let other = [&other[..], &QUICK, &["7", "--game", game]].concat();
        let error = fail(path, 3, &other);
        assert!(error.contains("evaluation"), "{error}");
        let select = |margins: &[&str], json: &str| {
            let words = ["dataset", &name, "--evaluation", "psqt", "--expand"];
            let out = ["--search-depth", "2", "--out", "q.bin", "--json", json];
            succeed(path, &[&words[..], &out, margins].concat());
            let text = fs::read_to_string(path.join(json)).unwrap();
            let report: serde_json::Value = serde_json::from_str(&text).unwrap();
            recount(&path.join("q.bin"), &report);
            report
        };
        let plain = select(&["--balance", "literal"], "plain.json");
        let wider = select(&["--margin-unit", "rook", "--balance", "add"], "rook.json");
        let margin = |report: &serde_json::Value| report["settings"]["margins"]["search"].clone();
        assert_eq!(margin(&plain), 70);
        assert_ne!(margin(&wider), 70);
        assert!(wider["added"].as_u64() > Some(0));
        let early = select(&["--candidates", "published"], "early.json");
        assert!(early["candidates"].as_u64() < plain["candidates"].as_u64());
        let checks = select(&["--no-check-filter", "--max-score", "50"], "checks.json");
        assert_eq!(checks["dropped"]["check"], 0);
        assert!(checks["dropped"]["score"].as_u64() > Some(0));
    }
    // A network of the other game.
    let embedded = path.join("chess.qnn");
    fs::write(&embedded, evaluation_of_chess()).unwrap();
    let words = [
        "dataset",
        "xiangqi.qgames",
        "--json",
        "x.json",
        "--evaluation",
        "chess.qnn",
    ];
    let error = fail(path, 3, &words);
    assert!(error.contains("chess"), "{error}");
}

/// The network that chess has built in.
fn evaluation_of_chess() -> &'static [u8] {
    use evaluation::Evaluated;
    chess::Chess::EMBEDDED.expect("a network is built in").bytes
}

/// A limit on the size of files stands for a full disk.
#[cfg(unix)]
#[test]
fn a_full_disk_leaves_no_dataset_that_looks_whole() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    play(path, "games.qgames", &["--games", "3"]);
    let words = "ulimit -f 1; \"$0\" dataset games.qgames --out quiet.bin";
    let run = |words: &str| {
        let mut command = Command::new("sh");
        command.args(["-c", words, env!("CARGO_BIN_EXE_quietus-lab")]);
        command.current_dir(path).output().unwrap()
    };
    assert!(!run(words).status.success());
    assert!(!path.join("quiet.bin").exists());
}

#[test]
fn positions_and_pgn_are_read_and_bad_input_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let quiet = "r2q1rk1/ppp2ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPP2PPP/R2Q1RK1 w - - 0 8";
    let check = "4r1k1/5ppp/8/8/8/8/3P1PPP/R3K2R w KQ - 0 1";
    fs::write(
        path.join("two.epd"),
        format!("{quiet}\n{check}\nnonsense\n"),
    )
    .unwrap();
    fs::write(path.join("one.pgn"), "[Result \"1-0\"]\n\n1. e4 e5 1-0\n").unwrap();
    let words = ["dataset", "two.epd", "one.pgn", "--json", "report.json"];
    succeed(path, &words);
    let report: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(path.join("report.json")).unwrap()).unwrap();
    assert_eq!(
        (&report["games"], &report["dropped"]["check"]),
        (&3.into(), &1.into())
    );
    assert_eq!(report["candidates"], 5);
    let error = fail(path, 2, &["dataset", "two.epd"]);
    assert!(error.contains("--out"), "{error}");
    let error = fail(path, 2, &["dataset", "games.zip", "--json", "x.json"]);
    assert!(error.contains("games.zip"), "{error}");
    let error = fail(path, 3, &["dataset", "none.pgn", "--json", "x.json"]);
    assert!(error.contains("none.pgn"), "{error}");
    fail(path, 2, &["datagen"]);
    fail(
        path,
        2,
        &["datagen", "--out", "x.qgames", "--random-plies", "9-1"],
    );
    let error = fail(
        path,
        3,
        &[
            "datagen", "relabel", "one.pgn", "--out", "x", "--bench", "1",
        ],
    );
    assert!(error.contains("one.pgn"), "{error}");
}
