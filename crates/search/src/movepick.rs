//! Move picker: staged generation and ordering of the moves of a node. TT move, good captures (by
//! MVV and capture history, SEE above a threshold), quiets (by history), bad captures.

mod scored_move;

use game::{Dense, Evaluator, Game, Position, Threats};

use crate::history::CONTINUATIONS;
use crate::node::{Node, NodeType};
use crate::params::move_picker as params;
use crate::searcher::Searcher;
use crate::switches::ROOT_PICKER;
pub(crate) use scored_move::ScoredMove;
use scored_move::{GROUP, select_best};

/// The stage of the picker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    TtMove,
    InitCaptures,
    GoodCaptures,
    InitQuiets,
    Quiets,
    BadCaptures,
    Done,
}

/// Picks the moves of one node. The moves lie on the searcher's move stack.
pub(crate) struct MovePicker<G: Game> {
    tt_move: Option<G::Move>,
    stage: Stage,
    /// Where this node's moves begin on the stack: first the bad captures, then the others.
    start: usize,
    bad_end: usize,
    next: usize,
    end: usize,
    quiets_wanted: bool,
    /// SEE threshold of good captures; none: it depends on their ordering score.
    threshold: Option<i32>,
    /// Computed for the first quiet.
    threats: Option<G::Threats>,
    check_squares: Option<G::CheckSquares>,
}

