//! Suites on the model engine: points, themes, failures and restarts.

mod support;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use arena::suite::{
    Answer, Failed, SuiteError, SuiteReport, SuiteSettings, Tasks, csv, overview, run, themes_table,
};
use arena::{EngineSpec, Limits, Timeouts};
use chess::Chess;
use support::is_without_threads;

/// Mates in one, which the model engine finds; one with `am`; one graded.
const SUITE: &str = "\
6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8#; id \"Back rank.001\";
r5k1/8/8/8/8/8/5PPP/6K1 b - - bm Ra1#; id \"Back rank.002\";
6k1/5ppp/8/8/8/8/8/R5K1 w - - am Ra8#; id \"Avoid.1\";
6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra7; c0 \"Ra7=10, Ra8#=3\"; id \"Graded.7\";
this is no position
8/3nR1Q1/1p6/3B4/8/3k4/8/R3K3 w Q - bm O-O-O; id \"Castling.1\";
";

fn tasks() -> Tasks<Chess> {
    let mut tasks = Tasks::default();
    tasks
        .read("suite.epd", SUITE.as_bytes())
        .expect("a short text");
    tasks
}

fn engine(fault: &str) -> EngineSpec {
    let mut spec = EngineSpec::new(env!("CARGO_BIN_EXE_arena-model-engine"));
    spec.args = vec!["--fault".to_owned(), fault.to_owned()];
    // It has threads, whatever this process has.
    spec.env = vec![("RUST_MIN_STACK".to_owned(), (2 << 20).to_string())];
    spec
}

fn settings(concurrency: usize) -> SuiteSettings {
    SuiteSettings {
        limits: Limits {
            depth: Some(3),
            ..Limits::default()
        },
        concurrency,
        watchdog: Duration::from_secs(30),
        timeouts: Timeouts::default(),
    }
}

fn report(fault: &str, concurrency: usize) -> SuiteReport {
    let told = AtomicUsize::new(0);
    let on_answer = |_: &Answer| {
        told.fetch_add(1, Ordering::Relaxed);
    };
    let report =
        run(&engine(fault), &tasks(), &settings(concurrency), &on_answer).expect("the suite runs");
    assert_eq!(told.into_inner(), report.answers.len());
    report
}

#[test]
fn positions_need_no_other_thread() {
    if is_without_threads("positions_need_no_other_thread") {
        assert_eq!(report("none", 3).answers.len(), 5);
    }
}

#[test]
fn points_are_summed_by_theme_whatever_the_number_of_workers() {
    for concurrency in [1, 3, 64] {
        let report = report("none", concurrency);
        let points: Vec<_> = report.answers.iter().map(|answer| answer.points).collect();
        assert_eq!(points, [10, 10, 0, 3, 10]);
        let themes: Vec<_> = report
            .themes
            .iter()
            .map(|theme| {
                (
                    theme.name.as_str(),
                    theme.points,
                    theme.max_points,
                    theme.solved,
                )
            })
            .collect();
        assert_eq!(
            themes,
            [
                ("Back rank", 20, 20, 2),
                ("Avoid", 0, 10, 0),
                ("Graded", 3, 10, 0),
                ("Castling", 10, 10, 1)
            ]
        );
        let total = &report.total;
        assert_eq!((total.points, total.max_points, total.solved), (33, 50, 3));
        assert!((total.percent() - 66.0).abs() < 1e-9);
        assert_eq!((report.bad_lines.len(), report.bad_lines[0].line), (1, 5));
        assert_eq!((report.restarts, total.failed), (0, 0));
        assert_eq!(report.answers[4].san.as_deref(), Some("O-O-O#"));
        assert_eq!(report.answers[0].score.as_deref(), Some("+M1"));
    }
}

#[test]
fn tables_and_files_show_the_numbers() {
    let report = report("none", 1);
    let table = themes_table(&report);
    assert!(
        table.contains("Back rank          2       2       0       20       20  100.00"),
        "{table}"
    );
    assert!(
        table.contains("total              5       3       0       33       50   66.00"),
        "{table}"
    );
    let csv = csv(std::slice::from_ref(&report));
    assert_eq!(csv.lines().count(), 6);
    assert!(csv.contains(",a1a8,Ra8#,3,10,0,"), "{csv}");
    assert!(overview(&[report.clone(), report]).lines().count() == 3);
}

#[test]
fn a_failing_engine_loses_the_position_and_is_restarted() {
    let illegal = report("illegal-move", 2);
    assert!(
        illegal
            .answers
            .iter()
            .all(|answer| answer.failure == Some(Failed::Illegal))
    );
    assert_eq!((illegal.total.points, illegal.total.failed), (0, 5));
    let crashing = report("dies-in-search", 2);
    assert!(
        crashing
            .answers
            .iter()
            .all(|answer| answer.failure == Some(Failed::Crash))
    );
    assert_eq!(crashing.total.failed, 5);
    // The first process of each worker is not a restart, and one worker may have done everything.
    assert!(
        (3..=4).contains(&crashing.restarts),
        "{}",
        crashing.restarts
    );
}

#[test]
fn a_hung_engine_is_killed() {
    let mut settings = settings(5);
    settings.watchdog = Duration::from_millis(200);
    let report = run(&engine("hangs"), &tasks(), &settings, &|_| {}).unwrap();
    assert!(
        report
            .answers
            .iter()
            .all(|answer| answer.failure == Some(Failed::Timeout))
    );
}

#[test]
fn invalid_suites_are_refused() {
    let none = |spec: &EngineSpec, tasks: &Tasks<Chess>, settings: &SuiteSettings| {
        run(spec, tasks, settings, &|_| {}).unwrap_err()
    };
    let mut unlimited = settings(1);
    unlimited.limits.depth = None;
    let error = none(&engine("none"), &tasks(), &unlimited);
    assert!(matches!(error, SuiteError::NoLimit));
    let error = none(&engine("none"), &Tasks::default(), &settings(1));
    assert!(matches!(error, SuiteError::NoPositions));
    let missing = EngineSpec::new("no-such-program-anywhere");
    assert!(matches!(
        none(&missing, &tasks(), &settings(1)),
        SuiteError::Engine(_)
    ));
}
