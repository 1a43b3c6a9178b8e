//! `position` in all its forms.

use super::long_game::long_game;
use crate::check::{Check, Outcome, ensure, must, should};
use crate::positions::{
    BLACK_TO_MOVE, BUSY, CASTLING_MATES, EN_PASSANT_GHOSTS, MATES_IN_ONE, VARIED,
};
use crate::setup::Setup;
use crate::tester::{MATING, SEARCH, Tester};

pub(super) const CHECKS: &[Check] = &[
    must(
        "position.moves",
        "moves after startpos and after a FEN are played",
        20,
        moves,
    ),
    must(
        "position.special-moves",
        "castling, en passant and promotion are played",
        20,
        special,
    ),
    must(
        "position.repeated",
        "the last of several position commands counts",
        20,
        repeated,
    ),
    must(
        "position.long",
        "games of 100 to 600 plies are accepted",
        60,
        long,
    ),
    should(
        "position.four-fields",
        "FENs with four fields are accepted",
        20,
        four_fields,
    ),
    must(
        "position.ghost-en-passant",
        "an en-passant square without a capture is ignored",
        20,
        ghost,
    ),
    must(
        "position.ready",
        "isready is answered after position",
        20,
        ready,
    ),
];

fn moves(tester: &mut Tester<'_>) -> Outcome {
    for moves in ["e2e4", "e2e4 e7e5", "g1f3 g8f6 f3g1 f6g8 g1f3"] {
        tester.search(&Setup::start().moves(moves)?, "go depth 4")?;
    }
    tester.search(
        &Setup::fen(BLACK_TO_MOVE)?.moves("c7c5 g1f3")?,
        "go depth 4",
    )?;
    // The side to move decides who mates.
    let setup = Setup::start().moves("f2f3 e7e5 g2g4")?;
    let search = tester.search(&setup, MATING)?;
    ensure(search.best() == "d8h4", || {
        format!("{} instead of the mate d8h4", search.best())
    })?;
    Ok(None)
}

fn special(tester: &mut Tester<'_>) -> Outcome {
    for (fen, mv) in CASTLING_MATES.into_iter().chain(MATES_IN_ONE) {
        let setup = Setup::fen(fen)?.moves(mv)?;
        tester.expect_mated(&setup, mv, fen)?;
    }
    let setup = Setup::start().moves("e2e4 a7a6 e4e5 d7d5 e5d6 a6a5")?;
    tester.search(&setup, "go depth 5")?.check_variations()?;
    Ok(None)
}

fn repeated(tester: &mut Tester<'_>) -> Outcome {
    for _ in 0..20 {
        tester.send(&Setup::fen(BUSY)?.command)?;
        tester.send("position startpos moves e2e4")?;
    }
    let (fen, mate) = MATES_IN_ONE[0];
    let search = tester.search(&Setup::fen(fen)?, MATING)?;
    ensure(search.best() == mate, || {
        format!("{} instead of {mate}", search.best())
    })?;
    // The same position again, without a new position command.
    let setup = Setup::fen(fen)?;
    let sent = tester.send(MATING)?;
    let again = tester.finish(&setup, sent, SEARCH)?;
    ensure(again.best() == mate, || {
        format!("then {} instead of {mate}", again.best())
    })?;
    Ok(None)
}

fn long(tester: &mut Tester<'_>) -> Outcome {
    let game = long_game(600);
    for plies in [100, 301, 450, 600] {
        let setup = Setup::start().moves(&game[..plies.min(game.len())].join(" "))?;
        tester.search(&setup, "go depth 4")?;
    }
    Ok(None)
}

fn four_fields(tester: &mut Tester<'_>) -> Outcome {
    for fen in VARIED {
        let fields: Vec<_> = fen.split(' ').take(4).collect();
        let fen = fields.join(" ");
        tester.search(&Setup::fen(&fen)?, "go depth 4")?;
    }
    let setup = Setup::fen("4k3/8/8/8/8/8/4P3/4K3 w - -")?.moves("e2e4")?;
    tester.search(&setup, "go depth 4")?;
    Ok(None)
}

fn ghost(tester: &mut Tester<'_>) -> Outcome {
    for fen in EN_PASSANT_GHOSTS {
        let search = tester.search(&Setup::fen(fen)?, "go depth 6")?;
        search.check_variations()?;
    }
    Ok(None)
}

fn ready(tester: &mut Tester<'_>) -> Outcome {
    for fen in VARIED {
        tester.send(&Setup::fen(fen)?.command)?;
        tester.ready()?;
    }
    Ok(None)
}
