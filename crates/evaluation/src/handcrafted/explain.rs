//! The evaluation taken apart, for people.

use chess::{Color, PieceType, Position, Square};
use game::{Evaluator, Score};

use super::values::{PHASE_MAX, Value, material, placement};
use super::{Handcrafted, Sums, TEMPO, damped, mop_up};

/// What one side's pieces of one type bring, from that side's view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PieceTerms {
    /// How many there are.
    pub count: u32,
    /// What they are worth wherever they stand.
    pub material: Value,
    /// What their squares add.
    pub placement: Value,
}

/// An evaluation and what it is made of, in hundredths of a pawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// By type of piece, then color.
    pub pieces: [[PieceTerms; 2]; 6],
    /// How much of a middlegame it is, of [`PHASE_MAX`].
    pub phase: i32,
    /// All pieces together, between middlegame and endgame; from white's view.
    pub tapered: i32,
    /// Driving a bare king to the edge; from white's view.
    pub mop_up: i32,
    /// What having the move is worth.
    pub tempo: i32,
    /// What the moves without capture or pawn move take away; for the side to move.
    pub damping: i32,
    /// The evaluation for the side to move.
    pub total: Score,
    /// What the evaluation would lose without the piece, by square, from white's view. Nothing for
    /// kings and empty squares.
    pub contributions: [Option<i32>; 64],
}

impl Handcrafted {
    /// Explains the evaluation of a position.
    #[must_use]
    pub fn explain(position: &Position) -> Explanation {
        let mut evaluation = Self::new();
        evaluation.reset(position);
        let sums = evaluation.now;
        let has_pawns = position.kind(PieceType::Pawn).any();
        let mop_up = mop_up(position, has_pawns, sums.value.endgame);
        let white = sums.tapered() + mop_up;
        let sign = match position.side_to_move() {
            Color::White => 1,
            Color::Black => -1,
        };
        let undamped = sign * white + TEMPO;
        let contributions =
            Square::ALL.map(|square| contribution(position, sums, square, sign * TEMPO));
        Explanation {
            pieces: PieceType::ALL.map(|kind| Color::ALL.map(|color| terms(position, color, kind))),
            phase: sums.phase.min(PHASE_MAX),
            tapered: sums.tapered(),
            mop_up,
            tempo: TEMPO,
            damping: damped(undamped, position) - undamped,
            total: evaluation.evaluate(position),
            contributions,
        }
    }
}

fn terms(position: &Position, color: Color, kind: PieceType) -> PieceTerms {
    let mut terms = PieceTerms::default();
    for square in position.pieces(color, kind) {
        terms.count += 1;
        terms.material += material(kind);
        terms.placement += placement(kind, square.relative_to(color));
    }
    terms
}

/// The difference that taking the piece away makes, from white's view. The tempo is white's.
fn contribution(position: &Position, sums: Sums, square: Square, tempo: i32) -> Option<i32> {
    let piece = position
        .piece_on(square)
        .filter(|piece| piece.kind() != PieceType::King)?;
    let mut without = sums;
    without.remove(piece, square);
    let pawns = position.kind(PieceType::Pawn);
    let pawns_without = pawns.count() - u32::from(pawns.has(square));
    let total = |sums: Sums, pawns: u32| {
        let white = sums.tapered() + mop_up(position, pawns > 0, sums.value.endgame);
        damped(white + tempo, position)
    };
    Some(total(sums, pawns.count()) - total(without, pawns_without))
}
