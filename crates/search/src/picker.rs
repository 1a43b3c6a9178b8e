//! Moves in the order that they are worth trying.

use game::{Dense, Evaluator, Game, Position, Stage, Threats};

use crate::heuristics::CONTINUATIONS;
use crate::node::{Kind, Node};
use crate::params::history as params;
use crate::ranked::{GROUP, Ranked, take_best};
use crate::searcher::Searcher;

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
    /// Found with the quiet moves, which need both first.
    threats: Option<G::Threats>,
    check_squares: Option<G::CheckSquares>,
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
            threats: None,
            check_squares: None,
        }
    }

    /// Only noisy moves, and only those that win at least `threshold`.
    pub(crate) fn noisy(start: usize, table_move: Option<G::Move>, threshold: i32) -> Self {
        let mut picker = Self::new(start, table_move);
        picker.quiets_wanted = false;
        picker.threshold = Some(threshold);
        picker
    }

    /// Whether a move goes where nothing attacks it, as far as that is known.
    #[inline(always)]
    pub(crate) fn is_safe(&self, mv: G::Move) -> bool {
        self.threats
            .is_some_and(|threats| !threats.has(G::target(mv)))
    }

    /// Whether quiet moves are still to come, or have come.
    #[inline(always)]
    pub(crate) fn wants_quiets(&self) -> bool {
        self.quiets_wanted
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
                    Some(best) => {
                        let mv = best.mv();
                        let threshold = picker.threshold.unwrap_or(-best.score() / 32);
                        if self.see_ge(mv, threshold) {
                            return Some(mv);
                        }
                        // Kept in front, where this node's moves begin, for later.
                        self.moves[picker.bad_end] = best;
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
                    Some(best) if picker.quiets_wanted => return Some(best.mv()),
                    _ => {
                        picker.step = Step::BadNoisy;
                        picker.next = picker.start;
                        picker.end = picker.bad_end;
                    }
                },
                Step::BadNoisy => {
                    if picker.threshold.is_none() && picker.next < picker.end {
                        picker.next += 1;
                        return Some(self.moves[picker.next - 1].mv());
                    }
                    picker.step = Step::Done;
                }
                Step::Done => return None,
            }
        }
    }

    /// Whether a move of this node gives check.
    #[inline(always)]
    pub(crate) fn gives_check(&self, picker: &Picker<G>, mv: G::Move) -> bool {
        match &picker.check_squares {
            Some(squares) => self.position.gives_check_from(squares, mv),
            None => self.position.gives_check(mv),
        }
    }

    /// Gives back the node's part of the stack.
    pub(crate) fn close_picker(&mut self, picker: &Picker<G>) {
        self.moves.truncate(picker.start);
    }

    /// The best of the moves not yet picked.
    #[inline]
    fn take_best(&mut self, picker: &mut Picker<G>) -> Option<Ranked> {
        if picker.next == picker.end {
            return None;
        }
        let best = take_best(&mut self.moves, picker.next, picker.end);
        picker.next += 1;
        Some(best)
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
            self.moves.push(Ranked::new(mv, score, self.moves.len()));
        }
        self.close_list(picker);
    }

    fn generate_quiets(&mut self, node: &Node<G>, picker: &mut Picker<G>) {
        self.generated.clear();
        self.position.generate(Stage::Quiet, &mut self.generated);
        let threats = self.position.threats();
        let check_squares = self.position.check_squares();
        picker.check_squares = Some(check_squares);
        picker.threats = Some(threats);
        self.moves.truncate(picker.end);
        picker.next = picker.end;
        let pawn = self.histories.pawn.row(self.position.keys().pawn.into());
        let butterfly = self.histories.butterfly.row(self.position.side_to_move());
        let continuations = CONTINUATIONS.map(|plies| {
            let earlier = self.frames.back(node.ply, plies).arrival;
            self.histories.continuation.row(earlier)
        });
        for &mv in self
            .generated
            .iter()
            .filter(|&&mv| Some(mv) != picker.table_move)
        {
            let (from, to) = (G::origin(mv), G::target(mv));
            let arrival = self.arrival(mv);
            let route = (threats.has(from), threats.has(to), from, to);
            let index = arrival.index();
            let mut score = 2 * butterfly[route.index()].get() + pawn[index].get();
            for row in continuations {
                score += row[index].get();
            }
            if self.position.gives_check_from(&check_squares, mv) {
                score += params::check_bonus();
            }
            if threats.by_lesser(arrival.0, from) {
                score += params::escape_bonus();
            }
            if threats.by_lesser(arrival.0, to) {
                score -= params::threatened_malus();
            }
            self.moves.push(Ranked::new(mv, score, self.moves.len()));
        }
        self.close_list(picker);
    }

    /// The list that was begun has all its moves.
    #[inline(always)]
    fn close_list(&mut self, picker: &mut Picker<G>) {
        picker.end = self.moves.len();
        self.moves.extend_from_slice(&[Ranked::NOTHING; GROUP]);
    }
}

