//! Random games and positions, compared with cozy-chess at every ply.
//!
//! Legal moves, checks, pins and the FEN must agree. The FEN must also read back to an equal
//! position with equal keys, which compares making moves with setting up.

mod common;

use std::ops::AddAssign;

use chess::{Color, Move, MoveKind, Position, Square};
use common::{random_opening, scattered_with_target};
use cozy_chess::Board;
use game::{Rng, Stage};

/// A debug build is some thirty times slower.
const GAMES: usize = if cfg!(debug_assertions) { 300 } else { 10_000 };
const SCATTERED: usize = if cfg!(debug_assertions) {
    1_000
} else {
    50_000
};
const THREADS: usize = 2;

/// Longer games bring nothing new.
const MAX_PLIES: usize = 300;

/// cozy-chess counts no further than this.
const MAX_RULE_CLOCK: u32 = 100;

/// What came up, to show that the games are worth the name.
#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    plies: u64,
    moves: u64,
    checks: u64,
    double_checks: u64,
    en_passant: u64,
    castles: u64,
    promotions: u64,
    mates: u64,
    stalemates: u64,
    refused: u64,
}

impl AddAssign for Seen {
    fn add_assign(&mut self, other: Self) {
        self.plies += other.plies;
        self.moves += other.moves;
        self.checks += other.checks;
        self.double_checks += other.double_checks;
        self.en_passant += other.en_passant;
        self.castles += other.castles;
        self.promotions += other.promotions;
        self.mates += other.mates;
        self.stalemates += other.stalemates;
        self.refused += other.refused;
    }
}

/// A move as numbers that both sides agree on: squares from a1, the promotion's letter.
type Plain = (usize, usize, Option<char>);

fn plain(mv: Move) -> Plain {
    let promotion = mv
        .promotion()
        .map(|kind| kind.letter().to_ascii_lowercase());
    (mv.from().index(), mv.to().index(), promotion)
}

fn plain_cozy(mv: cozy_chess::Move) -> Plain {
    (
        mv.from as usize,
        mv.to as usize,
        mv.promotion.map(Into::into),
    )
}

fn cozy_moves(board: &Board) -> Vec<cozy_chess::Move> {
    let mut all = Vec::with_capacity(64);
    board.generate_moves(|moves| {
        all.extend(moves);
        false
    });
    all
}

/// The board's FEN with the en-passant square only where a capture is legal, as Quietus has it.
fn cozy_fen(board: &Board, moves: &[cozy_chess::Move], shredder: bool) -> String {
    let fen = if shredder {
        format!("{board:#}")
    } else {
        format!("{board}")
    };
    let Some(file) = board.en_passant() else {
        return fen;
    };
    let rank = cozy_chess::Rank::Third.relative_to(!board.side_to_move());
    let target = cozy_chess::Square::new(file, rank);
    let is_capture = |mv: &cozy_chess::Move| {
        mv.to == target
            && mv.from.file() != file
            && board.piece_on(mv.from) == Some(cozy_chess::Piece::Pawn)
    };
    if moves.iter().any(is_capture) {
        fen
    } else {
        fen.replace(&format!(" {target} "), " - ")
    }
}

/// Compares everything at one ply.
fn compare(position: &Position, board: &Board, seen: &mut Seen) {
    let fen = position.fen();
    let moves = common::sorted_moves(position, Stage::All);
    let theirs = cozy_moves(board);
    let mut our_moves: Vec<Plain> = moves.iter().copied().map(plain).collect();
    let mut their_moves: Vec<Plain> = theirs.iter().copied().map(plain_cozy).collect();
    our_moves.sort_unstable();
    their_moves.sort_unstable();
    assert_eq!(our_moves, their_moves, "legal moves in {fen}");
    assert_eq!(
        position.checkers().0,
        board.checkers().0,
        "checkers in {fen}"
    );
    let own = board.colors(board.side_to_move());
    assert_eq!(
        position.pinned().0,
        (board.pinned() & own).0,
        "pinned in {fen}"
    );
    assert_eq!(fen, cozy_fen(board, &theirs, position.is_chess960()));

    let again = Position::from_fen(&fen).expect("what we wrote can be read");
    assert!(&again == position, "{fen} does not read back");
    assert_eq!(again.keys(), position.keys(), "keys of {fen}");
    assert_eq!(again.pinned(), position.pinned(), "pinned in {fen}");

    seen.plies += 1;
    seen.moves += moves.len() as u64;
    seen.checks += u64::from(position.in_check());
    seen.double_checks += u64::from(position.checkers().several());
    seen.mates += u64::from(moves.is_empty() && position.in_check());
    seen.stalemates += u64::from(moves.is_empty() && !position.in_check());
    for mv in moves {
        match mv.kind() {
            MoveKind::EnPassant => seen.en_passant += 1,
            MoveKind::Castle => seen.castles += 1,
            kind => seen.promotions += u64::from(kind.promotion().is_some()),
        }
    }
}

