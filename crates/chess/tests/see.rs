//! Static exchange evaluation (SEE) against capture searches that share no code with it.
//!
//! [`Naive`] knows the rules that `see_ge` promises (see `src/position/see.rs`)
//! on a plain array of pieces, and gives the exact value. Two freer searches measure what those
//! rules leave out: one in which any piece may capture first, and one by the legal moves of chess.

mod common;

use chess::{Color, Move, MoveKind, Piece, PieceType, Position, Square, see_value};
use common::sample;

/// A debug build is some thirty times slower.
const GAMES: usize = if cfg!(debug_assertions) { 100 } else { 5_000 };

/// A board as a plain array, by square from a1.
#[derive(Clone)]
struct Naive([Option<Piece>; 64]);

/// Whose piece may capture next: the least valuable, or any.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    LeastValuableFirst,
    Any,
}

/// File and rank from 0.
fn coordinates(square: usize) -> (i32, i32) {
    ((square % 8) as i32, (square / 8) as i32)
}

/// The step of one king's move that leads straight from a square to another, if there is one.
fn direction(from: usize, to: usize) -> Option<(i32, i32)> {
    let ((x, y), (to_x, to_y)) = (coordinates(from), coordinates(to));
    let (dx, dy) = (to_x - x, to_y - y);
    let is_straight = dx == 0 || dy == 0 || dx.abs() == dy.abs();
    (from != to && is_straight).then_some((dx.signum(), dy.signum()))
}

/// The squares that follow in a direction, to the edge of the board.
fn ray(from: usize, (dx, dy): (i32, i32)) -> impl Iterator<Item = usize> {
    let (x, y) = coordinates(from);
    (1..8)
        .map(move |n| (x + n * dx, y + n * dy))
        .take_while(|&(x, y)| (0..8).contains(&x) && (0..8).contains(&y))
        .map(|(x, y)| (y * 8 + x) as usize)
}

/// Whether a type of piece slides in a direction.
fn slides(kind: PieceType, (dx, dy): (i32, i32)) -> bool {
    match kind {
        PieceType::Queen => true,
        PieceType::Rook => dx == 0 || dy == 0,
        PieceType::Bishop => dx != 0 && dy != 0,
        _ => false,
    }
}

impl Naive {
    fn new(position: &Position) -> Self {
        Self(Square::ALL.map(|square| position.piece_on(square)))
    }

    /// The first piece in a direction and its square.
    fn first(&self, from: usize, step: (i32, i32)) -> Option<(usize, Piece)> {
        ray(from, step).find_map(|square| self.0[square].map(|piece| (square, piece)))
    }

    fn attacks(&self, from: usize, to: usize) -> bool {
        let Some(piece) = self.0[from] else {
            return false;
        };
        let ((x, y), (to_x, to_y)) = (coordinates(from), coordinates(to));
        let (dx, dy) = (to_x - x, to_y - y);
        match piece.kind() {
            PieceType::Pawn => {
                let forward = if piece.color() == Color::White { 1 } else { -1 };
                dy == forward && dx.abs() == 1
            }
            PieceType::Knight => dx.abs() * dy.abs() == 2,
            PieceType::King => dx.abs().max(dy.abs()) == 1,
            kind => direction(from, to).is_some_and(|step| {
                // Whatever stands on the target does not hide it.
                let reached = ray(from, step).find(|&s| s == to || self.0[s].is_some());
                slides(kind, step) && reached == Some(to)
            }),
        }
    }

    fn king(&self, color: Color) -> Option<usize> {
        (0..64).find(|&square| self.0[square] == Some(Piece::new(color, PieceType::King)))
    }

    /// Whether a piece stands between its king and a slider and would leave that line.
    fn is_pinned(&self, from: usize, to: usize, color: Color) -> bool {
        let Some(king) = self.king(color) else {
            return false;
        };
        let Some(step) = direction(king, from) else {
            return false;
        };
        let is_first = self
            .first(king, step)
            .is_some_and(|(square, _)| square == from);
        let leaves = direction(king, to) != Some(step) && direction(to, king) != Some(step);
        is_first
            && leaves
            && self
                .first(from, step)
                .is_some_and(|(_, behind)| behind.color() != color && slides(behind.kind(), step))
    }

    /// The board after a piece captured, and what that gained.
    fn capture(&self, from: usize, to: usize) -> (Self, i32) {
        let mut after = self.clone();
        let mut piece = self.0[from].expect("a piece captures");
        let mut gain = self.0[to].map_or(0, |victim| see_value(victim.kind()));
        if piece.kind() == PieceType::Pawn && matches!(to / 8, 0 | 7) {
            piece = Piece::new(piece.color(), PieceType::Queen);
            gain += see_value(PieceType::Queen) - see_value(PieceType::Pawn);
        }
        after.0[to] = Some(piece);
        after.0[from] = None;
        (after, gain)
    }

