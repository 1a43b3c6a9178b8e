//! Late move reductions (LMR). With good move ordering late moves are rarely best: search them at
//! reduced depth first, and again at full depth if they beat alpha. The base reduction is
//! logarithmic in depth and move count; TT PV, PV node, cut node, check, history and correction
//! magnitude adjust it, in 1/1024 plies.
//!
//! The re-search depth depends on the size of the surprise (do deeper / do shallower).

use game::{Evaluator, Game, Position, Score};

use crate::node::Candidate;
use crate::node::{Node, NodeType};
use crate::params::{do_deeper_shallower, late_move_reduction as params};
use crate::searcher::Searcher;
use crate::switches::{
    DO_DEEPER_SHALLOWER, LATE_MOVE_REDUCTION, LMR_CAPTURE_GAIN, LMR_NO_TT_MOVE, LMR_ROOT_DELTA,
    LMR_TT_PV,
};

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

/// By how much moves of a TT PV node are reduced less if the TT score beats alpha, and if its depth
/// suffices.
fn tt_pv_reduction<G: Game>(node: &Node<G>) -> i32 {
    let hit = node.tt_hit.filter(|hit| hit.bound.is_some());
    hit.filter(|_| LMR_TT_PV.is_on()).map_or(0, |hit| {
        LMR_TT_PV.count();
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
            mv,
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
        }
        if node.tt_capture && is_quiet {
            reduction += params::tt_capture::<G>();
        }
        if self.frames.at(node.ply + 1).cutoffs >= params::min_child_cutoffs::<G>() as u32 {
            reduction += params::child_cutoffs::<G>();
        }
        if LMR_NO_TT_MOVE.is_on() && node.cut_node && node.tt_move.is_none() {
            LMR_NO_TT_MOVE.count();
            reduction += params::no_tt_move::<G>();
        }
        if LMR_CAPTURE_GAIN.is_on() && !is_quiet {
            LMR_CAPTURE_GAIN.count();
            reduction -=
                params::capture_gain_percent::<G>() * self.position.immediate_gain(mv) / 100;
        }
        if node.tt_pv {
            reduction -= params::tt_pv::<G>() + tt_pv_reduction(node);
        }
        if NT::PV {
            reduction -= params::pv_node::<G>() + self.root_delta_reduction(node);
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

    /// By how much moves of a PV node are reduced less for its share of the root window.
    fn root_delta_reduction(&self, node: &Node<G>) -> i32 {
        if !LMR_ROOT_DELTA.is_on() {
            return 0;
        }
        LMR_ROOT_DELTA.count();
        let delta = (node.beta.raw() - node.alpha.raw()).min(self.root.delta);
        params::root_delta::<G>() * delta / self.root.delta
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
    use game::Score;

    use super::LOGARITHMS;
    use crate::node::Candidate;
    use crate::node::{NonPv, Pv};
    use crate::testing::{QUEEN_UP, mv, node, searcher};

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
        let plain = Candidate {
            mv: mv(&searcher, "a2a3"),
            is_quiet: true,
            gives_check: false,
            is_safe: false,
            history: 0,
        };
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
    fn re_searches_deeper_after_a_large_surprise_and_shallower_after_a_small_one() {
        let searcher = searcher(QUEEN_UP);
        let plies = |score| searcher.do_deeper_shallower(Score::DRAW, Score::from_raw(score));
        assert_eq!((plies(200), plies(20), plies(1)), (1, 0, -1));
    }
}
