//! Single pairs for tuners: results as in a match, options before each game, faults, stopping.

mod support;

use arena::runner::PairRunner;
use stats::Outcome;
use support::settings;

/// The options of both players.
fn options() -> [Vec<(String, String)>; 2] {
    ["1", "2"].map(|hash| vec![("Hash".to_owned(), hash.to_owned())])
}

#[test]
fn the_same_pair_ends_the_same() {
    let runner = PairRunner::new(settings("good")).unwrap();
    assert!(runner.warnings().is_empty());
    let mut player = runner.player(0);
    let first = player.play(0, &options()).unwrap().unwrap();
    let other = player.play(1, &options()).unwrap().unwrap();
    let again = runner.player(1).play(0, &options()).unwrap().unwrap();
    let plies = |record: &arena::runner::PairRecord| {
        record.games.clone().map(|game| (game.result, game.plies))
    };
    assert_eq!(plies(&first), plies(&again));
    assert_ne!(plies(&first), plies(&other));
    // Equal players: what one gains with White, the other gains, too.
    let [white, black] = first.outcomes();
    assert_eq!(white, black.reversed());
}

#[test]
fn a_fault_loses_and_the_engine_is_replaced() {
    let runner = PairRunner::new(settings("crash 2")).unwrap();
    let mut player = runner.player(0);
    for number in 0..2 {
        let record = player.play(number, &options()).unwrap().unwrap();
        assert_eq!(record.outcomes(), [Outcome::Win, Outcome::Win]);
        let faults = record.games.map(|game| game.fault);
        assert!(faults.iter().all(|f| f.as_deref() == Some("crash")));
    }
}

#[test]
fn an_abort_abandons_the_pair() {
    let runner = PairRunner::new(settings("good")).unwrap();
    runner.control().abort();
    assert!(runner.player(0).play(0, &options()).unwrap().is_none());
}

#[test]
fn bad_settings_are_refused_before_the_first_game() {
    assert!(PairRunner::new(settings("exit-at-start")).is_err());
    let mut alone = settings("good");
    alone.players.pop();
    assert!(PairRunner::new(alone).is_err());
}