    /// The squares of the pieces that may capture, the least valuable first.
    fn capturers(&self, to: usize, side: Color) -> Vec<usize> {
        let mut squares: Vec<usize> = (0..64)
            .filter(|&from| self.0[from].is_some_and(|piece| piece.color() == side))
            .filter(|&from| self.attacks(from, to))
            .filter(|&from| match self.0[from].map(Piece::kind) {
                Some(PieceType::King) => {
                    let (after, _) = self.capture(from, to);
                    !(0..64).any(|square| {
                        let is_theirs = |piece: Piece| piece.color() != side;
                        after.0[square].is_some_and(is_theirs) && after.attacks(square, to)
                    })
                }
                _ => !self.is_pinned(from, to, side),
            })
            .collect();
        squares.sort_by_key(|&from| self.0[from].map(Piece::kind));
        squares
    }

    /// The most that a side can gain by capturing on a square, or by leaving it.
    fn gain(&self, to: usize, side: Color, order: Order) -> i32 {
        let mut capturers = self.capturers(to, side);
        if order == Order::LeastValuableFirst {
            capturers.truncate(1);
        }
        let gains = capturers.into_iter().map(|from| {
            let (after, gain) = self.capture(from, to);
            gain - after.gain(to, !side, order)
        });
        gains.max().unwrap_or(0).max(0)
    }

    /// The SEE value of a legal move.
    fn value(&self, mv: Move, side: Color, order: Order) -> i32 {
        if mv.kind() == MoveKind::Castle {
            return 0;
        }
        let (from, to) = (mv.from().index(), mv.to().index());
        let mut before = self.clone();
        if mv.kind() == MoveKind::EnPassant {
            // The same as taking the pawn where the capturer goes.
            before.0[to] = before.0[mv.to().forward(!side).index()].take();
        }
        let (mut after, mut gain) = before.capture(from, to);
        if let Some(kind) = mv.promotion() {
            gain += see_value(kind) - see_value(PieceType::Queen);
            after.0[to] = Some(Piece::new(side, kind));
        }
        gain - after.gain(to, !side, order)
    }
}

/// The most that the side to move can gain by legal captures on a square, or by leaving it.
fn legal_gain(position: &mut Position, to: Square) -> i32 {
    let mut best = 0;
    for &mv in &position.legal_moves() {
        let is_best_promotion = mv.promotion().is_none_or(|kind| kind == PieceType::Queen);
        if mv.to() == to && position.is_capture(mv) && is_best_promotion {
            best = best.max(legal_value(position, mv));
        }
    }
    best
}

/// The SEE value of a legal move if nothing but legal captures counts.
fn legal_value(position: &mut Position, mv: Move) -> i32 {
    if mv.kind() == MoveKind::Castle {
        return 0;
    }
    position.make(mv, &mut ());
    let captured = position
        .captured()
        .map_or(0, |piece| see_value(piece.kind()));
    let promoted = mv
        .promotion()
        .map_or(0, |kind| see_value(kind) - see_value(PieceType::Pawn));
    let value = captured + promoted - legal_gain(position, mv.to());
    position.unmake(mv);
    value
}

#[test]
fn see_agrees_with_a_plain_search() {
    let (mut moves, mut captures, mut losing) = (0, 0, 0);
    for position in sample(GAMES, 40) {
        let naive = Naive::new(&position);
        for &mv in &position.legal_moves() {
            let value = naive.value(mv, position.side_to_move(), Order::LeastValuableFirst);
            // Far away, near by, and on both sides of the value itself.
            for offset in [-2000, -500, -100, -1, 0, 1, 100, 500, 2000] {
                let threshold = value + offset;
                assert_eq!(
                    position.see_ge(mv, threshold),
                    offset <= 0,
                    "{mv} in {} is worth {value}, not at least {threshold}",
                    position.fen()
                );
            }
            moves += 1;
            captures += u32::from(position.is_capture(mv));
            losing += u32::from(value < 0);
        }
    }
    println!("{moves} moves, {captures} captures, {losing} that lose material");
    assert!(losing > moves / 20 && captures > moves / 50);
}

/// Capturing with the least valuable piece first is not always best: the value can hinge on
/// which piece opens a line behind it, is freed from shielding its king, or on whether the king
/// must wait. And SEE knows no checks: in a real game a capture may be
/// impossible because it does not answer a check, or a shield may be gone. Both are rare.
#[test]
fn see_mostly_agrees_with_freer_searches() {
    let (mut moves, mut any_order, mut by_legal_moves) = (0, 0, 0);
    for mut position in sample(GAMES, 41) {
        let naive = Naive::new(&position);
        let side = position.side_to_move();
        for &mv in &position.legal_moves() {
            let value = naive.value(mv, side, Order::LeastValuableFirst);
            moves += 1;
            any_order += u32::from(value == naive.value(mv, side, Order::Any));
            by_legal_moves += u32::from(value == legal_value(&mut position, mv));
        }
    }
    let share = |agreed: u32| f64::from(agreed) / f64::from(moves);
    println!(
        "{moves} moves: any order agrees in {:.3} %, legal moves in {:.3} %",
        100.0 * share(any_order),
        100.0 * share(by_legal_moves)
    );
    assert!(share(any_order) > 0.99);
    assert!(share(by_legal_moves) > 0.95);
}
