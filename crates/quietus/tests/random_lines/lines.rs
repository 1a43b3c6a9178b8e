//! Lines that nobody would send: commands in any order, commands gone wrong, and plain noise.

use chess::{Move, Position};
use game::{MoveList, Rng, Stage};
use uci::Command;

/// Positions to start from, Chess960 among them.
const FENS: &str = <chess::Chess as game::Facts>::BENCH;

/// Words of the protocol, for building lines that are nearly right.
const WORDS: [&str; 44] = [
    "uci",
    "isready",
    "ucinewgame",
    "setoption",
    "name",
    "value",
    "position",
    "startpos",
    "fen",
    "moves",
    "go",
    "searchmoves",
    "ponder",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
    "stop",
    "ponderhit",
    "debug",
    "register",
    "d",
    "eval",
    "help",
    "Hash",
    "Threads",
    "MultiPV",
    "UCI_Chess960",
    "e2e4",
    "e7e8q",
    "0000",
    "-1",
    "0",
    "1",
    "18446744073709551616",
    "1e300",
    "NaN",
    "-",
];

/// Words that would take over the conversation, end it, run for minutes or write files.
const NEVER: [&str; 10] = [
    "quit",
    "exit",
    "play",
    "speedtest",
    "bench",
    "perft",
    "log",
    "file",
    "debug",
    "evalfile",
];

/// Limits of one search that it surely reaches at once.
const MOST_DEPTH: u32 = 6;
const MOST_NODES: u64 = 3_000;
const MOST_MILLISECONDS: u128 = 200;

/// One line, without its end, and whether the engine must not be left alone with it.
pub struct Line {
    pub bytes: Vec<u8>,
    /// What the engine will take it for; nothing if it will refuse it.
    pub command: Option<Command>,
}

impl Line {
    /// A search that could go on for long without being endless: waiting for it would not be a
    /// hang, but would look like one.
    pub fn is_long_search(&self) -> bool {
        let Some(Command::Go(go)) = &self.command else {
            return false;
        };
        let short_depth = go.depth.is_some_and(|depth| depth <= MOST_DEPTH);
        let short_nodes = go.nodes.is_some_and(|nodes| nodes <= MOST_NODES);
        let is_short = |time: Option<std::time::Duration>| {
            time.is_some_and(|time| time.as_millis() <= MOST_MILLISECONDS)
        };
        let short_time = match go.move_time {
            None => go.time.iter().all(|&time| is_short(time)),
            time => is_short(time),
        };
        !(short_depth || short_nodes || short_time)
    }
}

/// The next line.
pub fn next(rng: &mut Rng) -> Line {
    loop {
        let mut bytes = match rng.below(20) {
            0..8 => command(rng).into_bytes(),
            8..14 => mangled(rng),
            14..17 => words(rng),
            17..19 => noise(rng, 80),
            _ if rng.below(40) == 0 => noise(rng, 60_000),
            _ => Vec::new(),
        };
        bytes.retain(|&byte| byte != b'\n');
        let text = String::from_utf8_lossy(&bytes);
        if is_harmless(&text) {
            let command = text.parse().ok();
            return Line { bytes, command };
        }
    }
}

fn is_harmless(text: &str) -> bool {
    let lower = text.to_lowercase();
    let names_nothing_bad = !lower.split_whitespace().any(|word| NEVER.contains(&word));
    let is_small = match text.parse() {
        Ok(Command::SetOption(option)) => match option.name.to_lowercase().as_str() {
            "hash" => option.value.parse::<u64>().is_ok_and(|size| size <= 8),
            "threads" => option.value.parse::<u64>().is_ok_and(|count| count <= 4),
            "move overhead" => option.value.parse::<u64>().is_ok_and(|time| time <= 100),
            _ => true,
        },
        _ => true,
    };
    names_nothing_bad && is_small
}

/// A command as it should be.
fn command(rng: &mut Rng) -> String {
    match rng.below(16) {
        0..5 => position(rng),
        5..10 => go(rng),
        10..12 => "stop".to_owned(),
        12 => option(rng),
        13 => "isready".to_owned(),
        14 => ["ponderhit", "ucinewgame", "uci", "d", "eval", "help"][rng.below(6)].to_owned(),
        _ => option(rng),
    }
}

