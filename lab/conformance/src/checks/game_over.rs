//! Positions without a legal move.

use crate::check::{Check, Outcome, Stop, ensure, must, should};
use crate::positions::{CHECKMATE, STALEMATE};
use crate::search::NO_MOVE;
use crate::setup::Setup;
use crate::tester::Tester;
use arena::UciScore;

pub(super) const CHECKS: &[Check] = &[
    must(
        "over.checkmate",
        "checkmate gets a bestmove without a move",
        20,
        checkmate,
    ),
    must(
        "over.stalemate",
        "stalemate gets a bestmove without a move",
        20,
        stalemate,
    ),
    should("over.none", "bestmove without a move is (none)", 20, none),
    should(
        "over.score",
        "checkmate is mate 0, stalemate cp 0",
        20,
        score,
    ),
];

fn no_move(tester: &mut Tester<'_>, fen: &str, spellings: &[&str]) -> Result<(), Stop> {
    for go in ["go depth 5", "go movetime 100", "go wtime 1000 btime 1000"] {
        let search = tester.search_any(&Setup::fen(fen)?, go)?;
        let best = search.best();
        ensure(spellings.contains(&best), || {
            format!("bestmove {best} after {go}")
        })?;
    }
    // The engine keeps working afterwards.
    tester.search(&Setup::start(), "go depth 3").map(drop)
}

fn checkmate(tester: &mut Tester<'_>) -> Outcome {
    no_move(tester, CHECKMATE, &NO_MOVE)?;
    Ok(None)
}

fn stalemate(tester: &mut Tester<'_>) -> Outcome {
    no_move(tester, STALEMATE, &NO_MOVE)?;
    Ok(None)
}

fn none(tester: &mut Tester<'_>) -> Outcome {
    no_move(tester, CHECKMATE, &NO_MOVE[..1])?;
    no_move(tester, STALEMATE, &NO_MOVE[..1])?;
    Ok(None)
}

fn score(tester: &mut Tester<'_>) -> Outcome {
    for (fen, right) in [
        (CHECKMATE, UciScore::Mate(0)),
        (STALEMATE, UciScore::Centipawns(0)),
    ] {
        let score = tester
            .search_any(&Setup::fen(fen)?, "go depth 5")?
            .score()?;
        ensure(score == right, || format!("score {score} in {fen}"))?;
    }
    Ok(None)
}
