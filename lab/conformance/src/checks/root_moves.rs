//! `go searchmoves`.

use crate::check::{Check, Outcome, Stop, ensure, must};
use crate::search::Search;
use crate::tester::{MATING, Tester};

pub(super) const CHECKS: &[Check] = &[
    must(
        "searchmoves.one",
        "a single move of searchmoves is played",
        20,
        one,
    ),
    must(
        "searchmoves.several",
        "one of the moves of searchmoves is played",
        20,
        several,
    ),
    must(
        "searchmoves.combined",
        "searchmoves works with every limit",
        20,
        combined,
    ),
    must(
        "searchmoves.infinite",
        "searchmoves works with infinite",
        20,
        infinite,
    ),
    must(
        "searchmoves.multipv",
        "searchmoves limits the lines of MultiPV",
        20,
        multipv,
    ),
    must(
        "searchmoves.forgotten",
        "searchmoves applies to one search only",
        20,
        forgotten,
    ),
];

/// The best move and the first move of every variation are among the moves.
fn check(search: &Search, moves: &str) -> Result<(), Stop> {
    let is_one = |text: &str| moves.split(' ').any(|mv| mv == text);
    let best = search.best();
    ensure(is_one(best), || {
        format!("bestmove {best} is not one of {moves}")
    })?;
    for info in search.infos()? {
        let Some(first) = info.pv.first() else {
            continue;
        };
        ensure(is_one(first), || {
            format!("a variation starts with {first}, not one of {moves}")
        })?;
    }
    Ok(())
}

fn restricted(tester: &mut Tester<'_>, limit: &str, moves: &str) -> Result<Search, Stop> {
    let setup = tester.fen(tester.positions.busy)?;
    let moves = setup.board.spell_each(moves);
    let search = tester.search(&setup, &format!("go {limit} searchmoves {moves}"))?;
    check(&search, &moves)?;
    Ok(search)
}

fn one(tester: &mut Tester<'_>) -> Outcome {
    for mv in tester.positions.root_moves {
        restricted(tester, "depth 4", mv)?;
    }
    Ok(None)
}

fn several(tester: &mut Tester<'_>) -> Outcome {
    for moves in tester.positions.root_sets {
        restricted(tester, "depth 5", moves)?;
    }
    Ok(None)
}

fn combined(tester: &mut Tester<'_>) -> Outcome {
    for limit in [
        "movetime 100",
        "nodes 3000",
        "wtime 500 btime 500 winc 10 binc 10",
        "depth 6 nodes 5000 movetime 500",
    ] {
        restricted(tester, limit, tester.positions.root_sets[1])?;
    }
    Ok(None)
}

fn infinite(tester: &mut Tester<'_>) -> Outcome {
    let setup = tester.fen(tester.positions.busy)?;
    let moves = setup.board.spell_each(tester.positions.root_sets[1]);
    tester.begin(&setup, &format!("go infinite searchmoves {moves}"))?;
    tester.expect_no("bestmove", std::time::Duration::from_millis(200))?;
    check(&tester.stop(&setup)?, &moves)?;
    Ok(None)
}

fn multipv(tester: &mut Tester<'_>) -> Outcome {
    tester.need_option("MultiPV")?;
    tester.set("MultiPV", 4)?;
    let search = restricted(tester, "depth 4", tester.positions.root_sets[1])?;
    let most = search.infos()?.iter().map(|info| info.number()).max();
    ensure(most == Some(2), || {
        format!("{} lines for two moves", most.unwrap_or(0))
    })?;
    Ok(None)
}

fn forgotten(tester: &mut Tester<'_>) -> Outcome {
    let (fen, mate) = tester.positions.mates_in_one[0];
    let setup = tester.fen(fen)?;
    let other = setup.board.spell(tester.positions.no_mate);
    let search = tester.search(&setup, &format!("go depth 3 searchmoves {other}"))?;
    check(&search, &other)?;
    tester.search(&setup, MATING)?.expect_best(mate)?;
    Ok(None)
}
