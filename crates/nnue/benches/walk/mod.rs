//! A walk through random games, as a search would go.

mod traffic;

use std::hint::black_box;

use chess::{Chess, Move, Position};
use game::{Evaluator as _, Observer, Rng};
use nnue::Evaluator;
use nnue::accumulator::AccumulatorStack;
use nnue::with_best_isa;

pub use traffic::FEATURES;
use traffic::Traffic;

/// How many games there are.
pub const GAMES: usize = 40;
const PLIES: usize = 80;
/// Moves that are made and unmade at each position.
const SIBLINGS: usize = 4;
/// Plies between the positions that are kept.
const STRIDE: usize = 4;

/// One step of a walk through a game.
#[derive(Clone, Copy)]
enum Step {
    Make(Move),
    Unmake(Move),
}

/// A walk through random games, each from the start.
pub struct Walk {
    games: Vec<Vec<Step>>,
    /// Some of the positions on the way, in order.
    pub positions: Vec<Position>,
    /// How many moves are made, each of which is looked at.
    pub evaluations: usize,
    /// What the evaluations must read and write.
    pub traffic: Traffic,
}

impl Walk {
    /// The same walk every time.
    pub fn new() -> Self {
        let mut rng = Rng::new(1);
        let mut walk = Self {
            games: Vec::new(),
            positions: Vec::new(),
            evaluations: 0,
            traffic: Traffic::new(),
        };
        for _ in 0..GAMES {
            let mut position = Position::start();
            let mut steps = Vec::new();
            for ply in 0..PLIES {
                let moves = position.legal_moves();
                let Some(&next) = rng.choose(&moves) else {
                    break;
                };
                for _ in 0..SIBLINGS {
                    if let Some(&mv) = rng.choose(&moves) {
                        walk.traffic.note(&position, mv, ply == 0);
                        steps.extend([Step::Make(mv), Step::Unmake(mv)]);
                    }
                }
                walk.traffic.note(&position, next, ply == 0);
                steps.push(Step::Make(next));
                position.play(next);
                if ply % STRIDE == 0 {
                    walk.positions.push(position.clone());
                }
            }
            let is_make = |step: &&Step| matches!(step, Step::Make(_));
            walk.evaluations += steps.iter().filter(is_make).count();
            walk.games.push(steps);
        }
        walk
    }

    /// Walks one game and does something after each move.
    pub fn run<O: Follower>(&self, game: usize, follower: &mut O) {
        let mut position = Position::start();
        follower.reset(&position);
        for &step in &self.games[game] {
            match step {
                Step::Make(mv) => {
                    follower.push();
                    position.make(mv, follower);
                    follower.look(&position);
                }
                Step::Unmake(mv) => {
                    position.unmake(mv);
                    follower.pop();
                }
            }
        }
    }
}

/// Something that follows a walk.
pub trait Follower: Observer<Chess> {
    /// A game starts.
    fn reset(&mut self, position: &Position);
    /// A move is about to be made.
    fn push(&mut self);
    /// A move was unmade.
    fn pop(&mut self);
    /// A move was made.
    fn look(&mut self, position: &Position);
}

/// Making moves alone.
impl Follower for () {
    fn reset(&mut self, _: &Position) {}
    fn push(&mut self) {}
    fn pop(&mut self) {}
    fn look(&mut self, position: &Position) {
        black_box(position.halfmove_clock());
    }
}

/// The whole evaluation.
impl Follower for Evaluator {
    fn reset(&mut self, position: &Position) {
        game::Evaluator::reset(self, position);
    }
    fn push(&mut self) {
        game::Evaluator::push(self);
    }
    fn pop(&mut self) {
        game::Evaluator::pop(self);
    }
    fn look(&mut self, position: &Position) {
        black_box(self.evaluate(position));
    }
}

/// The accumulators only.
impl Follower for AccumulatorStack {
    fn reset(&mut self, position: &Position) {
        Self::reset(self, position);
    }
    fn push(&mut self) {
        Self::push(self);
    }
    fn pop(&mut self) {
        Self::pop(self);
    }
    fn look(&mut self, position: &Position) {
        with_best_isa!(I => self.update::<I>(position));
        black_box(self);
    }
}
