//! SEE against a recursive swap on a board of its own.

mod common;

use common::{position, sample};
use game::Stage;
use makruk::{Color, Piece, PieceType, Rank, Square, see_value};

const GAMES: usize = if cfg!(debug_assertions) { 30 } else { 2000 };

type Board = [Option<Piece>; 64];

/// Whether a piece on a square attacks another square, step by step.
fn reaches(board: &Board, from: Square, to: Square) -> bool {
    let Some(piece) = board[from.index()] else {
        return false;
    };
    let files = to.file().index() as i32 - from.file().index() as i32;
    let ranks = to.rank().index() as i32 - from.rank().index() as i32;
    let ahead = if piece.color() == Color::White { 1 } else { -1 };
    let is_diagonal = files.abs() == 1 && ranks.abs() == 1;
    match piece.kind() {
        PieceType::Pawn => files.abs() == 1 && ranks == ahead,
        PieceType::Met => is_diagonal,
        PieceType::Khon => is_diagonal || files == 0 && ranks == ahead,
        PieceType::Knight => files.abs() * ranks.abs() == 2,
        PieceType::King => files.abs().max(ranks.abs()) == 1,
        PieceType::Rook => {
            let (file_step, rank_step) = (files.signum() as i8, ranks.signum() as i8);
            let mut here = from;
            (files == 0) != (ranks == 0)
                && loop {
                    here = here.offset(file_step, rank_step).expect("on the way");
                    if here == to {
                        break true;
                    }
                    if board[here.index()].is_some() {
                        break false;
                    }
                }
        }
    }
}

fn attackers(board: &Board, to: Square, color: Color) -> Vec<Square> {
    let is_own = |from: &Square| board[from.index()].is_some_and(|piece| piece.color() == color);
    { Square::ALL.into_iter() }
        .filter(|from| is_own(from) && reaches(board, *from, to))
        .collect()
}

fn king(board: &Board, color: Color) -> Square {
    let king = Some(Piece::new(color, PieceType::King));
    let found = Square::ALL.into_iter().find(|s| board[s.index()] == king);
    found.expect("a king")
}

/// The board after a capture, and what it gains beside the victim.
fn after(board: &Board, from: Square, to: Square) -> (Board, i32) {
    let mut next = *board;
    let piece = next[from.index()].take().expect("a piece");
    let promotes =
        piece.kind() == PieceType::Pawn && to.rank() == Rank::Sixth.relative_to(piece.color());
    let arrived = match promotes {
        true => Piece::new(piece.color(), PieceType::Met),
        false => piece,
    };
    next[to.index()] = Some(arrived);
    (next, see_value(arrived.kind()) - see_value(piece.kind()))
}

/// What the side gains by capturing on a square, if it does so only when that pays.
fn swap(board: &Board, to: Square, side: Color) -> i32 {
    let mut own = attackers(board, to, side);
    own.sort_by_key(|from| (board[from.index()].map(Piece::kind), *from));
    let rooks = |board: &Board, except: Square| {
        let checkers = attackers(board, king(board, side), !side).into_iter();
        let is_rook = |from: &Square| {
            *from != except && board[from.index()].map(Piece::kind) == Some(PieceType::Rook)
        };
        checkers.filter(is_rook).collect::<Vec<_>>()
    };
    let capture = own.into_iter().find(|&from| {
        let (next, _) = after(board, from, to);
        if board[from.index()].map(Piece::kind) == Some(PieceType::King) {
            return attackers(&next, to, !side).is_empty();
        }
        // No rook comes to attack the king that did not before.
        let before = rooks(board, to);
        rooks(&next, to).iter().all(|rook| before.contains(rook))
    });
    let Some(from) = capture else { return 0 };
    let victim = board[to.index()].expect("something to capture");
    let (next, gained) = after(board, from, to);
    (see_value(victim.kind()) + gained - swap(&next, to, !side)).max(0)
}

#[test]
fn thresholds_agree_with_the_slow_swap() {
    let mut decided = 0;
    for position in sample(GAMES, 21) {
        let board = Square::ALL.map(|square| position.piece_on(square));
        let mut moves = game::MoveList::new();
        position.generate(Stage::All, &mut moves);
        for &mv in &moves {
            let gain = position.immediate_gain(mv);
            let (next, _) = after(&board, mv.from(), mv.to());
            let value = gain - swap(&next, mv.to(), !position.side_to_move());
            decided += u32::from(value != gain);
            for threshold in [value - 1, value, value + 1, 0, -200, 350] {
                assert_eq!(
                    position.see_ge(mv, threshold),
                    value >= threshold,
                    "{mv} is worth {value}, threshold {threshold}: {position}"
                );
            }
        }
    }
    assert!(decided > 1000 || cfg!(debug_assertions), "{decided} swaps");
}

#[test]
fn exchanges_of_every_kind_are_counted() {
    for (name, fen, mv, value) in [
        ("undefended", "3k4/8/8/4r3/8/8/4R3/3K4 w", "e2e5", 550),
        (
            "defended by a met",
            "3k4/8/3m4/4n3/8/8/4R3/3K4 w",
            "e2e5",
            -230,
        ),
        (
            "a khon defends ahead",
            "3k4/8/4s3/4n3/8/8/4R3/3K4 w",
            "e2e5",
            -230,
        ),
        ("a promotion", "7k/8/8/4P3/8/8/8/3K4 w", "e5e6m", 50),
        (
            "a met that is taken",
            "7k/3s4/8/4P3/8/8/8/3K4 w",
            "e5e6m",
            -100,
        ),
        ("X-ray", "3k4/4r3/8/4n3/8/4R3/4R3/3K4 w", "e3e5", 320),
    ] {
        let position = position(fen);
        let mv = position.parse_uci(mv).expect("a legal move");
        assert!(position.see_ge(mv, value), "{name}: at least {value}");
        assert!(!position.see_ge(mv, value + 1), "{name}: at most {value}");
    }
    // The capture by a pawn on its sixth rank wins a met's worth more.
    let promoting = position("7k/8/3n4/4P3/8/8/8/3K4 w");
    let mv = promoting.parse_uci("e5d6").expect("legal");
    assert!(promoting.see_ge(mv, 370) && !promoting.see_ge(mv, 371));
}
