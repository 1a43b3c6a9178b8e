//! The search state of one thread: position, evaluator, histories and search stack.

use std::sync::Arc;
use std::time::Instant;

use game::{Evaluator, Game, MoveList, Position, Score};

use crate::frame::Frames;
use crate::history::{CorrectionIndex, Histories, PieceTo};
use crate::limits::Limits;
use crate::movepick::ScoredMove;
use crate::report::Report;
use crate::root::RootMoves;
use crate::shared::Shared;
use crate::switches::SEE;
use crate::tablebase::Tablebase;
use crate::time::TimeManager;

/// Initial capacity of the move stack.
const MOVE_STACK: usize = 4096;
/// Nodes of the main thread between two sums over all threads: a sum reads every thread's counters
/// and makes each of them wait for its cache line.
const NODE_LIMIT_POLL: u64 = 64;
/// The halfmove clock is part of the TT key from this value on, in buckets of `CLOCK_BUCKET`.
const MIN_KEYED_CLOCK: u32 = 14;
const CLOCK_BUCKET: u32 = 8;
/// Part of the TT key of a position that occurred before.
const OCCURRED: u64 = 0xD1B5_4A32_D192_ED03;

/// The search of one thread.
pub(crate) struct Searcher<G: Game, E> {
    /// Thread number; thread 0 is the main thread, which checks the limits.
    pub(crate) id: usize,
    pub(crate) position: G::Position,
    pub(crate) evaluator: E,
    pub(crate) histories: Histories<G>,
    pub(crate) frames: Frames<G>,
    pub(crate) root: RootMoves<G>,
    pub(crate) shared: Arc<Shared>,
    pub(crate) tablebase: Option<Arc<dyn Tablebase<G>>>,
    /// Whether nodes below the root are probed.
    pub(crate) probes_tablebase: bool,
    pub(crate) limits: Limits<G::Move>,
    pub(crate) time: TimeManager,
    /// Used by the main thread only.
    pub(crate) report: Box<dyn Report<G>>,
    /// Distance from the root.
    pub(crate) ply: usize,
    pub(crate) sel_depth: usize,
    pub(crate) nodes: u64,
    /// No null moves before this ply: a null move is being verified.
    pub(crate) null_move_ply: usize,
    /// The move stack: the moves of all open nodes, each node's on top of its parent's.
    pub(crate) moves: Vec<ScoredMove>,
    pub(crate) generated: MoveList<G::Move>,
    pub(crate) stopped: bool,
    /// Whether the static eval is corrected by correction history.
    pub(crate) uses_correction_history: bool,
    /// The score of the game's previous search; none if decisive.
    pub(crate) previous_score: Option<Score>,
}

impl<G: Game, E: Evaluator<G>> Searcher<G, E> {
    /// A search with empty histories.
    pub(crate) fn new(
        id: usize,
        position: &G::Position,
        evaluator: E,
        shared: Arc<Shared>,
    ) -> Self {
        const { assert!(crate::params::fit(G::PARAMS)) };
        Self {
            id,
            position: position.clone(),
            evaluator,
            histories: Histories::new(),
            frames: Frames::new(),
            root: RootMoves::new(),
            shared,
            tablebase: None,
            probes_tablebase: false,
            limits: Limits::default(),
            time: TimeManager::new(Instant::now(), None),
            report: Box::new(()),
            ply: 0,
            sel_depth: 0,
            nodes: 0,
            null_move_ply: 0,
            moves: Vec::with_capacity(MOVE_STACK),
            generated: MoveList::new(),
            stopped: false,
            uses_correction_history: true,
            previous_score: None,
        }
    }

    /// Forgets the game so far.
    pub(crate) fn clear(&mut self) {
        self.histories.clear();
        self.previous_score = None;
    }

    /// Counts a node and checks the limits. Returns whether the search must stop.
    #[inline(always)]
    pub(crate) fn count_node(&mut self) -> bool {
        if self.stopped {
            return true;
        }
        self.nodes += 1;
        self.shared.counters[self.id].set_nodes(self.nodes);
        self.sel_depth = self.sel_depth.max(self.ply);
        if self.id == 0 {
            self.check_limits();
        }
        // The first iteration is always finished, so that there is a best move.
        if self.shared.is_stopped() && (self.root.completed_depth > 0 || self.id > 0) {
            self.stopped = true;
        }
        self.stopped
    }

    #[inline(always)]
    fn check_limits(&mut self) {
        let too_many = self.limits.nodes.is_some_and(|limit| {
            self.nodes >= limit
                || self.nodes.is_multiple_of(NODE_LIMIT_POLL) && self.shared.total_nodes() >= limit
        });
        let too_late = self.time.is_poll_due(self.nodes)
            && self.time.poll(self.nodes)
            && !self.shared.is_pondering();
        if too_many || too_late {
            self.shared.stop_now();
        }
    }

    /// The TT key of the current position.
    #[inline(always)]
    pub(crate) fn tt_key(&self) -> u64 {
        tt_key::<G>(&self.position)
    }