fn play(game: usize) -> Seen {
    let mut seen = Seen::default();
    let mut rng = Rng::new(game as u64);
    let (mut position, style) = random_opening(game, &mut rng);
    let mut board: Board = position.fen().parse().expect("a start position");
    for _ in 0..MAX_PLIES {
        compare(&position, &board, &mut seen);
        let pieces = position.occupied().count();
        if position.halfmove_clock() >= MAX_RULE_CLOCK || pieces == Color::COUNT as u32 {
            break;
        }
        let Some(mv) = style.choose(&position, &mut rng) else {
            break;
        };
        position.play(mv);
        let square = |square: Square| cozy_chess::Square::index(square.index());
        board.play(cozy_chess::Move {
            from: square(mv.from()),
            to: square(mv.to()),
            promotion: mv
                .promotion()
                .map(|kind| cozy_chess::Piece::index(kind.index())),
        });
    }
    seen
}

/// Runs `work` for each number below `count` on two threads and sums up what they saw.
fn in_parallel(count: usize, work: fn(usize) -> Seen) -> Seen {
    let mut total = Seen::default();
    std::thread::scope(|scope| {
        let share = |thread| (thread..count).step_by(THREADS).map(work);
        let threads: Vec<_> = (0..THREADS)
            .map(|thread| {
                scope.spawn(move || {
                    share(thread).fold(Seen::default(), |mut sum, seen| {
                        sum += seen;
                        sum
                    })
                })
            })
            .collect();
        for thread in threads {
            total += thread.join().expect("all positions agree");
        }
    });
    total
}

#[test]
fn random_games_agree_with_cozy_chess() {
    let seen = in_parallel(GAMES, play);
    println!("{GAMES} games: {seen:?}");
    let games = GAMES as u64;
    assert!(seen.plies > 80 * games, "{seen:?}");
    assert!(
        seen.castles > games && seen.promotions > games && seen.checks > games,
        "{seen:?}"
    );
    assert!(
        seen.en_passant > games / 10 && seen.double_checks > games / 100,
        "{seen:?}"
    );
    assert!(
        seen.mates > games / 10 && seen.stalemates > games / 100,
        "{seen:?}"
    );
}

#[test]
fn scattered_positions_agree_with_cozy_chess() {
    let seen = in_parallel(SCATTERED, |number| {
        let mut seen = Seen::default();
        let (position, target) = scattered_with_target(&mut Rng::new(!(number as u64)));
        let fen = position.fen();
        let with_target = match target {
            Some(square) if position.en_passant().is_none() => {
                fen.replace(" - 0 1", &format!(" {square} 0 1"))
            }
            _ => fen.clone(),
        };
        // cozy-chess refuses an en-passant square under a check that the double push cannot have
        // left; there we compare what is left when the square is ignored.
        let board = with_target.parse().unwrap_or_else(|_| {
            seen.refused += 1;
            fen.parse().unwrap()
        });
        compare(&position, &board, &mut seen);
        seen
    });
    println!("{SCATTERED} scattered positions: {seen:?}");
    assert!(seen.refused < SCATTERED as u64 / 10, "{seen:?}");
    assert!(seen.en_passant > SCATTERED as u64 / 200, "{seen:?}");
}
