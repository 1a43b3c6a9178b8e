//! `go searchmoves`.

use crate::check::{Check, Outcome, Stop, ensure, must};
use crate::positions::{BUSY, MATES_IN_ONE};
use crate::search::Search;
use crate::setup::Setup;
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
    let setup = Setup::fen(BUSY)?;
    let search = tester.search(&setup, &format!("go {limit} searchmoves {moves}"))?;
    check(&search, moves)?;
    Ok(search)
}

fn one(tester: &mut Tester<'_>) -> Outcome {
    for mv in ["a2a3", "e1g1", "e5g6", "f3f6"] {
        restricted(tester, "depth 4", mv)?;
    }
    Ok(None)
}

fn several(tester: &mut Tester<'_>) -> Outcome {
    restricted(tester, "depth 5", "a2a3 h1f1 e1f1")?;
    restricted(tester, "depth 5", "g2g3 a2a4")?;
    Ok(None)
}

fn combined(tester: &mut Tester<'_>) -> Outcome {
    for limit in [
        "movetime 100",
        "nodes 3000",
        "wtime 500 btime 500 winc 10 binc 10",
        "depth 6 nodes 5000 movetime 500",
    ] {
        restricted(tester, limit, "a2a3 h1f1")?;
    }
    Ok(None)
}

fn infinite(tester: &mut Tester<'_>) -> Outcome {
    let setup = Setup::fen(BUSY)?;
    tester.begin(&setup, "go infinite searchmoves a2a3 h1f1")?;
    tester.expect_no("bestmove", std::time::Duration::from_millis(200))?;
    check(&tester.stop(&setup)?, "a2a3 h1f1")?;
    Ok(None)
}

fn multipv(tester: &mut Tester<'_>) -> Outcome {
    tester.need_option("MultiPV")?;
    tester.set("MultiPV", 4)?;
    let search = restricted(tester, "depth 4", "a2a3 h1f1")?;
    let most = search.infos()?.iter().map(|info| info.number()).max();
    ensure(most == Some(2), || {
        format!("{} lines for two moves", most.unwrap_or(0))
    })?;
    Ok(None)
}

fn forgotten(tester: &mut Tester<'_>) -> Outcome {
    let (fen, mate) = MATES_IN_ONE[0];
    let setup = Setup::fen(fen)?;
    let search = tester.search(&setup, "go depth 3 searchmoves g1g2")?;
    check(&search, "g1g2")?;
    let search = tester.search(&setup, MATING)?;
    ensure(search.best() == mate, || {
        format!("then {} instead of {mate}", search.best())
    })?;
    Ok(None)
}
