//! Exit codes of `match`, `sprt`, `suite` and `uci-check`, and what they say when engines or their
//! settings are wrong. Those of other commands are in the tests of these commands.

mod common;

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use common::{engine, fail, lab, succeed};

const NO_ENGINE: &str = "no-such-engine-anywhere";

/// Words of one line.
fn words(line: &str) -> Vec<&str> {
    line.split(' ').collect()
}

#[test]
fn the_help_lists_the_codes() {
    let folder = tempfile::tempdir().expect("a folder");
    let help = succeed(folder.path(), &["--help"]);
    for code in ["  0    ", "  1    ", "  2    ", "  3    ", "  130  "] {
        assert!(help.contains(code), "{help}");
    }
    fail(folder.path(), 2, &[]);
    fail(folder.path(), 2, &["no-such-command"]);
}

#[test]
fn uci_check_distinguishes_usage_from_a_missing_engine() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    fail(at, 3, &["uci-check", "-e", NO_ENGINE]);
    let error = fail(at, 2, &["uci-check"]);
    assert!(error.contains("-e cmd=PATH"), "{error}");
    fail(at, 2, &words("uci-check --slowness 0 -e x"));
    fail(at, 2, &words("uci-check -e x nodes=5"));
    for selection in ["--only nosuch", "--skip nosuch", "--only stop. --skip stop"] {
        let line = format!("uci-check -e {NO_ENGINE} {selection}");
        let error = fail(at, 2, &words(&line));
        assert!(error.contains("check"), "{error}");
    }
    assert!(succeed(at, &["uci-check", "--list"]).contains("stop.latency"));
}

/// The habits of fastchess and cutechess, in the real program.
#[test]
fn matches_in_the_words_of_other_programs_are_played_or_answered() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    let engine = format!("cmd={}", engine().display());
    let others = [
        "match", "-engine", &engine, "name=A", "-engine", &engine, "name=B",
    ];
    let rest = words("-each nodes=50 -rounds 1 -concurrency 1 -event Habits -o played --plain");
    let said = succeed(at, &[&others[..], &rest].concat());
    assert!(said.contains("Games: 2,"), "{said}");
    let pgn = fs::read_to_string(at.join("played/games.pgn")).expect("the games");
    assert!(pgn.contains("[Event \"Habits\"]"), "{pgn}");
    for (option, ours) in [
        ("-pgnout x.pgn", "write --pgn FILE"),
        ("-openings file=x.epd", "write --book FILE"),
        ("-sprt elo0=0", "write quietus-lab sprt"),
    ] {
        let error = fail(at, 2, &[&others[..], &words(option)].concat());
        assert!(error.contains(ours), "{error}");
    }
}

/// A build without `tune` lists what it has, and that is nothing to tune.
#[test]
fn spsa_needs_an_engine_with_parameters() {
    let folder = tempfile::tempdir().expect("a folder");
    let engine = format!("cmd={}", engine().display());
    let error = fail(folder.path(), 2, &["spsa", "--list", "-e", &engine]);
    assert!(error.contains("--features tune"), "{error}");
}

#[test]
fn suite_distinguishes_bad_input_from_usage() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    let bad = "# nothing\nnonsense\n8/8/8/4k3/8/8/4P3/4K3 w - - id \"x\";\n";
    fs::write(at.join("suite.epd"), bad).expect("room for it");
    let suite = format!("suite -e {NO_ENGINE} nodes=10 --epd suite.epd");
    let error = fail(at, 3, &words(&suite));
    assert!(
        error.contains(":2: ") && error.contains(":3: nothing to grade"),
        "{error}"
    );
    assert!(error.contains("2 bad lines, 0 good ones"), "{error}");
    let good = format!("{bad}8/8/8/4k3/8/8/4P3/4K3 w - - bm e4;\n");
    fs::write(at.join("suite.epd"), good).expect("room for it");
    fail(at, 3, &words(&suite));
    fail(at, 3, &words("suite -e x nodes=1 --epd no/file"));
    for usage in [
        "suite -e x --epd suite.epd",
        "suite -e x tc=1+1 --epd suite.epd",
        "suite -e x nodes=1",
        "suite -e x nodes=0 --epd suite.epd",
        "suite --epd suite.epd --each nodes=1",
    ] {
        fail(at, 2, &words(usage));
    }
}

