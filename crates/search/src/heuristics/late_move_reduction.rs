//! Late move reductions (LMR). With good move ordering late moves are rarely best: search them at
//! reduced depth first, and again at full depth if they beat alpha. The base reduction is
//! logarithmic in depth and move count; TT PV, PV node, cut node, check, history and correction
//! magnitude adjust it, in 1/1024 plies.
//!
//! The re-search depth depends on the size of the surprise (do deeper / do shallower).

use game::{Evaluator, Game, Score};

use crate::node::Candidate;
use crate::node::{Node, NodeType};
use crate::params::{do_deeper_shallower, late_move_reduction as params};
use crate::searcher::Searcher;
use crate::switches::{DO_DEEPER_SHALLOWER, LATE_MOVE_REDUCTION};

/// A whole ply in the unit of reductions.
pub(crate) const PLY: i32 = 1024;

/// Natural logarithms of 0 (as of 1) to 255, in hundredths.
static LOGARITHMS: [i32; 256] = {
    let mut table = [0; 256];
    let mut n = 2;
    while n < table.len() {
        table[n] = (100.0 * natural_logarithm(n as f64)) as i32;
        n += 1;
    }
    table
};

/// `f64::ln` for constants: divides out powers of two, then sums the series of `atanh`.
const fn natural_logarithm(mut x: f64) -> f64 {
    let mut whole = 0.0;
    while x > 1.5 {
        x /= 2.0;
        whole += std::f64::consts::LN_2;
    }
    let ratio = (x - 1.0) / (x + 1.0);
    let (mut power, mut sum, mut n) = (ratio, 0.0, 1.0);
    while n < 40.0 {
        sum += power / n;
        power *= ratio * ratio;
        n += 2.0;
    }
    whole + 2.0 * sum
}

fn logarithm(n: i32) -> i32 {
    LOGARITHMS[n.clamp(1, 255) as usize]
}

/// The reduction by depth, move count and improving.
fn base_reduction<G: Game>(node: &Node<G>, count: usize) -> i32 {
    let logarithms = logarithm(node.depth) * logarithm(count as i32);
    let reduction = params::slope_percent::<G>() * logarithms / 10_000;
    if node.improving {
        reduction
    } else {
        reduction + params::not_improving::<G>()
    }
}

/// By how much moves of a TT PV node are reduced less: more so if the TT score beats alpha, and if
/// the TT depth suffices.
fn tt_pv_reduction<G: Game>(node: &Node<G>) -> i32 {
    let hit = node.tt_hit.filter(|hit| hit.bound.is_some());
    params::tt_pv::<G>()
        + hit.map_or(0, |hit| {
            params::tt_score::<G>() * i32::from(hit.score > node.alpha)
                + params::tt_depth::<G>() * i32::from(hit.depth >= node.depth)
        })
}

/// LMR depth: the depth of a quiet move by its move count alone.
pub(super) fn lmr_depth<G: Game>(node: &Node<G>, count: usize) -> i32 {
    let reduction = params::base_pruning::<G>() + base_reduction(node, count);
    (node.depth - 1 - reduction / PLY).max(0)
}

impl<G: Game, E: Evaluator<G>> Searcher<G, E> {
    pub(crate) fn late_move_reduction<NT: NodeType>(
        &self,
        node: &Node<G>,
        count: usize,
        candidate: Candidate<G::Move>,
    ) -> i32 {
        if !LATE_MOVE_REDUCTION.is_on() {
            return 0;
        }
        let Candidate {
            is_quiet,
            gives_check,
            history,
            ..
        } = candidate;
        let base = if is_quiet {
            params::base_quiet::<G>()
        } else {
            params::base_capture::<G>()
        };
        let mut reduction = base + base_reduction(node, count);
        if node.cut_node {
            reduction += params::cut_node::<G>();
            if node.tt_move.is_none() {
                reduction += params::no_tt_move::<G>();
            }
        }
        if node.tt_capture && is_quiet {
            reduction += params::tt_capture::<G>();
        }
        if self.frames.at(node.ply + 1).cutoffs >= params::min_child_cutoffs::<G>() as u32 {
            reduction += params::child_cutoffs::<G>();
        }
        if node.tt_pv {
            reduction -= tt_pv_reduction(node);
        }
        if NT::PV {
            reduction -= params::pv_node::<G>();
        }
        if gives_check {
            reduction -= params::gives_check::<G>();
        }
        reduction -= params::history_percent::<G>() * history / 100;
        reduction -= params::correction_percent::<G>() * node.correction_magnitude / 100;
        if reduction >= PLY {
            LATE_MOVE_REDUCTION.count();
        }
        reduction
    }

