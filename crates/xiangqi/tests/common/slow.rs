//! The rules once more, slow and literal: a board of squares, every piece walked by hand.

use xiangqi::{Color, Move, Piece, PieceType, Position, Square};

/// The pieces by square.
pub type Board = [Option<Piece>; 90];

const ORTHOGONAL: [(i8, i8); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const DIAGONAL: [(i8, i8); 4] = [(1, 1), (-1, 1), (1, -1), (-1, -1)];

/// The board of a position.
pub fn board(position: &Position) -> Board {
    Square::ALL.map(|square| position.piece_on(square))
}

/// The board after a move.
pub fn after(board: &Board, mv: Move) -> Board {
    let mut next = *board;
    next[mv.to().index()] = next[mv.from().index()].take();
    next
}

/// Where the king of a color stands.
pub fn king(board: &Board, color: Color) -> Square {
    let king = Some(Piece::new(color, PieceType::King));
    let found = Square::ALL
        .into_iter()
        .find(|square| board[square.index()] == king);
    found.expect("each side has a king")
}

fn in_palace(color: Color, square: Square) -> bool {
    let rank = square.rank().relative_to(color).index();
    (3..=5).contains(&square.file().index()) && rank <= 2
}

fn has_crossed(color: Color, square: Square) -> bool {
    square.rank().relative_to(color).index() >= 5
}

/// The squares that the piece on a square attacks: where it captures whatever stands there. A
/// king's attack on the other king along an open file is left out.
pub fn attacked_by(board: &Board, from: Square) -> Vec<Square> {
    let Some(piece) = board[from.index()] else {
        return Vec::new();
    };
    let color = piece.color();
    let is_empty = |square: Square| board[square.index()].is_none();
    let step = |(files, ranks): (i8, i8)| from.offset(files, ranks);
    let forward = if color == Color::Red { 1 } else { -1 };
    match piece.kind() {
        PieceType::King => ORTHOGONAL
            .into_iter()
            .filter_map(step)
            .filter(|&to| in_palace(color, to))
            .collect(),
        PieceType::Advisor => DIAGONAL
            .into_iter()
            .filter_map(step)
            .filter(|&to| in_palace(color, to))
            .collect(),
        PieceType::Elephant => DIAGONAL
            .into_iter()
            .filter(|&eye| step(eye).is_some_and(is_empty))
            .filter_map(|(files, ranks)| step((2 * files, 2 * ranks)))
            .filter(|&to| !has_crossed(color, to))
            .collect(),
        PieceType::Horse => ORTHOGONAL
            .into_iter()
            .filter(|&leg| step(leg).is_some_and(is_empty))
            .flat_map(|(files, ranks)| {
                [1, -1].map(|side| (2 * files + side * ranks, 2 * ranks + side * files))
            })
            .filter_map(step)
            .collect(),
        PieceType::Pawn => [(0, forward), (-1, 0), (1, 0)]
            .into_iter()
            .filter(|&(_, ranks)| ranks != 0 || has_crossed(color, from))
            .filter_map(step)
            .collect(),
        PieceType::Rook => walk(board, from, 0),
        PieceType::Cannon => walk(board, from, 1),
    }
}

/// The squares on the lines of a square with exactly so many pieces in between.
fn walk(board: &Board, from: Square, screens: usize) -> Vec<Square> {
    let mut reached = Vec::new();
    for (files, ranks) in ORTHOGONAL {
        let (mut here, mut passed) = (from, 0);
        while let Some(next) = here.offset(files, ranks) {
            if passed == screens {
                reached.push(next);
            }
            passed += usize::from(board[next.index()].is_some());
            here = next;
        }
    }
    reached
}

/// Whether the king of a color is in check, or faces the other on an open file.
pub fn in_check(board: &Board, color: Color) -> bool {
    !checkers(board, color).is_empty()
}

/// The pieces that give check to a color's king, the other king on an open file among them.
pub fn checkers(board: &Board, color: Color) -> Vec<Square> {
    let own = king(board, color);
    let other = king(board, !color);
    let mut found: Vec<Square> = Square::ALL
        .into_iter()
        .filter(|from| board[from.index()].is_some_and(|piece| piece.color() != color))
        .filter(|&from| attacked_by(board, from).contains(&own))
        .collect();
    if own.file() == other.file() && walk(board, own, 0).contains(&other) {
        found.push(other);
    }
    found
}

/// The pseudo-legal moves of a color.
pub fn pseudo_legal_moves(board: &Board, color: Color) -> Vec<Move> {
    let mut moves = Vec::new();
    for from in Square::ALL {
        let Some(piece) = board[from.index()].filter(|piece| piece.color() == color) else {
            continue;
        };
        let is_cannon = piece.kind() == PieceType::Cannon;
        for to in attacked_by(board, from) {
            match board[to.index()] {
                Some(victim) if victim.color() == color => {}
                None if is_cannon => {}
                _ => moves.push(Move::new(from, to)),
            }
        }
        if is_cannon {
            let quiet = walk(board, from, 0)
                .into_iter()
                .filter(|to| board[to.index()].is_none());
            moves.extend(quiet.map(|to| Move::new(from, to)));
        }
    }
    moves
}

/// The legal moves of a color, sorted.
pub fn legal_moves(board: &Board, color: Color) -> Vec<Move> {
    let mut moves = pseudo_legal_moves(board, color);
    moves.retain(|&mv| !in_check(&after(board, mv), color));
    moves.sort_unstable();
    moves
}
