//! `go ponder`, `ponderhit`, and `stop` while pondering.

use std::time::Duration;

use crate::check::{Check, Outcome, Stop, ensure, must};
use crate::setup::Setup;
use crate::tester::{GRACE, Tester};

/// How long pondering is observed: longer than its clock.
const WATCH: Duration = Duration::from_millis(700);

pub(super) const CHECKS: &[Check] = &[
    must("ponder.waits", "go ponder ignores the clock", 20, waits),
    must("ponder.hit", "ponderhit starts the clock", 20, hit),
    must(
        "ponder.hit-late",
        "ponderhit after long pondering respects the clock",
        20,
        hit_late,
    ),
    must(
        "ponder.stop",
        "stop ends pondering with one bestmove",
        20,
        stop,
    ),
    must(
        "ponder.ready",
        "isready is answered while pondering",
        20,
        ready,
    ),
    must(
        "ponder.forced",
        "pondering goes on with one legal move or a mate",
        20,
        forced,
    ),
    must(
        "ponder.game",
        "a game with ponder hits and misses is played",
        60,
        game,
    ),
];

/// Starts pondering, if the engine can.
fn ponder(tester: &mut Tester<'_>, setup: &Setup, clock: u64) -> Result<(), Stop> {
    tester.need_option("Ponder")?;
    tester.set("Ponder", true)?;
    tester.begin(setup, &format!("go ponder wtime {clock} btime {clock}"))?;
    Ok(())
}

/// Sends `ponderhit`; `bestmove` must come before the clock runs out.
fn hit_within(tester: &mut Tester<'_>, setup: &Setup, clock: u64) -> Result<Duration, Stop> {
    let sent = tester.send("ponderhit")?;
    let limit = Duration::from_millis(clock) + GRACE;
    let search = tester.finish(setup, sent, limit)?;
    search.after_best()?;
    Ok(search.elapsed)
}

fn waits(tester: &mut Tester<'_>) -> Outcome {
    let setup = tester.fen(tester.positions.busy)?;
    ponder(tester, &setup, 300)?;
    tester.expect_no("bestmove", WATCH)?;
    tester.stop(&setup)?;
    Ok(None)
}

fn hit(tester: &mut Tester<'_>) -> Outcome {
    let setup = tester.fen(tester.positions.busy)?;
    ponder(tester, &setup, 1000)?;
    tester.expect_no("bestmove", Duration::from_millis(20))?;
    let time = hit_within(tester, &setup, 1000)?;
    Ok(Some(format!(
        "bestmove {} ms after ponderhit",
        time.as_millis()
    )))
}

fn hit_late(tester: &mut Tester<'_>) -> Outcome {
    let setup = tester.fen(tester.positions.busy)?;
    ponder(tester, &setup, 300)?;
    tester.expect_no("bestmove", WATCH)?;
    let time = hit_within(tester, &setup, 300)?;
    Ok(Some(format!(
        "bestmove {} ms after ponderhit",
        time.as_millis()
    )))
}

fn stop(tester: &mut Tester<'_>) -> Outcome {
    let setup = tester.fen(tester.positions.busy)?;
    ponder(tester, &setup, 1000)?;
    tester.expect_no("bestmove", Duration::from_millis(100))?;
    let search = tester.stop(&setup)?;
    tester.expect_no("bestmove", Duration::from_millis(300))?;
    let limit = tester.scaled(Duration::from_millis(500));
    ensure(search.elapsed <= limit, || {
        format!("bestmove {} ms after stop", search.elapsed.as_millis())
    })?;
    Ok(None)
}

fn ready(tester: &mut Tester<'_>) -> Outcome {
    let setup = tester.fen(tester.positions.busy)?;
    ponder(tester, &setup, 1000)?;
    for _ in 0..3 {
        let (_, before) = tester.ready()?;
        let is_over = before.iter().any(|line| line.word() == "bestmove");
        ensure(!is_over, || "isready ended the search".to_owned())?;
    }
    hit_within(tester, &setup, 1000)?;
    Ok(None)
}

fn forced(tester: &mut Tester<'_>) -> Outcome {
    let at = tester.positions;
    for fen in [at.one_move, at.mates[0].0] {
        let setup = tester.fen(fen)?;
        ponder(tester, &setup, 300)?;
        tester.expect_no("bestmove", WATCH)?;
        hit_within(tester, &setup, 300)?;
    }
    Ok(None)
}

fn game(tester: &mut Tester<'_>) -> Outcome {
    tester.need_option("Ponder")?;
    let moves: Vec<&str> = tester.positions.game.split(' ').collect();
    for (index, plies) in [2, 4, 6].into_iter().enumerate() {
        let setup = tester.start().moves(&moves[..plies].join(" "))?;
        ponder(tester, &setup, 2000)?;
        tester.expect_no("bestmove", Duration::from_millis(50))?;
        if index % 2 == 0 {
            hit_within(tester, &setup, 2000)?;
        } else {
            tester.stop(&setup)?;
        }
        tester.search(&setup, "go movetime 50")?;
    }
    Ok(None)
}
