//! No game in which a queen or rook stood against a bare king is recorded as anything but a win.

use std::ops::RangeInclusive;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use chess::{Chess, Color, PieceType, Position};
use datagen::{Ending, Goal, NodeLimits, PlayedGame, Run, Settings, generate};
use evaluation::Evaluation;
use nnue::Network;
use openings::{Book, Openings};
use records::{Game, GameResult};

/// Endings that soon become a queen or rook against a bare king.
const ENDINGS: &str = "\
8/8/8/4k3/8/8/4K3/7R w - - 0 1
8/8/3k4/8/8/8/1Q6/K7 w - - 0 1
8/8/8/3k4/6p1/8/3K4/R7 w - - 0 1
8/8/8/2k5/1n6/8/8/K2Q4 b - - 0 1
8/3k4/3p4/8/8/4K3/8/5R2 b - - 0 1
";

fn network() -> Arc<Network> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../nets/default.qnn");
    Arc::new(nnue::load_file(&path).expect("the default network").network)
}

fn play(settings: &Settings, openings: &Openings, games: u64, threads: usize) -> Vec<PlayedGame> {
    let network = network();
    let stop = AtomicBool::new(false);
    let run = Run {
        settings,
        openings,
        tables: None,
        threads,
        first: 0,
        goal: Goal {
            games: Some(games),
            ..Goal::default()
        },
        stop: &stop,
    };
    let mut all = Vec::new();
    let evaluator = || Evaluation::<Chess>::without_clock(Some(&network));
    generate(&run, evaluator, |played, _| {
        all.push(played.clone());
        Ok(())
    })
    .expect("nothing that can fail");
    all
}

/// Who had a queen or rook against a bare king, and the move, if anybody did.
fn winner(game: &Game) -> Option<Color> {
    let is_won = |position: &Position| {
        let us = position.side_to_move();
        let majors = position.pieces(us, PieceType::Queen) | position.pieces(us, PieceType::Rook);
        (position.color(!us).count() == 1 && majors.any()).then_some(us)
    };
    let mut position = game.start.position();
    game.plies.iter().find_map(|ply| {
        let winner = is_won(&position);
        position.play(ply.mv);
        winner.or_else(|| is_won(&position))
    })
}

/// How many games had such an ending; each must be won by the side with the piece.
fn count_won_endings(games: &[PlayedGame]) -> usize {
    let endings = games.iter().filter_map(|played| {
        let winner = winner(&played.game)?;
        let expected = match winner {
            Color::White => GameResult::WhiteWins,
            Color::Black => GameResult::BlackWins,
        };
        assert_eq!(played.game.result, expected, "{:?}", played.game);
        Some(())
    });
    endings.count()
}

fn settings(nodes: u64, play_out: f64) -> Settings {
    let mut settings = Settings {
        nodes: NodeLimits::soft(nodes),
        table: 1,
        ..Settings::default()
    };
    settings.openings.verification = NodeLimits::soft(0);
    settings.play_out = play_out;
    settings
}

fn from_endings(plies: RangeInclusive<usize>) -> Openings {
    Openings {
        book: Some(Book::of_positions(ENDINGS.to_owned()).expect("a book")),
        plies,
        ..Openings::default()
    }
}

#[test]
fn a_bare_king_loses_at_once_or_after_being_played_out() {
    let openings = from_endings(0..=1);
    let at_once = play(&settings(40, 0.0), &openings, 20, 1);
    assert!(count_won_endings(&at_once) >= 10);
    let is_adjudicated = |played: &PlayedGame| played.ending == Ending::BareKing;
    assert!(at_once.iter().any(is_adjudicated));
    // One node a move is too little to mate in time.
    let played_out = play(&settings(1, 1.0), &openings, 12, 1);
    assert!(count_won_endings(&played_out) >= 6);
    assert!(!played_out.iter().any(is_adjudicated));
    // Without the verdict by material, this would be a draw.
    let shuffled = [Ending::MoveLimit, Ending::Repetition];
    assert!(
        played_out
            .iter()
            .any(|game| shuffled.contains(&game.ending))
    );
}

#[test]
#[ignore = "minutes: cargo test --release -p datagen --test won_endings -- --ignored"]
fn two_thousand_games_have_no_drawn_won_ending() {
    let openings = Openings {
        plies: 8..=9,
        ..Openings::default()
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let games = play(&settings(600, 0.3), &openings, 2000, threads);
    let endings = count_won_endings(&games);
    println!("{endings} of {} games", games.len());
    assert!(endings > 100);
}
