//! What the moves of a node have brought so far.

use game::{Evaluator, Game, PackedMove, Position, Score};

use crate::node::{Kind, Node};
use crate::picker::Picker;
use crate::report::Bound;
use crate::searcher::Searcher;
use crate::switches::ALPHA_REDUCTION;

/// What the moves searched so far have brought.
pub(crate) struct Progress<G: Game> {
    pub(crate) best: Score,
    pub(crate) best_move: Option<G::Move>,
    /// Moves searched or skipped.
    pub(crate) count: usize,
    pub(crate) bound: Bound,
    /// Moves that did not become best.
    pub(crate) quiets: Tried<G::Move>,
    pub(crate) noisies: Tried<G::Move>,
}

/// A move about to be searched, and what is known about it.
#[derive(Clone, Copy)]
pub(crate) struct Candidate<M> {
    pub(crate) mv: M,
    pub(crate) is_quiet: bool,
    pub(crate) gives_check: bool,
    /// Whether it is known to go where nothing attacks it.
    pub(crate) is_safe: bool,
    /// What is remembered of it, in history units.
    pub(crate) history: i32,
}

const TRIED_CAPACITY: usize = 32;

/// The first moves that were searched, in their order. Later ones hardly matter.
#[derive(Clone, Copy)]
pub(crate) struct Tried<M> {
    moves: [M; TRIED_CAPACITY],
    len: usize,
}

impl<M: PackedMove> Tried<M> {
    fn new() -> Self {
        Self {
            moves: [M::FILLER; TRIED_CAPACITY],
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

impl<G: Game> Progress<G> {
    /// Nothing yet.
    pub(crate) fn new() -> Self {
        Self {
            best: -Score::INFINITE,
            best_move: None,
            count: 0,
            bound: Bound::Upper,
            quiets: Tried::new(),
            noisies: Tried::new(),
        }
    }

    /// Remembers a move that was searched and did not become best.
    pub(crate) fn push_tried(&mut self, mv: G::Move, is_quiet: bool) {
        if is_quiet {
            self.quiets.push(mv);
        } else {
            self.noisies.push(mv);
        }
    }
}

impl<G: Game, E: Evaluator<G>> Searcher<G, E> {
    /// What is known about a move. The first one is searched in any case, and often the last: for
    /// it nothing is looked up.
    #[inline(always)]
    pub(crate) fn candidate(
        &self,
        node: &Node<G>,
        picker: &Picker<G>,
        mv: G::Move,
        count: usize,
    ) -> Candidate<G::Move> {
        let is_quiet = !self.position.is_tactical(mv);
        let is_first = count == 1;
        Candidate {
            mv,
            is_quiet,
            gives_check: !is_first && self.gives_check(picker, mv),
            is_safe: is_quiet && picker.is_safe(mv),
            history: if is_first {
                0
            } else {
                self.move_history(node, mv, is_quiet)
            },
        }
    }

    /// Takes note of a move's score; whether it fails high.
    pub(crate) fn note_score<K: Kind>(
        &mut self,
        node: &mut Node<G>,
        progress: &mut Progress<G>,
        mv: G::Move,
        score: Score,
    ) -> bool {
        if score > progress.best {
            progress.best = score;
            if score > node.alpha {
                progress.best_move = Some(mv);
                if K::PV {
                    self.frames.extend_line(node.ply, mv);
                }
                if score >= node.beta {
                    progress.bound = Bound::Lower;
                    self.frames.at_mut(node.ply).cutoffs += 1;
                    return true;
                }
                progress.bound = Bound::Exact;
                node.alpha = score;
                // The others are now less likely to be best.
                if ALPHA_REDUCTION.is_on()
                    && node.depth > 2
                    && node.depth < 12
                    && !score.is_decisive()
                {
                    ALPHA_REDUCTION.count();
                    node.depth -= 1;
                }
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use game::Score;

    use super::Progress;
    use crate::node::{Principal, ZeroWindow};
    use crate::report::Bound;
    use crate::testing::{QUEEN_UP, mv, node_of, searcher};

    #[test]
    fn a_new_best_move_narrows_the_window_and_takes_depth_from_the_rest() {
        let mut searcher = searcher(QUEEN_UP);
        let mut node = node_of::<Principal>(&mut searcher, (0, 500), 8);
        let mut progress = Progress::new();
        let best = mv(&searcher, "d1d3");
        let score = Score::from_raw(120);
        assert!(!searcher.note_score::<Principal>(&mut node, &mut progress, best, score));
        assert_eq!((node.alpha, node.depth), (score, 7));
        assert_eq!(progress.bound, Bound::Exact);
        assert_eq!(searcher.frames.at(0).line, [best]);
        let mate = Score::from_raw(Score::mate_in(5).raw());
        node.beta = Score::INFINITE;
        assert!(!searcher.note_score::<Principal>(&mut node, &mut progress, best, mate));
        assert_eq!(node.depth, 7, "a mate leaves the depth alone");
    }

    #[test]
    fn failing_high_ends_the_node_and_failing_low_changes_nothing() {
        let mut searcher = searcher(QUEEN_UP);
        let mut node = node_of::<ZeroWindow>(&mut searcher, (0, 1), 8);
        let mut progress = Progress::new();
        let mv = mv(&searcher, "d1d3");
        let low = Score::from_raw(-30);
        assert!(!searcher.note_score::<ZeroWindow>(&mut node, &mut progress, mv, low));
        assert_eq!((progress.best, progress.best_move), (low, None));
        let high = Score::from_raw(30);
        assert!(searcher.note_score::<ZeroWindow>(&mut node, &mut progress, mv, high));
        assert_eq!(progress.bound, Bound::Lower);
    }
}
