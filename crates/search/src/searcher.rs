//! One thread's search: its board, its evaluation, and what it has learnt.

use std::sync::Arc;
use std::time::Instant;

use game::{Evaluator, Game, MoveList, Position, Score};

use crate::clock::Clock;
use crate::frame::Frames;
use crate::history::{Arrival, Histories, Structure};
use crate::limits::Limits;
use crate::ranked::Ranked;
use crate::report::Report;
use crate::root::RootMoves;
use crate::shared::Shared;
use crate::switches::EXCHANGE;

/// How many nodes pass between looks at the clock.
const NODES_PER_LOOK: u64 = 1024;
/// Room for the moves of all open nodes of a usual line; it grows where that is not enough.
const MOVE_STACK: usize = 4096;
/// From this clock on, the draw rule is near enough that the key must tell clocks apart.
const KEYED_CLOCK: u32 = 14;

/// One thread's search.
pub(crate) struct Searcher<G: Game, E> {
    /// Which thread, from 0; 0 watches the limits.
    pub(crate) id: usize,
    pub(crate) position: G::Position,
    pub(crate) evaluator: E,
    pub(crate) histories: Histories<G>,
    pub(crate) frames: Frames<G>,
    pub(crate) root: RootMoves<G>,
    pub(crate) shared: Arc<Shared>,
    pub(crate) limits: Limits<G::Move>,
    pub(crate) clock: Clock,
    /// Who is told; only the main thread has somebody.
    pub(crate) report: Box<dyn Report<G>>,
    /// Distance from the root.
    pub(crate) ply: usize,
    pub(crate) selective_depth: usize,
    pub(crate) nodes: u64,
    /// Below this ply no null move is tried: a null move is being verified.
    pub(crate) null_move_ply: usize,
    /// Moves of all open nodes, each node's on top of its parent's.
    pub(crate) moves: Vec<Ranked>,
    pub(crate) generated: MoveList<G::Move>,
    pub(crate) stopped: bool,
    /// Whether the evaluation learns from its errors.
    pub(crate) corrects: bool,
}

impl<G: Game, E: Evaluator<G>> Searcher<G, E> {
    /// A thread's search that has learnt nothing yet.
    pub(crate) fn new(
        id: usize,
        position: &G::Position,
        evaluator: E,
        shared: Arc<Shared>,
    ) -> Self {
        Self {
            id,
            position: position.clone(),
            evaluator,
            histories: Histories::new(),
            frames: Frames::new(),
            root: RootMoves::new(),
            shared,
            limits: Limits::default(),
            clock: Clock::new(Instant::now(), None),
            report: Box::new(()),
            ply: 0,
            selective_depth: 0,
            nodes: 0,
            null_move_ply: 0,
            moves: Vec::with_capacity(MOVE_STACK),
            generated: MoveList::new(),
            stopped: false,
            corrects: true,
        }
    }

    /// Counts a node and looks whether the search must end.
    #[inline(always)]
    pub(crate) fn enter_node(&mut self) -> bool {
        if self.stopped {
            return true;
        }
        self.nodes += 1;
        self.shared.nodes[self.id].set(self.nodes);
        self.selective_depth = self.selective_depth.max(self.ply);
        if self.id == 0 {
            self.look_at_limits();
        }
        // The first iteration is always finished, so that there is a move to play.
        if self.shared.is_stopped() && (self.root.completed_depth > 0 || self.id > 0) {
            self.stopped = true;
        }
        self.stopped
    }

    #[inline(always)]
    fn look_at_limits(&mut self) {
        let too_many = self.limits.nodes.is_some_and(|limit| {
            self.nodes >= limit || self.shared.nodes.len() > 1 && self.shared.total_nodes() >= limit
        });
        let too_late = self.nodes.is_multiple_of(NODES_PER_LOOK)
            && self.clock.is_over()
            && !self.shared.is_pondering();
        if too_many || too_late {
            self.shared.stop();
        }
    }

    /// The key that results are stored under. Near the draw rule the clock is part of it, because
    /// the same pieces are then worth something else.
    #[inline(always)]
    pub(crate) fn table_key(&self) -> u64 {
        keyed_by_clock(self.position.keys().full, self.position.rule_clock())
    }

