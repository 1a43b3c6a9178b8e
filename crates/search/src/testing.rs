//! A chess searcher for tests of single search steps.

use std::sync::Arc;

use chess::{Chess, Move, Position};
use evaluation::handcrafted::Handcrafted;
use game::{Evaluator, Score};

use crate::node::{Node, NodeType, NonPv};
use crate::report::Bound;
use crate::searcher::Searcher;
use crate::shared::Shared;
use crate::tt::{Record, TranspositionTable};

pub(crate) type ChessSearcher = Searcher<Chess, Handcrafted>;

/// Up a queen for nothing, with pieces and pawns, and nothing to capture.
pub(crate) const QUEEN_UP: &str = "r3k3/pp6/8/8/8/8/PP6/R2QK3 w - - 0 1";
/// The same for the other side.
pub(crate) const QUEEN_DOWN: &str = "r2qk3/pp6/8/8/8/8/PP6/R3K3 w - - 0 1";
/// White takes a queen that is not protected, and is up a rook.
pub(crate) const TAKES_QUEEN: &str = "6k1/5ppp/8/3q4/8/8/5PPP/3R2K1 w - - 0 1";
/// White is in check.
pub(crate) const IN_CHECK: &str = "4k3/pp6/8/8/8/8/PP2r3/R2QK3 w - - 0 1";

/// A searcher at a position, with a small TT and no limits.
pub(crate) fn searcher(fen: &str) -> ChessSearcher {
    let position = Position::from_fen(fen).expect("a valid FEN");
    let tt = TranspositionTable::new(1).expect("one mebibyte");
    let shared = Arc::new(Shared::new(Arc::new(tt), 1, false));
    let mut searcher = Searcher::new(0, &position, Handcrafted::new(), shared);
    searcher.prepare(&position);
    // Deep enough that no limit on extensions is met.
    searcher.root.depth = 20;
    searcher.evaluator.reset(&position);
    searcher
}

/// A non-PV node of the current position with a zero window above `alpha`, evaluated.
pub(crate) fn node(searcher: &mut ChessSearcher, alpha: i32, depth: i32) -> Node<Chess> {
    node_of::<NonPv>(searcher, (alpha, alpha + 1), depth)
}

/// A cut node of the given type at the current position, evaluated.
pub(crate) fn node_of<NT: NodeType>(
    searcher: &mut ChessSearcher,
    (alpha, beta): (i32, i32),
    depth: i32,
) -> Node<Chess> {
    let (alpha, beta) = (Score::from_raw(alpha), Score::from_raw(beta));
    let mut node = searcher.enter_node::<NT>(alpha, beta, depth, true);
    searcher.evaluate_node(&mut node);
    node
}

/// The raw static eval of the current position, in centipawns.
pub(crate) fn static_eval(searcher: &mut ChessSearcher) -> i32 {
    searcher.evaluator.evaluate(&searcher.position).raw()
}

/// A legal move of the current position.
pub(crate) fn mv(searcher: &ChessSearcher, text: &str) -> Move {
    searcher.position.parse_uci(text).expect("a legal move")
}

/// Stores a result of the current position in the TT.
pub(crate) fn store_tt(
    searcher: &ChessSearcher,
    text: &str,
    (score, bound): (i32, Bound),
    depth: i32,
) {
    let record = Record {
        mv: Some(mv(searcher, text)),
        score: Score::from_raw(score),
        bound: Some(bound),
        raw_eval: None,
        depth,
        is_pv: false,
    };
    let (key, ply) = (searcher.tt_key(), searcher.ply);
    searcher.shared.tt.store(key, ply, record);
}
