//! What the search remembers about each ply of the line it is on.

use game::{Game, MAX_PLY, Score};

use crate::history::Arrival;

/// One ply, on a cache line of its own.
#[derive(Clone)]
#[repr(align(64))]
pub(crate) struct Frame<G: Game> {
    /// The move being searched from here, with the piece that makes it; none for a null move.
    pub(crate) mv: Option<G::Move>,
    pub(crate) arrival: Option<Arrival<G>>,
    /// The corrected static evaluation; none in check.
    pub(crate) evaluation: Option<Score>,
    /// The move left out when testing whether it is singular.
    pub(crate) excluded: Option<G::Move>,
    /// By how much the move searched from here is reduced, in 1/1024 plies.
    pub(crate) reduction: i32,
    /// How often children of this ply's parent failed high.
    pub(crate) cutoffs: u32,
    /// Double extensions on the way here.
    pub(crate) double_extensions: i32,
    /// The best line from here.
    pub(crate) line: Vec<G::Move>,
}

impl<G: Game> Default for Frame<G> {
    fn default() -> Self {
        Self {
            mv: None,
            arrival: None,
            evaluation: None,
            excluded: None,
            reduction: 0,
            cutoffs: 0,
            double_extensions: 0,
            line: Vec::new(),
        }
    }
}

/// Frames before the root, so that looking back needs no test.
const BEFORE: usize = 6;
/// Frames beyond the deepest ply, for looking ahead.
const BEYOND: usize = 4;

impl<G: Game> Frame<G> {
    /// Makes the frame a default one, but keeps the room of its line. Field by field, because small
    /// searches spend a good part of their time here.
    fn clear(&mut self) {
        let Self {
            mv,
            arrival,
            evaluation,
            excluded,
            reduction,
            cutoffs,
            double_extensions,
            line,
        } = self;
        (*mv, *arrival, *evaluation, *excluded) = (None, None, None, None);
        (*reduction, *cutoffs, *double_extensions) = (0, 0, 0);
        line.clear();
    }
}

/// The frames of a line.
pub(crate) struct Frames<G: Game>(Vec<Frame<G>>);

impl<G: Game> Frames<G> {
    pub(crate) fn new() -> Self {
        Self(vec![Frame::default(); BEFORE + MAX_PLY + BEYOND])
    }

    /// Empties all frames, and keeps the room of their lines for the next search.
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

    /// The frame `plies` before a ply; before the root there are empty ones, up to six.
    #[inline(always)]
    pub(crate) fn back(&self, ply: usize, plies: usize) -> &Frame<G> {
        &self.0[ply + BEFORE - plies]
    }

    /// Makes `mv` and the line below the next ply the line of this one.
    pub(crate) fn extend_line(&mut self, ply: usize, mv: G::Move) {
        let (here, below) = self.0.split_at_mut(ply + BEFORE + 1);
        let line = &mut here[ply + BEFORE].line;
        line.clear();
        line.push(mv);
        line.extend_from_slice(&below[0].line);
    }
}
