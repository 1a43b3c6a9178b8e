//! `analyze`: the games of a PGN file, searched position by position.

use std::fs::{self, File};
use std::io::{self, BufReader, IsTerminal, Read, Write};
use std::sync::Arc;
use std::time::Duration;

use analysis::{analyze, annotate, page, report};
use game::{Evaluator, Facts};
use games::GameId;
use pgn::{Game, PgnError, Reader};
use search::{Limits, Pool, Tablebase, TimeLimits};
use uci::AnalyzeCommand;

use crate::about;
use crate::error::{Error, require_regular_file, transposition_table};
use crate::options::Settings;
use crate::output::Output;

/// The node limit of a position if no limit is given: some ten seconds for a game.
const NODES: u64 = 200_000;

/// The game that a file is about, as far as its beginning tells.
pub fn game_of(file: &str) -> Option<GameId> {
    const ENOUGH: u64 = 1 << 16;
    require_regular_file(file).ok()?;
    let mut start = Vec::new();
    let file = File::open(file).ok()?;
    file.take(ENOUGH).read_to_end(&mut start).ok()?;
    Some(games::detect(&String::from_utf8_lossy(&start)))
}

/// Analyzes the games, and writes what the command asks for.
pub fn run<G: Facts, E: Evaluator<G> + Clone + 'static>(
    command: &AnalyzeCommand,
    evaluation: E,
    tablebase: Option<Arc<dyn Tablebase<G>>>,
    settings: &Settings,
    output: &mut Output,
) -> Result<(), Error> {
    let unreadable = |error| Error::Failed(format!("cannot read {}: {error}", command.file));
    require_regular_file(&command.file).map_err(unreadable)?;
    let file = File::open(&command.file).map_err(unreadable)?;
    let threads = command.threads.unwrap_or(settings.threads);
    let table = transposition_table(command.hash.unwrap_or(settings.hash))?;
    let mut pool = Pool::new(threads, &G::start(), table, evaluation)?;
    pool.set_tablebase(tablebase);
    let mut annotated = Vec::new();
    let mut has_page = false;
    let skipped = command.game.map_or(0, |number| number - 1);
    let most = command.game.map_or(usize::MAX, |_| 1);
    let mut found = 0;
    for game in Reader::<G, _>::new(BufReader::new(file))
        .skip(skipped)
        .take(most)
    {
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

fn limits<M>(command: &AnalyzeCommand) -> Limits<M> {
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
fn search_game<G: Facts, E: Evaluator<G> + Clone + 'static>(
    game: &Game<G>,
    pool: &mut Pool<G, E>,
    command: &AnalyzeCommand,
) -> analysis::Analysis<G::Move> {
    let moves: Vec<G::Move> = game.moves().collect();
    let limits = limits(command);
    let is_terminal = io::stderr().is_terminal();
    pool.clear();
    let show = |text: std::fmt::Arguments<'_>| {
        if is_terminal {
            // If this fails, there is nobody to tell.
            let _ = write!(io::stderr(), "\r{text}");
        }
    };
    let analysis = analyze::<G>(&game.start, &moves, |ply, position| {
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
