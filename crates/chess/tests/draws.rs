//! Draws: repetition in the search and in the game, repetitions to come, fifty moves, material.

mod common;

use chess::{Castling, Color, Move, MoveKind, Piece, PieceType, Placement, Position, Square};
use common::Style;
use game::{Rng, Score, Verdict};

/// A debug build is some thirty times slower.
const GAMES: usize = if cfg!(debug_assertions) { 20 } else { 600 };
const MAX_PLIES: usize = 120;

/// Where shuffling to and fro is easy, and castling rights and en passant make a difference.
const STARTS: [&str; 8] = [
    Position::START_FEN,
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1",
    "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
    "6k1/5ppp/8/8/8/8/q4PPP/2Q3K1 w - - 0 1",
    "k7/2n5/3b4/8/8/3B4/2N5/K7 b - - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "4k3/8/8/8/4p3/8/3P4/R3K3 w Q - 30 60",
];

fn position(fen: &str) -> Position {
    Position::from_fen(fen).expect("a valid FEN")
}

fn play(position: &mut Position, moves: &str) {
    for text in moves.split(' ') {
        let legal = position.legal_moves();
        let mv = legal.iter().find(|mv| mv.to_string() == text);
        position.play(*mv.expect("the moves are legal"));
    }
}

/// The move that takes the side's own last move back on the board, if it is legal.
fn back(position: &Position, line: &[Move]) -> Option<Move> {
    let last = line.get(line.len().checked_sub(2)?)?;
    let back = Move::new(last.to(), last.from(), MoveKind::Normal);
    (position.is_pseudo_legal(back) && position.is_legal(back)).then_some(back)
}

/// Plays games of much shuffling and shows each position with the texts (the first four fields of
/// the FEN) of the positions before it, the last one first.
fn shuffle(seed: u64, mut visit: impl FnMut(&mut Position, &[String], &mut Rng)) {
    for game in 0..GAMES {
        let mut rng = Rng::new(seed << 32 | game as u64);
        let mut position = position(STARTS[game % STARTS.len()]);
        let (mut line, mut texts) = (Vec::new(), Vec::new());
        for _ in 0..MAX_PLIES {
            let earlier: Vec<String> = texts.iter().rev().cloned().collect();
            visit(&mut position, &earlier, &mut rng);
            texts.push(position.epd_fields());
            let again = back(&position, &line).filter(|_| rng.below(2) == 0);
            let Some(mv) = again.or_else(|| Style::Shuffling.choose(&position, &mut rng)) else {
                break;
            };
            position.play(mv);
            line.push(mv);
        }
    }
}

/// By the definition: a position since the root, `ply` moves ago, stood before or any stood twice.
fn repeats(text: &str, earlier: &[String], ply: usize) -> bool {
    let distances: Vec<usize> = (1..=earlier.len())
        .filter(|&distance| earlier[distance - 1] == text)
        .collect();
    distances.len() >= 2 || distances.iter().any(|&distance| distance < ply)
}

#[test]
fn repetitions_are_those_of_the_definition() {
    let (mut positions, mut repeated, mut threefold) = (0, 0, 0);
    shuffle(1, |position, earlier, _| {
        let text = position.epd_fields();
        for ply in 0..=earlier.len() + 1 {
            assert_eq!(
                position.is_repetition(ply),
                repeats(&text, earlier, ply),
                "{text} at {ply}"
            );
        }
        positions += 1;
        repeated += u32::from(position.is_repetition(earlier.len() + 1));
        threefold += u32::from(position.is_threefold_repetition());
        assert_eq!(
            position.is_threefold_repetition(),
            repeats(&text, earlier, 0)
        );
    });
    println!("{positions} positions, {repeated} repeated, {threefold} threefold");
    assert!(repeated > positions / 20 && threefold > positions / 100);
}

