//! The bytes that evaluations along a walk touch.

use chess::{Color, Move, MoveKind, Piece, Position};
use nnue::features::FeatureTable;
use nnue::{FeatureSet, Pieces};

/// The feature set of the networks that are measured.
pub const FEATURES: FeatureSet = FeatureSet::PieceSquare { mirrored: true };

/// What evaluations must read and write, counted without evaluating.
pub struct Traffic {
    features: FeatureTable,
    /// For each view and side, the pieces when it was last needed.
    kept: Vec<[Pieces; Color::COUNT]>,
    /// Rows of weights that are added and subtracted, over both sides.
    pub rows: usize,
    /// Sides whose sums came from the refresh cache.
    pub refreshes: usize,
}

impl Traffic {
    /// Nothing yet.
    pub fn new() -> Self {
        let features = FeatureTable::new(&FEATURES);
        Self {
            kept: vec![[Pieces::default(); Color::COUNT]; features.views()],
            features,
            rows: 0,
            refreshes: 0,
        }
    }

    /// A move is made and the position after it evaluated. At the first move of a game there are no
    /// sums to start from.
    pub fn note(&mut self, before: &Position, mv: Move, is_first: bool) {
        let after = before.after(mv);
        for side in Color::ALL {
            let view = |position: &Position| self.features.outlook(side, position.king(side));
            if is_first || view(before) != view(&after) {
                self.refresh(side, view(&after).number(), &after);
            } else {
                self.rows += rows(before, mv);
            }
        }
    }

    /// The pieces that differ from those kept for the view are added and subtracted.
    fn refresh(&mut self, side: Color, view: usize, position: &Position) {
        let now = Pieces::from(position);
        let kept = std::mem::replace(&mut self.kept[view][side.index()], now);
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
