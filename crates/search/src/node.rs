//! What the search knows about the node it is at.

use game::{Game, Score};

use crate::tt::Hit;

/// What kind of node it is, known at compile time.
pub(crate) trait Kind {
    /// The node where the search starts.
    const ROOT: bool;
    /// A node on the principal variation: searched with an open window.
    const PV: bool;
}

/// The root.
pub(crate) struct Root;
/// A node with an open window.
pub(crate) struct Principal;
/// A node with a window of one.
pub(crate) struct ZeroWindow;

impl Kind for Root {
    const ROOT: bool = true;
    const PV: bool = true;
}

impl Kind for Principal {
    const ROOT: bool = false;
    const PV: bool = true;
}

impl Kind for ZeroWindow {
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
    /// Whether a move that fails high is expected.
    pub(crate) cut_node: bool,
    pub(crate) in_check: bool,
    pub(crate) excluded: Option<G::Move>,
    /// The key in the transposition table.
    pub(crate) key: u64,
    pub(crate) hit: Option<Hit<G::Move>>,
    /// The table's move, if it can be played here.
    pub(crate) table_move: Option<G::Move>,
    pub(crate) table_move_is_noisy: bool,
    /// Whether this is or was a node of a principal variation.
    pub(crate) principal: bool,
    /// The static evaluation as the evaluator gave it; none in check.
    pub(crate) raw_evaluation: Option<Score>,
    /// How much experience adds to it, as an absolute value.
    pub(crate) uncertainty: i32,
    /// The corrected evaluation; meaningless in check.
    pub(crate) evaluation: Score,
    /// The best guess at the score: the evaluation, or the table's score where that says more.
    pub(crate) estimate: Score,
    /// Whether the evaluation is better than at the side's last turns.
    pub(crate) improving: bool,
}

impl<G: Game> Node<G> {
    /// The table's move is a capture or promotion that the table knows to be good.
    pub(crate) fn table_score(&self) -> Option<Score> {
        self.hit
            .filter(|hit| hit.bound.is_some())
            .map(|hit| hit.score)
    }
}