    #[inline(always)]
    pub(crate) fn arrival(&self, mv: G::Move) -> Arrival<G> {
        let piece = self
            .position
            .piece_on(G::origin(mv))
            .expect("a move starts on a piece");
        (piece, G::target(mv))
    }

    /// Whether only a mate of some length is wanted. Then nothing is left out on the grounds that it
    /// is unlikely to be good: the moves that mate often look bad.
    #[inline(always)]
    pub(crate) const fn seeks_mate(&self) -> bool {
        self.limits.mate.is_some()
    }

    /// Whether the exchange that a move starts wins at least so much. Without counting exchanges
    /// out, a move is worth what it takes.
    #[inline(always)]
    pub(crate) fn see_ge(&self, mv: G::Move, threshold: i32) -> bool {
        if EXCHANGE.is_on() {
            EXCHANGE.count();
            self.position.see_ge(mv, threshold)
        } else {
            self.position.immediate_gain(mv) >= threshold
        }
    }

    /// Brings near what the table knows about the position after a move that will be made.
    #[inline(always)]
    pub(crate) fn prefetch(&self, mv: G::Move) {
        let clock = self.position.rule_clock() + 1;
        let key = keyed_by_clock(self.position.likely_key_after(mv), clock);
        self.shared.table.prefetch(key);
    }

    /// Plays a move and goes one ply deeper.
    #[inline(always)]
    pub(crate) fn make(&mut self, mv: G::Move) {
        let arrival = self.arrival(mv);
        let frame = self.frames.at_mut(self.ply);
        frame.mv = Some(mv);
        frame.arrival = Some(arrival);
        self.evaluator.push();
        self.position.make(mv, &mut self.evaluator);
        self.ply += 1;
        if self.corrects {
            self.histories.corrections.prefetch(&self.structure());
        }
    }

    #[inline(always)]
    pub(crate) fn unmake(&mut self, mv: G::Move) {
        self.ply -= 1;
        self.position.unmake(mv);
        self.evaluator.pop();
    }

    pub(crate) fn make_null(&mut self) {
        let doubles = self.frames.back(self.ply, 1).double_extensions;
        let frame = self.frames.at_mut(self.ply);
        frame.mv = None;
        frame.arrival = None;
        frame.double_extensions = doubles;
        self.position.make_null();
        self.shared.table.prefetch(self.table_key());
        self.ply += 1;
    }

    pub(crate) fn unmake_null(&mut self) {
        self.ply -= 1;
        self.position.unmake_null();
    }

    /// What the corrections of the present position depend on.
    #[inline(always)]
    pub(crate) fn structure(&self) -> Structure<G> {
        Structure {
            side: self.position.side_to_move(),
            keys: *self.position.keys(),
            arrivals: (
                self.frames.back(self.ply, 2).arrival,
                self.frames.back(self.ply, 1).arrival,
            ),
        }
    }

    /// A draw, varied by a hair so that the search does not see all drawn lines as one.
    pub(crate) fn draw_score(&self) -> Score {
        self.draw_value() + (1 - (self.nodes & 2) as i32)
    }

    /// What a draw is worth to the side to move: less than nothing if it is the root's and despises
    /// its opponent, and then more than nothing to the other.
    pub(crate) fn draw_value(&self) -> Score {
        let contempt = self.limits.contempt;
        let is_ours = self.ply.is_multiple_of(2);
        Score::from_raw(if is_ours { -contempt } else { contempt })
    }

    /// A score that the rules give, with contempt for draws.
    pub(crate) fn ruled(&self, score: Score) -> Score {
        if score == Score::DRAW {
            self.draw_value()
        } else {
            score
        }
    }
}

/// A key that tells clocks apart where they matter.
#[inline(always)]
fn keyed_by_clock(key: u64, clock: u32) -> u64 {
    if clock < KEYED_CLOCK {
        key
    } else {
        let step = u64::from((clock - KEYED_CLOCK) / 8 + 1);
        key ^ step.wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }
}
