//! Whole matches between well-behaved engines: formats, files, endings, limits.

mod support;

use std::collections::HashSet;
use std::fs;
use std::time::Duration;

use ::game::adjudication::WinRule;
use arena::runner::{Changes, Event, Flow, Format, Match, PairRecord, Progress, Watcher};
use chess::GameResult;
use support::{Recorder, fresh_folder, games, is_without_threads, play, player, settings};

#[test]
fn games_are_written_as_they_were_played() {
    let folder = fresh_folder("written");
    let mut settings = settings("good");
    settings.rounds = 4;
    settings.rules.adjudication.max_plies = None;
    let (outcome, recorder) = play(settings, &folder);
    assert_eq!(outcome.standings.pairs(), 4);
    assert!(recorder.faults().is_empty());
    let games = games(&folder);
    assert_eq!(games.len(), 8);
    for game in &games {
        let end = game.end();
        let reason = game.line.moves.last().unwrap().comment.clone().unwrap();
        let is_mate = !end.has_legal_move() && end.in_check();
        assert_eq!(is_mate, reason.ends_with("mates"), "{reason}");
        assert_eq!(is_mate, game.result != GameResult::Draw);
        let own = game.line.moves[9].comment.as_deref().unwrap();
        assert!(
            own.starts_with("+0.12/1 0.") && own.contains("s, n=100"),
            "{own}"
        );
        assert_eq!(game.tag("Termination"), Some("normal"));
    }
    // Both games of a pair have the same opening and the colors reversed.
    let opening = |round: &str| {
        let game = games
            .iter()
            .find(|game| game.tag("Round") == Some(round))
            .unwrap();
        let moves: Vec<_> = game.moves().take(8).collect();
        (moves, game.tag("White").unwrap().to_owned())
    };
    for pair in 1..=4 {
        let (first, second) = (opening(&format!("{pair}.1")), opening(&format!("{pair}.2")));
        assert_eq!(first.0, second.0);
        assert_eq!((first.1.as_str(), second.1.as_str()), ("good", "bad"));
    }
}

#[test]
fn the_same_engines_play_the_same_games() {
    let run = |name: &str| {
        let folder = fresh_folder(name);
        let mut settings = settings("good");
        settings.restart = name == "second";
        play(settings, &folder);
        let games = games(&folder).into_iter().map(|game| {
            let moves: Vec<_> = game.moves().collect();
            (game.tag("Round").unwrap().to_owned(), moves)
        });
        games.collect::<HashSet<_>>()
    };
    assert_eq!(run("first"), run("second"));
}

#[test]
fn games_need_no_other_thread() {
    if is_without_threads("games_need_no_other_thread") {
        let (outcome, _) = play(settings("good"), &fresh_folder("without-threads"));
        assert!(outcome.is_complete);
    }
}

#[test]
fn events_are_json_lines() {
    let folder = fresh_folder("events");
    play(settings("good"), &folder);
    let text = fs::read_to_string(folder.join("events.jsonl")).unwrap();
    let kinds: Vec<String> = text
        .lines()
        .map(|line| {
            let event: serde_json::Value = serde_json::from_str(line).unwrap();
            assert!(event["time"].as_f64().unwrap() > 1e9);
            event["event"].as_str().unwrap().to_owned()
        })
        .collect();
    let count = |kind: &str| kinds.iter().filter(|known| *known == kind).count();
    assert_eq!(kinds.first().unwrap(), "match_started");
    assert_eq!(kinds.last().unwrap(), "match_finished");
    assert_eq!(
        (
            count("game_started"),
            count("game_finished"),
            count("pair_finished")
        ),
        (4, 4, 2)
    );
}

#[test]
fn people_who_watch_find_the_results_in_a_file() {
    let folder = fresh_folder("live");
    play(settings("good"), &folder);
    let text = fs::read_to_string(folder.join("live.json")).unwrap();
    let live: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(live["pairs"], 2);
    assert_eq!(live["is_over"], true);
    assert_eq!(live["curve"].as_array().unwrap().len(), 2);
    let counts = ["wins", "draws", "losses"].map(|kind| live["standings"][0][kind].as_u64());
    assert_eq!(counts.into_iter().flatten().sum::<u64>(), 4);
}

