//! A position as the fit sees it: its terms of the linear evaluation, and the label.

use records::Record;

use crate::values::{Phase, Values, value_index};
use evaluation::Tunable;

/// A position with score and result, from the view of the side to move. Terms are those of the side to
/// move minus the opponent's, so that the evaluation is symmetric in the colors.
#[derive(Clone, Debug)]
pub struct Sample {
    /// Those that do not cancel out come first.
    terms: Box<[Term]>,
    active: usize,
    /// The game phase: 1 in the middlegame, 0 in the endgame.
    pub(crate) phase: f64,
    /// The part of the evaluation that is not tuned.
    untuned: f64,
    score: i16,
    double_points: u8,
}

/// Pieces of one type on one square, or a feature.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Term {
    pub(crate) slot: u16,
    /// How many the side to move has more than the other.
    pub(crate) count: i8,
    /// How many there are.
    pub(crate) pieces: u8,
}

impl Sample {
    /// The terms of a position.
    ///
    /// # Errors
    /// If the position is invalid.
    pub(crate) fn of<R: Tunable>(record: &Record) -> Result<Self, String> {
        // The side to move is the first side of the unpacked position.
        let position = record.unpack::<R>()?.position;
        let mut terms: Vec<Term> = Vec::with_capacity(32);
        let mut phase = 0;
        R::for_each_piece(&position, |piece, square| {
            phase += R::phase_of(piece);
            let (kind, square, is_ours) = R::place(piece, square);
            let slot = R::slot(kind, square) as u16;
            let sign = if is_ours { 1 } else { -1 };
            match terms.iter_mut().find(|term| term.slot == slot) {
                Some(term) => {
                    term.count += sign;
                    term.pieces += 1;
                }
                None => terms.push(Term {
                    slot,
                    count: sign,
                    pieces: 1,
                }),
            }
        });
        let first = R::KINDS.len() * R::squares();
        let features = R::features(&position).into_iter().enumerate();
        terms.extend(features.map(|(feature, count)| Term {
            slot: (first + feature) as u16,
            count: count.clamp(-127, 127) as i8,
            pieces: 0,
        }));
        terms.sort_by_key(|term| term.count == 0);
        Ok(Self {
            active: terms.iter().filter(|term| term.count != 0).count(),
            terms: terms.into_boxed_slice(),
            phase: f64::from(phase.min(R::PHASE_MAX)) / f64::from(R::PHASE_MAX),
            untuned: R::untuned(&position),
            score: record.score(),
            double_points: record.double_points(),
        })
    }

    /// The terms that do not cancel out.
    pub(crate) fn terms(&self) -> &[Term] {
        &self.terms[..self.active]
    }

    pub(crate) fn all_terms(&self) -> &[Term] {
        &self.terms
    }

    /// The weights of middlegame and endgame.
    pub(crate) fn phase_weights(&self) -> [f64; 2] {
        [self.phase, 1.0 - self.phase]
    }

    /// The search score for the side to move, in centipawns.
    pub(crate) fn score(&self) -> f64 {
        f64::from(self.score)
    }

    /// The result for the side to move, 0 to 1.
    pub(crate) fn points(&self) -> f64 {
        f64::from(self.double_points) / 2.0
    }

    /// The evaluation for the side to move.
    pub fn evaluate(&self, values: &Values) -> f64 {
        let numbers = &values.0;
        let [middlegame, endgame] = self.phase_weights();
        let mut sum = values.tempo() + self.untuned;
        for term in self.terms() {
            let slot = usize::from(term.slot);
            let value = middlegame * numbers[value_index(Phase::Middlegame, slot)]
                + endgame * numbers[value_index(Phase::Endgame, slot)];
            sum += f64::from(term.count) * value;
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use chess::Chess;
    use game::Evaluator;
    use records::{GameResult, Record};
    use xiangqi::Xiangqi;

    use super::Sample;
    use crate::values::Values;
    use evaluation::Tunable;

    /// How far the model is from the engine.
    fn distance<R: Tunable, E: Evaluator<R>>(fen: &str, mut engine: E) -> f64 {
        let position = R::parse_fen(fen).unwrap();
        engine.reset(&position);
        let record = Record::new::<R>(&position, 0, GameResult::Draw);
        let model = Sample::of::<R>(&record).unwrap();
        model.evaluate(&Values::current::<R>()) - f64::from(engine.evaluate(&position).raw())
    }

    #[test]
    fn the_model_evaluates_as_the_engine_does() {
        for fen in [
            chess::Position::START_FEN,
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - - 0 1",
            "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
            "QQQ5/QQQ5/8/8/7k/8/P7/1K6 b - - 0 1",
        ] {
            let engine = evaluation::handcrafted::Handcrafted::without_clock();
            let distance = distance::<Chess, _>(fen, engine);
            // The engine rounds.
            assert!(distance.abs() < 1.0, "{fen}: {distance}");
        }
    }

    #[test]
    fn it_does_so_in_xiangqi() {
        for fen in [
            xiangqi::Position::START_FEN,
            "2bak3r/4a4/4b1n2/P2rp3p/2p1c1p2/4R4/N3P3R/4BC1C1/N3A4/4KAB2 w",
            "3ak1b2/4a4/4b4/r3C2R1/p8/9/P8/4p4/4p4/5K3 b",
            "3k5/9/9/9/9/9/3r5/9/9/3NK4 b",
        ] {
            let engine = evaluation::xiangqi::Handcrafted::without_clock();
            let distance = distance::<Xiangqi, _>(fen, engine);
            assert!(distance.abs() < 1.0, "{fen}: {distance}");
        }
    }
}
