//! `stop` and `go infinite`.

use std::time::Duration;

use crate::check::{Check, Outcome, Stop, ensure, fail, must, should};
use crate::setup::Setup;
use crate::tester::Tester;

/// The maximum latency of `stop`.
const PROMPT: Duration = Duration::from_millis(500);

/// How long `go infinite` is observed.
const WATCH: Duration = Duration::from_millis(1200);

pub(super) const CHECKS: &[Check] = &[
    must(
        "stop.latency",
        "stop is answered within 500 ms",
        30,
        latency,
    ),
    must(
        "stop.at-once",
        "stop right after go gets a legal move",
        30,
        at_once,
    ),
    must("stop.idle", "stop without a search does nothing", 20, idle),
    must(
        "stop.twice",
        "a second stop gets no second bestmove",
        20,
        twice,
    ),
    must(
        "stop.limited",
        "stop ends a search that has a limit",
        20,
        limited,
    ),
    must(
        "stop.bare-go",
        "go without a limit can be stopped",
        20,
        bare_go,
    ),
    must(
        "infinite.waits",
        "go infinite goes on until stop",
        20,
        infinite,
    ),
    must(
        "infinite.forced",
        "go infinite goes on with one legal move",
        20,
        infinite_forced,
    ),
    must(
        "infinite.mate",
        "go infinite goes on after finding a mate",
        20,
        infinite_mate,
    ),
    must(
        "infinite.tiny",
        "go infinite goes on at the maximum depth",
        20,
        infinite_tiny,
    ),
    should(
        "infinite.over",
        "go infinite goes on when the game is over",
        20,
        infinite_over,
    ),
];

fn latency(tester: &mut Tester<'_>) -> Outcome {
    let setup = tester.fen(tester.positions.busy)?;
    let mut times = Vec::new();
    for _ in 0..5 {
        tester.begin(&setup, "go infinite")?;
        tester.expect_no("bestmove", Duration::from_millis(150))?;
        times.push(tester.stop(&setup)?.elapsed);
    }
    times.sort();
    let [fastest, _, median, _, slowest] = times[..] else {
        return fail("invalid check: not five times");
    };
    let limit = tester.scaled(PROMPT);
    ensure(slowest <= limit, || {
        format!("bestmove {} ms after stop", slowest.as_millis())
    })?;
    let text = |time: Duration| format!("{:.1}", time.as_secs_f64() * 1e3);
    Ok(Some(format!(
        "median {} ms ({} to {})",
        text(median),
        text(fastest),
        text(slowest)
    )))
}

fn at_once(tester: &mut Tester<'_>) -> Outcome {
    let setup = tester.fen(tester.positions.busy)?;
    for _ in 0..10 {
        tester.begin(&setup, "go infinite")?;
        tester.stop(&setup)?;
    }
    Ok(None)
}

fn idle(tester: &mut Tester<'_>) -> Outcome {
    tester.send("stop")?;
    tester.expect_no("bestmove", Duration::from_millis(200))?;
    tester.ready()?;
    tester.search(&tester.start(), "go depth 3")?;
    tester.send("stop")?;
    tester.expect_no("bestmove", Duration::from_millis(200))?;
    // A stop that was queued would end this search.
    let setup = tester.fen(tester.positions.busy)?;
    tester.begin(&setup, "go infinite")?;
    tester.expect_no("bestmove", Duration::from_millis(200))?;
    tester.stop(&setup)?;
    Ok(None)
}

fn twice(tester: &mut Tester<'_>) -> Outcome {
    let setup = tester.fen(tester.positions.busy)?;
    tester.begin(&setup, "go infinite")?;
    tester.expect_no("bestmove", Duration::from_millis(100))?;
    tester.send("stop")?;
    tester.stop(&setup)?;
    tester.expect_no("bestmove", Duration::from_millis(200))?;
    Ok(None)
}

fn limited(tester: &mut Tester<'_>) -> Outcome {
    let setup = tester.fen(tester.positions.busy)?;
    for go in ["go movetime 20000", "go wtime 900000 btime 900000"] {
        tester.begin(&setup, go)?;
        tester.expect_no("bestmove", Duration::from_millis(100))?;
        tester.stop(&setup)?;
    }
    Ok(None)
}

fn bare_go(tester: &mut Tester<'_>) -> Outcome {
    let setup = tester.fen(tester.positions.busy)?;
    tester.begin(&setup, "go")?;
    std::thread::sleep(Duration::from_millis(200));
    tester.stop(&setup)?;
    Ok(None)
}

fn waits(tester: &mut Tester<'_>, fen: &str) -> Result<Setup, Stop> {
    let setup = tester.fen(fen)?;
    tester.begin(&setup, "go infinite")?;
    tester.expect_no("bestmove", WATCH)?;
    Ok(setup)
}

fn waits_and_stops(tester: &mut Tester<'_>, fen: &str) -> Outcome {
    let setup = waits(tester, fen)?;
    tester.stop(&setup)?;
    Ok(None)
}

fn infinite(tester: &mut Tester<'_>) -> Outcome {
    let at = tester.positions;
    waits_and_stops(tester, at.busy)
}

fn infinite_forced(tester: &mut Tester<'_>) -> Outcome {
    let at = tester.positions;
    waits_and_stops(tester, at.one_move)
}

fn infinite_mate(tester: &mut Tester<'_>) -> Outcome {
    let at = tester.positions;
    waits_and_stops(tester, at.mates[0].0)
}

fn infinite_tiny(tester: &mut Tester<'_>) -> Outcome {
    let at = tester.positions;
    waits_and_stops(tester, at.bare_kings)
}

fn infinite_over(tester: &mut Tester<'_>) -> Outcome {
    let at = tester.positions;
    waits(tester, at.checkmate)?;
    tester.send("stop")?;
    tester.wait_for("bestmove", PROMPT)?;
    Ok(None)
}
