//! Exit statuses of `suite` and `uci-check` that need no engine.

use std::io::Write;
use std::process::{Command, Output};

fn lab(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quietus-lab"));
    command.args(arguments).output().expect("the lab runs")
}

fn status(arguments: &[&str]) -> Option<i32> {
    lab(arguments).status.code()
}

const NO_ENGINE: &str = "no-such-engine-anywhere";

#[test]
fn uci_check_tells_a_missing_engine_from_a_wrong_command_line() {
    assert_eq!(status(&["uci-check", NO_ENGINE]), Some(3));
    assert_eq!(status(&["uci-check"]), Some(2));
    assert_eq!(
        status(&["uci-check", "--slowness", "0", NO_ENGINE]),
        Some(2)
    );
    let list = lab(&["uci-check", "--list"]);
    assert_eq!(list.status.code(), Some(0));
    assert!(String::from_utf8_lossy(&list.stdout).contains("stop.latency"));
}

#[test]
fn suite_tells_bad_input_from_a_wrong_command_line() {
    let mut suite = tempfile::NamedTempFile::new().expect("a new file");
    suite
        .write_all(b"# nothing\nnonsense\n8/8/8/4k3/8/8/4P3/4K3 w - - id \"x\";\n")
        .expect("room for it");
    let path = &suite.path().display().to_string();
    let good = ["suite", NO_ENGINE, "--epd", path, "--nodes", "10"];
    let output = lab(&good);
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{errors}");
    assert!(
        errors.contains(":2: ") && errors.contains(":3: nothing to grade"),
        "{errors}"
    );
    assert!(errors.contains("2 bad lines, 0 good ones"), "{errors}");
    suite
        .write_all(b"8/8/8/4k3/8/8/4P3/4K3 w - - bm e4;\n")
        .expect("room for it");
    assert_eq!(status(&good), Some(1));
    assert_eq!(
        status(&["suite", NO_ENGINE, "--epd", "no/file", "--nodes", "1"]),
        Some(1)
    );
    assert_eq!(status(&["suite", NO_ENGINE, "--epd", path]), Some(2));
    assert_eq!(status(&["suite", NO_ENGINE, "--nodes", "1"]), Some(2));
    assert_eq!(
        status(&["suite", NO_ENGINE, "--epd", path, "--nodes", "0"]),
        Some(2)
    );
}
