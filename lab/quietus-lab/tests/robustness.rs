//! What a hostile or careless world does: huge and evil texts, absurd numbers, full disks.

mod common;

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output};

use common::{fail, lab, succeed};

/// Runs the program under limits that `sh` sets first.
#[cfg(target_os = "linux")]
fn lab_under(folder: &Path, limits: &str, args: &[&str]) -> Output {
    Command::new("sh")
        .args(["-c", &format!("{limits}; exec \"$0\" \"$@\"")])
        .arg(env!("CARGO_BIN_EXE_quietus-lab"))
        .args(args)
        .current_dir(folder)
        .output()
        .expect("sh starts")
}

/// A file can have so many blocks of 512 bytes; writing more is an error, as on a full disk.
#[cfg(target_os = "linux")]
fn full_disk(blocks: u32) -> String {
    format!("trap '' XFSZ; ulimit -f {blocks}")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

const GOOD: &str = "[White \"a\"]\n[Black \"b\"]\n\n1. e4 e5 1-0\n\n";

#[cfg(target_os = "linux")]
#[test]
fn a_game_of_a_gigabyte_is_refused_in_little_memory() {
    let folder = tempfile::tempdir().unwrap();
    let file = fs::File::create(folder.path().join("bomb.pgn.zst")).unwrap();
    let mut bomb = zstd::Encoder::new(file, 1).unwrap();
    bomb.write_all(GOOD.as_bytes()).unwrap();
    bomb.write_all(b"[White \"").unwrap();
    for _ in 0..1000 {
        bomb.write_all(&[b'x'; 1 << 20]).unwrap();
    }
    bomb.write_all(format!("\"]\n\n1. e4 *\n\n{GOOD}").as_bytes())
        .unwrap();
    bomb.finish().unwrap();
    // Kilobytes of address space.
    let limit = "ulimit -v 400000";
    let output = lab_under(folder.path(), limit, &["rate", "bomb.pgn.zst"]);
    let (shown, said) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(0), "{said}");
    assert!(
        said.contains("game 2 (line 6): longer than 8 MiB"),
        "{said}"
    );
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(shown.contains("Games: 2,"), "{shown}");
    assert!(shown.contains("Skipped: 1 broken (1 too long)"), "{shown}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_book_of_gigabytes_is_refused_in_little_memory() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let lines = ["x\n".repeat(1 << 19), "\u{ff}".repeat(1 << 19)];
    let engine = common::engine().display().to_string();
    let engines = ["match", "-e", &engine, "name=a", "-e", &engine, "name=b"];
    let rest = ["--each", "nodes=1", "-r", "1", "--out", "m", "--book"];
    let engines = [&engines[..], &rest].concat();
    for (name, megabyte) in ["b.epd", "b.pgn"].into_iter().zip(&lines) {
        let mut bomb = zstd::Encoder::new(fs::File::create(at.join(name)).unwrap(), 1).unwrap();
        for _ in 0..2000 {
            bomb.write_all(megabyte.as_bytes()).unwrap();
        }
        bomb.finish().unwrap();
        let output = lab_under(at, "ulimit -v 900000", &[&engines[..], &[name]].concat());
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(3), "{said}");
        assert_eq!(said.lines().count(), 1, "{said}");
        assert!(said.contains("larger than the limit of 256 MiB"), "{said}");
    }
    // Small enough as text, but a hundred million openings.
    let text_of_many = "x\n".repeat(100 << 20);
    fs::write(at.join("many.epd"), text_of_many).unwrap();
    let args = [&engines[..], &["many.epd"]].concat();
    let said = text(&lab_under(at, "ulimit -v 900000", &args).stderr);
    assert!(
        said.contains("its openings take more than 256 MiB"),
        "{said}"
    );
}

#[cfg(target_os = "linux")]
#[test]
fn threads_that_memory_does_not_hold_are_not_started() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let engine = common::engine().display().to_string();
    let games = "datagen --threads 400 --nodes 40 --verify 100 --bench 1 --games 2 --out a.qgames";
    let games: Vec<&str> = games.split(' ').collect();
    let players = ["match", "-e", &engine, "name=a", "-e", &engine, "name=b"];
    let rest = "--each nodes=20 --max-moves 3 -r 20 -c 400 --plain --out m";
    let players = [&players[..], &rest.split(' ').collect::<Vec<_>>()].concat();
    let train = "train --threads 400 --data a.qgames --name n --width 32 --epochs 1 --output t";
    let train = train.split(' ').collect();
    for args in [games, players, train] {
        let output = lab_under(at, "ulimit -v 400000", &args);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{said}");
        assert!(said.contains(" of 400 threads"), "{said}");
    }
}

