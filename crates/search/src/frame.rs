//! The search stack: one frame for each ply of the current line.

use game::{Game, MAX_PLY, Score};

use crate::history::{ButterflyIndex, PieceTo};

/// One ply, on a cache line of its own.
#[derive(Clone)]
#[repr(align(64))]
pub(crate) struct Frame<G: Game> {
    /// The move being searched, and its piece-to; none for a null move.
    pub(crate) mv: Option<G::Move>,
    pub(crate) piece_to: Option<PieceTo<G>>,
    /// The corrected static eval; none in check.
    pub(crate) static_eval: Option<Score>,
    /// The excluded move of a singular extension search.
    pub(crate) excluded: Option<G::Move>,
    /// The LMR reduction of the move being searched, in 1/1024 plies.
    pub(crate) reduction: i32,
    /// Cutoff count: how often nodes of this ply failed high below the same grandparent.
    pub(crate) cutoffs: u32,
    /// Double extensions in the current line.
    pub(crate) double_extensions: i32,
    /// Move count of the move being searched, from 1; 0 outside the move loop.
    pub(crate) move_count: usize,
    /// The butterfly history index of the move being searched, if it is a quiet of the move loop.
    pub(crate) quiet: Option<ButterflyIndex<G>>,
    /// TT PV: whether the node is or was a PV node.
    pub(crate) tt_pv: bool,
    /// The PV from here.
    pub(crate) pv: Vec<G::Move>,
}

impl<G: Game> Default for Frame<G> {
    fn default() -> Self {
        Self {
            mv: None,
            piece_to: None,
            static_eval: None,
            excluded: None,
            reduction: 0,
            cutoffs: 0,
            double_extensions: 0,
            move_count: 0,
            quiet: None,
            tt_pv: false,
            pv: Vec::new(),
        }
    }
}

/// Sentinel frames before the root, so that looking back needs no test.
const BEFORE: usize = 6;
/// Sentinel frames beyond the deepest ply, for looking ahead.
const BEYOND: usize = 4;

impl<G: Game> Frame<G> {
    /// Resets the frame but keeps the allocation of its PV. Field by field, because small searches
    /// spend a good part of their time here.
    fn clear(&mut self) {
        let Self {
            mv,
            piece_to,
            static_eval,
            excluded,
            reduction,
            cutoffs,
            double_extensions,
            move_count,
            quiet,
            tt_pv,
            pv,
        } = self;
        (*mv, *piece_to, *static_eval, *excluded) = (None, None, None, None);
        (*reduction, *cutoffs, *double_extensions) = (0, 0, 0);
        (*move_count, *quiet, *tt_pv) = (0, None, false);
        pv.clear();
    }
}

/// The search stack.
pub(crate) struct Frames<G: Game>(Vec<Frame<G>>);

impl<G: Game> Frames<G> {
    pub(crate) fn new() -> Self {
        Self(vec![Frame::default(); BEFORE + MAX_PLY + BEYOND])
    }

    /// Resets all frames and keeps their allocations.
    pub(crate) fn clear(&mut self) {
        self.0.iter_mut().for_each(Frame::clear);
    }

    #[inline(always)]
    pub(crate) fn at(&self, ply: usize) -> &Frame<G> {
        &self.0[ply + BEFORE]
    }

    #[inline(always)]
    pub(crate) fn at_mut(&mut self, ply: usize) -> &mut Frame<G> {
        &mut self.0[ply + BEFORE]
    }

    /// The frame `plies` before a ply; up to six before the root are sentinels.
    #[inline(always)]
    pub(crate) fn back(&self, ply: usize, plies: usize) -> &Frame<G> {
        &self.0[ply + BEFORE - plies]
    }

    /// Sets the PV of this ply to `mv` followed by the PV of the next ply.
    pub(crate) fn update_pv(&mut self, ply: usize, mv: G::Move) {
        let (here, below) = self.0.split_at_mut(ply + BEFORE + 1);
        let pv = &mut here[ply + BEFORE].pv;
        pv.clear();
        pv.push(mv);
        pv.extend_from_slice(&below[0].pv);
    }
}

#[cfg(test)]
mod tests {
    use chess::Chess;

    use super::Frame;

    #[test]
    fn a_frame_fills_one_cache_line() {
        assert_eq!(size_of::<Frame<Chess>>(), 64);
    }
}
