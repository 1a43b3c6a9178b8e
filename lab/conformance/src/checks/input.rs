//! Invalid input: an engine may ignore it, but must keep working.

use std::time::Duration;

use crate::check::{Check, Outcome, Stop, ensure, fail, must, should};
use crate::positions::MATES_IN_ONE;
use crate::setup::Setup;
use crate::tester::{MATING, Tester};

/// The timeout after `stop` of a search that an invalid line may have started.
const SETTLE: Duration = Duration::from_millis(100);

pub(super) const CHECKS: &[Check] = &[
    must("input.unknown", "unknown commands are ignored", 20, unknown),
    must(
        "input.garbage",
        "empty, overlong and binary lines are ignored",
        30,
        garbage,
    ),
    must("input.crlf", "lines may end in CR LF", 20, crlf),
    should(
        "input.whitespace",
        "any white space separates and surrounds words",
        20,
        whitespace,
    ),
    should(
        "input.prefix",
        "an unknown first word is skipped",
        20,
        prefix,
    ),
    must(
        "input.truncated",
        "truncated commands do no harm",
        60,
        truncated,
    ),
    must("input.bad-fen", "an illegal FEN does no harm", 180, bad_fen),
    must(
        "input.bad-move",
        "an illegal move in position does no harm",
        120,
        bad_move,
    ),
    must("input.debug", "debug and register are accepted", 20, debug),
];

/// The engine still answers and searches normally.
fn is_well(tester: &mut Tester<'_>) -> Result<(), Stop> {
    tester.ready()?;
    let (fen, mate) = MATES_IN_ONE[0];
    let search = tester.search(&Setup::fen(fen)?, MATING)?;
    ensure(search.best() == mate, || {
        format!("then {} instead of {mate}", search.best())
    })
}

fn unknown(tester: &mut Tester<'_>) -> Outcome {
    for line in [
        "xyzzy",
        "hello world",
        "bestmove e2e4",
        "uciok",
        "ponderhit",
        "42",
        "?",
    ] {
        tester.send(line)?;
    }
    tester.expect_no("bestmove", Duration::from_millis(100))?;
    is_well(tester)?;
    Ok(None)
}

fn garbage(tester: &mut Tester<'_>) -> Outcome {
    tester.send_bytes(b"\n\n   \n\t\n\r\n")?;
    tester.ready()?;
    let mut long = vec![b'x'; 100_000];
    long.push(b'\n');
    tester.send_bytes(&long)?;
    tester.ready()?;
    tester.send_bytes(b"\x01\xff\xfe\x80 \xc3\x28 go\x7f\n")?;
    is_well(tester)?;
    Ok(None)
}

fn crlf(tester: &mut Tester<'_>) -> Outcome {
    tester.send_bytes(b"isready\r\n")?;
    tester.wait_for("readyok", Duration::from_secs(5))?;
    let (fen, mate) = MATES_IN_ONE[0];
    tester.send_bytes(format!("position fen {fen}\r\ngo depth 8\r\n").as_bytes())?;
    let (line, _) = tester.wait_for("bestmove", Duration::from_secs(5))?;
    ensure(line.text.contains(mate), || {
        format!("{:?} instead of {mate}", line.text)
    })?;
    tester.send_bytes(b"position startpos moves e2e4 e7e5\r\ngo movetime 50\r\n")?;
    tester.wait_for("bestmove", Duration::from_secs(5))?;
    Ok(None)
}

fn whitespace(tester: &mut Tester<'_>) -> Outcome {
    let (fen, mate) = MATES_IN_ONE[0];
    let fields = fen.replace(' ', "\t ");
    tester.send_bytes(b"  \tisready  \n")?;
    tester.wait_for("readyok", Duration::from_secs(5))?;
    tester.send_bytes(format!(" position \t fen   {fields}  \n\tgo   depth\t8 \n").as_bytes())?;
    let (line, _) = tester.wait_for("bestmove", Duration::from_secs(5))?;
    ensure(line.text.contains(mate), || {
        format!("{:?} instead of {mate}", line.text)
    })?;
    Ok(None)
}

