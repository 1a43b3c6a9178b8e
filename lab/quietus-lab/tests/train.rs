//! `quietus-lab train` as a user meets it.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn train(folder: &Path, words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_quietus-lab"))
        .arg("train")
        .args(words)
        .current_dir(folder)
        .output()
        .expect("the lab starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Records of two kings and a pawn: the same position with different scores.
fn write_records(path: &Path) {
    let mut bytes = Vec::new();
    for number in 0..400_u16 {
        let mut record = [0_u8; 32];
        // White's king on e1, a white pawn on e2, black's king on e8.
        record[0] = 1 << 4;
        record[1] = 1 << 4;
        record[7] = 1 << 4;
        record[8] = 5;
        record[9] = 13;
        record[24..26].copy_from_slice(&(number % 200).to_le_bytes());
        record[26] = (number % 3) as u8;
        record[27] = 4;
        record[28] = 4;
        bytes.extend(record);
    }
    fs::write(path, bytes).expect("room for it");
}

#[test]
fn one_command_makes_a_network() {
    let folder = tempfile::tempdir().expect("a folder");
    write_records(&folder.path().join("records.bin"));
    fs::write(
        folder.path().join("tiny.toml"),
        "width = 32\nbatch_size = 50\nepochs = 3\n",
    )
    .unwrap();
    let words = [
        "tiny.toml",
        "--data",
        "records.bin",
        "--output",
        "out",
        "--name",
        "tiny",
        "--backend",
        "cpu",
        "--ledger",
        "ledger.sqlite",
    ];
    let output = train(folder.path(), &words);
    let errors = text(&output.stderr);
    assert!(output.status.success(), "{errors}");
    assert!(text(&output.stdout).contains("validation loss"));
    assert!(errors.contains("Ledger entry: 1"), "{errors}");
    // Of these positions nothing can be learned, which is said before and after.
    assert!(errors.contains("too few positions"), "{errors}");
    assert!(errors.contains("piece values make no sense"), "{errors}");
    for file in [
        "tiny.qnn",
        "tiny.html",
        "tiny.json",
        "tiny.loss.svg",
        "tiny.pieces.svg",
    ] {
        assert!(folder.path().join("out").join(file).is_file(), "{file}");
    }
    let again = train(folder.path(), &words);
    assert_eq!(again.status.code(), Some(3));
    assert!(text(&again.stderr).contains("--restart"));
}

#[test]
fn a_name_stays_in_its_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    write_records(&folder.path().join("records.bin"));
    let words = ["--data", "records.bin", "--output", "out", "--name"];
    for name in ["../evil", "/evil", "a\\b", "", "..", "a\u{1b}[2J"] {
        let output = train(folder.path(), &[&words[..], &[name]].concat());
        let errors = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{name:?}: {errors}");
        assert!(errors.contains("field name"), "{name:?}: {errors}");
        assert!(!folder.path().join("out").exists(), "{name:?}");
    }
}

#[test]
fn the_configuration_can_be_shown_and_is_read_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let shown = train(
        folder.path(),
        &["--width", "256", "--hidden", "16,32", "--print-config"],
    );
    let shown = text(&shown.stdout);
    assert!(shown.contains("width = 256\n"), "{shown}");
    fs::write(folder.path().join("shown.toml"), &shown).unwrap();
    let again = train(folder.path(), &["shown.toml", "--print-config"]);
    assert_eq!(text(&again.stdout), shown);
}

#[test]
fn bad_configurations_name_the_field() {
    let folder = tempfile::tempdir().expect("a folder");
    for (config, word, status) in [
        ("widht = 64", "widht", 2),
        ("width = \"wide\"", "width", 2),
        ("width = 65\ndata = [\"a\"]", "field width", 2),
        ("data = []", "field data", 2),
        ("data = [\"none.bin\"]", "none.bin", 3),
        (
            "learning_rate = -1.0\ndata = [\"a\"]",
            "field learning_rate",
            2,
        ),
    ] {
        fs::write(folder.path().join("bad.toml"), config).unwrap();
        let output = train(folder.path(), &["bad.toml"]);
        assert_eq!(output.status.code(), Some(status), "{config}");
        assert!(
            text(&output.stderr).contains(word),
            "{config}: {}",
            text(&output.stderr)
        );
    }
    let output = train(folder.path(), &["no.toml"]);
    assert!(text(&output.stderr).contains("no.toml"));
    let output = train(folder.path(), &["--width", "many"]);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn the_ready_configurations_can_be_followed() {
    let configs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../configs");
    let mut count = 0;
    for entry in fs::read_dir(&configs).expect("the folder of configurations") {
        let path = entry.expect("an entry").path();
        // The plans of studies have a test of their own.
        if path.is_dir() {
            continue;
        }
        let folder = tempfile::tempdir().expect("a folder");
        // All is well but the data.
        let output = train(
            folder.path(),
            &[path.to_str().unwrap(), "--data", "none.bin"],
        );
        let errors = text(&output.stderr);
        assert!(
            errors.contains("cannot read none.bin"),
            "{}: {errors}",
            path.display()
        );
        count += 1;
    }
    assert!(count >= 3, "{count}");
}
