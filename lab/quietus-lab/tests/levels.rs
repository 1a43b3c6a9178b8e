//! `quietus-lab levels` from the outside.

mod common;

/// An anchor that fails late must not cost the rating of the games before.
#[cfg(unix)]
#[test]
fn games_before_an_error_are_rated() {
    use std::fs::{Permissions, set_permissions, write};
    use std::os::unix::fs::PermissionsExt;

    use common::{engine, lab};

    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    let engine = engine();
    // The engine for so many games; then it exits.
    let calibrate = |games: u32| {
        let script = format!(
            "#!/bin/sh\nn=0\nwhile read -r line; do\n\
             if [ \"$line\" = ucinewgame ]; then n=$((n+1)); [ $n -gt {games} ] && exit; fi\n\
             echo \"$line\"\ndone | {}\n",
            engine.display()
        );
        write(at.join("anchor"), script).expect("written");
        set_permissions(at.join("anchor"), Permissions::from_mode(0o755)).expect("changed");
        let settings = "levels calibrate --levels 600,800 --pairs 8 --threads 1 --anchor";
        let mut args: Vec<&str> = settings.split(' ').collect();
        args.push("cmd=./anchor elo=600 depth=1");
        let output = lab(at, &args);
        assert_eq!(output.status.code(), Some(3));
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (text(&output.stdout), text(&output.stderr))
    };
    let (rated, error) = calibrate(2);
    assert!(rated.contains("anchor 600"), "{rated}{error}");
    assert!(error.contains("after the games rated above"), "{error}");
    let (nothing, error) = calibrate(0);
    assert!(nothing.is_empty(), "{nothing}");
    assert!(error.contains("the process exited"), "{error}");
}

#[test]
fn no_games_are_no_policy() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    std::fs::write(at.join("empty.pgn"), "").expect("written");
    let error = common::fail(
        at,
        3,
        &["levels", "fit", "empty.pgn", "--out", "policy.bin"],
    );
    assert!(error.contains("no games to learn from"), "{error}");
    assert!(!at.join("policy.bin").exists());
}
