//! The search of a level: principal variation search with the faults of a [`Profile`].
//!
//! It is small on purpose and shares nothing with the engine's search: what a level overlooks must
//! not slow that one down, and its own strength must not change when that one improves. The policy
//! orders the moves.

use game::{Dense, Evaluator, MAX_PLY, Position, Score, Stage, Table, Verdict};

use crate::LevelRules;
use crate::chance::{heavy_tailed, uniform};
use crate::policy::{self, Policy, move_key};
use crate::profile::Profile;

/// What a hash decides.
const PURPOSE_OVERLOOK: u64 = 1;
const PURPOSE_NOISE: u64 = 2;
const PURPOSE_STRUCTURE: u64 = 3;

/// The size of the transposition table, in entries.
const TABLE_SIZE: usize = 1 << 16;

/// How often the clock is asked, in nodes.
const POLL_NODES: u64 = 256;

/// The most that history adds to a logit: more than nature gives most moves.
const MAX_HISTORY: i32 = 128;

/// The depth up to which late and losing moves are pruned.
const PRUNING_DEPTH: i32 = 6;

/// What a capture may add beyond its material in the quiescence search, in centipawns.
const DELTA_MARGIN: i32 = 150;

/// The search is out of nodes or was stopped.
pub(crate) struct Aborted;

#[derive(Clone, Copy)]
struct Entry<M> {
    key: u64,
    mv: M,
    score: Score,
    depth: i32,
    /// Whether the score is at least, and at most, the true one.
    bounds: (bool, bool),
}

/// A search of one position.
pub(crate) struct Searcher<'a, G: LevelRules> {
    pub(crate) position: G::Position,
    evaluator: G::LevelEvaluator,
    policy: Policy<G>,
    profile: Profile,
    seed: u64,
    pub(crate) nodes: u64,
    /// The budget; at least the first iteration is always finished.
    budget: u64,
    table: Vec<Option<Entry<G::Move>>>,
    /// Which quiet moves cut off, by piece and target: added to their logits.
    history: Table<(G::Piece, G::Square), i32>,
    should_stop: &'a dyn Fn() -> bool,
}

impl<'a, G: LevelRules> Searcher<'a, G> {
    /// A search of a position, before its first iteration.
    pub(crate) fn new(
        position: &G::Position,
        profile: Profile,
        seed: u64,
        should_stop: &'a dyn Fn() -> bool,
    ) -> Self {
        let mut evaluator = G::level_evaluator();
        evaluator.reset(position);
        Self {
            position: position.clone(),
            evaluator,
            policy: G::policy(),
            profile,
            seed,
            nodes: 0,
            budget: u64::MAX,
            table: vec![None; TABLE_SIZE],
            history: Table::filled(0),
            should_stop,
        }
    }

    /// From here on the search ends after so many nodes in all.
    pub(crate) fn limit_nodes(&mut self, budget: u64) {
        self.budget = budget;
    }

    /// The score of a move of the root, the first of them with number 0: exact above `alpha`.
    pub(crate) fn root_move(
        &mut self,
        mv: G::Move,
        alpha: Score,
        depth: i32,
        number: usize,
    ) -> Result<Score, Aborted> {
        let is_reduced = !self.position.in_check() && !self.position.is_noisy(mv);
        let reduction = i32::from(is_reduced) * reduction(depth, number);
        self.make(mv);
        let score = self.search_move(alpha, Score::INFINITE, (depth - 1, reduction, number), 0);
        self.unmake(mv);
        score
    }

    fn make(&mut self, mv: G::Move) {
        self.evaluator.push();
        self.position.make(mv, &mut self.evaluator);
    }

    fn unmake(&mut self, mv: G::Move) {
        self.position.unmake(mv);
        self.evaluator.pop();
    }

    /// The evaluation with the errors of this level: one of the pawn structure, which stays for
    /// many moves, and one of the position itself.
    fn evaluate(&mut self) -> Score {
        let score = self.evaluator.evaluate(&self.position);
        let keys = self.position.keys();
        let noise = |key, purpose| heavy_tailed(uniform(key, self.seed, purpose));
        let structure = noise(keys.pawn, PURPOSE_STRUCTURE);
        let for_us = [structure, -structure][self.position.side_to_move().index()];
        let noise = self.profile.noise * (0.5 * for_us + noise(keys.full, PURPOSE_NOISE));
        match score.is_decisive() {
            true => score,
            false => Score::evaluation(score.raw() + noise as i32),
        }
    }

