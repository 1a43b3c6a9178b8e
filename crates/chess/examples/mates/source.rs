//! Where positions come from: games of careless players, and pieces strewn over the board.

use chess::{Castling, Color, Move, Piece, PieceType, Placement, Position, Rank, Square};
use game::{MoveList, Rng, Stage};

/// Plies after which a game is given up.
const LONGEST_GAME: usize = 160;

/// The positions of one game, in which both sides take what they can and otherwise hope; none if
/// it does not end in mate.
pub fn game(rng: &mut Rng) -> Vec<Position> {
    let mut position = Position::start();
    let mut positions = Vec::new();
    while positions.len() < LONGEST_GAME
        && let Some(mv) = careless_move(&position, rng)
    {
        position.play(mv);
        positions.push(position.clone());
    }
    if !position.in_check() || careless_move(&position, rng).is_some() {
        positions.clear();
    }
    positions
}

/// The move that looks best at a glance, from a player who does not always look.
fn careless_move(position: &Position, rng: &mut Rng) -> Option<Move> {
    let mut moves = MoveList::new();
    position.generate(Stage::All, &mut moves);
    if rng.below(4) == 0 {
        return rng.choose(&moves).copied();
    }
    moves.iter().copied().max_by_key(|&mv| {
        let is_safe = position.see_ge(mv, 0);
        let gain = if is_safe {
            position.immediate_gain(mv)
        } else {
            -300
        };
        let check = 80 * i32::from(position.gives_check(mv));
        gain + check + rng.below(200) as i32
    })
}

/// A few pieces anywhere, with a pawn of the side to move about to promote.
pub fn strewn(rng: &mut Rng) -> Option<Position> {
    let side = Color::ALL[rng.below(2)];
    let mut placement = Placement {
        board: [None; 64],
        side,
        castling: Castling::NONE,
        en_passant: None,
        halfmove_clock: 0,
        fullmove_number: 1,
    };
    let seventh = Rank::Seventh.relative_to(side);
    let promoting = rng
        .choose(&Square::ALL.map(|square| Square::new(square.file(), seventh)))
        .copied()?;
    placement.board[promoting.index()] = Some(Piece::new(side, PieceType::Pawn));
    put(&mut placement, side, PieceType::King, rng);
    put(&mut placement, !side, PieceType::King, rng);
    for _ in 0..2 + rng.below(5) {
        let kind = PieceType::ALL[rng.below(5)];
        put(&mut placement, Color::ALL[rng.below(2)], kind, rng);
    }
    placement.validate().ok()
}

/// Puts a piece on a random empty square.
fn put(placement: &mut Placement, color: Color, kind: PieceType, rng: &mut Rng) {
    let empty = |square: &Square| placement.board[square.index()].is_none();
    let squares: Vec<Square> = Square::ALL.into_iter().filter(empty).collect();
    if let Some(&square) = rng.choose(&squares) {
        placement.board[square.index()] = Some(Piece::new(color, kind));
    }
}
