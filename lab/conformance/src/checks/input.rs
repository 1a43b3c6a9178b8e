//! Invalid input: an engine may ignore it, but must keep working.

use std::time::Duration;

use crate::check::{Check, Outcome, Stop, ensure, fail, must, should};
use crate::tester::{MATING, Tester};
use arena::Line;

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
    let (fen, mate) = tester.positions.mates_in_one[0];
    tester.search(&tester.fen(fen)?, MATING)?.expect_best(mate)
}

/// Checks that a `bestmove` is the mate of [`is_well`].
fn expect_mate(tester: &Tester<'_>, line: &Line) -> Result<(), Stop> {
    let (fen, mate) = tester.positions.mates_in_one[0];
    let mate = tester.fen(fen)?.board.spell(mate);
    ensure(line.text.contains(&mate), || {
        format!("{:?} instead of {mate}", line.text)
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
    let (fen, _) = tester.positions.mates_in_one[0];
    tester.send_bytes(format!("position fen {fen}\r\ngo depth 8\r\n").as_bytes())?;
    let (line, _) = tester.wait_for("bestmove", Duration::from_secs(5))?;
    expect_mate(tester, &line)?;
    let game = tester.start().moves(tester.positions.game)?.command;
    tester.send_bytes(format!("{game}\r\ngo movetime 50\r\n").as_bytes())?;
    tester.wait_for("bestmove", Duration::from_secs(5))?;
    Ok(None)
}

fn whitespace(tester: &mut Tester<'_>) -> Outcome {
    let (fen, _) = tester.positions.mates_in_one[0];
    let fields = fen.replace(' ', "\t ");
    tester.send_bytes(b"  \tisready  \n")?;
    tester.wait_for("readyok", Duration::from_secs(5))?;
    tester.send_bytes(format!(" position \t fen   {fields}  \n\tgo   depth\t8 \n").as_bytes())?;
    let (line, _) = tester.wait_for("bestmove", Duration::from_secs(5))?;
    expect_mate(tester, &line)?;
    Ok(None)
}

fn prefix(tester: &mut Tester<'_>) -> Outcome {
    tester.send("joho isready")?;
    tester.wait_for("readyok", Duration::from_secs(2))?;
    Ok(None)
}

/// Sends each line; the failure lists the harmful ones. A harmed engine is restarted.
fn survive<L: AsRef<str>>(tester: &mut Tester<'_>, lines: &[L]) -> Outcome {
    let lines: Vec<&str> = lines.iter().map(AsRef::as_ref).collect();
    let mut harmful = Vec::new();
    for &line in &lines {
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
    let fens = tester.positions.bad_fens.iter();
    let lines: Vec<String> = fens.map(|fen| format!("position fen {fen}")).collect();
    survive(tester, &lines)
}

fn bad_move(tester: &mut Tester<'_>) -> Outcome {
    let texts = tester.positions.bad_moves.iter();
    let lines: Vec<String> = texts.map(|text| format!("position {text}")).collect();
    survive(tester, &lines)
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
