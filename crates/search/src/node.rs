//! The state of one node: its type, what is known before the first move, and the progress of its
//! move loop.

mod enter;
mod exit;

use game::{Game, PackedMove, Score};

use crate::report::Bound;
use crate::tt::Hit;

/// The node type, known at compile time.
pub(crate) trait NodeType {
    /// The root of the search.
    const ROOT: bool;
    /// A PV node: searched with an open window.
    const PV: bool;
}

/// The root node, which is a PV node too.
pub(crate) struct Root;
/// A PV node below the root.
pub(crate) struct Pv;
/// A node searched with a zero window: an expected cut node or all node.
pub(crate) struct NonPv;

impl NodeType for Root {
    const ROOT: bool = true;
    const PV: bool = true;
}

impl NodeType for Pv {
    const ROOT: bool = false;
    const PV: bool = true;
}

impl NodeType for NonPv {
    const ROOT: bool = false;
    const PV: bool = false;
}

/// A node.
#[derive(Clone, Debug)]
pub(crate) struct Node<G: Game> {
    pub(crate) ply: usize,
    pub(crate) depth: i32,
    pub(crate) alpha: Score,
    pub(crate) beta: Score,
    /// The least and the greatest score that tablebases allow a PV node.
    pub(crate) floor: Score,
    pub(crate) ceiling: Score,
    /// Whether a fail high is expected.
    pub(crate) cut_node: bool,
    pub(crate) in_check: bool,
    /// The move left out by the search that tests it for a singular extension.
    pub(crate) excluded: Option<G::Move>,
    /// The key in the TT.
    pub(crate) key: u64,
    pub(crate) tt_hit: Option<Hit<G::Move>>,
    /// The TT move, if it is legal here.
    pub(crate) tt_move: Option<G::Move>,
    /// Whether the TT move is a capture or promotion.
    pub(crate) tt_capture: bool,
    /// TT PV: this is a PV node, or the TT says that it was one.
    pub(crate) tt_pv: bool,
    /// The static eval as the evaluator gave it; none in check.
    pub(crate) raw_eval: Option<Score>,
    /// The static eval with correction history applied; meaningless in check.
    pub(crate) static_eval: Score,
    /// Correction magnitude: the absolute value of what correction history added.
    pub(crate) correction_magnitude: i32,
    /// TT-adjusted eval: the TT score where its bound is tighter than the static eval.
    pub(crate) eval: Score,
    /// Whether the static eval is better than at this side's previous move.
    pub(crate) improving: bool,
}

impl<G: Game> Node<G> {
    /// The TT score; none if the entry holds only a static eval.
    pub(crate) fn tt_score(&self) -> Option<Score> {
        self.tt_hit
            .filter(|hit| hit.bound.is_some())
            .map(|hit| hit.score)
    }
}

/// The result of the moves searched so far.
pub(crate) struct Progress<G: Game> {
    pub(crate) best_score: Score,
    pub(crate) best_move: Option<G::Move>,
    /// Moves searched or pruned.
    pub(crate) move_count: usize,
    pub(crate) bound: Bound,
    /// Quiet moves that did not become best; they get the history malus.
    pub(crate) quiets_searched: SearchedMoves<G::Move>,
    /// The same for captures and promotions.
    pub(crate) captures_searched: SearchedMoves<G::Move>,
}

impl<G: Game> Progress<G> {
    pub(crate) fn new() -> Self {
        Self {
            best_score: -Score::INFINITE,
            best_move: None,
            move_count: 0,
            bound: Bound::Upper,
            quiets_searched: SearchedMoves::new(),
            captures_searched: SearchedMoves::new(),
        }
    }

    /// Adds a move that was searched and did not become best.
    pub(crate) fn push_searched(&mut self, mv: G::Move, is_quiet: bool) {
        if is_quiet {
            self.quiets_searched.push(mv);
        } else {
            self.captures_searched.push(mv);
        }
    }
}

const SEARCHED_CAPACITY: usize = 32;

/// The first moves searched, in order. Later ones are dropped: they hardly matter.
#[derive(Clone, Copy)]
pub(crate) struct SearchedMoves<M> {
    moves: [M; SEARCHED_CAPACITY],
    len: usize,
}

impl<M: PackedMove> SearchedMoves<M> {
    fn new() -> Self {
        Self {
            moves: [M::FILLER; SEARCHED_CAPACITY],
            len: 0,
        }
    }

    fn push(&mut self, mv: M) {
        if let Some(slot) = self.moves.get_mut(self.len) {
            *slot = mv;
            self.len += 1;
        }
    }

    pub(crate) fn as_slice(&self) -> &[M] {
        &self.moves[..self.len]
    }
}

/// A move about to be searched.
#[derive(Clone, Copy)]
pub(crate) struct Candidate<M> {
    pub(crate) mv: M,
    pub(crate) is_quiet: bool,
    pub(crate) gives_check: bool,
    /// Whether its target square is known not to be attacked.
    pub(crate) is_safe: bool,
    /// Its history score.
    pub(crate) history: i32,
    /// By how many plies it is extended.
    pub(crate) extension: i32,
}
