//! `bestmove`: exactly one, legal, and in the right notation.

use std::time::Duration;

use crate::check::{Check, NO_SPECIAL_MOVES, Outcome, Stop, must};
use crate::positions::chess::{CASTLING_MATES, EN_PASSANT_ONLY, KNIGHT_PROMOTION};
use crate::tester::{MATING, Tester};

pub(super) const CHECKS: &[Check] = &[
    must(
        "bestmove.one",
        "every go gets exactly one bestmove",
        30,
        one,
    ),
    must("bestmove.legal", "bestmove is legal", 60, is_legal),
    must(
        "bestmove.ponder",
        "the ponder move is legal after bestmove",
        60,
        ponder,
    ),
    must("bestmove.forced", "an only move is played", 20, forced),
    must(
        "bestmove.en-passant",
        "en passant is played when it is the only legal move",
        20,
        en_passant,
    )
    .chess_only(NO_SPECIAL_MOVES),
    must(
        "bestmove.promotion",
        "promotions end in a lower-case letter",
        20,
        promotion,
    )
    .chess_only(NO_SPECIAL_MOVES),
    must(
        "bestmove.castling",
        "castling is the king's two-square move",
        20,
        castling,
    )
    .chess_only(NO_SPECIAL_MOVES),
];

fn one(tester: &mut Tester<'_>) -> Outcome {
    for go in ["go depth 4", "go movetime 100", "go wtime 1000 btime 1000"] {
        let search = tester.search(&tester.fen(tester.positions.busy)?, go)?;
        tester.expect_no("bestmove", Duration::from_millis(300))?;
        drop(search);
    }
    Ok(None)
}

fn is_legal(tester: &mut Tester<'_>) -> Outcome {
    let at = tester.positions;
    for fen in at.varied {
        tester.search(&tester.fen(fen)?, "go depth 5")?;
    }
    Ok(Some(format!("{} positions", at.varied.len())))
}

fn ponder(tester: &mut Tester<'_>) -> Outcome {
    let at = tester.positions;
    let mut given = 0;
    for fen in at.varied {
        let search = tester.search(&tester.fen(fen)?, "go depth 6")?;
        let mut after = search.after_best()?;
        let Some(text) = search.ponder() else {
            continue;
        };
        given += 1;
        after
            .play(text)
            .map_err(|reason| Stop::Fail(format!("{reason} after {} in {fen}", search.best())))?;
    }
    Ok(Some(format!(
        "given in {given} of {} positions",
        at.varied.len()
    )))
}

fn expect(tester: &mut Tester<'_>, fen: &str, mv: &str) -> Result<(), Stop> {
    tester.search(&tester.fen(fen)?, MATING)?.expect_best(mv)
}

fn forced(tester: &mut Tester<'_>) -> Outcome {
    for go in [
        "go depth 4",
        "go wtime 1000 btime 1000",
        "go movetime 50",
        "go nodes 500",
    ] {
        tester.search(&tester.fen(tester.positions.one_move)?, go)?;
    }
    Ok(None)
}

fn en_passant(tester: &mut Tester<'_>) -> Outcome {
    expect(tester, EN_PASSANT_ONLY.0, EN_PASSANT_ONLY.1)?;
    Ok(None)
}

fn promotion(tester: &mut Tester<'_>) -> Outcome {
    expect(tester, KNIGHT_PROMOTION.0, KNIGHT_PROMOTION.1)?;
    Ok(None)
}

fn castling(tester: &mut Tester<'_>) -> Outcome {
    for (fen, mv) in CASTLING_MATES {
        expect(tester, fen, mv)?;
    }
    Ok(None)
}
