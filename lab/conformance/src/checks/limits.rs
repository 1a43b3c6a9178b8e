//! Search limits: depth, nodes, movetime, clocks, and combinations.

use std::time::Duration;

use crate::check::{Check, Outcome, Stop, ensure, must, should};
use crate::tester::{GRACE, Tester};
use uci::Score;

pub(super) const CHECKS: &[Check] = &[
    must("go.depth", "go depth ends", 30, depth),
    should(
        "go.depth-kept",
        "no deeper iteration than asked is reported",
        30,
        depth_kept,
    ),
    must("go.nodes", "go nodes ends", 30, nodes),
    should(
        "go.nodes-kept",
        "go nodes 20000 searches a quarter to twice as many nodes",
        30,
        nodes_kept,
    ),
    must("go.movetime", "go movetime ends in time", 30, movetime),
    should(
        "go.movetime-used",
        "go movetime uses at least half of the time",
        30,
        movetime_used,
    ),
    must(
        "go.clock",
        "a move takes less than the clock has",
        30,
        clock,
    ),
    must(
        "go.increment",
        "clocks with increments are respected",
        30,
        increment,
    ),
    must(
        "go.movestogo",
        "movestogo is respected, even 1",
        30,
        moves_to_go,
    ),
    must(
        "go.own-clock",
        "the mover's clock alone is enough",
        30,
        own_clock,
    ),
    should(
        "go.other-clock",
        "the other side's clock alone ends the search",
        30,
        other_clock,
    ),
    should(
        "go.clock-zero",
        "a clock at zero gets a move at once",
        30,
        clock_zero,
    ),
    should(
        "go.clock-negative",
        "a negative clock gets a move at once",
        30,
        clock_negative,
    ),
    must("go.tiny", "the smallest limits get a legal move", 30, tiny),
    must(
        "go.combined",
        "the first limit reached ends the search",
        30,
        combined,
    ),
    should("go.mate", "go mate ends when the mate is found", 30, mate),
];

/// A search that must end within a time, plus the tolerance.
fn within(tester: &mut Tester<'_>, fen: &str, go: &str, limit: u64) -> Result<Duration, Stop> {
    let search = tester.search(&tester.fen(fen)?, go)?;
    let limit = tester.scaled(Duration::from_millis(limit) + GRACE);
    ensure(search.elapsed <= limit, || {
        format!(
            "{go}: {} ms instead of at most {}",
            search.elapsed.as_millis(),
            limit.as_millis()
        )
    })?;
    Ok(search.elapsed)
}

/// Several searches; reports the times.
fn all_within(tester: &mut Tester<'_>, searches: &[(&str, &str, u64)]) -> Outcome {
    let mut times = Vec::new();
    for &(fen, go, limit) in searches {
        let time = within(tester, fen, go, limit)?;
        times.push(time.as_millis().to_string());
    }
    Ok(Some(format!("{} ms", times.join(", "))))
}

fn depth(tester: &mut Tester<'_>) -> Outcome {
    for go in ["go depth 1", "go depth 2", "go depth 6"] {
        tester.search(&tester.fen(tester.positions.busy)?, go)?;
    }
    Ok(None)
}

fn depth_kept(tester: &mut Tester<'_>) -> Outcome {
    let search = tester.search(&tester.fen(tester.positions.busy)?, "go depth 5")?;
    let deepest = search.infos()?.iter().filter_map(|info| info.depth).max();
    ensure(deepest == Some(5), || {
        format!("deepest iteration {deepest:?} instead of 5")
    })?;
    Ok(None)
}

fn nodes(tester: &mut Tester<'_>) -> Outcome {
    for go in ["go nodes 1", "go nodes 1000", "go nodes 100000"] {
        tester.search(&tester.fen(tester.positions.busy)?, go)?;
    }
    Ok(None)
}

fn nodes_kept(tester: &mut Tester<'_>) -> Outcome {
    const NODES: u64 = 20_000;
    let search = tester.search(
        &tester.fen(tester.positions.busy)?,
        &format!("go nodes {NODES}"),
    )?;
    let most = search.infos()?.iter().filter_map(|info| info.nodes).max();
    let most = most.unwrap_or(0);
    ensure(most > 0, || "no nodes are reported".to_owned())?;
    ensure((NODES / 4..=2 * NODES).contains(&most), || {
        format!("{most} nodes")
    })?;
    Ok(Some(format!("{most} nodes")))
}

