//! Draws by rule, as seen in the score.

use crate::check::{Check, Outcome, Stop, ensure, should};
use crate::positions::{FIFTY_MOVES, INSUFFICIENT_MATERIAL, PERPETUAL, REPEATED};
use crate::setup::Setup;
use crate::tester::Tester;

/// The maximum absolute draw score, for engines with contempt.
const NEAR: i32 = 60;

pub(super) const CHECKS: &[Check] = &[
    should(
        "draw.repetition",
        "threefold repetition is a draw",
        20,
        repetition,
    ),
    should(
        "draw.perpetual",
        "a perpetual check is a draw",
        20,
        perpetual,
    ),
    should(
        "draw.fifty-moves",
        "the hundredth quiet ply is a draw",
        20,
        fifty_moves,
    ),
    should(
        "draw.material",
        "king and knight against king is a draw",
        20,
        material,
    ),
];

fn near_zero(tester: &mut Tester<'_>, setup: &Setup) -> Result<Option<String>, Stop> {
    let score = tester.search(setup, "go depth 10 movetime 2000")?.score()?;
    ensure(score.centipawns().abs() <= NEAR, || {
        format!("score {score}")
    })?;
    Ok(Some(format!("score {score}")))
}

fn repetition(tester: &mut Tester<'_>) -> Outcome {
    near_zero(tester, &Setup::fen(PERPETUAL)?.moves(REPEATED)?)
}

fn perpetual(tester: &mut Tester<'_>) -> Outcome {
    near_zero(tester, &Setup::fen(PERPETUAL)?)
}

fn fifty_moves(tester: &mut Tester<'_>) -> Outcome {
    near_zero(tester, &Setup::fen(FIFTY_MOVES)?)
}

fn material(tester: &mut Tester<'_>) -> Outcome {
    near_zero(tester, &Setup::fen(INSUFFICIENT_MATERIAL)?)
}
