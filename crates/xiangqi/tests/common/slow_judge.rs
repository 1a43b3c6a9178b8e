//! The repetition rules written down literally, on a plain board: slow, and sharing nothing with
//! the judge it is compared with.

use std::collections::BTreeMap;

use xiangqi::{Color, Move, PieceType, Position, RepetitionRule, Square};

/// File and rank.
type Point = (i8, i8);
/// The pieces by where they stand.
type Board = BTreeMap<Point, (Color, PieceType)>;

const CROSS: [Point; 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const DIAGONAL: [Point; 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];

fn point(square: Square) -> Point {
    (square.file() as i8, square.rank() as i8)
}

fn is_home(color: Color, (_, rank): Point) -> bool {
    (rank < 5) == (color == Color::Red)
}

fn is_on_board((file, rank): Point) -> bool {
    (0..9).contains(&file) && (0..10).contains(&rank)
}

fn is_in_palace(color: Color, (file, rank): Point) -> bool {
    let rank = if color == Color::Red { rank } else { 9 - rank };
    (3..6).contains(&file) && (0..3).contains(&rank)
}

/// Steps along a line up to the edge of the board.
fn ray((file, rank): Point, (files, ranks): Point) -> impl Iterator<Item = Point> {
    (1..10)
        .map(move |steps| (file + steps * files, rank + steps * ranks))
        .take_while(|&point| is_on_board(point))
}

/// Whether the piece on one point could capture on another, kings aside. The generals "capture"
/// each other along an open file.
fn attacks(board: &Board, from: Point, to: Point) -> bool {
    let Some(&(color, kind)) = board.get(&from) else {
        return false;
    };
    let (files, ranks) = (to.0 - from.0, to.1 - from.1);
    let between = |direction: Point| {
        ray(from, direction)
            .take_while(|&point| point != to)
            .filter(|point| board.contains_key(point))
            .count()
    };
    let direction = (files.signum(), ranks.signum());
    let on_line = (files == 0) != (ranks == 0);
    match kind {
        PieceType::Rook => on_line && between(direction) == 0,
        PieceType::Cannon => on_line && between(direction) == 1,
        PieceType::Horse => {
            let leg = (from.0 + files / 2, from.1 + ranks / 2);
            files.abs().min(ranks.abs()) == 1
                && files.abs().max(ranks.abs()) == 2
                && !board.contains_key(&leg)
        }
        PieceType::Elephant => {
            let eye = (from.0 + files / 2, from.1 + ranks / 2);
            files.abs() == 2 && ranks.abs() == 2 && is_home(color, to) && !board.contains_key(&eye)
        }
        PieceType::Advisor => is_in_palace(color, to) && DIAGONAL.contains(&(files, ranks)),
        PieceType::Pawn => {
            let ahead = if color == Color::Red { 1 } else { -1 };
            (files, ranks) == (0, ahead) || ranks == 0 && files.abs() == 1 && !is_home(color, from)
        }
        PieceType::King => {
            let meets_king = board
                .get(&to)
                .is_some_and(|&(_, kind)| kind == PieceType::King);
            is_in_palace(color, to) && CROSS.contains(&(files, ranks))
                || meets_king && files == 0 && between(direction) == 0
        }
    }
}

fn after(board: &Board, from: Point, to: Point) -> Board {
    let mut board = board.clone();
    if let Some(piece) = board.remove(&from) {
        board.insert(to, piece);
    }
    board
}

fn king(board: &Board, color: Color) -> Point {
    let mut points = board.iter();
    let found = points.find(|&(_, &piece)| piece == (color, PieceType::King));
    *found.expect("a king").0
}

fn checkers(board: &Board, color: Color) -> Vec<Point> {
    let king = king(board, color);
    let enemies = board.iter().filter(|&(_, &(other, _))| other != color);
    enemies
        .map(|(&from, _)| from)
        .filter(|&from| attacks(board, from, king))
        .collect()
}

/// Whether a move exposes the own king to a check that was not there before.
fn exposes(start: &Board, board: &Board, from: Point, to: Point) -> bool {
    let color = board[&from].0;
    let is_king = board[&from].1 == PieceType::King;
    let old = checkers(start, color);
    checkers(&after(board, from, to), color)
        .iter()
        .any(|checker| is_king || !old.contains(checker))
}

/// The enemy pieces that a color chases.
fn chased(board: &Board, color: Color) -> Vec<Point> {
    use PieceType::{Advisor, Cannon, Elephant, Horse, King, Pawn, Rook};
    let mut found = Vec::new();
    for (&from, &(attacker_color, attacker)) in board {
        for (&to, &(victim_color, victim)) in board {
            let counts = attacker_color == color
                && victim_color != color
                && !matches!(attacker, King | Pawn)
                && victim != King
                && !(victim == Pawn && is_home(victim_color, to));
            if !counts || !attacks(board, from, to) || exposes(board, board, from, to) {
                continue;
            }
            let is_gain = match attacker {
                Horse | Cannon => victim == Rook,
                Advisor | Elephant => matches!(victim, Rook | Cannon | Horse),
                _ => false,
            };
            let captured = after(board, from, to);
            let is_protected = captured.iter().any(|(&protector, &(side, _))| {
                side != color
                    && attacks(&captured, protector, to)
                    && !exposes(board, &captured, protector, to)
            });
            let is_trade =
                attacker == victim && attacks(board, to, from) && !exposes(board, board, to, from);
            if is_gain || !is_protected && !is_trade {
                found.push(to);
            }
        }
    }
    found
}

/// The enemy's rooks that stand on the leg of a horse which would give check without them.
fn rooks_pinned_by_horses(board: &Board, color: Color) -> Vec<Point> {
    let enemy_king = king(board, !color);
    let rooks = board
        .iter()
        .filter(|&(_, &piece)| piece == (!color, PieceType::Rook));
    rooks
        .map(|(&rook, _)| rook)
        .filter(|rook| {
            let mut without = board.clone();
            without.remove(rook);
            let horses = board
                .iter()
                .filter(|&(_, &piece)| piece == (color, PieceType::Horse));
            horses.map(|(&horse, _)| horse).any(|horse| {
                !attacks(board, horse, enemy_king) && attacks(&without, horse, enemy_king)
            })
        })
        .collect()
}

/// The loser of a game that begins with a position and ends with these moves, the cycle.
pub fn loser(start: &Position, cycle: &[Move], rule: RepetitionRule) -> Option<Color> {
    let mut board: Board = start
        .occupied()
        .into_iter()
        .filter_map(|square| {
            let piece = start.piece_on(square)?;
            Some((point(square), (piece.color(), piece.kind())))
        })
        .collect();
    // By color: whether all its moves were checks, and its candidates for a chase.
    let mut all_checks = [true; 2];
    let mut any_check = false;
    // Each candidate: the piece's present point, and whether it was always a pinned rook.
    let mut candidates: [Vec<(Point, bool)>; 2] = Color::ALL.map(|color| {
        let enemies = board.iter().filter(|&(_, &(other, _))| other != color);
        enemies.map(|(&at, _)| (at, true)).collect()
    });
    let mut side = start.side_to_move();
    for mv in cycle {
        let (from, to) = (point(mv.from()), point(mv.to()));
        let before = chased(&board, side);
        board = after(&board, from, to);
        for (at, _) in &mut candidates[(!side).index()] {
            if *at == from {
                *at = to;
            }
        }
        let now = chased(&board, side);
        let pinned = rooks_pinned_by_horses(&board, side);
        let ours = &mut candidates[side.index()];
        ours.retain(|(at, _)| now.contains(at) && !before.contains(at));
        for (at, is_pinned_rook) in ours {
            *is_pinned_rook &= pinned.contains(at);
        }
        let is_check = !checkers(&board, !side).is_empty();
        all_checks[side.index()] &= is_check;
        any_check |= is_check;
        side = !side;
    }
    let grades = Color::ALL.map(|color| {
        let candidates = &candidates[color.index()];
        match rule {
            _ if all_checks[color.index()] => 3,
            RepetitionRule::Computer if any_check => 0,
            RepetitionRule::Wxf if candidates.iter().any(|&(_, pinned)| pinned) => 2,
            _ => u8::from(!candidates.is_empty()),
        }
    });
    match grades {
        [red, black] if red > black => Some(Color::Red),
        [red, black] if red < black => Some(Color::Black),
        _ => None,
    }
}
