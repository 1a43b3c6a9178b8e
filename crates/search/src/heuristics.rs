//! What the search knows about chess-like games beyond trying everything: one file each.

/// How deep to search again what surprised.
mod deeper_shallower;
/// The static evaluation with experience added, and whether things are getting better.
mod evaluation;
/// Correcting the depth by how the last move turned out.
mod hindsight;
/// Searching less deep where the table has no move.
mod internal_reduction;
/// Late moves are searched less deep.
mod late_move_reduction;
/// What the end of a node teaches the histories.
mod learning;
/// Passing, and still being above beta.
mod null_move;
/// Captures that are well above beta at less depth.
mod probcut;
/// Moves not worth searching: too late, too little, badly remembered, losing material.
mod pruning;
/// Giving up on positions far below alpha.
mod razoring;
/// Trusting positions far above beta.
mod reverse_futility;
/// One move much better than all others is searched deeper.
mod singular;
/// Cutting off by what the table knows.
mod table_cutoff;

use game::Score;

pub(crate) use learning::CONTINUATIONS;

/// What becomes of a move before it is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Skip {
    /// Search it.
    Keep,
    /// Leave it out.
    Move,
}

/// What a test for singularity finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Extension {
    /// Search the move this much deeper.
    Plies(i32),
    /// Several moves fail high: return this.
    Multicut(Score),
}