    fn count_node(&mut self) -> Result<(), Aborted> {
        self.nodes += 1;
        let is_over = self.nodes > self.budget
            || self.nodes.is_multiple_of(POLL_NODES) && (self.should_stop)();
        if is_over { Err(Aborted) } else { Ok(()) }
    }

    /// Legal moves that are seen, the most natural first. A reply is overlooked the more easily the
    /// less natural it is; out of check every one is seen.
    fn seen_moves(&self, stage: Stage) -> Vec<(G::Move, i32)> {
        let mut moves = self.policy.logits(&self.position, stage);
        let most_natural = moves.iter().map(|&(_, logit)| logit).max().unwrap_or(0);
        if self.profile.blindness > 0.0 && !self.position.in_check() {
            moves.retain(|&(mv, logit)| {
                let strangeness = f64::from(most_natural - logit) / policy::SCALE;
                let missed =
                    self.profile.lapses + self.profile.blindness * (strangeness / 4.0).min(1.0);
                let key = move_key::<G>(&self.position, mv);
                uniform(key, self.seed, PURPOSE_OVERLOOK) >= missed
            });
        }
        for (mv, logit) in &mut moves {
            if !self.position.is_noisy(*mv) {
                *logit += self.history_of(*mv).map_or(0, |at| self.history[at]);
            }
        }
        moves.sort_by_key(|&(_, logit)| std::cmp::Reverse(logit));
        moves
    }

    /// Where the history of a move is.
    fn history_of(&self, mv: G::Move) -> Option<(G::Piece, G::Square)> {
        let piece = self.position.piece_on(G::origin(mv))?;
        Some((piece, G::target(mv)))
    }

    fn search(
        &mut self,
        mut alpha: Score,
        mut beta: Score,
        mut depth: i32,
        ply: usize,
    ) -> Result<Score, Aborted> {
        match self.position.verdict(ply) {
            Verdict::Open => {}
            Verdict::Final(score) => return Ok(score),
            Verdict::AtLeast(score) => alpha = alpha.max(score),
            Verdict::AtMost(score) => beta = beta.min(score),
        }
        if alpha >= beta || ply + 1 >= MAX_PLY {
            return Ok(alpha);
        }
        let in_check = self.position.in_check();
        if depth <= 0 {
            return self.quiescence(alpha, beta, self.profile.quiescence, ply);
        }
        self.count_node()?;
        let key = self.position.keys().full;
        let slot = key as usize % TABLE_SIZE;
        let entry = self.table[slot].filter(|entry| entry.key == key);
        if let Some(entry) =
            entry.filter(|entry| entry.depth >= depth && !entry.score.is_decisive())
        {
            let (at_least, at_most) = entry.bounds;
            if at_least && entry.score >= beta || at_most && entry.score <= alpha {
                return Ok(entry.score);
            }
        }
        // Internal iterative reduction.
        depth -= i32::from(entry.is_none() && depth >= 4);
        let is_null_window = beta.raw() == alpha.raw() + 1;
        let eval = self.evaluate();
        if !in_check && is_null_window && self.fails_high(eval, beta, depth, ply)? {
            return Ok(beta);
        }
        let mut moves = self.seen_moves(Stage::All);
        if moves.is_empty() {
            return Ok(match self.position.has_legal_move() {
                true => eval,
                false => self.position.score_without_moves(ply),
            });
        }
        if let Some(place) =
            entry.and_then(|entry| moves.iter().position(|&(mv, _)| mv == entry.mv))
        {
            moves[..=place].rotate_right(1);
        }
        let original_alpha = alpha;
        let mut best = (moves[0].0, -Score::INFINITE);
        for (number, &(mv, _)) in moves.iter().enumerate() {
            let may_prune = is_null_window && !in_check && !best.1.is_loss();
            if number > 0
                && may_prune
                && self.is_hopeless(mv, number, depth, alpha.raw() - eval.raw())
            {
                continue;
            }
            // Captures and moves of the PV are reduced less.
            let reduced = reduction(depth, number)
                - i32::from(!is_null_window)
                - i32::from(self.position.is_noisy(mv));
            let reduction = if in_check { 0 } else { reduced.max(0) };
            self.make(mv);
            let score = self.search_move(alpha, beta, (depth - 1, reduction, number), ply);
            self.unmake(mv);
            let score = score?;
            if score > best.1 {
                best = (mv, score);
            }
            alpha = alpha.max(score);
            if alpha >= beta {
                self.update_history(&moves[..=number], depth);
                break;
            }
        }
        let (mv, score) = best;
        let bounds = (score > original_alpha, score < beta);
        self.table[slot] = Some(Entry {
            key,
            mv,
            score,
            depth,
            bounds,
        });
        Ok(score)
    }