#[test]
fn match_and_sprt_distinguish_usage_from_failures() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    for command in ["match", "sprt"] {
        for usage in [
            "",
            " -e a nodes=1",
            " -e a -e b",
            " -e a hash=1 -e b --each nodes=1",
            " -e a -e b --each nodes=1 --resign moves=1",
            " -e a -e b --each nodes=1 --affinity x",
            " --resume no-such-folder -e a",
        ] {
            let line = format!("{command}{usage}");
            fail(at, 2, &words(&line));
        }
        let line = format!("{command} -e {NO_ENGINE} -e {NO_ENGINE} --each nodes=1");
        let error = fail(at, 3, &words(&line));
        assert!(error.contains("does not start"), "{error}");
        assert_eq!(error.matches("os error").count(), 1, "{error}");
        fail(at, 3, &[command, "--resume", "no-such-folder"]);
    }
    fail(
        at,
        2,
        &words("sprt -e a -e b --each nodes=1 --elo0 5 --elo1 0"),
    );
    assert_eq!(fs::read_dir(at).expect("a folder").count(), 0);
}

#[test]
fn engines_are_played_checked_and_graded_with_one_syntax() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    let engine = engine().display().to_string();
    let one = ["-e", &engine, "option.Hash=2", "nodes=50"];
    let two = ["--engine", &format!("cmd={engine}"), "name=two", "nodes=60"];
    let short = ["--max-moves", "4", "--rounds", "1", "--plain"];
    let shown = succeed(
        at,
        &[&["match", "-c", "2"], &one[..], &short, &two].concat(),
    );
    assert!(shown.contains("vs two"), "{shown}");
    // Four moves decide nothing: H1 is not accepted after the only pair.
    let sprt = [&["sprt"], &one[..], &short, &two].concat();
    let output = lab(at, &sprt);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stdout).contains("SPRT: inconclusive"));

    fs::write(
        at.join("mate.epd"),
        "6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8;\n",
    )
    .expect("room for it");
    let suite = ["suite", "--epd", "mate.epd", "--min-score", "100"];
    succeed(at, &[&suite[..], &one].concat());
    fs::write(
        at.join("mate.epd"),
        "6k1/5ppp/8/8/8/8/8/R5K1 w - - am Ra8;\n",
    )
    .expect("room for it");
    assert_eq!(lab(at, &[&suite[..], &one].concat()).status.code(), Some(1));

    let check = [
        "uci-check",
        "-e",
        &engine,
        "option.Hash=2",
        "--only",
        "handshake.",
    ];
    succeed(at, &check);
    for command in ["uci-check", "match", "suite"] {
        let mut line = vec![command, "-e", &engine, "option.Hash=abc"];
        match command {
            "match" => line.extend(["-e", &engine, "--each", "nodes=5"]),
            "suite" => line.extend(["nodes=5", "--epd", "mate.epd"]),
            _ => {}
        }
        let error = fail(at, 3, &line);
        assert!(
            error.contains("option Hash: expected a number from 1 to"),
            "{error}"
        );
    }
}

/// The embedded network as a file.
const NETWORK: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../nets/default.qnn");

/// A match with another network than the one that was named measures something else.
#[test]
fn what_an_engine_refuses_stops_a_command_before_the_first_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    let engine = engine().display().to_string();
    let mate = "6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8;\n";
    fs::write(at.join("mate.epd"), mate).expect("room for it");
    let other = ["-e", &engine, "name=two"];
    let short = ["--rounds", "1", "--each", "nodes=5"];
    let commands: [(&str, &[&str]); 5] = [
        ("match", &[&other[..], &short].concat()),
        ("sprt", &[&other[..], &short].concat()),
        ("gate", &[NETWORK]),
        ("suite", &["--epd", "mate.epd", "--each", "nodes=5"]),
        ("spsa", &["--params", "Hash", "--each", "nodes=5"]),
    ];
    for (option, words) in [
        ("option.EvalFile=/nope.qnn", "error: cannot use the network"),
        ("option.NoSuchOption=1", "it has no option NoSuchOption"),
    ] {
        for (command, rest) in commands {
            let line = [&[command], rest, &["-e", &engine, option]].concat();
            let error = fail(at, 3, &line);
            assert!(error.contains(words), "{command}: {error}");
        }
    }
    for folder in ["match-001", "sprt-001", "spsa-001", "gate/gate.json"] {
        assert!(!at.join(folder).exists(), "{folder}");
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_finishes_the_games_and_is_told_by_the_code() {
    let folder = tempfile::tempdir().expect("a folder");
    let games = folder.path().join("games.qgames");
    let mut endless = Command::new(env!("CARGO_BIN_EXE_quietus-lab"))
        .args(words(
            "datagen --nodes 40 --verify 100 --bench 1 -j 1 --out",
        ))
        .arg(&games)
        .spawn()
        .expect("the lab starts");
    while !games.exists() {
        thread::sleep(Duration::from_millis(20));
    }
    thread::sleep(Duration::from_millis(300));
    let pid = endless.id().to_string();
    let sent = Command::new("kill").args(["-INT", &pid]).status();
    assert!(sent.expect("kill runs").success());
    let status = endless.wait().expect("it was started");
    assert_eq!(status.code(), Some(130));
    let games = games.to_str().expect("a plain path");
    succeed(folder.path(), &["games", "check", games]);
}

/// An engine that plays illegal moves.
#[cfg(unix)]
const ILLEGAL_MOVER: &str = "#!/bin/sh\nwhile read line; do case $line in uci) echo uciok;; \
    isready) echo readyok;; go*) echo bestmove a1a1;; quit) exit;; esac; done\n";

/// Sends Ctrl-C to a match once it has played a pair: then it surely listens.
#[cfg(unix)]
fn interrupt_after_a_pair(playing: &Child, folder: &Path) {
    while !fs::metadata(folder.join("games.pgn")).is_ok_and(|pgn| pgn.len() > 0) {
        thread::sleep(Duration::from_millis(20));
    }
    let pid = playing.id().to_string();
    let sent = Command::new("kill").args(["-INT", &pid]).status();
    assert!(sent.expect("kill runs").success());
}

#[cfg(unix)]
#[test]
fn a_soak_counts_faults_and_fails() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    fs::write(at.join("bad"), ILLEGAL_MOVER).expect("written");
    fs::set_permissions(at.join("bad"), fs::Permissions::from_mode(0o755)).expect("changed");
    let engine = engine().display().to_string();
    let soak = |other: &str| {
        let engines = ["match", "-e", &engine, "name=a", "-e", other, "name=b"];
        let rest = words("--each nodes=10 -r 1 --max-moves 5 --soak --plain");
        lab(at, &[&engines[..], &rest].concat())
    };
    for (other, code, counts) in [
        (
            &*engine,
            0,
            "0 crashes, 0 stalls, 0 illegal moves, 0 time losses",
        ),
        (
            "./bad",
            1,
            "0 crashes, 0 stalls, 2 illegal moves, 0 time losses",
        ),
    ] {
        let output = soak(other);
        let shown = String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.code(), Some(code), "{shown}");
        assert!(shown.contains(&format!("\nb: {counts}\n")), "{shown}");
    }
}

