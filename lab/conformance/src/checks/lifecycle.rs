//! Many searches in a row, and the exit of the process.

use std::time::Duration;

use crate::check::{Check, Outcome, ensure, must, should};
use crate::tester::Tester;

/// The timeout of the exit.
const EXIT: Duration = Duration::from_secs(2);

pub(super) const CHECKS: &[Check] = &[
    must(
        "life.quick-searches",
        "twenty quick searches in a row",
        60,
        quick_searches,
    ),
    must("life.quit", "quit ends the process", 20, quit),
    must(
        "life.quit-searching",
        "quit ends the process during a search",
        20,
        quit_searching,
    ),
    must(
        "life.quit-unprepared",
        "quit is accepted before uci",
        20,
        quit,
    )
    .unprepared(),
    must("life.eof", "the end of input ends the process", 20, eof),
    must(
        "life.eof-searching",
        "the end of input ends it during a search",
        20,
        eof_searching,
    ),
    should("life.status", "after quit the exit status is 0", 20, status),
];

fn quick_searches(tester: &mut Tester<'_>) -> Outcome {
    let at = tester.positions;
    let gos = [
        "go depth 2",
        "go depth 1",
        "go movetime 5",
        "go wtime 20 btime 20",
    ];
    let fens = at.varied.iter().cycle();
    for (fen, go) in fens.zip(gos.iter().cycle()).take(20) {
        tester.search(&tester.fen(fen)?, go)?;
    }
    Ok(None)
}

fn ends(tester: &mut Tester<'_>) -> Outcome {
    let (_, time) = tester.exit(EXIT)?;
    Ok(Some(format!("after {} ms", time.as_millis())))
}

fn quit(tester: &mut Tester<'_>) -> Outcome {
    tester.send("quit")?;
    ends(tester)
}

fn quit_searching(tester: &mut Tester<'_>) -> Outcome {
    tester.begin(&tester.fen(tester.positions.busy)?, "go infinite")?;
    tester.expect_no("bestmove", Duration::from_millis(100))?;
    quit(tester)
}

fn eof(tester: &mut Tester<'_>) -> Outcome {
    tester.close_input();
    ends(tester)
}

fn eof_searching(tester: &mut Tester<'_>) -> Outcome {
    tester.begin(&tester.fen(tester.positions.busy)?, "go infinite")?;
    tester.expect_no("bestmove", Duration::from_millis(100))?;
    eof(tester)
}

fn status(tester: &mut Tester<'_>) -> Outcome {
    tester.send("quit")?;
    let (status, _) = tester.exit(EXIT)?;
    ensure(status.success(), || status.to_string())?;
    Ok(None)
}