    /// Late move pruning, futility pruning of quiet moves, and SEE pruning of captures: whether a
    /// move will hardly gain what `missing` says, in centipawns.
    fn is_hopeless(&self, mv: G::Move, number: usize, depth: i32, missing: i32) -> bool {
        depth <= PRUNING_DEPTH
            && match self.position.is_noisy(mv) {
                true => !self.position.see_ge(mv, -100 * depth),
                false => number as i32 > 3 + depth * depth / 2 || missing >= 80 * depth + 60,
            }
    }

    /// The last of these moves cut off and the others did not.
    fn update_history(&mut self, moves: &[(G::Move, i32)], depth: i32) {
        let bonus = (8 * depth).min(MAX_HISTORY / 2);
        for (number, &(mv, _)) in moves.iter().enumerate() {
            let is_quiet = !self.position.is_noisy(mv);
            if let Some(at) = self.history_of(mv).filter(|_| is_quiet) {
                let is_last = number + 1 == moves.len();
                let change = if is_last { bonus } else { -bonus };
                self.history[at] += change - self.history[at] * bonus / MAX_HISTORY;
            }
        }
    }

    /// Searches the move just made: the first with the full window, others with a null window and a
    /// reduction first.
    fn search_move(
        &mut self,
        alpha: Score,
        beta: Score,
        (depth, reduction, number): (i32, i32, usize),
        ply: usize,
    ) -> Result<Score, Aborted> {
        if number > 0 {
            let mut score = -self.search(-alpha - 1, -alpha, depth - reduction, ply + 1)?;
            if score > alpha && reduction > 0 {
                score = -self.search(-alpha - 1, -alpha, depth, ply + 1)?;
            }
            if score <= alpha || score >= beta {
                return Ok(score);
            }
        }
        Ok(-self.search(-beta, -alpha, depth, ply + 1)?)
    }

    /// Reverse futility pruning and null move pruning.
    fn fails_high(
        &mut self,
        eval: Score,
        beta: Score,
        depth: i32,
        ply: usize,
    ) -> Result<bool, Aborted> {
        if !self.position.null_move_is_safe() || beta.is_decisive() || eval < beta {
            return Ok(false);
        }
        if depth <= 4 && eval - 80 * depth >= beta {
            return Ok(true);
        }
        self.position.make_null();
        let score = self.search(-beta, -beta + 1, depth - 3 - depth / 4, ply + 1);
        self.position.unmake_null();
        Ok(-score? >= beta)
    }

    /// Captures until the position is quiet, or until this level gives up.
    fn quiescence(
        &mut self,
        mut alpha: Score,
        beta: Score,
        left: u32,
        ply: usize,
    ) -> Result<Score, Aborted> {
        self.count_node()?;
        if !self.position.has_legal_move() {
            return Ok(self.position.score_without_moves(ply));
        }
        let in_check = self.position.in_check() && left > 0;
        let mut best = match in_check {
            true => Score::mated_in(ply),
            false => self.evaluate(),
        };
        if best >= beta || left == 0 {
            return Ok(best);
        }
        alpha = alpha.max(best);
        // Delta pruning: a capture must make up for what is missing to alpha.
        let missing = (alpha.raw() - best.raw() - DELTA_MARGIN).max(0);
        let stage = if in_check { Stage::All } else { Stage::Noisy };
        for (mv, _) in self.seen_moves(stage) {
            if !in_check && !self.position.see_ge(mv, missing) {
                continue;
            }
            self.make(mv);
            let score = self.quiescence(-beta, -alpha, left - 1, ply + 1);
            self.unmake(mv);
            best = best.max(-score?);
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        Ok(best)
    }
}

/// Late move reductions.
fn reduction(depth: i32, number: usize) -> i32 {
    if depth < 2 || number == 0 {
        return 0;
    }
    let [depth, number] = [f64::from(depth), number as f64 + 1.0].map(f64::ln);
    (0.8 + depth * number / 1.8) as i32
}
