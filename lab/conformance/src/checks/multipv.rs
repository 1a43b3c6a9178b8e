//! `MultiPV`.

use std::collections::{BTreeMap, HashSet};

use crate::check::{Check, Outcome, Stop, ensure, fail, must, should};
use crate::info_line::Info;
use crate::search::Search;
use crate::tester::Tester;

const LINES: u64 = 3;

pub(super) const CHECKS: &[Check] = &[
    must(
        "multipv.lines",
        "as many lines as asked, with different first moves",
        20,
        lines,
    ),
    must("multipv.best", "bestmove starts the first line", 20, best),
    must(
        "multipv.order",
        "the lines of a depth are ordered by score",
        20,
        order,
    ),
    should(
        "multipv.complete",
        "every finished depth has all its lines, in order",
        20,
        complete,
    ),
    must("multipv.few", "no more lines than legal moves", 20, few),
    must(
        "multipv.reset",
        "MultiPV 1 restores a single line",
        20,
        reset,
    ),
];

fn search(tester: &mut Tester<'_>, fen: &str, count: u64) -> Result<Search, Stop> {
    tester.need_option("MultiPV")?;
    tester.set("MultiPV", count)?;
    tester.search(&tester.fen(fen)?, "go depth 6")
}

/// The last exact line of each number, by depth.
fn by_depth(search: &Search) -> Result<BTreeMap<u64, Vec<Info>>, Stop> {
    let mut depths: BTreeMap<u64, Vec<Info>> = BTreeMap::new();
    for info in search.infos()? {
        let Some(depth) = info
            .depth
            .filter(|_| info.is_exact() && !info.pv.is_empty())
        else {
            continue;
        };
        let lines = depths.entry(depth).or_default();
        lines.retain(|old| old.number() != info.number());
        lines.push(info);
    }
    Ok(depths)
}

/// The lines of the deepest depth that has them all.
fn deepest(search: &Search) -> Result<Vec<Info>, Stop> {
    let depths = by_depth(search)?;
    let full = depths
        .into_values()
        .rfind(|lines| lines.len() as u64 == LINES);
    let Some(mut lines) = full else {
        return fail(format!("no depth has {LINES} lines"));
    };
    lines.sort_by_key(Info::number);
    Ok(lines)
}

fn lines(tester: &mut Tester<'_>) -> Outcome {
    let at = tester.positions;
    let search = search(tester, at.busy, LINES)?;
    search.check_variations()?;
    let lines = deepest(&search)?;
    let numbers: Vec<_> = lines.iter().map(Info::number).collect();
    ensure(numbers == [1, 2, 3], || {
        format!("lines are numbered {numbers:?}")
    })?;
    let firsts: HashSet<_> = lines.iter().map(|line| &line.pv[0]).collect();
    ensure(firsts.len() as u64 == LINES, || {
        "two lines start with the same move".to_owned()
    })?;
    Ok(None)
}

fn best(tester: &mut Tester<'_>) -> Outcome {
    let at = tester.positions;
    let search = search(tester, at.busy, LINES)?;
    let first = &search.last_exact()?.pv;
    ensure(
        first.first().map(String::as_str) == Some(search.best()),
        || format!("bestmove {}, first line {}", search.best(), first.join(" ")),
    )?;
    Ok(None)
}

fn order(tester: &mut Tester<'_>) -> Outcome {
    let at = tester.positions;
    let lines = deepest(&search(tester, at.busy, LINES)?)?;
    let scores = lines.iter().filter_map(|line| line.score);
    let scores: Vec<_> = scores.map(uci::Score::centipawns).collect();
    ensure(scores.is_sorted_by(|a, b| a >= b), || {
        format!("scores {scores:?}")
    })?;
    Ok(None)
}

fn complete(tester: &mut Tester<'_>) -> Outcome {
    let at = tester.positions;
    let search = search(tester, at.busy, LINES)?;
    for (depth, lines) in by_depth(&search)? {
        let numbers: Vec<_> = lines.iter().map(Info::number).collect();
        ensure(numbers == [1, 2, 3], || {
            format!("depth {depth} has the lines {numbers:?}")
        })?;
    }
    Ok(None)
}

fn few(tester: &mut Tester<'_>) -> Outcome {
    let at = tester.positions;
    let search = search(tester, at.three_moves, 8)?;
    let most = search.infos()?.iter().map(Info::number).max();
    ensure(most == Some(3), || {
        format!("{} lines for three moves", most.unwrap_or(0))
    })?;
    Ok(None)
}

fn reset(tester: &mut Tester<'_>) -> Outcome {
    let at = tester.positions;
    search(tester, at.busy, LINES)?;
    let search = search(tester, at.busy, 1)?;
    let most = search.infos()?.iter().map(Info::number).max();
    ensure(most <= Some(1), || {
        format!("still {} lines", most.unwrap_or(0))
    })?;
    Ok(None)
}
