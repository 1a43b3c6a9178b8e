//! Draws by rule, as seen in the score.

use crate::check::{Check, Outcome, Stop, ensure, should};
use crate::positions::chess::{PERPETUAL, REPEATED};
use crate::setup::Setup;
use crate::tester::Tester;

/// Why repetitions are only checked in chess.
const OTHER_REPETITIONS: &str = "who loses by a repetition depends on the rule book";

/// The maximum absolute draw score, for engines with contempt.
const NEAR: i32 = 60;

pub(super) const CHECKS: &[Check] = &[
    should(
        "draw.repetition",
        "threefold repetition is a draw",
        20,
        repetition,
    )
    .chess_only(OTHER_REPETITIONS),
    should(
        "draw.perpetual",
        "a perpetual check is a draw",
        20,
        perpetual,
    )
    .chess_only(OTHER_REPETITIONS),
    should(
        "draw.fifty-moves",
        "the move limit of the game is a draw: 100 quiet plies in chess",
        20,
        fifty_moves,
    ),
    should(
        "draw.material",
        "insufficient material is a draw",
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
    near_zero(tester, &tester.fen(PERPETUAL)?.moves(REPEATED)?)
}

fn perpetual(tester: &mut Tester<'_>) -> Outcome {
    near_zero(tester, &tester.fen(PERPETUAL)?)
}

fn fifty_moves(tester: &mut Tester<'_>) -> Outcome {
    near_zero(tester, &tester.fen(tester.positions.move_limit)?)
}

fn material(tester: &mut Tester<'_>) -> Outcome {
    near_zero(tester, &tester.fen(tester.positions.insufficient_material)?)
}
