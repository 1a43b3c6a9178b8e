//! Pages of made-up matches.

use std::time::Duration;

use arena::runner::{GameSummary, Hypotheses, PairRecord, Progress, Settings, Standings};
use arena::{EngineSpec, Limits, Player};
use plot::well_formed::check;

use super::{Games, page};

fn player(name: &str) -> Player {
    Player {
        engine: EngineSpec {
            name: name.to_owned(),
            options: vec![("EvalFile".to_owned(), "/home/someone/a.qnn".to_owned())],
            ..EngineSpec::new("/home/someone/engine")
        },
        limits: Limits {
            nodes: Some(500),
            ..Limits::default()
        },
    }
}

/// A game by its reason, and its result as in PGN.
fn game(reason: &str, result: &str) -> GameSummary {
    GameSummary {
        result: result.parse().unwrap(),
        reason: reason.to_owned(),
        fault: reason.contains("time").then(|| "time_loss".to_owned()),
        plies: 80,
        nodes: [1000, 900],
        seconds: [0.1, 0.1],
    }
}

/// The page after pairs that differ, between all players.
fn report(names: &[&str], pairs: u64, test: Option<Hypotheses>) -> String {
    let settings = Settings {
        players: names.iter().map(|name| player(name)).collect(),
        rounds: pairs,
        test,
        ..Settings::default()
    };
    let pairings = settings.pairings();
    let mut standings = Standings::new(names.len(), pairings.clone());
    let mut games = Games::default();
    for pair in 0..pairs * pairings.len() as u64 {
        let (first, second) = pairings[pair as usize % pairings.len()];
        let record = PairRecord {
            pair,
            first,
            second,
            games: match pair % 4 {
                0 => [game("White mates", "1-0"), game("Black mates", "0-1")],
                1 => [
                    game("Draw by 3-fold repetition", "1/2-1/2"),
                    game("White loses on time", "0-1"),
                ],
                2 => [game("White mates", "1-0"), game("White mates", "1-0")],
                _ => [
                    game("Black wins by adjudication", "0-1"),
                    game("White mates", "1-0"),
                ],
            },
            pgn_end: 0,
        };
        standings.add(&record);
        games.add(&record);
    }
    let progress = Progress {
        settings: &settings,
        standings: &standings,
        total_pairs: settings.total_pairs(),
        elapsed: Duration::from_secs(100),
        session_pairs: standings.pairs(),
    };
    page::page(&games, &progress, "quietus-lab match --html a.html")
}

const TEST: Hypotheses = Hypotheses {
    normalized: true,
    elo0: 0.0,
    elo1: 5.0,
    alpha: 0.05,
    beta: 0.05,
};

#[test]
fn pages_are_well_formed_from_the_first_moment_on() {
    for names in [&["a", "b"][..], &["a", "b", "c"]] {
        for pairs in [0, 1, 2, 50, 3000] {
            for test in [None, Some(TEST)] {
                let page = report(names, pairs, test);
                assert_eq!(check(&page), Ok(()), "{names:?} {pairs}");
                for odd in ["NaN", "inf", "Some(", "None"] {
                    assert!(!page.contains(odd), "{odd} after {pairs} pairs");
                }
            }
        }
    }
}

#[test]
fn a_match_shows_its_results_ends_faults_and_settings() {
    let page = report(&["new", "old"], 40, None);
    for part in [
        "Match: new against old",
        "<dt>LOS</dt>",
        "Pairs by points (pentanomial)",
        "<polygon",
        ">Mates</td>",
        ">Loses on time</td>",
        ">White loses on time</td>",
        ">500 nodes/move</td>",
        "EvalFile=…/a.qnn",
        "<pre>quietus-lab match",
        ">0.01 s</td>",
    ] {
        assert!(page.contains(part), "{part}");
    }
    assert!(!page.contains("someone") && !page.contains("Log-likelihood"));
    let clean = report(&["new", "old"], 1, None);
    assert!(clean.contains("No crash, stall, illegal move or time loss."));
}

#[test]
fn a_test_shows_its_curve_and_bounds() {
    let page = report(&["new", "old"], 40, Some(TEST));
    for part in [
        "SPRT: new against old",
        "<dt>LLR</dt>",
        ">H1</text>",
        ">H0</text>",
    ] {
        assert!(page.contains(part), "{part}");
    }
}

#[test]
fn a_tournament_shows_a_ladder_and_the_pairings() {
    let page = report(&["a", "b", "c"], 8, None);
    for part in [
        "Match of 3 engines",
        "Elo against all opponents",
        "Pairings",
    ] {
        assert!(page.contains(part), "{part}");
    }
}

#[test]
fn names_are_escaped() {
    let page = report(&["<script>alert(1)</script>", "\"&\u{202e}"], 3, None);
    assert_eq!(check(&page), Ok(()));
    assert!(!page.contains("<script>") && !page.contains('\u{202e}'));
}
