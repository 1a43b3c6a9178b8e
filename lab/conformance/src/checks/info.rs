//! `info` lines.

use crate::check::{Check, Outcome, Stop, ensure, must, should};
use crate::search::Search;
use crate::tester::Tester;

pub(super) const CHECKS: &[Check] = &[
    must("info.form", "info lines are well-formed", 60, form),
    should(
        "info.keywords",
        "info lines only have keywords of the protocol",
        60,
        keywords,
    ),
    must(
        "info.score",
        "a score is given before bestmove, even on a short clock",
        30,
        score,
    ),
    must(
        "info.variation",
        "variations are legal moves",
        60,
        variation,
    ),
    should(
        "info.first-move",
        "bestmove is the first move of the last variation",
        60,
        first_move,
    ),
    should(
        "info.rules",
        "no variation goes on after a repetition or the move limit",
        60,
        rules,
    ),
    should("info.currmove", "currmove is a legal move", 30, currmove),
    should("info.growing", "time and nodes never decrease", 30, growing),
];

/// Searches many positions.
fn searches(tester: &mut Tester<'_>) -> Result<Vec<Search>, Stop> {
    let fens = tester.positions.varied.iter();
    fens.map(|fen| tester.search(&tester.fen(fen)?, "go depth 6"))
        .collect()
}

fn form(tester: &mut Tester<'_>) -> Outcome {
    let mut count = 0;
    for search in searches(tester)? {
        count += search.infos()?.len();
    }
    Ok(Some(format!("{count} lines")))
}

fn keywords(tester: &mut Tester<'_>) -> Outcome {
    for search in searches(tester)? {
        for info in search.infos()? {
            ensure(info.unknown.is_empty(), || {
                format!("unknown: {}", info.unknown.join(" "))
            })?;
        }
    }
    Ok(None)
}

fn score(tester: &mut Tester<'_>) -> Outcome {
    let at = tester.positions;
    for (fen, go) in [
        (at.busy, "go wtime 100"),
        (at.black_to_move, "go btime 100"),
        (at.busy, "go wtime 100 winc 100 btime 100 binc 100"),
        (at.busy, "go movetime 20"),
        (at.busy, "go depth 1"),
    ] {
        let search = tester.search(&tester.fen(fen)?, go)?;
        let infos = search.infos()?;
        let is_scored = infos.iter().any(|info| info.score.is_some());
        ensure(is_scored, || format!("no score after {go}"))?;
    }
    Ok(None)
}

fn variation(tester: &mut Tester<'_>) -> Outcome {
    let mut count = 0;
    for search in searches(tester)? {
        count += search.check_variations()?;
    }
    ensure(count > 0, || "no variation at all".to_owned())?;
    Ok(Some(format!("{count} variations")))
}

fn first_move(tester: &mut Tester<'_>) -> Outcome {
    for search in searches(tester)? {
        let infos = search.infos()?;
        let last = infos
            .iter()
            .rfind(|info| !info.pv.is_empty() && info.number() == 1);
        let first = last.and_then(|info| info.pv.first());
        ensure(first.map(String::as_str) == Some(search.best()), || {
            format!(
                "bestmove {}, last variation starts with {first:?}",
                search.best()
            )
        })?;
    }
    Ok(None)
}

fn rules(tester: &mut Tester<'_>) -> Outcome {
    for search in searches(tester)? {
        for mut info in search.infos()? {
            // The last move may end the game; the ones before it may not.
            info.pv.pop();
            while !info.pv.is_empty() {
                let end = search.variation_end(&info)?;
                ensure(!end.is_over_by_rule(), || {
                    format!("the game is over after {}", info.pv.join(" "))
                })?;
                info.pv.pop();
            }
        }
    }
    Ok(None)
}

fn currmove(tester: &mut Tester<'_>) -> Outcome {
    let search = tester.search(&tester.fen(tester.positions.busy)?, "go movetime 2000")?;
    let mut count = 0;
    for info in search.infos()? {
        let Some(text) = info.currmove else {
            continue;
        };
        count += 1;
        let mut board = search.setup.board.clone();
        board
            .play(&text)
            .map_err(|reason| Stop::Fail(format!("currmove: {reason}")))?;
    }
    Ok(Some(format!("given {count} times")))
}

fn growing(tester: &mut Tester<'_>) -> Outcome {
    let search = tester.search(&tester.fen(tester.positions.busy)?, "go movetime 300")?;
    let infos = search.infos()?;
    let times: Vec<_> = infos.iter().filter_map(|info| info.time).collect();
    let nodes: Vec<_> = infos.iter().filter_map(|info| info.nodes).collect();
    ensure(times.is_sorted(), || "time decreased".to_owned())?;
    ensure(nodes.is_sorted(), || "nodes decreased".to_owned())?;
    Ok(None)
}