    /// Plies left before the limit of the halfmove clock.
    #[inline(always)]
    pub(crate) fn clock_left(&self) -> u32 {
        let limit = self.position.clock_limit();
        limit.saturating_sub(self.position.halfmove_clock())
    }

    /// The piece-to of a move.
    #[inline(always)]
    pub(crate) fn piece_to(&self, mv: G::Move) -> PieceTo<G> {
        let piece = self
            .position
            .piece_on(G::origin(mv))
            .expect("a move starts on a piece");
        (piece, G::target(mv))
    }

    /// Whether this is a search for a mate (`go mate`). It prunes nothing by eval or history, since
    /// mating moves often look bad.
    #[inline(always)]
    pub(crate) const fn seeks_mate(&self) -> bool {
        self.limits.mate.is_some()
    }

    /// Whether the static exchange evaluation (SEE) of a move is at least `threshold`. With SEE
    /// switched off, a move is worth what it captures.
    #[inline(always)]
    pub(crate) fn see_ge(&self, mv: G::Move, threshold: i32) -> bool {
        if SEE.is_on() {
            SEE.count();
            self.position.see_ge(mv, threshold)
        } else {
            self.position.immediate_gain(mv) >= threshold
        }
    }

    /// Prefetches the TT cluster of the position after a move.
    #[inline(always)]
    pub(crate) fn prefetch(&self, mv: G::Move) {
        let key = self.position.likely_key_after(mv);
        let clock = self.position.halfmove_clock() + 1;
        let has_occurred = self.position.likely_occurred(key);
        self.shared.tt.prefetch(mixed_key(key, clock, has_occurred));
    }

    /// Plays a move and goes one ply deeper.
    #[inline(always)]
    pub(crate) fn make(&mut self, mv: G::Move) {
        let piece_to = self.piece_to(mv);
        let frame = self.frames.at_mut(self.ply);
        frame.mv = Some(mv);
        frame.piece_to = Some(piece_to);
        (frame.move_count, frame.quiet) = (0, None);
        self.evaluator.push();
        self.position.make(mv, &mut self.evaluator);
        self.ply += 1;
        if self.uses_correction_history {
            self.histories.correction.prefetch(&self.correction_index());
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
        frame.piece_to = None;
        (frame.move_count, frame.quiet) = (0, None);
        frame.double_extensions = doubles;
        self.position.make_null();
        self.shared.tt.prefetch(self.tt_key());
        self.ply += 1;
    }

    pub(crate) fn unmake_null(&mut self) {
        self.ply -= 1;
        self.position.unmake_null();
    }

    /// The correction history index of the current position.
    #[inline(always)]
    pub(crate) fn correction_index(&self) -> CorrectionIndex<G> {
        let piece_to = |plies| self.frames.back(self.ply, plies).piece_to;
        CorrectionIndex {
            side: self.position.side_to_move(),
            keys: *self.position.keys(),
            last_moves: (piece_to(2), piece_to(1)),
            fourth: (piece_to(4), piece_to(1)),
        }
    }

    /// A draw score that varies by a centipawn, to avoid threefold-repetition blindness.
    pub(crate) fn draw_score(&self) -> Score {
        self.draw_value() + (1 - (self.nodes & 2) as i32)
    }

    /// Contempt: a draw scores `-contempt` for the root side.
    pub(crate) fn draw_value(&self) -> Score {
        let contempt = self.limits.contempt;
        let is_ours = self.ply.is_multiple_of(2);
        Score::from_raw(if is_ours { -contempt } else { contempt })
    }

    /// A score given by rule, with contempt.
    pub(crate) fn ruled(&self, score: Score) -> Score {
        if score == Score::DRAW {
            self.draw_value()
        } else {
            score
        }
    }
}

/// The TT key of a position. It includes what the score depends on besides the position: a high
/// halfmove clock, and in some games whether the position occurred before.
#[inline(always)]
pub(crate) fn tt_key<G: Game>(position: &G::Position) -> u64 {
    let clock = position.halfmove_clock();
    mixed_key(position.keys().full, clock, position.has_occurred())
}

#[inline(always)]
fn mixed_key(key: u64, clock: u32, has_occurred: bool) -> u64 {
    let key = if has_occurred { key ^ OCCURRED } else { key };
    if clock < MIN_KEYED_CLOCK {
        key
    } else {
        let step = u64::from((clock - MIN_KEYED_CLOCK) / CLOCK_BUCKET + 1);
        key ^ step.wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }
}

#[cfg(test)]
mod tests {
    use super::mixed_key;

    #[test]
    fn the_clock_and_an_earlier_occurrence_are_part_of_the_key() {
        let plain = mixed_key(7, 0, false);
        assert_eq!(mixed_key(7, 13, false), plain);
        let mut keys = vec![plain, mixed_key(7, 0, true)];
        for clock in [14, 22] {
            keys.extend([false, true].map(|occurred| mixed_key(7, clock, occurred)));
        }
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), 6);
    }
}
