//! Claim: with good ordering, late moves are rarely best, and a shallower search will usually show
//! it. What speaks for or against a move adds to the reduction or takes from it, in 1/1024 plies.

use game::{Evaluator, Game};

use crate::node::{Kind, Node};
use crate::params::late_move_reduction as params;
use crate::progress::Candidate;
use crate::searcher::Searcher;
use crate::switches::LATE_MOVE_REDUCTION;

/// A whole ply in the unit of reductions.
const PLY: i32 = 1024;

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

/// The compiler has no logarithm of its own to offer: powers of two apart, the series of the
/// inverse hyperbolic tangent, which then converges fast.
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

/// What the depth, the number of the move and the trend of the evaluation say together.
fn usual_reduction<G: Game>(node: &Node<G>, count: usize) -> i32 {
    let logarithms = logarithm(node.depth) * logarithm(count as i32);
    let reduction = params::slope_percent() * logarithms / 10_000;
    if node.improving {
        reduction
    } else {
        reduction + params::not_improving()
    }
}

/// How deep a quiet move of this number is searched when nothing else is known about it.
pub(super) fn usual_depth<G: Game>(node: &Node<G>, count: usize) -> i32 {
    let reduction = params::base_quiet() + usual_reduction(node, count);
    (node.depth - 1 - reduction / PLY).max(0)
}

impl<G: Game, E: Evaluator<G>> Searcher<G, E> {
    pub(crate) fn late_move_reduction<K: Kind>(
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
            params::base_quiet()
        } else {
            params::base_noisy()
        };
        let mut reduction = base + usual_reduction(node, count);
        if node.cut_node {
            reduction += params::cut_node();
        }
        if node.table_move_is_noisy && is_quiet {
            reduction += params::table_noisy();
        }
        if self.frames.at(node.ply + 1).cutoffs > 2 {
            reduction += params::cutoffs();
        }
        if node.principal {
            reduction -= params::table_pv();
        }
        if K::PV {
            reduction -= params::principal();
        }
        if gives_check {
            reduction -= params::gives_check();
        }
        reduction -= params::history_percent() * history / 100;
        reduction -= params::correction_percent() * node.uncertainty / 100;
        if reduction >= PLY {
            LATE_MOVE_REDUCTION.count();
        }
        reduction
    }
}

#[cfg(test)]
mod tests {
    use super::LOGARITHMS;
    use crate::node::{Principal, ZeroWindow};
    use crate::progress::Candidate;
    use crate::testing::{QUEEN_UP, mv, node, searcher};

    #[test]
    fn the_table_holds_logarithms() {
        for (n, &stored) in LOGARITHMS.iter().enumerate().skip(1) {
            assert_eq!(stored, (100.0 * (n as f64).ln()) as i32, "{n}");
        }
    }

    #[test]
    fn late_moves_are_reduced_promising_ones_less() {
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
            searcher.late_move_reduction::<ZeroWindow>(&node, count, candidate) / super::PLY
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
            "a move that always worked is not reduced"
        );
        let principal = searcher.late_move_reduction::<Principal>(&node, 8, plain) / super::PLY;
        assert!(principal < of(8, plain));
    }
}
