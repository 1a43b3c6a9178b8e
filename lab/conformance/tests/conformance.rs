//! The conformance checks on an engine that follows every rule, and on engines that violate one.

use arena::EngineSpec;
use conformance::{CheckReport, ConformanceSettings, Status, catalog, run};

/// Unoptimized builds on busy machines need more time than the limits.
const SLOWNESS: f64 = 3.0;

fn reports(fault: &str, only: &[&str]) -> Vec<CheckReport> {
    let mut spec = EngineSpec::new(env!("CARGO_BIN_EXE_conformance-model-engine"));
    spec.args = vec!["--fault".to_owned(), fault.to_owned()];
    let settings = ConformanceSettings {
        slowness: SLOWNESS,
        only: only.iter().map(|&start| start.to_owned()).collect(),
        ..ConformanceSettings::default()
    };
    let report = run(&spec, &settings, &mut |_| {}).expect("the model engine runs");
    assert!(!report.checks.is_empty(), "no check starts with {only:?}");
    report.checks
}

fn passes(groups: &[&str]) {
    for report in reports("none", groups) {
        let told = format!(
            "{}: {:?}\n{}",
            report.id,
            report.note,
            report.transcript.join("\n")
        );
        assert_eq!(report.status, Status::Pass, "{told}");
    }
}

/// Each group is a test, so that they run in parallel.
macro_rules! good_engine_passes {
    ($($name:ident [$($group:literal),*])*) => {
        mod good_engine_passes {
            $(#[test] fn $name() { super::passes(&[$($group),*]); })*

            /// Every check belongs to one of the groups above.
            #[test]
            fn all_checks() {
                let groups = [$($($group),*),*];
                for check in super::catalog() {
                    assert!(groups.iter().any(|group| check.id.starts_with(group)), "{}", check.id);
                }
            }
        }
    };
}

good_engine_passes! {
    handshake_and_options ["handshake.", "options.", "setoption."]
    readiness ["ready.", "newgame."]
    best_moves ["bestmove."]
    limits ["go."]
    stopping ["stop.", "infinite."]
    pondering ["ponder."]
    root_moves_and_lines ["searchmoves.", "multipv."]
    info_lines ["info."]
    mates_and_ends ["mate.", "over."]
    positions ["position.", "chess960."]
    input ["input."]
    draws_and_life ["draw.", "life."]
}

/// A violated rule, and the check that must detect it.
fn is_caught(fault: &str, id: &str) {
    let reports = reports(fault, &[id]);
    let report = reports
        .iter()
        .find(|report| report.id == id)
        .expect("a check of this id");
    assert_eq!(report.status, Status::Fail, "{fault}: {:?}", report.note);
    assert!(
        !report.transcript.is_empty() && report.note.is_some(),
        "{fault}"
    );
}

macro_rules! faults_are_caught {
    ($($name:ident $fault:literal $id:literal)*) => {
        mod faults_are_caught {
            $(#[test] fn $name() { super::is_caught($fault, $id); })*
        }
    };
}

faults_are_caught! {
    no_author "no-author" "handshake.id-author"
    bad_option "bad-option" "options.defaults"
    two_best_moves "two-bestmoves" "bestmove.one"
    deaf_to_stop "deaf-to-stop" "stop.latency"
    illegal_move "illegal-move" "bestmove.legal"
    ready_only_when_idle "ready-only-when-idle" "ready.searching"
    impatient "impatient" "infinite.tiny"
    impatient_with_mate "impatient" "infinite.mate"
    ponders_on_clock "ponders-on-clock" "ponder.waits"
    all_moves "all-moves" "searchmoves.one"
    fractional_score "fractional-score" "info.form"
    bound_in_wrong_place "bound-in-wrong-place" "info.form"
    illegal_variation "illegal-variation" "info.variation"
    unordered_lines "unordered-lines" "multipv.order"
    mates_in_plies "mates-in-plies" "mate.exact"
    king_takes_rook "king-takes-rook" "bestmove.castling"
    dies_of_bad_fen "dies-of-bad-fen" "input.bad-fen"
    dies_of_bad_move "dies-of-bad-move" "input.bad-move"
    ignores_end "ignores-end" "life.eof"
    slow "slow" "go.movetime"
    stop_is_kept "stop-is-kept" "stop.idle"
    move_when_mated "move-when-mated" "over.checkmate"
}

#[test]
fn a_program_that_is_not_an_engine_is_an_error() {
    let settings = ConformanceSettings {
        slowness: 0.05,
        ..ConformanceSettings::default()
    };
    let missing = EngineSpec::new("no-such-program-anywhere");
    assert!(run(&missing, &settings, &mut |_| {}).is_err());
    let mut wrong = EngineSpec::new(env!("CARGO_BIN_EXE_conformance-model-engine"));
    wrong.args = vec!["--fault".to_owned(), "no such fault".to_owned()];
    let error = run(&wrong, &settings, &mut |_| {}).unwrap_err();
    let transcript = error.transcript.expect("the process ran");
    assert!(transcript.stderr.contains("unknown fault"));
}
