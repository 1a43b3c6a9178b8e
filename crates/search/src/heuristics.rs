//! The search heuristics, one file each.

/// Hindsight depth adjustment after a reduced move.
mod hindsight;
/// Internal iterative reduction (IIR) without a TT move.
mod internal_iterative_reduction;
/// Late move reductions (LMR), and the re-search depth (do deeper / do shallower).
mod late_move_reduction;
/// Null move pruning (NMP).
mod null_move;
/// ProbCut: captures that beat a raised beta at reduced depth.
mod probcut;
/// Late move pruning (LMP), futility pruning, capture futility pruning, history pruning, SEE pruning.
mod pruning;
/// Razoring: positions far below alpha drop into qsearch.
mod razoring;
/// Reverse futility pruning (RFP).
mod reverse_futility;
/// Singular extension, multicut and negative extension.
mod singular_extension;
/// Small ProbCut: a TT score well above beta.
mod small_probcut;
/// Static eval, correction history, TT-adjusted eval, improving.
mod static_eval;
mod tt_cutoff;

use game::Score;

pub(crate) use late_move_reduction::PLY;

/// Whether a move is pruned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Skip {
    /// Search it.
    Keep,
    /// Prune it.
    Move,
    /// Prune it and all quiets that follow.
    Quiets,
}

/// The result of the singular extension search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Extension {
    /// Extend the move by so many plies; negative to reduce it.
    Plies(i32),
    /// Multicut: several moves fail high. Return this score.
    Multicut(Score),
}
