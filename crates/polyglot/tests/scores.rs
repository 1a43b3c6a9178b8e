//! Books by search scores, on trees small enough to be worked out by hand.

use chess::{Chess, Position};
use game::{Codes, GameResult};
use polyglot::Builder;
use xiangqi::Xiangqi;

/// The move, and the mover's win chance in percent as its search saw it; 0 without a search.
type Scored = (&'static str, u32);

fn builder<R: Codes>(plies: usize, games: &[&[Scored]]) -> Builder<R> {
    let mut builder = Builder::new(plies);
    for game in games {
        let mut position = R::start();
        let moves: Vec<_> = game
            .iter()
            .map(|&(text, percent)| {
                let mv = R::parse_move(&position, text).expect("legal");
                R::play(&mut position, mv);
                let chance = f64::from(percent) / 100.0;
                (mv, (percent > 0).then_some(chance))
            })
            .collect();
        builder.add(&R::start(), moves, GameResult::Unknown);
    }
    builder
}

/// The moves of a position with a maximal loss of 10 percent.
fn moves<R: Codes>(builder: &Builder<R>, line: &str) -> Vec<(String, u16)> {
    let mut position = R::start();
    for text in line.split_whitespace() {
        let mv = R::parse_move(&position, text).expect("legal");
        R::play(&mut position, mv);
    }
    let found = builder.by_scores(0.1).moves(&position);
    let named =
        |found: &polyglot::BookMove<R::Move>| (R::move_text(&position, found.mv), found.weight);
    found.iter().map(named).collect()
}

fn named(moves: &[(&str, u16)]) -> Vec<(String, u16)> {
    let named = |&(name, weight): &(&str, u16)| (name.to_owned(), weight);
    moves.iter().map(named).collect()
}

#[test]
fn leaves_are_means_and_weights_fall_with_the_loss() {
    let games: &[&[Scored]] = &[
        &[("e2e4", 58)],
        &[("e2e4", 54)],
        &[("d2d4", 52)],
        &[("a2a3", 46)],
    ];
    let book = builder::<Chess>(9, games);
    // 56, 52 and 46 percent: losses of 0, 4 and 10.
    assert_eq!(moves(&book, ""), named(&[("e2e4", 1000), ("d2d4", 600)]));
}

#[test]
fn scores_are_backed_up_by_negamax() {
    let games: &[&[Scored]] = &[
        // The search liked 1. e4, but the best reply leaves only 100 - 55 = 45.
        &[("e2e4", 60), ("e7e5", 50)],
        &[("e2e4", 60), ("c7c5", 55)],
        &[("e2e4", 60), ("a7a6", 30)],
        // A reply that gives more, and an answer that takes it back: 1. d4 is worth 48.
        &[("d2d4", 51), ("d7d5", 60), ("c2c4", 48)],
        // Moves of an opening without searches get their value from below: 100 - 57 = 43.
        &[("c2c4", 0), ("e7e5", 57)],
        // Nothing is known of it.
        &[("a2a3", 0), ("h7h6", 0)],
    ];
    let book = builder::<Chess>(9, games);
    let first = named(&[("d2d4", 1000), ("e2e4", 700), ("c2c4", 500)]);
    assert_eq!(moves(&book, ""), first);
    let replies = named(&[("c7c5", 1000), ("e7e5", 500)]);
    assert_eq!(moves(&book, "e2e4"), replies);
    assert_eq!(moves(&book, "d2d4"), named(&[("d7d5", 1000)]));
    assert_eq!(moves(&book, "a2a3"), []);
    // Two plies of each game: the answer is not seen, and 1. d4 is worth 40.
    let short = builder::<Chess>(2, games);
    assert_eq!(
        moves(&short, ""),
        named(&[("e2e4", 1000), ("c2c4", 800), ("d2d4", 500)])
    );
}

#[test]
fn transpositions_share_what_is_known() {
    let book = builder::<Chess>(
        9,
        &[
            &[("e2e4", 50), ("e7e5", 50), ("g1f3", 50), ("b8c6", 44)],
            &[("g1f3", 50), ("e7e5", 50), ("e2e4", 50)],
            &[("b1c3", 53)],
        ],
    );
    // Both ways lead to the position that Black's last search puts at 44.
    let first = named(&[("g1f3", 1000), ("e2e4", 1000), ("b1c3", 700)]);
    assert_eq!(moves(&book, ""), first);
}

#[test]
fn rare_moves_neither_count_nor_refute() {
    let games: &[&[Scored]] = &[
        &[("e2e4", 55)],
        &[("e2e4", 55), ("c7c5", 80)],
        &[("d2d4", 90)],
    ];
    let book = builder::<Chess>(9, games).with_min_games(2);
    assert_eq!(moves(&book, ""), named(&[("e2e4", 1000)]));
}

#[test]
fn cycles_end() {
    let back = [
        ("g1f3", 50),
        ("g8f6", 50),
        ("f3g1", 50),
        ("f6g8", 50),
        ("e2e4", 60),
    ];
    let book = builder::<Chess>(9, &[&back]);
    let start = Position::start();
    assert_eq!(book.by_scores(1.0).moves(&start).len(), 2);
}

#[test]
fn xiangqi_has_books_of_the_same_kind() {
    let games: &[&[Scored]] = &[&[("h2e2", 55), ("h9g7", 46)], &[("g3g4", 52)]];
    let book = builder::<Xiangqi>(9, games);
    assert_eq!(moves(&book, ""), named(&[("h2e2", 1000), ("g3g4", 800)]));
    assert_eq!(moves(&book, "h2e2"), named(&[("h9g7", 1000)]));
}
