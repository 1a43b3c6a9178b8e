//! The terms of the evaluation, for the `eval` command.

use chess::{Chess, Color, PieceType, Position, Square};
use game::{Evaluator, Score};

use super::psqt::{PHASE_MAX, material, psqt};
use super::{Handcrafted, TEMPO, Value, mop_up};
use crate::tapered::{Sums, scale_by_clock};

/// The terms of one side's pieces of one type, from that side's view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PieceTerms {
    /// How many there are.
    pub count: u32,
    pub material: Value,
    /// Piece-square tables.
    pub psqt: Value,
}

/// An evaluation and its terms, in centipawns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// By type of piece, then color.
    pub pieces: [[PieceTerms; 2]; 6],
    /// The game phase, 0 to [`PHASE_MAX`].
    pub phase: i32,
    /// Material and PSQT, tapered by the phase; from white's view.
    pub tapered: i32,
    /// Mop-up evaluation; from white's view.
    pub mop_up: i32,
    /// Tempo: the bonus of the side to move.
    pub tempo: i32,
    /// What scaling by the halfmove clock changes; for the side to move.
    pub clock_scaling: i32,
    /// The evaluation for the side to move.
    pub total: Score,
    /// What the evaluation would lose without the piece, by square, from white's view. `None` for
    /// kings and empty squares.
    pub contributions: [Option<i32>; 64],
}

impl Handcrafted {
    /// The terms of the evaluation of a position.
    pub fn explain(position: &Position) -> Explanation {
        let mut evaluation = Self::new();
        evaluation.reset(position);
        let sums = evaluation.now;
        let has_pawns = position.kind(PieceType::Pawn).any();
        let mop_up = mop_up(position, has_pawns, sums.value.endgame);
        let white = sums.tapered::<Chess>() + mop_up;
        let sign = match position.side_to_move() {
            Color::White => 1,
            Color::Black => -1,
        };
        let unscaled = sign * white + TEMPO;
        let contributions =
            Square::ALL.map(|square| contribution(position, sums, square, sign * TEMPO));
        Explanation {
            pieces: PieceType::ALL.map(|kind| Color::ALL.map(|color| terms(position, color, kind))),
            phase: sums.phase.min(PHASE_MAX),
            tapered: sums.tapered::<Chess>(),
            mop_up,
            tempo: TEMPO,
            clock_scaling: scale_by_clock::<Chess>(unscaled, position) - unscaled,
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
        terms.psqt += psqt(kind, square.relative_to(color));
    }
    terms
}

/// The change of the evaluation without the piece, from white's view. The tempo is white's.
fn contribution(position: &Position, sums: Sums, square: Square, tempo: i32) -> Option<i32> {
    let piece = position
        .piece_on(square)
        .filter(|piece| piece.kind() != PieceType::King)?;
    let mut without = sums;
    without.remove::<Chess>(piece, square);
    let pawns = position.kind(PieceType::Pawn);
    let pawns_without = pawns.count() - u32::from(pawns.has(square));
    let total = |sums: Sums, pawns: u32| {
        let white = sums.tapered::<Chess>() + mop_up(position, pawns > 0, sums.value.endgame);
        scale_by_clock::<Chess>(white + tempo, position)
    };
    Some(total(sums, pawns.count()) - total(without, pawns_without))
}
