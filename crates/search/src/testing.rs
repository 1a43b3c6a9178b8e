//! A searcher at a position of chess, for tests of single steps of the search.

use std::sync::Arc;

use chess::{Chess, Move, Position};
use evaluation::handcrafted::Handcrafted;
use game::{Evaluator, Score};

use crate::node::{Kind, Node, ZeroWindow};
use crate::report::Bound;
use crate::searcher::Searcher;
use crate::shared::Shared;
use crate::tt::{Record, TranspositionTable};

/// A searcher of chess.
pub(crate) type ChessSearcher = Searcher<Chess, Handcrafted>;

/// Up a queen for nothing, with pieces and pawns, and nothing to capture.
pub(crate) const QUEEN_UP: &str = "r3k3/pp6/8/8/8/8/PP6/R2QK3 w - - 0 1";
/// The same for the other side.
pub(crate) const QUEEN_DOWN: &str = "r2qk3/pp6/8/8/8/8/PP6/R3K3 w - - 0 1";
/// White takes a queen that is not protected, and is up a rook.
pub(crate) const TAKES_QUEEN: &str = "6k1/5ppp/8/3q4/8/8/5PPP/3R2K1 w - - 0 1";
/// White is in check.
pub(crate) const IN_CHECK: &str = "4k3/pp6/8/8/8/8/PP2r3/R2QK3 w - - 0 1";

/// A searcher at a position, with a small table, that nothing stops.
pub(crate) fn searcher(fen: &str) -> ChessSearcher {
    let position = Position::from_fen(fen).expect("a valid FEN");
    let table = TranspositionTable::new(1).expect("one mebibyte");
    let shared = Arc::new(Shared::new(Arc::new(table), 1, false));
    let mut searcher = Searcher::new(0, &position, Handcrafted::new(), shared);
    searcher.prepare(&position);
    // Deep enough that no limit on extensions is met.
    searcher.root.depth = 20;
    searcher.evaluator.reset(&position);
    searcher
}

/// The node at the present position with a window of one above `alpha`, evaluated.
pub(crate) fn node(searcher: &mut ChessSearcher, alpha: i32, depth: i32) -> Node<Chess> {
    node_of::<ZeroWindow>(searcher, (alpha, alpha + 1), depth)
}

/// The node of some kind at the present position, evaluated; expected to fail high.
pub(crate) fn node_of<K: Kind>(
    searcher: &mut ChessSearcher,
    (alpha, beta): (i32, i32),
    depth: i32,
) -> Node<Chess> {
    let (alpha, beta) = (Score::from_raw(alpha), Score::from_raw(beta));
    let mut node = searcher.open_node::<K>(alpha, beta, depth, true);
    searcher.evaluate_node(&mut node);
    node
}

/// The static evaluation of the present position, in hundredths of a pawn.
pub(crate) fn evaluation(searcher: &mut ChessSearcher) -> i32 {
    searcher.evaluator.evaluate(&searcher.position).raw()
}

/// A legal move of the present position.
pub(crate) fn mv(searcher: &ChessSearcher, text: &str) -> Move {
    searcher.position.parse_uci(text).expect("a legal move")
}

/// Puts a result for the present position into the table.
pub(crate) fn remember(
    searcher: &ChessSearcher,
    text: &str,
    (score, bound): (i32, Bound),
    depth: i32,
) {
    let record = Record {
        mv: Some(mv(searcher, text)),
        score: Score::from_raw(score),
        bound: Some(bound),
        evaluation: None,
        depth,
        is_principal: false,
    };
    let (key, ply) = (searcher.table_key(), searcher.ply);
    searcher.shared.table.store(key, ply, record);
}
