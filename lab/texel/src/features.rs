//! The features of a position: the terms of the linear evaluation.

use chess::PieceType;
use evaluation::handcrafted::{PHASE_MAX, phase_of};
use records::Record;

use crate::values::{Phase, TEMPO, Values, slot, value_index};

/// The pieces of the side to move minus the opponent's, each on its square relative to its own side,
/// so that the evaluation is symmetric in the colors.
pub(crate) struct Features {
    terms: [Term; 32],
    count: usize,
    /// The game phase: 1 in the middlegame, 0 in the endgame.
    pub(crate) phase: f64,
}

/// A piece on its square.
#[derive(Clone, Copy, Default)]
pub(crate) struct Term {
    pub(crate) slot: usize,
    /// 1 for the side to move, -1 for the other.
    pub(crate) sign: f64,
}

impl Features {
    /// The features of a position. Equal pieces on mirrored squares cancel out.
    pub(crate) fn of(record: &Record) -> Self {
        let mut features = Self {
            terms: [Term::default(); 32],
            count: 0,
            phase: 0.0,
        };
        let mut phase = 0;
        for (piece, square) in record.pieces() {
            let kind = usize::from(piece & 7);
            phase += phase_of(PieceType::from_index(kind));
            let (square, sign) = match piece {
                0..8 => (square, 1.0),
                _ => (square ^ 56, -1.0),
            };
            features.add(Term {
                slot: slot(kind, usize::from(square)),
                sign,
            });
        }
        features.phase = f64::from(phase.min(PHASE_MAX)) / f64::from(PHASE_MAX);
        features
    }

    fn add(&mut self, term: Term) {
        let same = |known: &Term| known.slot == term.slot;
        if let Some(index) = self.terms().iter().position(same) {
            self.count -= 1;
            self.terms[index] = self.terms[self.count];
        } else {
            self.terms[self.count] = term;
            self.count += 1;
        }
    }

    /// The terms that do not cancel out.
    pub(crate) fn terms(&self) -> &[Term] {
        &self.terms[..self.count]
    }

    /// The weights of middlegame and endgame.
    pub(crate) fn phase_weights(&self) -> [f64; 2] {
        [self.phase, 1.0 - self.phase]
    }

    /// The evaluation for the side to move.
    pub(crate) fn evaluate(&self, values: &Values) -> f64 {
        let numbers = &values.0;
        let [middlegame, endgame] = self.phase_weights();
        let mut sum = numbers[TEMPO];
        for term in self.terms() {
            let value = middlegame * numbers[value_index(Phase::Middlegame, term.slot)]
                + endgame * numbers[value_index(Phase::Endgame, term.slot)];
            sum += term.sign * value;
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use chess::Position;
    use evaluation::handcrafted::Handcrafted;
    use game::Evaluator;
    use records::{GameResult, Record};

    use crate::values::Values;

    #[test]
    fn the_model_evaluates_as_the_engine_does() {
        for fen in [
            Position::START_FEN,
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - - 0 1",
            "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
            "QQQ5/QQQ5/8/8/7k/8/P7/1K6 b - - 0 1",
        ] {
            let position = Position::from_fen(fen).unwrap();
            let mut engine = Handcrafted::without_clock();
            engine.reset(&position);
            let record = Record::new(&position, 0, GameResult::Draw);
            let distance =
                Values::current().evaluate(&record) - f64::from(engine.evaluate(&position).raw());
            // The engine rounds.
            assert!(distance.abs() < 1.0, "{fen}: {distance}");
        }
    }
}