impl<G: Game> MovePicker<G> {
    pub(crate) fn new(start: usize, tt_move: Option<G::Move>) -> Self {
        let stage = Stage::TtMove;
        let (bad_end, next, end) = (start, start, start);
        let (quiets_wanted, threshold) = (true, None);
        Self {
            tt_move,
            stage,
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

    /// Only captures and promotions with a SEE of at least `threshold`.
    pub(crate) fn captures(start: usize, tt_move: Option<G::Move>, threshold: i32) -> Self {
        let mut picker = Self::new(start, tt_move);
        picker.quiets_wanted = false;
        picker.threshold = Some(threshold);
        picker
    }

    /// Whether a move's target square is known not to be attacked.
    #[inline(always)]
    pub(crate) fn is_safe(&self, mv: G::Move) -> bool {
        self.threats
            .as_ref()
            .is_some_and(|threats| !threats.has(G::target(mv)))
    }

    /// The opponent's threats, computed on the first call.
    #[inline(always)]
    pub(crate) fn compute_threats(&mut self, position: &G::Position) -> &G::Threats {
        self.threats.get_or_insert_with(|| position.threats())
    }

    /// The opponent's threats, if a quiet needed them already.
    #[inline(always)]
    pub(crate) fn threats(&self) -> Option<&G::Threats> {
        self.threats.as_ref()
    }

    /// Whether quiets are not skipped.
    #[inline(always)]
    pub(crate) fn wants_quiets(&self) -> bool {
        self.quiets_wanted
    }

    /// Skips the remaining quiets.
    pub(crate) fn skip_quiets(&mut self) {
        self.quiets_wanted = false;
    }
}

impl<G: Game, E: Evaluator<G>> Searcher<G, E> {
    /// The next move, if there is one. At the root only moves of the current PV index.
    pub(crate) fn next_move<NT: NodeType>(
        &mut self,
        node: &Node<G>,
        picker: &mut MovePicker<G>,
    ) -> Option<G::Move> {
        if !NT::ROOT {
            return self.pick(node, picker);
        }
        if !ROOT_PICKER.is_on() {
            return self.next_root_move();
        }
        ROOT_PICKER.count();
        while let Some(mv) = self.pick(node, picker) {
            if self.root.contains(mv) {
                self.report_root_move(mv);
                return Some(mv);
            }
        }
        None
    }

    /// The next move in the order of the stages.
    #[inline(always)]
    fn pick(&mut self, node: &Node<G>, picker: &mut MovePicker<G>) -> Option<G::Move> {
        loop {
            match picker.stage {
                Stage::TtMove => {
                    picker.stage = Stage::InitCaptures;
                    if picker.tt_move.is_some() {
                        return picker.tt_move;
                    }
                }
                Stage::InitCaptures => {
                    self.generate_captures(picker);
                    picker.stage = Stage::GoodCaptures;
                }
                Stage::GoodCaptures => match self.select_best(picker) {
                    Some(best) => {
                        let mv = best.mv();
                        let threshold = picker
                            .threshold
                            .unwrap_or(-best.score() / params::see_divisor::<G>());
                        if self.see_ge(mv, threshold) {
                            return Some(mv);
                        }
                        // Bad captures are kept in front for the last stage.
                        self.moves[picker.bad_end] = best;
                        picker.bad_end += 1;
                    }
                    None => picker.stage = Stage::InitQuiets,
                },
                Stage::InitQuiets => {
                    if picker.quiets_wanted {
                        self.generate_quiets(node, picker);
                    }
                    picker.stage = Stage::Quiets;
                }
                Stage::Quiets => match self.select_best(picker) {
                    Some(best) if picker.quiets_wanted => return Some(best.mv()),
                    _ => {
                        picker.stage = Stage::BadCaptures;
                        picker.next = picker.start;
                        picker.end = picker.bad_end;
                    }
                },
                Stage::BadCaptures => {
                    if picker.threshold.is_none() && picker.next < picker.end {
                        picker.next += 1;
                        return Some(self.moves[picker.next - 1].mv());
                    }
                    picker.stage = Stage::Done;
                }
                Stage::Done => return None,
            }
        }
    }

    /// Whether a move of this node gives check.
    #[inline(always)]
    pub(crate) fn gives_check(&self, picker: &MovePicker<G>, mv: G::Move) -> bool {
        match &picker.check_squares {
            Some(squares) => self.position.gives_check_from(squares, mv),
            None => self.position.gives_check(mv),
        }
    }

    /// Pops the node's moves off the stack.
    pub(crate) fn close_picker(&mut self, picker: &MovePicker<G>) {
        self.moves.truncate(picker.start);
    }

    /// The best of the moves not yet picked.
    #[inline]
    fn select_best(&mut self, picker: &mut MovePicker<G>) -> Option<ScoredMove> {
        if picker.next == picker.end {
            return None;
        }
        let best = select_best(&mut self.moves, picker.next, picker.end);
        picker.next += 1;
        Some(best)
    }

    fn generate_captures(&mut self, picker: &mut MovePicker<G>) {
        self.generated.clear();
        self.position
            .generate(game::Stage::Noisy, &mut self.generated);
        for &mv in self
            .generated
            .iter()
            .filter(|&&mv| Some(mv) != picker.tt_move)
        {
            let piece_to = self.piece_to(mv);
            let history = self.histories.capture[(piece_to, self.position.victim(mv))].get();
            let score = params::mvv_weight::<G>() * self.position.immediate_gain(mv) + history;
            self.moves
                .push(ScoredMove::new(mv, score, self.moves.len()));
        }
        self.close_list(picker);
    }

    fn generate_quiets(&mut self, node: &Node<G>, picker: &mut MovePicker<G>) {
        self.generated.clear();
        self.position
            .generate(game::Stage::Quiet, &mut self.generated);
        let threats = *picker.compute_threats(&self.position);
        let check_squares = self.position.check_squares();
        picker.check_squares = Some(check_squares);
        self.moves.truncate(picker.end);
        picker.next = picker.end;
        let pawn = self.histories.pawn.row(self.position.keys().pawn.into());
        let butterfly = self.histories.butterfly.row(self.position.side_to_move());
        let continuations = CONTINUATIONS.map(|plies| {
            let earlier = self.frames.back(node.ply, plies).piece_to;
            self.histories.continuation.row(earlier)
        });
        for &mv in self
            .generated
            .iter()
            .filter(|&&mv| Some(mv) != picker.tt_move)
        {
            let (from, to) = (G::origin(mv), G::target(mv));
            let piece_to = self.piece_to(mv);
            let from_to = (threats.has(from), threats.has(to), from, to);
            let index = piece_to.index();
            let mut score = params::butterfly_weight::<G>() * butterfly[from_to.index()].get()
                + pawn[index].get();
            for row in continuations {
                score += row[index].get();
            }
            if self.position.gives_check_from(&check_squares, mv)
                && (!threats.has(to) || self.position.see_ge(mv, 0))
            {
                score += params::check_bonus::<G>();
            }
            if threats.by_lesser(piece_to.0, from) {
                score += params::escape_bonus::<G>();
            }
            if threats.by_lesser(piece_to.0, to) {
                score -= params::threatened_malus::<G>();
            }
            self.moves
                .push(ScoredMove::new(mv, score, self.moves.len()));
        }
        self.close_list(picker);
    }

    /// Ends a list of moves and pads it.
    #[inline(always)]
    fn close_list(&mut self, picker: &mut MovePicker<G>) {
        picker.end = self.moves.len();
        self.moves.extend_from_slice(&[ScoredMove::EMPTY; GROUP]);
    }
}

#[cfg(test)]
mod tests {
    use chess::Move;
    use game::Rng;

    use super::MovePicker;
    use crate::node::{NonPv, Root};
    use crate::testing::{ChessSearcher, IN_CHECK, mv, node, searcher};

    /// Captures of all kinds and castling; promotions with and without capture.
    const CAPTURES: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    const PROMOTIONS: &str = "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1";

    fn picked(searcher: &mut ChessSearcher, tt_move: Option<Move>) -> Vec<Move> {
        let node = node(searcher, 0, 5);
        let mut picker = MovePicker::new(searcher.moves.len(), tt_move);
        let mut moves = Vec::new();
        while let Some(mv) = searcher.next_move::<NonPv>(&node, &mut picker) {
            moves.push(mv);
        }
        searcher.close_picker(&picker);
        moves
    }

    #[test]
    fn every_legal_move_is_picked_once() {
        let mut rng = Rng::new(11);
        for fen in [CAPTURES, PROMOTIONS, IN_CHECK, chess::Position::START_FEN] {
            let mut searcher = searcher(fen);
            for _ in 0..60 {
                let mut legal = searcher.position.legal_moves().to_vec();
                let Some(&random) = rng.choose(&legal) else {
                    break;
                };
                for tt_move in [None, Some(random)] {
                    let mut moves = picked(&mut searcher, tt_move);
                    if tt_move.is_some() {
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
    fn good_captures_then_quiets_then_bad_captures() {
        let mut searcher = searcher("4k3/8/2p5/3p1n2/3QP3/8/8/4K3 w - - 0 1");
        let (good, bad) = (mv(&searcher, "e4f5"), mv(&searcher, "d4d5"));
        let moves = picked(&mut searcher, None);
        assert_eq!((moves.first(), moves.last()), (Some(&good), Some(&bad)));
    }

    #[test]
    fn checks_come_first_among_quiets_but_not_those_that_lose_material() {
        // The king takes a rook on d8, and on d1.
        for (fen, safe) in [
            ("4k3/8/8/8/8/8/8/3R2K1 w - - 0 1", "d1e1"),
            ("3R2K1/8/8/8/8/8/8/4k3 w - - 0 1", "d8e8"),
        ] {
            let mut searcher = searcher(fen);
            let safe = mv(&searcher, safe);
            assert_eq!(picked(&mut searcher, None).first(), Some(&safe));
        }
    }

    #[test]
    fn only_captures_above_the_see_threshold() {
        let mut searcher = searcher("4k3/8/2p5/3p1n2/3QP3/8/8/4K3 w - - 0 1");
        let node = node(&mut searcher, 0, 5);
        for (threshold, expected) in [(0, 2), (250, 1), (900, 0)] {
            let mut picker = MovePicker::captures(searcher.moves.len(), None, threshold);
            let mut count = 0;
            while searcher.next_move::<NonPv>(&node, &mut picker).is_some() {
                count += 1;
            }
            searcher.close_picker(&picker);
            assert_eq!(count, expected, "threshold {threshold}");
        }
    }

    #[test]
    fn quiets_can_be_skipped_and_the_root_picks_only_root_moves() {
        let mut searcher = searcher(chess::Position::START_FEN);
        let node = node(&mut searcher, 0, 5);
        let mut picker = MovePicker::new(searcher.moves.len(), None);
        assert!(searcher.next_move::<NonPv>(&node, &mut picker).is_some());
        picker.skip_quiets();
        assert_eq!(searcher.next_move::<NonPv>(&node, &mut picker), None);
        searcher.close_picker(&picker);
        assert_eq!(searcher.root.moves.len(), 20);
        // The best move of the previous iteration comes first; the five removed moves never come.
        searcher.root.moves.drain(..5);
        let best = searcher.root.moves[0].mv;
        let mut expected = picked(&mut searcher, Some(best));
        expected.retain(|&mv| searcher.root.contains(mv));
        let mut picker = MovePicker::new(searcher.moves.len(), Some(best));
        let mut moves = Vec::new();
        while let Some(mv) = searcher.next_move::<Root>(&node, &mut picker) {
            moves.push(mv);
        }
        searcher.close_picker(&picker);
        assert_eq!((moves.len(), moves[0]), (15, best));
        assert_eq!(moves, expected, "the order of any node");
    }
}