fn movetime(tester: &mut Tester<'_>) -> Outcome {
    let at = tester.positions;
    let searches = [("go movetime 100", 100), ("go movetime 500", 500)];
    all_within(tester, &searches.map(|(go, limit)| (at.busy, go, limit)))
}

fn movetime_used(tester: &mut Tester<'_>) -> Outcome {
    let search = tester.search(&tester.fen(tester.positions.busy)?, "go movetime 600")?;
    let time = search.elapsed.as_millis();
    ensure(time >= 300, || format!("only {time} ms of 600"))?;
    Ok(Some(format!("{time} ms of 600")))
}

fn clock(tester: &mut Tester<'_>) -> Outcome {
    let at = tester.positions;
    all_within(
        tester,
        &[
            (at.busy, "go wtime 1000 btime 1000", 1000),
            (at.black_to_move, "go wtime 100000 btime 1000", 1000),
            (at.busy, "go wtime 100 btime 100", 100),
        ],
    )
}

fn increment(tester: &mut Tester<'_>) -> Outcome {
    let at = tester.positions;
    all_within(
        tester,
        &[
            (at.busy, "go wtime 100 winc 100 btime 100 binc 100", 100),
            (
                at.black_to_move,
                "go btime 100 binc 100 wtime 100 winc 100",
                100,
            ),
            (at.busy, "go wtime 200 btime 200 winc 60000 binc 60000", 200),
        ],
    )
}

fn moves_to_go(tester: &mut Tester<'_>) -> Outcome {
    let at = tester.positions;
    all_within(
        tester,
        &[
            (at.busy, "go wtime 500 btime 500 movestogo 1", 500),
            (at.busy, "go wtime 2000 btime 2000 movestogo 40", 1000),
            (at.black_to_move, "go movestogo 2 btime 500 wtime 500", 500),
        ],
    )
}

fn own_clock(tester: &mut Tester<'_>) -> Outcome {
    let at = tester.positions;
    all_within(
        tester,
        &[
            (at.busy, "go wtime 200", 200),
            (at.black_to_move, "go btime 200", 200),
        ],
    )
}

fn other_clock(tester: &mut Tester<'_>) -> Outcome {
    let at = tester.positions;
    all_within(
        tester,
        &[
            (at.busy, "go btime 1000", 5000),
            (at.black_to_move, "go wtime 1000", 5000),
        ],
    )
}

fn clock_zero(tester: &mut Tester<'_>) -> Outcome {
    let at = tester.positions;
    all_within(
        tester,
        &[
            (at.busy, "go wtime 0 btime 0", 1000),
            (at.busy, "go wtime 0 btime 5000", 1000),
        ],
    )
}

fn clock_negative(tester: &mut Tester<'_>) -> Outcome {
    let at = tester.positions;
    all_within(
        tester,
        &[
            (at.busy, "go wtime -50 btime 5000", 1000),
            (
                at.black_to_move,
                "go wtime -50 btime -50 winc 100 binc 100",
                1000,
            ),
        ],
    )
}

fn tiny(tester: &mut Tester<'_>) -> Outcome {
    let at = tester.positions;
    all_within(
        tester,
        &[
            (at.busy, "go depth 1", 1000),
            (at.busy, "go movetime 1", 1000),
            (at.busy, "go wtime 1 btime 1", 1000),
            (at.busy, "go wtime 10 btime 10 movestogo 1", 1000),
        ],
    )
}

fn combined(tester: &mut Tester<'_>) -> Outcome {
    let at = tester.positions;
    all_within(
        tester,
        &[
            (at.busy, "go depth 60 nodes 1000000000 movetime 200", 200),
            (at.busy, "go movetime 8000 depth 2", 2000),
            (at.busy, "go nodes 1000 movetime 8000 depth 60", 2000),
            (at.busy, "go wtime 600000 btime 600000 depth 2", 2000),
            (at.busy, "go depth 60 wtime 1000 btime 1000", 1000),
        ],
    )
}

fn mate(tester: &mut Tester<'_>) -> Outcome {
    let (fen, moves) = tester.positions.mates[1];
    let search = tester.search(&tester.fen(fen)?, &format!("go mate {moves}"))?;
    let score = search.score()?;
    ensure(score == Score::Mate(moves), || format!("score {score}"))?;
    Ok(Some(format!("{} ms", search.elapsed.as_millis())))
}
