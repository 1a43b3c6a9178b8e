//! Chess960, for engines that support it.

use crate::check::{Check, NO_SPECIAL_MOVES, Outcome, Stop, must};
use crate::positions::chess::{CASTLING_MATES, CASTLING_MATES_960};
use crate::tester::{MATING, Tester};

pub(super) const CHECKS: &[Check] = &[
    must(
        "chess960.shredder-fen",
        "castling rights by file (Shredder-FEN) are accepted",
        20,
        shredder,
    )
    .chess_only(NO_SPECIAL_MOVES),
    must(
        "chess960.x-fen",
        "castling rights by side (X-FEN) are accepted",
        20,
        xfen,
    )
    .chess_only(NO_SPECIAL_MOVES),
    must(
        "chess960.castling-in",
        "castling as king takes rook is accepted in moves",
        20,
        castling_in,
    )
    .chess_only(NO_SPECIAL_MOVES),
    must(
        "chess960.castling-out",
        "castling in bestmove is king takes rook",
        20,
        castling_out,
    )
    .chess_only(NO_SPECIAL_MOVES),
    must("chess960.games", "Chess960 games are played on", 30, games).chess_only(NO_SPECIAL_MOVES),
    must(
        "chess960.off",
        "without UCI_Chess960 castling is the king's two-square move",
        20,
        off,
    )
    .chess_only(NO_SPECIAL_MOVES),
];

fn switch_on(tester: &mut Tester<'_>) -> Result<(), Stop> {
    tester.need_option("UCI_Chess960")?;
    tester.set("UCI_Chess960", true)?;
    tester.ready().map(drop)
}

/// Castling mates at once: the best move shows that the right was parsed, and its notation.
fn mates(tester: &mut Tester<'_>, fen: &str, mv: &str) -> Result<(), Stop> {
    let setup = tester.fen(fen)?.chess960();
    tester.search(&setup, MATING)?.expect_best(mv)
}

fn shredder(tester: &mut Tester<'_>) -> Outcome {
    switch_on(tester)?;
    for (board, right, _, mv) in CASTLING_MATES_960 {
        mates(tester, &format!("{board} w {right} - 0 1"), mv)?;
    }
    Ok(None)
}

fn xfen(tester: &mut Tester<'_>) -> Outcome {
    switch_on(tester)?;
    for (board, _, right, mv) in &CASTLING_MATES_960[..3] {
        mates(tester, &format!("{board} w {right} - 0 1"), mv)?;
    }
    Ok(None)
}

fn castling_in(tester: &mut Tester<'_>) -> Outcome {
    switch_on(tester)?;
    for (board, right, _, mv) in CASTLING_MATES_960 {
        let fen = format!("{board} w {right} - 0 1");
        let setup = tester.fen(&fen)?.chess960().moves(mv)?;
        tester.expect_mated(&setup, mv, &fen)?;
    }
    Ok(None)
}

fn castling_out(tester: &mut Tester<'_>) -> Outcome {
    switch_on(tester)?;
    for (fen, mv) in [(CASTLING_MATES[0].0, "e1a1"), (CASTLING_MATES[1].0, "e1h1")] {
        mates(tester, fen, mv)?;
    }
    Ok(None)
}

fn games(tester: &mut Tester<'_>) -> Outcome {
    switch_on(tester)?;
    for fen in [
        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
        "2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9",
        "b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9",
    ] {
        let mut setup = tester.fen(fen)?.chess960();
        for _ in 0..4 {
            let search = tester.search(&setup, "go depth 5")?;
            search.check_variations()?;
            let mv = search.best().to_owned();
            setup = tester.fen(&setup.board.fen())?.chess960().moves(&mv)?;
        }
    }
    Ok(None)
}

fn off(tester: &mut Tester<'_>) -> Outcome {
    switch_on(tester)?;
    tester.set("UCI_Chess960", false)?;
    tester.ready()?;
    for (fen, mv) in CASTLING_MATES {
        tester.search(&tester.fen(fen)?, MATING)?.expect_best(mv)?;
    }
    Ok(None)
}
