//! Mates: found, and announced with the right distance.

use crate::check::{Check, Outcome, ensure, must, should};
use crate::info_line::Info;
use crate::tester::{MATING, Tester};
use uci::Score;

/// Deep enough for engines with pruning to find the shortest mate.
const DEEP: &str = "go depth 20 movetime 2000";

pub(super) const CHECKS: &[Check] = &[
    must("mate.in-one", "a mate in one is played", 30, in_one),
    must("mate.true", "no false mate is announced", 60, is_true),
    should(
        "mate.exact",
        "mates up to three moves are announced exactly",
        60,
        exact,
    ),
    should(
        "mate.variation",
        "a mate's variation has its length and ends in mate",
        60,
        variation,
    ),
];

fn in_one(tester: &mut Tester<'_>) -> Outcome {
    let at = tester.positions;
    for &(fen, mv) in at.mates_in_one {
        let search = tester.search(&tester.fen(fen)?, MATING)?;
        search.expect_best(mv)?;
        let score = search.score()?;
        ensure(score == Score::Mate(1), || {
            format!("score {score} instead of mate 1 in {fen}")
        })?;
    }
    Ok(None)
}

fn is_true(tester: &mut Tester<'_>) -> Outcome {
    let at = tester.positions;
    for &(fen, moves) in at.mates {
        let search = tester.search(&tester.fen(fen)?, DEEP)?;
        let exact: Vec<_> = search.infos()?.into_iter().filter(Info::is_exact).collect();
        for (index, info) in exact.iter().enumerate() {
            let Some(Score::Mate(claimed)) = info.score else {
                continue;
            };
            // In the middle of an iteration a losing mate only covers the moves searched so far.
            if claimed < 0 && index + 1 < exact.len() {
                continue;
            }
            let possible = claimed.signum() == moves.signum() && claimed.abs() >= moves.abs();
            ensure(possible, || {
                format!("mate {claimed} where mate {moves} is true: {fen}")
            })?;
        }
    }
    Ok(None)
}

fn exact(tester: &mut Tester<'_>) -> Outcome {
    let at = tester.positions;
    for &(fen, moves) in at.mates {
        let search = tester.search(&tester.fen(fen)?, DEEP)?;
        let score = search.score()?;
        ensure(score == Score::Mate(moves), || {
            format!("score {score} instead of mate {moves} in {fen}")
        })?;
    }
    Ok(None)
}

fn variation(tester: &mut Tester<'_>) -> Outcome {
    let at = tester.positions;
    let mut count = 0;
    for (fen, _) in at.mates {
        let search = tester.search(&tester.fen(fen)?, DEEP)?;
        let info = search.last_exact()?;
        let Some(Score::Mate(moves)) = info.score else {
            continue;
        };
        count += 1;
        let plies = if moves > 0 { 2 * moves - 1 } else { -2 * moves };
        let length = i32::try_from(info.pv.len()).unwrap_or(i32::MAX);
        ensure(length == plies, || {
            format!(
                "mate {moves} with the variation {} in {fen}",
                info.pv.join(" ")
            )
        })?;
        let end = search.variation_end(&info)?;
        ensure(end.is_mated(), || {
            format!("no mate at the end of {} in {fen}", info.pv.join(" "))
        })?;
    }
    Ok(Some(format!("{count} mates")))
}
