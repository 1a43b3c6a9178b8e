//! Positions without a legal move.

use crate::check::{Check, Outcome, Stop, ensure, must, should};
use crate::search::NO_MOVE;
use crate::tester::Tester;
use uci::Score;

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
        "checkmate is mate 0, stalemate cp 0, or mate 0 where it loses",
        20,
        score,
    ),
];

fn no_move(tester: &mut Tester<'_>, fen: &str, spellings: &[&str]) -> Result<(), Stop> {
    for go in ["go depth 5", "go movetime 100", "go wtime 1000 btime 1000"] {
        let search = tester.search_any(&tester.fen(fen)?, go)?;
        let best = search.best();
        ensure(spellings.contains(&best), || {
            format!("bestmove {best} after {go}")
        })?;
    }
    // The engine keeps working afterwards.
    tester.search(&tester.start(), "go depth 3").map(drop)
}

fn checkmate(tester: &mut Tester<'_>) -> Outcome {
    let at = tester.positions;
    no_move(tester, at.checkmate, &NO_MOVE)?;
    Ok(None)
}

fn stalemate(tester: &mut Tester<'_>) -> Outcome {
    let at = tester.positions;
    no_move(tester, at.stalemate, &NO_MOVE)?;
    Ok(None)
}

fn none(tester: &mut Tester<'_>) -> Outcome {
    let at = tester.positions;
    no_move(tester, at.checkmate, &NO_MOVE[..1])?;
    no_move(tester, at.stalemate, &NO_MOVE[..1])?;
    Ok(None)
}

fn score(tester: &mut Tester<'_>) -> Outcome {
    let at = tester.positions;
    for (fen, right) in [
        (at.checkmate, Score::Mate(0)),
        (at.stalemate, at.stalemate_score),
    ] {
        let score = tester
            .search_any(&tester.fen(fen)?, "go depth 5")?
            .score()?;
        ensure(score == right, || format!("score {score} in {fen}"))?;
    }
    Ok(None)
}
