//! Misjudgment: an evaluation with errors that are fixed by position and seed.

use game::{Dense, Evaluator, Game, Observer, Position, Score};

use crate::chance::{heavy_tailed, uniform};

/// What a hash decides.
const PURPOSE_NOISE: u64 = 2;
const PURPOSE_STRUCTURE: u64 = 3;

/// An evaluation with errors: one of the pawn structure, which stays for many moves, and one of the
/// position itself.
pub(crate) struct Noisy<E> {
    pub(crate) evaluator: E,
    /// The median error, in centipawns.
    pub(crate) noise: f64,
    pub(crate) seed: u64,
}

impl<G: Game, E: Observer<G>> Observer<G> for Noisy<E> {
    fn appeared(&mut self, piece: G::Piece, square: G::Square) {
        self.evaluator.appeared(piece, square);
    }

    fn vanished(&mut self, piece: G::Piece, square: G::Square) {
        self.evaluator.vanished(piece, square);
    }

    fn moved(&mut self, piece: G::Piece, from: G::Square, to: G::Square) {
        self.evaluator.moved(piece, from, to);
    }
}

impl<G: Game, E: Evaluator<G>> Evaluator<G> for Noisy<E> {
    fn reset(&mut self, position: &G::Position) {
        self.evaluator.reset(position);
    }

    fn push(&mut self) {
        self.evaluator.push();
    }

    fn pop(&mut self) {
        self.evaluator.pop();
    }

    fn evaluate(&mut self, position: &G::Position) -> Score {
        let score = self.evaluator.evaluate(position);
        let keys = position.keys();
        let error = |key, purpose| heavy_tailed(uniform(key, self.seed, purpose));
        let structure = error(keys.pawn, PURPOSE_STRUCTURE);
        let for_us = [structure, -structure][position.side_to_move().index()];
        let error = self.noise * (0.5 * for_us + error(keys.full, PURPOSE_NOISE));
        Score::evaluation(score.raw() + error as i32)
    }
}

#[cfg(test)]
mod tests {
    use chess::Position;
    use evaluation::handcrafted::Handcrafted;
    use game::Evaluator;

    use super::Noisy;

    /// The error of a position in centipawns.
    fn error(fen: &str, seed: u64) -> i32 {
        let position = Position::from_fen(fen).expect("valid");
        let evaluate = |noise| {
            let mut noisy = Noisy {
                evaluator: Handcrafted::new(),
                noise,
                seed,
            };
            noisy.reset(&position);
            noisy.evaluate(&position).raw()
        };
        evaluate(100.0) - evaluate(0.0)
    }

    #[test]
    fn errors_are_fixed_by_position_and_seed() {
        const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        const KNIGHT_OUT: &str = "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1";
        assert_eq!(error(START, 1), error(START, 1));
        assert_ne!(error(START, 1), error(START, 2));
        assert_ne!(error(START, 1), error(KNIGHT_OUT, 1));
    }
}