#[cfg(unix)]
#[test]
fn an_interrupted_soak_tells_the_faults_so_far() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    fs::write(at.join("bad"), ILLEGAL_MOVER).expect("written");
    fs::set_permissions(at.join("bad"), fs::Permissions::from_mode(0o755)).expect("changed");
    let engine = engine().display().to_string();
    for (other, code) in [(&*engine, 130), ("./bad", 1)] {
        let playing = Command::new(env!("CARGO_BIN_EXE_quietus-lab"))
            .args(["match", "-e", &engine, "name=a", "-e", other, "name=b"])
            .args(words(
                "--each nodes=200 --max-moves 20 -r 100000 --soak --plain --out",
            ))
            .arg(format!("soak-{code}"))
            .current_dir(at)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the lab starts");
        interrupt_after_a_pair(&playing, &at.join(format!("soak-{code}")));
        let output = playing.wait_with_output().expect("it was started");
        let shown = String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.code(), Some(code), "{shown}");
        assert!(shown.contains("\na: 0 crashes, 0 stalls, "), "{shown}");
    }
}

#[cfg(unix)]
#[test]
fn an_interrupted_match_says_how_to_resume() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    let engine = engine().display().to_string();
    let playing = Command::new(env!("CARGO_BIN_EXE_quietus-lab"))
        .args(["match", "-e", &engine, "name=a", "-e", &engine, "name=b"])
        .args(words(
            "--each nodes=200 --max-moves 20 --rounds 1000 --plain --out games",
        ))
        .current_dir(at)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the lab starts");
    interrupt_after_a_pair(&playing, &at.join("games"));
    let output = playing.wait_with_output().expect("it was started");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{said}");
    assert!(said.contains("Finishing the running pairs"), "{said}");
    let command = said.split("Resume with: quietus-lab ").nth(1);
    let command = command.and_then(|rest| rest.lines().next()).expect("told");
    let shown = succeed(at, &words(&format!("{command} --rounds 1 --plain")));
    assert!(shown.contains("Resumed after"), "{shown}");
}

#[test]
fn a_decided_test_has_no_time_left() {
    let folder = tempfile::tempdir().expect("a folder");
    let engine = engine().display().to_string();
    let engines = ["-e", &engine, "nodes=2000", "-e", &engine, "nodes=1"];
    let test = words("--elo0 0 --elo1 200 --alpha 0.2 --beta 0.2 --rounds 5000 --max-moves 60");
    let resign = words("--resign score=600 movecount=2 --interval 1 --plain");
    let sprt = [&["sprt"], &engines[..], &test, &resign].concat();
    let shown = succeed(folder.path(), &sprt);
    let end = shown.lines().rev().find(|line| line.starts_with("Pairs: "));
    let end = end.expect("a score after the last pair");
    assert!(end.contains("of 5000") && !end.contains("left"), "{shown}");
}
