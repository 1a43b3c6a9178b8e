//! What every level does, and what only some do.

use std::collections::HashSet;
use std::time::Duration;

use chess::{Chess, Color, Move, Outcome, Position};
use game::{GameResult, Rng, Rules};
use levels::{Choice, Level, Player};
use xiangqi::{Piece, PieceType, Xiangqi};

fn choose(elo: u16, seed: u64, position: &Position) -> Option<Choice<Move>> {
    let level = Level::new(elo);
    Player { level, seed }.choose::<Chess>(position, &|| Duration::MAX)
}

/// How many of the first seeds choose a move, written as SAN.
fn count(elo: u16, fen: &str, san: &str) -> usize {
    let position = Position::from_fen(fen).expect("valid");
    let chooses = |seed: &u64| {
        let choice = choose(elo, *seed, &position).expect("a legal move");
        position.san(choice.mv) == san
    };
    (0..SEEDS).filter(chooses).count()
}

const SEEDS: u64 = 40;

#[test]
fn seeds_fix_the_choice_and_vary_it() {
    let start = Position::start();
    for elo in [600, 1400, 2400] {
        assert_eq!(choose(elo, 7, &start), choose(elo, 7, &start));
    }
    let first_moves: HashSet<Move> = (0..SEEDS)
        .filter_map(|seed| choose(600, seed, &start))
        .map(|choice| choice.mv)
        .collect();
    assert!(first_moves.len() >= 5, "{first_moves:?}");
}

#[test]
fn a_slow_machine_gives_the_same_moves() {
    let slow = || {
        std::thread::sleep(Duration::from_millis(1));
        Duration::from_secs(600)
    };
    let mut position = Position::start();
    for (ply, elo) in [600, 1000, 1400, 1800, 2200, 2400].into_iter().enumerate() {
        let level = Level::new(elo);
        let player = Player { level, seed: 5 };
        let usual = player.choose::<Chess>(&position, &|| Duration::MAX);
        assert_eq!(player.choose::<Chess>(&position, &slow), usual, "{ply}");
        position.play(usual.expect("a legal move").mv);
    }
}

#[test]
fn mates_in_one_are_found_from_1000_up() {
    const BACK_RANK: &str = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1";
    assert_eq!(count(1000, BACK_RANK, "Ra8#"), SEEDS as usize);
    assert_eq!(count(2400, BACK_RANK, "Ra8#"), SEEDS as usize);
    let beginner = count(600, BACK_RANK, "Ra8#");
    assert!((10..35).contains(&beginner), "{beginner}");
}

#[test]
fn recaptures_are_seldom_missed() {
    let mut position = Position::start();
    for text in ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5c6"] {
        position.play(position.parse_uci(text).expect("legal"));
    }
    let taking = ["b7c6", "d7c6"].map(|text| position.parse_uci(text).expect("legal"));
    for (elo, least) in [(600, 25), (1200, 38), (2000, 40)] {
        let takes = (0..SEEDS).filter(|&seed| {
            let choice = choose(elo, seed, &position).expect("a legal move");
            taking.contains(&choice.mv)
        });
        let takes = takes.count();
        assert!(takes >= least, "{elo}: {takes}");
    }
}

#[test]
fn known_endings_are_won_from_900_up() {
    for (fen, seed) in [
        ("8/8/8/4k3/8/8/8/KQ6 w - - 0 1", 1),
        ("8/8/3k4/8/8/8/8/KR6 w - - 0 1", 2),
    ] {
        let mut position = Position::from_fen(fen).expect("valid");
        let mut rng = Rng::new(seed);
        let outcome = loop {
            if let Some(outcome) = position.outcome() {
                break outcome;
            }
            let mv = match position.side_to_move() {
                Color::White => choose(900, seed, &position).expect("a legal move").mv,
                Color::Black => *rng.choose(&position.legal_moves()).expect("a legal move"),
            };
            position.play(mv);
        };
        assert!(
            matches!(outcome, Outcome::Checkmate { .. }),
            "{fen}: {outcome}"
        );
        assert_eq!(outcome.result(), GameResult::WhiteWins);
    }
}

#[test]
fn openings_of_xiangqi_develop_pieces_and_leave_the_king_at_home() {
    const GAMES: u64 = 4;
    const PLIES: u64 = 12;
    for elo in [600, 1000, 1600] {
        let (mut developing, mut king) = (0, 0);
        for seed in 0..GAMES {
            let level = Level::new(elo);
            let player = Player { level, seed };
            let mut position = Xiangqi::start();
            for _ in 0..PLIES {
                let choice = player.choose::<Xiangqi>(&position, &|| Duration::MAX);
                let mv = choice.expect("a legal move").mv;
                match position.piece_on(mv.from()).map(Piece::kind) {
                    Some(PieceType::Rook | PieceType::Horse | PieceType::Cannon) => developing += 1,
                    Some(PieceType::King) => king += 1,
                    _ => {}
                }
                Xiangqi::play(&mut position, mv);
            }
        }
        assert_eq!(king, 0, "{elo}");
        assert!(2 * developing > GAMES * PLIES, "{elo}: {developing}");
    }
}

#[test]
fn there_is_always_a_move_while_the_game_lasts() {
    let mated = Position::from_fen("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1").expect("valid");
    assert_eq!(choose(1400, 1, &mated), None);
    let level = Level::MAX;
    let stopped = Player { level, seed: 1 }.choose::<Chess>(&Position::start(), &|| Duration::ZERO);
    assert!(stopped.is_some());
    let mut position = Xiangqi::start();
    for _ in 0..40 {
        let player = Player {
            level: Level::MIN,
            seed: 3,
        };
        let Some(choice) = player.choose::<Xiangqi>(&position, &|| Duration::MAX) else {
            break;
        };
        Xiangqi::play(&mut position, choice.mv);
    }
}