fn position(rng: &mut Rng) -> String {
    let fens: Vec<&str> = FENS.lines().filter(|line| !line.is_empty()).collect();
    let fen = if rng.below(3) == 0 {
        Position::START_FEN
    } else {
        fens[rng.below(fens.len())]
    };
    let mut line = format!("position fen {fen}");
    if fen == Position::START_FEN && rng.below(2) == 0 {
        "position startpos".clone_into(&mut line);
    }
    let mut position = Position::from_fen(fen).expect("the bench positions are valid");
    if rng.below(2) == 0 {
        line.push_str(" moves");
        for _ in 0..rng.below(40) {
            let mut moves = MoveList::<Move>::new();
            position.generate(Stage::All, &mut moves);
            let Some(&mv) = rng.choose(&moves) else { break };
            line.push(' ');
            line.push_str(&position.uci(mv));
            position.play(mv);
        }
    }
    line
}

fn go(rng: &mut Rng) -> String {
    let mut line = "go".to_owned();
    for _ in 0..=rng.below(3) {
        let part = match rng.below(9) {
            0 | 1 => format!(" depth {}", rng.below(MOST_DEPTH as usize + 1)),
            2 | 3 => format!(" nodes {}", rng.below(MOST_NODES as usize)),
            4 => format!(" movetime {}", rng.below(6)),
            5 => format!(
                " wtime {0} btime {0} winc {1} binc {1}",
                rng.below(100),
                rng.below(3)
            ),
            6 => " infinite".to_owned(),
            7 => " ponder".to_owned(),
            _ => {
                [" searchmoves e2e4 g8f6 a7a8q", " mate 2", " movestogo 1"][rng.below(3)].to_owned()
            }
        };
        line.push_str(&part);
    }
    line
}

fn option(rng: &mut Rng) -> String {
    match rng.below(8) {
        0 => format!("setoption name Hash value {}", rng.below(9)),
        1 => format!("setoption name Threads value {}", rng.below(4)),
        2 => format!("setoption name MultiPV value {}", rng.below(6)),
        3 => format!("setoption name Move Overhead value {}", rng.below(30)),
        4 => format!(
            "setoption name UCI_Chess960 value {}",
            ["true", "false", "x"][rng.below(3)]
        ),
        5 => "setoption name Clear Hash".to_owned(),
        6 => format!(
            "setoption name {} value {}",
            WORDS[rng.below(44)],
            WORDS[rng.below(44)]
        ),
        _ => format!(
            "setoption name Ponder value {}",
            ["true", "false", ""][rng.below(3)]
        ),
    }
}

/// A command that something has happened to.
fn mangled(rng: &mut Rng) -> Vec<u8> {
    let mut bytes = command(rng).into_bytes();
    for _ in 0..=rng.below(4) {
        let at = rng.below(bytes.len() + 1);
        match rng.below(7) {
            0 => bytes.truncate(at),
            1 => bytes.insert(at, rng.below(256) as u8),
            2 if at < bytes.len() => bytes[at] = rng.below(256) as u8,
            3 if at < bytes.len() => drop(bytes.remove(at)),
            4 => bytes.extend_from_slice(WORDS[rng.below(WORDS.len())].as_bytes()),
            5 => bytes.insert(at, [b' ', b'\t', b'\r', 0][rng.below(4)]),
            _ => bytes.extend_from_slice(format!(" {}", command(rng)).as_bytes()),
        }
    }
    bytes
}

/// Words of the protocol in no order.
fn words(rng: &mut Rng) -> Vec<u8> {
    let count = rng.below(12);
    let words: Vec<&str> = (0..count).map(|_| WORDS[rng.below(WORDS.len())]).collect();
    words.join(" ").into_bytes()
}

fn noise(rng: &mut Rng, longest: usize) -> Vec<u8> {
    let only_text = rng.below(2) == 0;
    let count = rng.below(longest);
    (0..count)
        .map(|_| {
            if only_text {
                32 + rng.below(95) as u8
            } else {
                rng.below(256) as u8
            }
        })
        .collect()
}
