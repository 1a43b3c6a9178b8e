//! Moves in the order that they are worth trying.

use game::{Evaluator, Game, Position, Stage, Threats};

use crate::node::{Kind, Node};
use crate::params::history as params;
use crate::searcher::Searcher;

/// A move and how promising it is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scored<M> {
    mv: M,
    score: i32,
}

/// Where the picker is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Table,
    Noisy,
    GoodNoisy,
    Quiet,
    Quiets,
    BadNoisy,
    Done,
}

/// Picks the moves of one node. Its moves lie on the searcher's stack of moves.
pub(crate) struct Picker<G: Game> {
    table_move: Option<G::Move>,
    step: Step,
    /// Where this node's moves begin on the stack: first the bad noisy ones, then the others.
    start: usize,
    bad_end: usize,
    next: usize,
    end: usize,
    quiets_wanted: bool,
    /// Noisy moves must win at least this in exchanges to be good; none: it depends on their score.
    threshold: Option<i32>,
}

impl<G: Game> Picker<G> {
    pub(crate) fn new(start: usize, table_move: Option<G::Move>) -> Self {
        let step = Step::Table;
        let (bad_end, next, end) = (start, start, start);
        let (quiets_wanted, threshold) = (true, None);
        Self {
            table_move,
            step,
            start,
            bad_end,
            next,
            end,
            quiets_wanted,
            threshold,
        }
    }

    /// Only noisy moves, and only those that win at least `threshold`.
    pub(crate) fn noisy(start: usize, table_move: Option<G::Move>, threshold: i32) -> Self {
        let mut picker = Self::new(start, table_move);
        picker.quiets_wanted = false;
        picker.threshold = Some(threshold);
        picker
    }

    /// No more quiet moves from here on.
    pub(crate) fn skip_quiets(&mut self) {
        self.quiets_wanted = false;
    }
}

impl<G: Game, E: Evaluator<G>> Searcher<G, E> {
    /// The next move, if there is one.
    pub(crate) fn next_move<K: Kind>(
        &mut self,
        node: &Node<G>,
        picker: &mut Picker<G>,
    ) -> Option<G::Move> {
        if K::ROOT {
            return self.next_root_move();
        }
        loop {
            match picker.step {
                Step::Table => {
                    picker.step = Step::Noisy;
                    if picker.table_move.is_some() {
                        return picker.table_move;
                    }
                }
                Step::Noisy => {
                    self.generate_noisy(picker);
                    picker.step = Step::GoodNoisy;
                }
                Step::GoodNoisy => match self.take_best(picker) {
                    Some(Scored { mv, score }) => {
                        let threshold = picker.threshold.unwrap_or(-score / 32);
                        if self.position.exchange_at_least(mv, threshold) {
                            return Some(mv);
                        }
                        // Kept in front, where this node's moves begin, for later.
                        self.moves[picker.bad_end] = Scored { mv, score };
                        picker.bad_end += 1;
                    }
                    None => picker.step = Step::Quiet,
                },
                Step::Quiet => {
                    if picker.quiets_wanted {
                        self.generate_quiets(node, picker);
                    }
                    picker.step = Step::Quiets;
                }
                Step::Quiets => match self.take_best(picker) {
                    Some(scored) if picker.quiets_wanted => return Some(scored.mv),
                    _ => {
                        picker.step = Step::BadNoisy;
                        picker.next = picker.start;
                        picker.end = picker.bad_end;
                    }
                },
                Step::BadNoisy => {
                    if picker.threshold.is_none() && picker.next < picker.end {
                        picker.next += 1;
                        return Some(self.moves[picker.next - 1].mv);
                    }
                    picker.step = Step::Done;
                }
                Step::Done => return None,
            }
        }
    }

    /// Gives back the node's part of the stack.
    pub(crate) fn close_picker(&mut self, picker: &Picker<G>) {
        self.moves.truncate(picker.start);
    }

    /// The best of the moves not yet picked. One scan a pick is enough: few moves are picked.
    #[inline]
    fn take_best(&mut self, picker: &mut Picker<G>) -> Option<Scored<G::Move>> {
        let rest = &mut self.moves[picker.next..picker.end];
        let best = (1..rest.len()).fold(0, |best, i| {
            if rest[i].score > rest[best].score {
                i
            } else {
                best
            }
        });
        if rest.is_empty() {
            return None;
        }
        rest.swap(0, best);
        picker.next += 1;
        Some(rest[0])
    }

    fn generate_noisy(&mut self, picker: &mut Picker<G>) {
        self.generated.clear();
        self.position.generate(Stage::Noisy, &mut self.generated);
        for &mv in self
            .generated
            .iter()
            .filter(|&&mv| Some(mv) != picker.table_move)
        {
            let arrival = self.arrival(mv);
            let history = self.histories.capture[(arrival, self.position.victim(mv))].get();
            let score = 16 * self.position.immediate_gain(mv) + history;
            self.moves.push(Scored { mv, score });
        }
        picker.end = self.moves.len();
    }

    fn generate_quiets(&mut self, node: &Node<G>, picker: &mut Picker<G>) {
        self.generated.clear();
        self.position.generate(Stage::Quiet, &mut self.generated);
        let threats = self.position.threats();
        self.moves.truncate(picker.end);
        picker.next = self.moves.len();
        let structure = self.position.keys().pawn.into();
        let side = self.position.side_to_move();
        let earlier = [1, 2, 4, 6].map(|plies| self.frames.back(node.ply, plies).arrival);
        for &mv in self
            .generated
            .iter()
            .filter(|&&mv| Some(mv) != picker.table_move)
        {
            let (from, to) = (G::origin(mv), G::target(mv));
            let arrival = self.arrival(mv);
            let context = (side, threats.has(from), threats.has(to));
            let mut score = 2 * self.histories.butterfly[(context, from, to)].get()
                + self.histories.pawn[(structure, arrival)].get();
            for previous in earlier {
                score += self.histories.continuation[(previous, arrival)].get();
            }
            if self.position.gives_check(mv) {
                score += params::check_bonus();
            }
            if threats.by_lesser(arrival.0, from) {
                score += params::escape_bonus();
            }
            if threats.by_lesser(arrival.0, to) {
                score -= params::threatened_malus();
            }
            self.moves.push(Scored { mv, score });
        }
        picker.end = self.moves.len();
    }
}
