//! The bytes that evaluations along a walk touch.

use chess::{Color, Move, MoveKind, Piece, Position};
use nnue::features::{FeatureTable, Lookup as _};
use nnue::{FeatureSet, Pieces};

/// The feature set of the networks that are measured.
pub const FEATURES: FeatureSet = FeatureSet::PieceSquare { mirrored: true };

/// What evaluations must read and write, counted without evaluating.
pub struct Traffic {
    features: FeatureTable,
    /// For each perspective and color, the pieces when it was last needed.
    kept: Vec<[Pieces; Color::COUNT]>,
    /// Weight rows that are added and subtracted, over both perspectives.
    pub rows: usize,
    /// Accumulators refreshed from the Finny table.
    pub refreshes: usize,
}

impl Traffic {
    /// Nothing yet.
    pub fn new() -> Self {
        let features = FeatureTable::new(&FEATURES);
        Self {
            kept: vec![[Pieces::default(); Color::COUNT]; features.entries()],
            features,
            rows: 0,
            refreshes: 0,
        }
    }

    /// A move is made and the position after it evaluated. At the first move of a game there is no
    /// accumulator to start from.
    pub fn note(&mut self, before: &Position, mv: Move, is_first: bool) {
        let after = before.after(mv);
        for side in Color::ALL {
            let perspective =
                |position: &Position| self.features.perspective(side, position.king(side));
            if is_first || perspective(before) != perspective(&after) {
                self.refresh(side, usize::from(perspective(&after).entry), &after);
            } else {
                self.rows += rows(before, mv);
            }
        }
    }

    /// The pieces that differ from those of the Finny table entry are added and subtracted.
    fn refresh(&mut self, side: Color, entry: usize, position: &Position) {
        let now = Pieces::from(position);
        let kept = std::mem::replace(&mut self.kept[entry][side.index()], now);
        let changed = |piece| (now.of(piece) ^ kept.of(piece)).count() as usize;
        self.rows += Piece::ALL.into_iter().map(changed).sum::<usize>();
        self.refreshes += 1;
    }
}

/// Rows that a move adds and subtracts.
fn rows(position: &Position, mv: Move) -> usize {
    match mv.kind() {
        MoveKind::Castle => 4,
        _ => 2 + usize::from(position.is_capture(mv)),
    }
}