/// A repetition is announced exactly if some legal move leads to one. Only quiet moves of pieces
/// can: after a capture, a pawn move or castling no earlier position comes back.
#[test]
fn upcoming_repetitions_are_those_that_a_move_reaches() {
    let (mut asked, mut announced) = (0, 0);
    shuffle(2, |position, earlier, rng| {
        let mut plies = vec![0, 1, 2, 3, 4, 5, 6, 8, 10, earlier.len(), earlier.len() + 1];
        plies.push(rng.below(earlier.len() + 1));
        for ply in plies {
            let said = position.has_upcoming_repetition(ply);
            let reached: Vec<Move> = position
                .legal_moves()
                .iter()
                .copied()
                .filter(|&mv| {
                    position.make(mv, &mut ());
                    let repeats = position.is_repetition(ply + 1);
                    position.unmake(mv);
                    repeats
                })
                .collect();
            let fen = position.fen();
            assert_eq!(said, !reached.is_empty(), "{fen} at {ply}: {reached:?}");
            for mv in reached {
                let piece = position.piece_on(mv.from()).unwrap().kind();
                let is_quiet = mv.kind() == MoveKind::Normal && !position.is_capture(mv);
                assert!(is_quiet && piece != PieceType::Pawn, "{mv} in {fen}");
            }
            asked += 1;
            announced += u32::from(said);
        }
    });
    println!("asked {asked} times, {announced} times yes");
    assert!(announced > asked / 20);
}

#[test]
fn a_position_repeats_in_the_search_at_once_and_in_the_game_at_the_third_time() {
    let mut position = Position::start();
    assert!(!position.is_repetition(100));
    play(&mut position, "g1f3 g8f6 f3g1");
    assert!(position.has_upcoming_repetition(4) && !position.has_upcoming_repetition(3));
    assert_eq!(position.verdict(4), Verdict::AtLeast(Score::DRAW));
    assert_eq!(position.verdict(3), Verdict::Open);
    play(&mut position, "f6g8");
    // The start stood four plies ago: inside a search that began before it, not at it.
    assert!(position.is_repetition(5) && !position.is_repetition(4));
    assert_eq!(position.verdict(5), Verdict::Final(Score::DRAW));
    assert!(!position.is_threefold_repetition());
    play(&mut position, "b1c3 b8c6 c3b1");
    // One move away from the third time: a draw even right at the root of a search.
    assert!(position.has_upcoming_repetition(0));
    play(&mut position, "c6b8");
    assert!(position.is_threefold_repetition() && position.is_repetition(0));
    assert_eq!(position.verdict(0), Verdict::Final(Score::DRAW));
}

#[test]
fn lost_rights_and_lost_en_passant_make_a_different_position() {
    let mut castling = position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    play(&mut castling, "a1b1 a8b8 b1a1 b8a8");
    assert!(!castling.is_repetition(100), "each side lost a right");
    play(&mut castling, "a1b1 a8b8 b1a1 b8a8");
    assert!(castling.is_repetition(100) && !castling.is_threefold_repetition());

    let mut en_passant = position("4k3/8/8/8/4p3/8/3P4/R3K3 w - - 0 1");
    play(&mut en_passant, "d2d4 e8d8 e1d1 d8e8 d1e1");
    assert!(
        !en_passant.is_repetition(100),
        "black could take en passant then"
    );
    play(&mut en_passant, "e8d8 e1d1 d8e8 d1e1");
    assert!(en_passant.is_repetition(100) && !en_passant.is_threefold_repetition());
}

#[test]
fn nothing_repeats_across_a_pass() {
    let mut position = Position::start();
    play(&mut position, "g1f3");
    position.make_null();
    play(&mut position, "f3g1");
    assert!(!position.has_upcoming_repetition(100));
    position.make_null();
    assert_eq!(position.epd_fields(), Position::start().epd_fields());
    assert!(!position.is_repetition(100));
    // What comes after the pass counts again.
    play(&mut position, "g1f3 g8f6 f3g1 f6g8");
    assert!(position.is_repetition(100) && !position.is_threefold_repetition());
}