#[cfg(test)]
mod tests {
    use chess::Move;
    use game::Rng;

    use super::Picker;
    use crate::node::{Root, ZeroWindow};
    use crate::testing::{ChessSearcher, IN_CHECK, mv, node, searcher};

    /// Captures of all kinds and castling; promotions with and without capture.
    const CAPTURES: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    const PROMOTIONS: &str = "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1";

    fn picked(searcher: &mut ChessSearcher, table_move: Option<Move>) -> Vec<Move> {
        let node = node(searcher, 0, 5);
        let mut picker = Picker::new(searcher.moves.len(), table_move);
        let mut moves = Vec::new();
        while let Some(mv) = searcher.next_move::<ZeroWindow>(&node, &mut picker) {
            moves.push(mv);
        }
        searcher.close_picker(&picker);
        moves
    }

    #[test]
    fn every_legal_move_comes_exactly_once() {
        let mut rng = Rng::new(11);
        for fen in [CAPTURES, PROMOTIONS, IN_CHECK, chess::Position::START_FEN] {
            let mut searcher = searcher(fen);
            for _ in 0..60 {
                let mut legal = searcher.position.legal_moves().to_vec();
                let Some(&random) = rng.choose(&legal) else {
                    break;
                };
                for table_move in [None, Some(random)] {
                    let mut moves = picked(&mut searcher, table_move);
                    if table_move.is_some() {
                        assert_eq!(moves.first(), Some(&random));
                    }
                    moves.sort_by_key(|mv| mv.to_string());
                    legal.sort_by_key(|mv| mv.to_string());
                    assert_eq!(moves, legal, "{}", searcher.position.fen());
                }
                searcher.make(random);
            }
        }
    }

    #[test]
    fn good_captures_then_quiet_moves_then_bad_captures() {
        let mut searcher = searcher("4k3/8/2p5/3p1n2/3QP3/8/8/4K3 w - - 0 1");
        let (good, bad) = (mv(&searcher, "e4f5"), mv(&searcher, "d4d5"));
        let moves = picked(&mut searcher, None);
        assert_eq!((moves.first(), moves.last()), (Some(&good), Some(&bad)));
    }

    #[test]
    fn noisy_moves_alone_and_only_those_that_win_enough() {
        let mut searcher = searcher("4k3/8/2p5/3p1n2/3QP3/8/8/4K3 w - - 0 1");
        let node = node(&mut searcher, 0, 5);
        for (threshold, expected) in [(0, 2), (250, 1), (900, 0)] {
            let mut picker = Picker::noisy(searcher.moves.len(), None, threshold);
            let mut count = 0;
            while searcher
                .next_move::<ZeroWindow>(&node, &mut picker)
                .is_some()
            {
                count += 1;
            }
            searcher.close_picker(&picker);
            assert_eq!(count, expected, "threshold {threshold}");
        }
    }

    #[test]
    fn quiet_moves_can_be_left_out_and_the_root_has_its_own_list() {
        let mut searcher = searcher(chess::Position::START_FEN);
        let node = node(&mut searcher, 0, 5);
        let mut picker = Picker::new(searcher.moves.len(), None);
        assert!(
            searcher
                .next_move::<ZeroWindow>(&node, &mut picker)
                .is_some()
        );
        picker.skip_quiets();
        assert_eq!(searcher.next_move::<ZeroWindow>(&node, &mut picker), None);
        searcher.close_picker(&picker);
        assert_eq!(searcher.root.moves.len(), 20);
        assert!(searcher.next_move::<Root>(&node, &mut picker).is_some());
    }
}