fn prefix(tester: &mut Tester<'_>) -> Outcome {
    tester.send("joho isready")?;
    tester.wait_for("readyok", Duration::from_secs(2))?;
    Ok(None)
}

/// Sends each line; the failure lists the harmful ones. A harmed engine is restarted.
fn survive(tester: &mut Tester<'_>, lines: &[&str]) -> Outcome {
    let mut harmful = Vec::new();
    for line in lines {
        let lives = tester
            .send(line)
            .and_then(|_| tester.ready())
            .and_then(|_| tester.send("stop"))
            .and_then(|_| tester.ready())
            .and_then(|_| tester.drain(SETTLE))
            .and_then(|()| is_well(tester));
        if let Err(Stop::Fail(reason)) = lives {
            harmful.push(format!("{line:?} ({reason})"));
            tester.restart()?;
        }
    }
    if harmful.is_empty() {
        return Ok(Some(format!("{} lines", lines.len())));
    }
    fail(format!(
        "{} of {} lines do harm: {}",
        harmful.len(),
        lines.len(),
        harmful.join("; ")
    ))
}

fn truncated(tester: &mut Tester<'_>) -> Outcome {
    survive(
        tester,
        &[
            "position",
            "position fen",
            "position startpos moves",
            "position moves e2e4",
            "go depth",
            "go nodes",
            "go wtime",
            "go wtime x btime y",
            "go depth x",
            "go movetime -5",
            "go searchmoves",
        ],
    )
}

fn bad_fen(tester: &mut Tester<'_>) -> Outcome {
    survive(
        tester,
        &[
            "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
            "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1BNR w kq - 0 1",
            "position fen 4k3/8/8/8/8/8/8/2K1K3 w - - 0 1",
            "position fen 4k3/8/8/8/8/8/8/4RK2 w - - 0 1",
            "position fen 4k3/8/8/8/8/8/8/4K2P w - - 0 1",
            "position fen rnbqkbnr/ppppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "position fen rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w KQkq - 0 1",
            "position fen xnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "position fen 4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1",
            "position fen 4k3/8/8/8/8/8/8/4K3 x - - 0 1",
            "position fen 4k3/8/8/8/8/8/8/4K3 w - e9 0 1",
            "position fen 4k3/8/8/8/8/8/8/4K3 w - e3 0 1",
            "position fen 4k3/8/8/8/8/8/8/4K3 w - - -7 -7",
            "position fen 4k3/8/8/8/8/8/8/4K3 w - - 99999999999 99999999999",
            "position fen qqqqkqqq/qqqqqqqq/8/8/8/8/QQQQQQQQ/QQQQKQQQ w - - 0 1",
            "position fen x",
        ],
    )
}

fn bad_move(tester: &mut Tester<'_>) -> Outcome {
    survive(
        tester,
        &[
            "position startpos moves e2e5",
            "position startpos moves e7e5",
            "position startpos moves e2e4 e2e4",
            "position startpos moves zzzz",
            "position startpos moves 0000",
            "position startpos moves e2",
            "position startpos moves e2e4q e7e5",
            "position startpos moves e1g1",
            "position startpos moves a3a4 b5b6 h8h1",
            "position fen 4k3/P7/8/8/8/8/8/4K3 w - - 0 1 moves a7a8",
            "position fen 4k3/P7/8/8/8/8/8/4K3 w - - 0 1 moves a7a8k",
        ],
    )
}

fn debug(tester: &mut Tester<'_>) -> Outcome {
    for line in [
        "debug on",
        "debug off",
        "debug",
        "register later",
        "register name x code y",
    ] {
        tester.send(line)?;
        tester.ready()?;
    }
    is_well(tester)?;
    Ok(None)
}