#[test]
fn fifty_moves_draw_unless_the_last_one_mates() {
    // FEN, move, drawn by the rule?
    let table = [
        ("7k/8/6K1/8/8/8/8/R7 w - - 99 80", "a1a8", false),
        ("7k/8/6K1/8/8/8/8/R7 w - - 99 80", "a1a2", true),
        ("7k/8/6K1/8/8/8/8/R7 w - - 98 80", "a1a2", false),
        ("7k/8/5K2/8/8/8/8/R7 w - - 99 80", "a1a8", true),
        ("7k/5Q2/8/6K1/8/8/8/8 w - - 99 80", "g5g6", true),
        ("7k/8/6K1/8/8/8/P7/R7 w - - 99 80", "a2a3", false),
        ("7k/8/6K1/8/8/8/8/Rn6 w - - 99 80", "a1b1", false),
        ("7k/8/6K1/8/8/8/8/R7 w - - 150 80", "a1a8", false),
        ("7k/8/6K1/8/8/8/8/R7 w - - 150 80", "a1a2", true),
    ];
    for (fen, mv, drawn) in table {
        let mut position = position(fen);
        play(&mut position, mv);
        assert_eq!(position.is_draw_by_fifty_moves(), drawn, "{fen} {mv}");
        let expected = if drawn {
            Verdict::Final(Score::DRAW)
        } else {
            Verdict::Open
        };
        assert_eq!(position.verdict(1), expected, "{fen} {mv}");
    }
}

#[test]
fn material_that_cannot_mate_is_a_draw() {
    // Pieces beside the kings with their squares, insufficient?
    let table = [
        ("", true),
        ("Nc3", true),
        ("Bc3", true),
        ("Bc3 Be5", true),
        ("Bc3 be5", true),
        ("Bc3 Be5 bg7", true),
        ("Bc3 bc4", false),
        ("Bc3 Bc4", false),
        ("Bc3 Be5 bg6", false),
        ("Nc3 Ne5", false),
        ("Nc3 ne5", false),
        ("Nc3 be5", false),
        ("Nc3 Be5", false),
        ("Pc3", false),
        ("Rc3", false),
        ("Qc3", false),
        ("Nc3 pe5", false),
    ];
    for (pieces, insufficient) in table {
        for swap in [false, true] {
            let pieces: Vec<(Piece, Square)> = pieces
                .split_terminator(' ')
                .map(|text| {
                    let piece = Piece::from_letter(text.chars().next().unwrap()).unwrap();
                    let color = if swap { !piece.color() } else { piece.color() };
                    (Piece::new(color, piece.kind()), text[1..].parse().unwrap())
                })
                .collect();
            let position = with_kings(&pieces).unwrap();
            assert_eq!(
                position.is_insufficient_material(),
                insufficient,
                "{}",
                position.fen()
            );
            let expected = if insufficient {
                Verdict::Final(Score::DRAW)
            } else {
                Verdict::Open
            };
            assert_eq!(position.verdict(0), expected, "{}", position.fen());
        }
    }
}

#[test]
fn two_bishops_draw_exactly_if_they_stand_on_squares_of_one_color() {
    let color = |square: Square| (square.file().index() + square.rank().index()) % 2;
    let (mut asked, mut drawn) = (0, 0);
    for (first, second) in Square::ALL
        .into_iter()
        .flat_map(|a| Square::ALL.map(|b| (a, b)))
    {
        for side in Color::ALL {
            let bishops = [
                (Piece::WhiteBishop, first),
                (Piece::new(side, PieceType::Bishop), second),
            ];
            let Some(position) = with_kings(&bishops) else {
                continue;
            };
            let same = color(first) == color(second);
            assert_eq!(
                position.is_insufficient_material(),
                same,
                "{}",
                position.fen()
            );
            asked += 1;
            drawn += u32::from(same);
        }
    }
    println!("{asked} positions, {drawn} drawn");
    assert!(asked > 5_000);
}

/// A position of the kings and these pieces, if it is valid and all of them have room.
fn with_kings(pieces: &[(Piece, Square)]) -> Option<Position> {
    let kings = [
        (Piece::WhiteKing, Square::H1),
        (Piece::BlackKing, Square::A8),
    ];
    let mut board = [None; 64];
    for &(piece, square) in kings.iter().chain(pieces) {
        if board[square.index()].replace(piece).is_some() {
            return None;
        }
    }
    let side = Color::White;
    let castling = Castling::NONE;
    Placement {
        board,
        side,
        castling,
        en_passant: None,
        halfmove_clock: 0,
        fullmove_number: 1,
    }
    .validate()
    .ok()
}
