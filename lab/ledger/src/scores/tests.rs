//! Games are counted, paired and turned into a tournament.

use chess::Chess;
use stats::{Outcome, RatingOptions};

use super::{Found, Scores};
use crate::{MatchRecord, Pairing};

/// A game: White, Black, result, and more tags.
fn game(white: &str, black: &str, result: &str, tags: &[(&str, &str)]) -> String {
    let mut text = format!("[White \"{white}\"]\n[Black \"{black}\"]\n[Result \"{result}\"]\n");
    for (name, value) in tags {
        text += &format!("[{name} \"{value}\"]\n");
    }
    text + &format!("\n{result}\n\n")
}

const START: &str = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
const OTHER: &str = "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";

fn count(text: &str) -> (Scores, Found) {
    let mut scores = Scores::default();
    let found = scores
        .add_pgn::<Chess>(text.as_bytes(), |_| {})
        .expect("readable games");
    (scores, found)
}

#[test]
fn pairs_are_found_by_round_even_when_mixed() {
    let text = [
        game("a", "b", "1-0", &[("Round", "1.1")]),
        game("a", "b", "1/2-1/2", &[("Round", "2.1")]),
        game("b", "a", "1-0", &[("Round", "2.2")]),
        game("b", "a", "0-1", &[("Round", "1.2")]),
    ];
    let (scores, found) = count(&text.concat());
    assert_eq!((found.pairs, found.singles), (2, 0));
    // With White a win and a draw, with Black a win and a loss.
    let pairs = scores.pairings()[0].results.pairs;
    assert_eq!(pairs, [[0, 0, 0], [1, 0, 0], [0, 0, 1]]);
}

#[test]
fn pairs_are_found_by_their_start() {
    let text = [
        game("b", "a", "1-0", &[("FEN", START), ("Round", "1")]),
        game("a", "b", "1/2-1/2", &[("FEN", START), ("Round", "2")]),
        game("a", "b", "1-0", &[("FEN", START)]),
        game("b", "a", "1-0", &[("FEN", OTHER)]),
    ];
    let (scores, found) = count(&text.concat());
    assert_eq!((found.pairs, found.singles), (1, 2));
    let results = scores.pairings()[0].results;
    assert_eq!(results.pairs[2][1], 1, "{results:?}");
    assert_eq!((results.single_white[2], results.single_black[0]), (1, 1));
}

#[test]
fn games_that_only_look_alike_stay_single() {
    let text = [
        game("a", "b", "1-0", &[("Round", "1")]),
        game("a", "b", "1-0", &[("Round", "1")]),
        game("b", "c", "1-0", &[("Round", "1")]),
        game("b", "a", "1-0", &[("Round", "2")]),
        game("d", "a", "1-0", &[]),
        game("a", "d", "1-0", &[]),
    ];
    let (_, found) = count(&text.concat());
    assert_eq!((found.pairs, found.singles), (0, 6));
}

#[test]
fn what_cannot_be_counted_is_told() {
    let mut text = [
        game("a", "b", "*", &[]),
        game("a", "?", "1-0", &[]),
        game("a", "a", "1-0", &[]),
        game("a", "b", "1-0", &[("FEN", "nonsense")]),
        game("a", "b", "1-0", &[]),
    ]
    .concat();
    text += "[White \"a\"]\n[Black \"b\"]\n\n1. e4 e5 2. Ke4 1-0\n";
    let (scores, found) = count(&text);
    assert_eq!((found.unfinished, found.nameless), (1, 2));
    assert_eq!((found.singles, scores.games()), (1, 1));
    assert!(found.problems[1].contains("Ke4"), "{found:?}");
}

#[test]
fn recorded_matches_add_up_with_games_whoever_comes_first() {
    let (mut scores, _) = count(&game("a", "b", "1-0", &[]));
    let mut pairing = Pairing::new("b", "a");
    pairing.results.add_pair(Outcome::Win, Outcome::Loss);
    pairing.results.add_single_white(Outcome::Draw);
    pairing.results.add_single_black(Outcome::Win);
    scores.add_match(&MatchRecord {
        pairings: vec![pairing],
        ..MatchRecord::default()
    });
    let [only] = scores.pairings() else {
        panic!("{scores:?}")
    };
    // b won with White and lost with Black, so a won with White and lost with Black.
    assert_eq!(only.results.pairs[2][0], 1);
    assert_eq!(only.results.single_white, [1, 0, 1]);
    assert_eq!(only.results.single_black, [0, 1, 0]);

    let tournament = scores.tournament();
    assert_eq!(tournament.games().count(), 5);
    let ratings = tournament.rate(&RatingOptions::default()).unwrap();
    let a = ratings.table.iter().find(|row| row.name == "a").unwrap();
    assert_eq!((a.games, a.score), (5, 2.5 / 5.0));
}
