//! `isready` and `ucinewgame`.

use std::time::Duration;

use crate::check::{Check, Outcome, ensure, must};
use crate::tester::Tester;

/// The maximum latency of `readyok` during a search.
const WHILE_SEARCHING: Duration = Duration::from_millis(500);

pub(super) const CHECKS: &[Check] = &[
    must("ready.idle", "isready is answered when idle", 20, idle),
    must("ready.many", "every isready gets one readyok", 20, many),
    must(
        "ready.searching",
        "isready is answered at once during a search",
        20,
        searching,
    ),
    must(
        "newgame.ready",
        "isready is answered after ucinewgame",
        60,
        new_game,
    ),
    must(
        "newgame.between",
        "several games can be played in a row",
        60,
        between,
    ),
];

fn idle(tester: &mut Tester<'_>) -> Outcome {
    let (time, _) = tester.ready()?;
    tester.send("position startpos")?;
    tester.ready()?;
    Ok(Some(format!("{:.1} ms", time.as_secs_f64() * 1e3)))
}

fn many(tester: &mut Tester<'_>) -> Outcome {
    const COUNT: usize = 20;
    tester.send_bytes("isready\n".repeat(COUNT).as_bytes())?;
    for _ in 0..COUNT {
        tester.wait_for("readyok", Duration::from_secs(5))?;
    }
    tester.expect_no("readyok", Duration::from_millis(100))?;
    Ok(None)
}

fn searching(tester: &mut Tester<'_>) -> Outcome {
    let setup = tester.fen(tester.positions.busy)?;
    tester.begin(&setup, "go infinite")?;
    tester.expect_no("bestmove", Duration::from_millis(200))?;
    let mut slowest = Duration::ZERO;
    for _ in 0..5 {
        let (time, before) = tester.ready()?;
        let is_over = before.iter().any(|line| line.word() == "bestmove");
        ensure(!is_over, || "isready ended the search".to_owned())?;
        slowest = slowest.max(time);
    }
    tester.stop(&setup)?;
    let limit = tester.scaled(WHILE_SEARCHING);
    ensure(slowest <= limit, || {
        format!("readyok after {} ms", slowest.as_millis())
    })?;
    Ok(Some(format!(
        "slowest {:.1} ms",
        slowest.as_secs_f64() * 1e3
    )))
}

fn new_game(tester: &mut Tester<'_>) -> Outcome {
    for _ in 0..3 {
        tester.send("ucinewgame")?;
    }
    let (time, _) = tester.ready()?;
    tester.search(&tester.start(), "go depth 3")?;
    Ok(Some(format!("{} ms", time.as_millis())))
}

fn between(tester: &mut Tester<'_>) -> Outcome {
    let at = tester.positions;
    for fen in at.varied {
        tester.send("ucinewgame")?;
        tester.ready()?;
        tester.search(&tester.fen(fen)?, "go depth 3")?;
    }
    Ok(None)
}
