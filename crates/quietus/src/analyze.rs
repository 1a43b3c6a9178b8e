//! `analyze`: the games of a PGN file, searched position by position.

use std::fs::{self, File};
use std::io::{self, BufReader, IsTerminal, Write};
use std::sync::Arc;
use std::time::Duration;

use analysis::{analyze, annotate, page, report};
use chess::pgn::{self, Game, PgnError, Reader};
use chess::{Chess, Move, Position};
use evaluation::Evaluation;
use search::{Limits, Pool, Tablebase, TimeLimits};
use uci::AnalyzeCommand;

use crate::about;
use crate::error::{Error, require_regular_file, transposition_table};
use crate::options::Settings;
use crate::output::Output;

/// The node limit of a position if no limit is given: some ten seconds for a game.
const NODES: u64 = 200_000;

/// Analyzes the games, and writes what the command asks for.
pub fn run(
    command: &AnalyzeCommand,
    evaluation: Evaluation,
    tablebase: Option<Arc<dyn Tablebase<Chess>>>,
    settings: &Settings,
    output: &mut Output,
) -> Result<(), Error> {
    let unreadable = |error| Error::Failed(format!("cannot read {}: {error}", command.file));
    require_regular_file(&command.file).map_err(unreadable)?;
    let file = File::open(&command.file).map_err(unreadable)?;
    let threads = command.threads.unwrap_or(settings.threads);
    let table = transposition_table(command.hash.unwrap_or(settings.hash))?;
    let mut pool = Pool::new(threads, &Position::start(), table, evaluation)?;
    pool.set_tablebase(tablebase);
    let mut annotated = Vec::new();
    let mut has_page = false;
    let skipped = command.game.map_or(0, |number| number - 1);
    let most = command.game.map_or(usize::MAX, |_| 1);
    let mut found = 0;
    for game in Reader::new(BufReader::new(file)).skip(skipped).take(most) {
        let mut game = match game {
            Ok(game) => game,
            Err(PgnError::Io(error)) => return Err(unreadable(error)),
            Err(broken) => {
                writeln!(output, "info string error: {broken}")?;
                continue;
            }
        };
        let analysis = search_game(&game, &mut pool, command);
        let separator = if found == 0 { "" } else { "\n" };
        write!(output, "{separator}{}", report(&game, &analysis))?;
        output.flush()?;
        found += 1;
        if let Some(path) = command.html.as_ref().filter(|_| !has_page) {
            write_file(path, page(&game, &analysis).as_bytes())?;
            has_page = true;
        }
        if command.pgn.is_some() {
            annotate(&mut game, &analysis, about::VERSION);
            pgn::write(&game, &mut annotated)?;
        }
    }
    if found == 0 {
        let problem = format!("{}: no such game that can be read", command.file);
        return Err(Error::Failed(problem));
    }
    match &command.pgn {
        Some(path) => write_file(path, &annotated),
        None => Ok(()),
    }
}

fn write_file(path: &str, bytes: &[u8]) -> Result<(), Error> {
    fs::write(path, bytes).map_err(|error| Error::Failed(format!("cannot write {path}: {error}")))
}

fn limits(command: &AnalyzeCommand) -> Limits<Move> {
    let time = command.movetime.map(Duration::from_millis);
    let is_limited = command.nodes.is_some() || time.is_some() || command.depth.is_some();
    Limits {
        nodes: command.nodes.or((!is_limited).then_some(NODES)),
        depth: command.depth,
        time: time.map(|time| TimeLimits {
            soft: time,
            hard: time,
        }),
        ..Limits::default()
    }
}

/// Searches the positions of a game and shows on a terminal how far it is.
fn search_game(
    game: &Game,
    pool: &mut Pool<Chess, Evaluation>,
    command: &AnalyzeCommand,
) -> analysis::Analysis<Move> {
    let moves: Vec<Move> = game.moves().collect();
    let limits = limits(command);
    let is_terminal = io::stderr().is_terminal();
    pool.clear();
    let show = |text: std::fmt::Arguments<'_>| {
        if is_terminal {
            // If this fails, there is nobody to tell.
            let _ = write!(io::stderr(), "\r{text}");
        }
    };
    let analysis = analyze::<Chess>(&game.start, &moves, |ply, position| {
        show(format_args!(
            "{} of {} moves ",
            moves.len() - ply,
            moves.len()
        ));
        Some(pool.search(position, limits.clone(), || false))
    });
    show(format_args!("{:30}\r", ""));
    analysis.expect("nothing stops these searches")
}