    /// By how many plies a re-search goes deeper or shallower than the full depth.
    pub(crate) fn do_deeper_shallower(&self, best: Score, score: Score) -> i32 {
        if !DO_DEEPER_SHALLOWER.is_on() {
            return 0;
        }
        let deeper = score > best + do_deeper_shallower::deeper_margin::<G>();
        let shallower = score < best + do_deeper_shallower::shallower_margin::<G>();
        let plies = i32::from(deeper) - i32::from(shallower);
        if plies != 0 {
            DO_DEEPER_SHALLOWER.count();
        }
        plies
    }
}

#[cfg(test)]
mod tests {
    use chess::Move;
    use game::Score;

    use super::LOGARITHMS;
    use crate::node::{Candidate, NonPv, Pv};
    use crate::report::Bound;
    use crate::testing::{ChessSearcher, QUEEN_UP, mv, node, searcher, store_tt};

    fn quiet(searcher: &ChessSearcher) -> Candidate<Move> {
        Candidate {
            mv: mv(searcher, "a2a3"),
            is_quiet: true,
            gives_check: false,
            is_safe: false,
            history: 0,
            extension: 0,
        }
    }

    #[test]
    fn the_table_holds_logarithms() {
        for (n, &stored) in LOGARITHMS.iter().enumerate().skip(1) {
            assert_eq!(stored, (100.0 * (n as f64).ln()) as i32, "{n}");
        }
    }

    #[test]
    fn late_moves_are_reduced_and_promising_ones_less() {
        let mut searcher = searcher(QUEEN_UP);
        let mut node = node(&mut searcher, 0, 10);
        node.cut_node = false;
        node.improving = true;
        let plain = quiet(&searcher);
        let of = |count, candidate| {
            searcher.late_move_reduction::<NonPv>(&node, count, candidate) / super::PLY
        };
        assert!(of(20, plain) >= 3);
        assert!(of(20, plain) > of(3, plain));
        let check = Candidate {
            gives_check: true,
            ..plain
        };
        let proven = Candidate {
            history: 20_000,
            ..plain
        };
        assert!(of(8, check) <= of(8, plain) && of(8, proven) < of(8, plain));
        assert!(
            of(2, proven) <= 0,
            "a move with the best history is not reduced"
        );
        let pv_node = searcher.late_move_reduction::<Pv>(&node, 8, plain) / super::PLY;
        assert!(pv_node < of(8, plain));
    }

    #[test]
    fn cut_nodes_are_reduced_more_and_without_a_tt_move_still_more() {
        let reduction = |cut_node, has_tt_move| {
            let mut searcher = searcher(QUEEN_UP);
            if has_tt_move {
                store_tt(&searcher, "a2a3", (0, Bound::Upper), 1);
            }
            let mut node = node(&mut searcher, 0, 10);
            node.cut_node = cut_node;
            searcher.late_move_reduction::<NonPv>(&node, 8, quiet(&searcher))
        };
        assert!(reduction(true, true) > reduction(false, true));
        assert!(reduction(true, false) > reduction(true, true));
        assert_eq!(reduction(false, false), reduction(false, true));
    }

    #[test]
    fn tt_pv_nodes_are_reduced_less_by_the_score_and_depth_of_the_tt() {
        let reduction = |tt_pv, (score, depth)| {
            let mut searcher = searcher(QUEEN_UP);
            store_tt(&searcher, "a2a3", (score, Bound::Lower), depth);
            let mut node = node(&mut searcher, 0, 10);
            node.tt_pv = tt_pv;
            searcher.late_move_reduction::<NonPv>(&node, 8, quiet(&searcher))
        };
        let (plain, above, deep, both) = ((-50, 5), (50, 5), (-50, 10), (50, 10));
        assert!(reduction(true, plain) < reduction(false, plain));
        assert!(reduction(true, above) < reduction(true, plain));
        assert!(reduction(true, deep) < reduction(true, plain));
        assert!(reduction(true, both) < reduction(true, above).min(reduction(true, deep)));
        assert_eq!(reduction(false, both), reduction(false, plain));
    }

    #[test]
    fn re_searches_deeper_after_a_large_surprise_and_shallower_after_a_small_one() {
        let searcher = searcher(QUEEN_UP);
        let plies = |score| searcher.do_deeper_shallower(Score::DRAW, Score::from_raw(score));
        assert_eq!((plies(200), plies(20), plies(1)), (1, 0, -1));
    }
}
