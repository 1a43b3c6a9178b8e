//! `position` in all its forms.

use crate::check::{Check, NO_SPECIAL_MOVES, Outcome, must, should};
use crate::positions::chess::{CASTLING_MATES, EN_PASSANT_GHOSTS, KNIGHT_PROMOTION};
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
    )
    .chess_only(NO_SPECIAL_MOVES),
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
    )
    .chess_only(NO_SPECIAL_MOVES),
    must(
        "position.ready",
        "isready is answered after position",
        20,
        ready,
    ),
];

fn moves(tester: &mut Tester<'_>) -> Outcome {
    let at = tester.positions;
    let (first, _) = at.game.split_once(' ').unwrap_or_default();
    for moves in [first, at.game, at.shuffle] {
        tester.search(&tester.start().moves(moves)?, "go depth 4")?;
    }
    let setup = tester.fen(at.black_to_move)?.moves(at.black_moves)?;
    tester.search(&setup, "go depth 4")?;
    // The side to move decides who mates.
    let (moves, mate) = at.mated;
    let setup = tester.start().moves(moves)?;
    tester.search(&setup, MATING)?.expect_best(mate)?;
    Ok(None)
}

fn special(tester: &mut Tester<'_>) -> Outcome {
    for (fen, mv) in CASTLING_MATES.into_iter().chain([KNIGHT_PROMOTION]) {
        let setup = tester.fen(fen)?.moves(mv)?;
        tester.expect_mated(&setup, mv, fen)?;
    }
    let setup = tester.start().moves("e2e4 a7a6 e4e5 d7d5 e5d6 a6a5")?;
    tester.search(&setup, "go depth 5")?.check_variations()?;
    Ok(None)
}

fn repeated(tester: &mut Tester<'_>) -> Outcome {
    let at = tester.positions;
    for _ in 0..20 {
        tester.send(&tester.fen(at.busy)?.command)?;
        tester.send(&tester.start().moves(at.game)?.command)?;
    }
    let (fen, mate) = at.mates_in_one[0];
    let setup = tester.fen(fen)?;
    tester.search(&setup, MATING)?.expect_best(mate)?;
    // The same position again, without a new position command.
    let sent = tester.send(MATING)?;
    tester.finish(&setup, sent, SEARCH)?.expect_best(mate)?;
    Ok(None)
}

fn long(tester: &mut Tester<'_>) -> Outcome {
    let game = tester.start().board.long_game(600);
    for plies in [100, 301, 450, 600] {
        let setup = tester
            .start()
            .moves(&game[..plies.min(game.len())].join(" "))?;
        tester.search(&setup, "go depth 4")?;
    }
    Ok(None)
}

fn four_fields(tester: &mut Tester<'_>) -> Outcome {
    let at = tester.positions;
    for fen in at.varied {
        let fields: Vec<_> = fen.split(' ').take(4).collect();
        let fen = fields.join(" ");
        tester.search(&tester.fen(&fen)?, "go depth 4")?;
    }
    let (fields, _) = at.black_to_move.rsplit_once(" 0 1").unwrap_or_default();
    let setup = tester.fen(fields)?.moves(at.black_moves)?;
    tester.search(&setup, "go depth 4")?;
    Ok(None)
}

fn ghost(tester: &mut Tester<'_>) -> Outcome {
    for fen in EN_PASSANT_GHOSTS {
        let search = tester.search(&tester.fen(fen)?, "go depth 6")?;
        search.check_variations()?;
    }
    Ok(None)
}

fn ready(tester: &mut Tester<'_>) -> Outcome {
    let at = tester.positions;
    for fen in at.varied {
        tester.send(&tester.fen(fen)?.command)?;
        tester.ready()?;
    }
    Ok(None)
}