#[test]
fn absurd_numbers_of_threads_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    for line in [
        "datagen --out a.qgames -j 1000000",
        "datagen relabel a.qgames --out b.qgames -j 1000000",
        "dataset a.qgames --out b.bin -j 1000000",
        "first-net -j 1000000",
        "match -e a -e b --each nodes=1 -c 1000000",
        "sprt -e a -e b --each nodes=1 -c 1000000",
        "gate a.qnn -c 1000000",
        "suite -e a nodes=1 --epd a.epd -c 1000000",
        "train --data a.bin --threads 1000000",
    ] {
        let error = fail(at, 2, &line.split(' ').collect::<Vec<_>>());
        assert!(error.contains("1024"), "{line}: {error}");
    }
    assert_eq!(fs::read_dir(at).unwrap().count(), 0);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_leaves_no_dataset_that_looks_whole() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let fen = "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1\n";
    fs::write(at.join("start.epd"), fen).unwrap();
    let args = ["dataset", "start.epd", "--expand", "--out", "quiet.bin"];
    let margins = ["--quiescence-margin", "9999", "--search-margin", "9999"];
    let args = [&args[..], &margins].concat();
    let output = lab_under(at, &full_disk(1), &args);
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(3), "{said}");
    assert!(said.contains("cannot write quiet.bin"), "{said}");
    assert_eq!(fs::read_dir(at).unwrap().count(), 1, "{said}");
    succeed(at, &args);
    assert!(fs::metadata(at.join("quiet.bin")).unwrap().len() > 512);
}

#[cfg(target_os = "linux")]
#[test]
fn a_ledger_is_read_on_a_full_disk() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    succeed(at, &["ledger", "add", "note", "remember"]);
    for args in [&["list"][..], &["show", "1"], &["export"]] {
        let args = [&["ledger"], args].concat();
        let output = lab_under(at, &full_disk(0), &args);
        let (shown, said) = (text(&output.stdout), text(&output.stderr));
        assert_eq!(output.status.code(), Some(0), "{said}");
        assert!(shown.contains("remember"), "{shown}");
    }
    let add = ["ledger", "add", "note", "more"];
    let output = lab_under(at, &full_disk(0), &add);
    assert_eq!(output.status.code(), Some(3), "{}", text(&output.stderr));
    assert!(!succeed(at, &["ledger", "list"]).contains("more"));
}

#[cfg(unix)]
#[test]
fn a_ledger_is_read_where_nothing_can_be_written() {
    use std::os::unix::fs::PermissionsExt;

    let folder = tempfile::tempdir().unwrap();
    let at = folder.path().join("?read #only%");
    fs::create_dir(&at).unwrap();
    succeed(&at, &["ledger", "add", "note", "remember"]);
    let mode = |path: &Path, mode| fs::set_permissions(path, PermissionsExt::from_mode(mode));
    mode(&at.join("ledger.sqlite"), 0o444).unwrap();
    mode(&at, 0o555).unwrap();
    mode(folder.path(), 0o755).unwrap();
    let output = match fs::write(at.join("probe"), "") {
        Err(_) => lab(&at, &["ledger", "list"]),
        // The superuser can write everywhere, so somebody else has to try.
        Ok(()) => {
            fs::remove_file(at.join("probe")).unwrap();
            let somebody = ["--reuid=65534", "--clear-groups"];
            let program = folder.path().join("lab");
            fs::copy(env!("CARGO_BIN_EXE_quietus-lab"), &program).unwrap();
            let output = Command::new("setpriv")
                .args(somebody)
                .arg(&program)
                .args(["ledger", "list"])
                .current_dir(&at)
                .output();
            match output {
                Ok(output) => output,
                Err(_) => return,
            }
        }
    };
    mode(&at, 0o755).unwrap();
    let (shown, said) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(0), "{said}");
    assert!(shown.contains("remember"), "{shown}");
}

#[test]
fn names_cannot_control_the_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let evil = "\u{1b}]0;owned\u{7}\u{1b}[2J<script>\u{202e}\u{9b}1m";
    let game = format!("[White \"{evil}\"]\n[Black \"b\nc\"]\n\n1. e4 e5 1-0\n\n");
    let broken = format!("[White \"a\"]\n[Black \"b\"]\n[Variant \"{evil}\"]\n\n1. {evil} *\n\n");
    fs::write(at.join("games.pgn"), game + &broken).unwrap();
    let runs: [&[&str]; 6] = [
        &["rate", "games.pgn"],
        &["ledger", "add", "match", "games.pgn", "--name", evil],
        &["ledger", "list"],
        &["ledger", "show", "1"],
        &["ledger", "export", "--format", "md"],
        &["ledger", "show", "--ledger", evil, "1"],
    ];
    for args in runs {
        let output = lab(at, args);
        for shown in [text(&output.stdout), text(&output.stderr)] {
            let is_evil = |c: char| c.is_control() && c != '\n' || c == '\u{202e}';
            assert!(!shown.contains(is_evil), "{args:?}: {shown:?}");
        }
    }
    let markdown = succeed(at, &["ledger", "export", "--format", "md"]);
    assert!(markdown.contains("&lt;script&gt;"), "{markdown}");
    assert!(!markdown.contains("<script>"), "{markdown}");
}
