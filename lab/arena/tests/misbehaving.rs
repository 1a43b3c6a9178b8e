//! Misbehaving engines: the match ends correctly with each of them.

mod support;

use std::time::{Duration, Instant};

use arena::runner::{Match, MatchError, PairRunner};
use stats::{Counts, Trinomial};
use support::{Recorder, fresh_folder, games, play, settings};

/// Plays the good engine against a misbehaving one, which must lose all its games by this fault.
fn loses_by(mode: &str, kind: &str, reason: &str) -> Recorder {
    let folder = fresh_folder(&mode.replace(' ', "-"));
    let (outcome, recorder) = play(settings(mode), &folder);
    assert!(outcome.is_complete);
    let score = outcome.standings.player(0).games();
    assert_eq!(score.bins(), [0, 0, 4], "{mode}: {score}");
    assert_eq!(recorder.faults(), vec![kind; 4], "{mode}");
    let reports = recorder.reports();
    assert_eq!(reports.len(), 4);
    for report in &reports {
        assert!(
            report.contains("engine: bad") && report.contains("<< "),
            "{report}"
        );
    }
    for game in games(&folder) {
        let last = game.line.moves.last();
        let comment = last.and_then(|played| played.comment.clone());
        let ends = comment
            .as_ref()
            .is_some_and(|comment| comment.ends_with(reason));
        assert!(ends, "{mode}: {comment:?}");
    }
    recorder
}

/// Plays the good engine against one that is odd but correct: no game is lost by a fault.
fn plays_on(mode: &str) {
    let folder = fresh_folder(&mode.replace(' ', "-"));
    let (outcome, recorder) = play(settings(mode), &folder);
    assert!(outcome.is_complete);
    assert!(
        recorder.faults().is_empty(),
        "{mode}: {:?}",
        recorder.events
    );
    assert_eq!(games(&folder).len(), 4);
}

#[test]
fn one_that_crashes() {
    let recorder = loses_by("crash 3", "crash", "disconnects");
    let report = &recorder.reports()[0];
    assert!(report.contains("the test engine crashes"), "{report}");
    assert!(report.contains("signal: 6"), "{report}");
}

#[test]
fn one_that_hangs() {
    loses_by("hang 2", "stall", "stalls");
}

#[test]
fn one_that_plays_illegal_moves() {
    let recorder = loses_by("illegal 4", "illegal_move", "makes an illegal move");
    assert!(recorder.reports()[0].contains("bestmove a1a1"));
}

#[test]
fn one_that_forgets_its_move() {
    loses_by("bad-format 1", "illegal_move", "makes an illegal move");
}

#[test]
fn one_that_floods_its_output() {
    loses_by("flood 2", "stall", "stalls");
}

#[test]
fn one_that_closes_its_output() {
    loses_by("close-output 3", "crash", "disconnects");
}

#[test]
fn one_that_stops_reading() {
    loses_by("deaf 2", "stall", "stalls");
}

#[test]
fn one_that_answers_late() {
    let mut settings = settings("late 1000");
    settings.rounds = 1;
    settings.players[1].limits.movetime = Some(100);
    settings.rules.stop_grace = Duration::from_secs(20);
    let (outcome, recorder) = play(settings, &fresh_folder("late"));
    assert_eq!(
        outcome.standings.player(0).games(),
        Trinomial::from([0, 0, 2])
    );
    assert_eq!(recorder.faults(), ["time_loss"; 2]);
    assert!(recorder.reports()[0].contains("beyond the time margin"));
}

#[test]
fn one_that_overdraws_its_clock() {
    let mut settings = settings("late 400");
    settings.rounds = 1;
    settings.players[1].limits.clock = "1".parse().ok();
    settings.rules.stop_grace = Duration::from_secs(20);
    let (outcome, recorder) = play(settings, &fresh_folder("overdraws"));
    assert_eq!(
        outcome.standings.player(1).games(),
        Trinomial::from([2, 0, 0])
    );
    assert_eq!(recorder.faults(), ["time_loss"; 2]);
    // Two moves of 0.4 s fit into a second, the third does not; on a slow machine it may lose sooner.
    assert!(recorder.pairs[0].games.iter().all(|game| game.plies <= 5));
}

#[test]
fn one_that_is_not_ready_for_the_second_game() {
    let mut settings = settings("never-ready");
    settings.rounds = 1;
    let (_, recorder) = play(settings, &fresh_folder("never-ready"));
    assert_eq!(recorder.faults(), ["stall"]);
    assert_eq!(recorder.pairs[0].games[1].plies, 0);
}

#[test]
fn one_that_talks_nonsense() {
    plays_on("garbage");
}

/// A second `bestmove` can look like the answer to the next `go`, so this engine may lose games by it;
/// but all games are played.
#[test]
fn one_that_answers_twice() {
    let folder = fresh_folder("twice");
    let (outcome, _) = play(settings("twice"), &folder);
    assert!(outcome.is_complete);
    assert_eq!(games(&folder).len(), 4);
}

#[test]
fn one_that_talks_too_much() {
    let folder = fresh_folder("chatter");
    let mut settings = settings("chatter");
    settings.rounds = 1;
    settings.rules.adjudication.max_plies = Some(16);
    settings.rules.watchdog = Duration::from_secs(60);
    let (_, recorder) = play(settings, &folder);
    assert!(recorder.faults().is_empty(), "{:?}", recorder.faults());
}

#[test]
fn one_that_ignores_quit_is_killed() {
    let started = Instant::now();
    plays_on("ignore-quit");
    assert!(started.elapsed() < Duration::from_secs(60));
}

#[test]
fn ones_that_never_start_stop_the_match_before_it_begins() {
    for (mode, words) in [
        ("no-uciok", "no uciok"),
        ("exit-at-start", "does not want to start"),
    ] {
        let mut settings = settings(mode);
        settings.timeouts.start = Duration::from_millis(500);
        let Err(error) = Match::create(settings, &fresh_folder(mode)) else {
            panic!("{mode} has started");
        };
        assert!(matches!(error, MatchError::Start { .. }));
        let text = error.to_string();
        assert!(
            text.starts_with("bad does not start") && text.contains(words),
            "{text}"
        );
    }
    let mut settings = settings("good");
    settings.players[0].engine.command = "/no/such/engine".into();
    let error = Match::create(settings, &fresh_folder("missing"))
        .err()
        .unwrap();
    assert!(error.to_string().contains("/no/such/engine"), "{error}");
}

#[test]
fn ones_that_refuse_an_option_stop_the_match_before_it_begins() {
    for (option, value, words) in [
        ("EvalFile", "/nope.qnn", "error: cannot use the network"),
        ("Nope", "1", "it has no option Nope"),
        ("Hash", "65", "expected a number from 1 to 64"),
    ] {
        let mut settings = settings("good");
        let options = &mut settings.players[1].engine.options;
        options.push((option.to_owned(), value.to_owned()));
        let folder = fresh_folder(&format!("refused-{option}"));
        let error = Match::create(settings.clone(), &folder).err();
        let text = error.expect("the option is refused").to_string();
        assert!(text.starts_with("bad does not start: "), "{text}");
        assert!(text.contains(words), "{text}");
        assert!(!folder.exists());
        let error = PairRunner::new(settings).err();
        assert_eq!(error.map(|error| error.to_string()), Some(text));
    }
}