#[test]
fn round_robins_and_gauntlets() {
    for (format, pairings) in [(Format::RoundRobin, 10), (Format::Gauntlet { seeds: 1 }, 4)] {
        let mut settings = settings("good");
        settings.players = ["A", "B", "C", "D", "D"]
            .map(|name| player(name, "good"))
            .to_vec();
        settings.format = format;
        settings.rules.adjudication.max_plies = Some(12);
        let (outcome, recorder) = play(settings, &fresh_folder(&format!("many-{pairings}")));
        assert_eq!(outcome.standings.pairs(), 2 * pairings);
        let met: HashSet<(usize, usize)> = recorder
            .pairs
            .iter()
            .map(|pair| (pair.first, pair.second))
            .collect();
        assert_eq!(met.len() as u64, pairings);
        let twice = recorder
            .events
            .iter()
            .any(|event| matches!(event, Event::GameStarted { black, .. } if black == "D #2"));
        assert!(twice, "equal names are made different");
    }
}

#[test]
fn chess960_is_played_and_read_back() {
    let folder = fresh_folder("chess960");
    let mut settings = settings("good");
    settings.rule_set = Some("chess960".to_owned());
    settings.rounds = 6;
    let (_, recorder) = play(settings, &folder);
    assert!(recorder.faults().is_empty(), "{:?}", recorder.reports());
    let games = games(&folder);
    assert_eq!(games.len(), 12);
    assert!(
        games
            .iter()
            .all(|game| game.tag("Variant") == Some("Chess960"))
    );
}

#[test]
fn games_are_adjudicated_only_on_request() {
    let mut settings = settings("good");
    let everything_is_lost = WinRule {
        score: -50,
        plies: 4,
        one_sided: true,
    };
    settings.rules.adjudication.win = Some(everything_is_lost);
    let folder = fresh_folder("resign");
    play(settings, &folder);
    for game in games(&folder) {
        assert_eq!(game.tag("Termination"), Some("adjudication"));
        assert_eq!(game.moves().len(), 8 + 3);
    }
}

#[test]
fn fast_engines_do_not_lose_on_time() {
    let mut settings = settings("good");
    for player in &mut settings.players {
        player.limits.nodes = None;
        player.limits.clock = "30+0.1".parse().ok();
    }
    settings.rules.time_margin = Duration::from_secs(1);
    let (_, recorder) = play(settings, &fresh_folder("clocks"));
    assert!(recorder.faults().is_empty());
}

/// Aborts the match, or asks it to finish, at the first finished pair.
struct Stopper {
    control: Option<arena::runner::Control>,
    replayed: u64,
}

impl Watcher for Stopper {
    fn event(&mut self, event: &Event, progress: &Progress<'_>) -> Flow {
        match (event, &self.control) {
            (Event::PairFinished { .. }, Some(control)) => control.finish(),
            (Event::PairFinished { .. }, None) if progress.standings.pairs() >= 3 => {
                return Flow::Stop;
            }
            _ => {}
        }
        Flow::Continue
    }

    fn replay(&mut self, _: &PairRecord, _: &Progress<'_>) {
        self.replayed += 1;
    }
}

#[test]
fn a_match_is_finished_early_or_aborted_and_resumed() {
    let folder = fresh_folder("stopped");
    let mut settings = settings("good");
    settings.rounds = 200;
    let first = Match::create(settings, &folder).unwrap();
    let mut stopper = Stopper {
        control: Some(first.control()),
        replayed: 0,
    };
    let first = first.run(&mut stopper).unwrap();
    let played = first.standings.pairs();
    // How many pairs end before the request takes effect depends on the machine.
    assert!(!first.is_complete && played >= 1, "{played}");
    let second = Match::resume(&folder, Changes::default()).unwrap();
    (stopper.control, stopper.replayed) = (None, 0);
    let second = second.run(&mut stopper).unwrap();
    assert_eq!(stopper.replayed, played);
    assert!(!second.is_complete && second.standings.pairs() > played);
    let changes = Changes {
        rounds: Some(second.standings.pairs() + 2),
        concurrency: Some(1),
    };
    let mut recorder = Recorder::default();
    let third = Match::resume(&folder, changes)
        .unwrap()
        .run(&mut recorder)
        .unwrap();
    assert!(third.is_complete);
    let mut pairs = recorder.replayed;
    pairs.extend(recorder.pairs.iter().map(|record| record.pair));
    pairs.sort_unstable();
    assert_eq!(pairs, (0..pairs.len() as u64).collect::<Vec<_>>());
    assert_eq!(games(&folder).len(), 2 * pairs.len());
}
