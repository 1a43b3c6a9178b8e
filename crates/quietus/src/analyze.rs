//! `analyze`: the games of a PGN file, searched position by position.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, IsTerminal, Read, Write};
use std::sync::Arc;
use std::time::Duration;

use analysis::{HASH, NODES, analyze, annotate, report};
use game::{Evaluator, Facts};
use games::GameId;
use pgn::{Game, PgnError, Reader};
use search::{Limits, Pool, Tablebase, TimeLimits};
use uci::AnalyzeCommand;
use web::{Reviewed, saved_page};

use crate::about;
use crate::error::{Error, require_regular_file, transposition_table};
use crate::options::Settings;
use crate::output::Output;

/// The name of the standard input.
const INPUT: &str = "-";

/// The game that a file is about, as far as its beginning tells.
pub fn game_of(file: &str) -> Option<GameId> {
    const ENOUGH: u64 = 1 << 16;
    let mut start = Vec::new();
    if file == INPUT {
        // What is looked at here is still there to be read.
        start.extend_from_slice(io::stdin().lock().fill_buf().ok()?);
    } else {
        require_regular_file(file).ok()?;
        let file = File::open(file).ok()?;
        file.take(ENOUGH).read_to_end(&mut start).ok()?;
    }
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
    let file = match command.file.as_str() {
        INPUT => "the standard input",
        name => name,
    };
    let unreadable = |error| Error::Failed(format!("cannot read {file}: {error}"));
    let games = open(&command.file).map_err(unreadable)?;
    for path in [&command.pgn, &command.html].into_iter().flatten() {
        require_writable(path)?;
    }
    let threads = command.threads.unwrap_or(settings.threads);
    let table = transposition_table(command.hash.unwrap_or(settings.hash.max(HASH)))?;
    let mut pool = Pool::new(threads, &G::start(), table, evaluation)?;
    pool.set_tablebase(tablebase);
    let is_colored = plot::shows_colors();
    let mut annotated = Vec::new();
    let mut reviews = Vec::new();
    let skipped = command.game.map_or(0, |number| number - 1);
    let most = command.game.map_or(usize::MAX, |_| 1);
    let (mut found, mut broken) = (0, 0);
    let mut reader = Reader::<G, _>::new(games);
    let mut games = std::iter::from_fn(|| reader.read_part());
    let before = games.by_ref().take(skipped).count();
    for game in games.take(most) {
        let (game, problem) = match game {
            Ok((game, problem)) => {
                let is_part = !game.line.moves.is_empty();
                (
                    Some(game).filter(|_| problem.is_none() || is_part),
                    problem.map(|it| it.to_string()),
                )
            }
            Err(PgnError::Io(error)) => return Err(unreadable(error)),
            Err(error) => (None, Some(error.to_string())),
        };
        if let Some(problem) = &problem {
            writeln!(output, "warning: {problem}")?;
        }
        // Of a broken game, what stands before the mistake is analyzed.
        let Some(mut game) = game else {
            broken += 1;
            continue;
        };
        let analysis = search_game(&game, &mut pool, command);
        let separator = if found == 0 { "" } else { "\n" };
        write!(
            output,
            "{separator}{}",
            report(&game, &analysis, is_colored)
        )?;
        output.flush()?;
        found += 1;
        annotate(&mut game, &analysis, about::VERSION);
        if command.html.is_some() {
            reviews.push(Reviewed::new(&game, &analysis, problem));
        }
        if command.pgn.is_some() {
            pgn::write(&game, &mut annotated)?;
        }
    }
    if found == 0 {
        let problem = match (command.game, before) {
            _ if broken > 0 => format!("{file} has no game that can be read"),
            (Some(number), 1) => format!("{file} has one game, and no game {number}"),
            (Some(number), 2..) => format!("{file} has {before} games, and no game {number}"),
            _ => format!("{file} has no games: is it a PGN file?"),
        };
        return Err(Error::Failed(problem));
    }
    if let Some(path) = &command.html {
        write_file(path, saved_page(&reviews).as_bytes())?;
    }
    match &command.pgn {
        Some(path) => write_file(path, &annotated),
        None => Ok(()),
    }
}

fn open(file: &str) -> io::Result<Box<dyn BufRead>> {
    if file == INPUT {
        return Ok(Box::new(io::stdin().lock()));
    }
    require_regular_file(file)?;
    Ok(Box::new(BufReader::new(File::open(file)?)))
}

fn unwritable(path: &str, error: &io::Error) -> Error {
    Error::Failed(format!("cannot write {path}: {error}"))
}

/// Finds out whether a file can be written, and leaves it as it is: better now than after hours.
fn require_writable(path: &str) -> Result<(), Error> {
    let found = fs::symlink_metadata(path);
    // Who reads from a pipe waits for the games.
    if found.as_ref().is_ok_and(|found| !found.is_file()) {
        return Ok(());
    }
    let opened = OpenOptions::new().append(true).create(true).open(path);
    opened.map_err(|error| unwritable(path, &error))?;
    match found {
        Err(_) => fs::remove_file(path).map_err(|error| unwritable(path, &error)),
        Ok(_) => Ok(()),
    }
}

fn write_file(path: &str, bytes: &[u8]) -> Result<(), Error> {
    fs::write(path, bytes).map_err(|error| unwritable(path, &error))
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
