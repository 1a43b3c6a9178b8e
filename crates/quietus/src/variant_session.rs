//! What a session keeps for one game: its position, search threads, network and clock.

pub mod book;

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::SyncSender;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use game::{Dense, Position, Rng};
use levels::Player;
use polyglot::Book;
use search::{Job, Pool};
use uci::{Command, GoCommand};

use crate::clock::GameClock;
use crate::error::{Error, transposition_table};
use crate::input::{self, Line};
use crate::level_search::{LevelJob, LevelSearch};
use crate::limits::limits;
use crate::options::{Effect, Settings};
use crate::output::Output;
use crate::report::UciReport;
use crate::variant::{self, Variant};
use crate::{about, bench, perft, position, speedtest};

/// A search that ends before this time writes all its lines at once.
const BRIEF: Duration = Duration::from_millis(100);

/// What a game gets from the session that it belongs to.
pub struct Context<'a> {
    /// Where answers go.
    pub output: &'a mut Output,
    /// The options.
    pub settings: &'a Settings,
    /// Told when a search ends.
    pub wake: Option<&'a SyncSender<()>>,
}

/// A session of some game. The game is chosen here, at each command; the search below knows it.
pub trait AnyVariant: Send {
    /// Whether a search runs.
    fn is_searching(&self) -> bool;

    /// Whether the search was told to stop.
    fn is_stopping(&self) -> bool;

    /// Whether the search runs until `stop` or `ponderhit`.
    fn is_endless(&self) -> bool;

    /// Tells the search to stop. Its best move still comes.
    fn stop(&mut self);

    /// Waits for the search that the last command started.
    fn wait(&mut self);

    /// Starts the search threads, if there are none.
    fn prepare(&mut self, context: &mut Context<'_>) -> Result<(), Error>;

    /// Runs a command that concerns the position or the search.
    fn execute(&mut self, command: Command, context: &mut Context<'_>) -> Result<(), Error>;

    /// Does what follows from setting an option.
    fn apply(&mut self, effect: Effect, context: &mut Context<'_>) -> Result<(), Error>;

    /// Plays in the terminal until the human leaves. Says whether there was a game, not only help.
    fn play(&mut self, words: &[String], context: &mut Context<'_>) -> Result<bool, Error>;

    /// The search parameters of the game.
    #[cfg(feature = "tune")]
    fn params(&self) -> game::ParamSet;
}

/// A session of one game.
pub struct VariantSession<V: Variant> {
    position: V::Position,
    /// The network of `EvalFile`; `None` before the option was set.
    network: Option<Arc<V::Network>>,
    /// The tables of `SyzygyPath`.
    tables: Option<V::Tables>,
    /// The book of `BookFile`.
    book: Option<Book<V>>,
    /// Chooses book moves.
    book_rng: Rng,
    /// Started with `isready` or the first search, because most commands need none.
    pool: Option<Pool<V, V::Evaluator>>,
    /// The last move of a level.
    level: Option<LevelSearch>,
    /// The seed of a level in this game, unless an option fixes it.
    game_seed: u64,
    /// Set before a search starts, cleared with its best move.
    is_searching: Arc<AtomicBool>,
    is_stopping: bool,
    /// Whether the search runs until `stop`.
    is_infinite: bool,
    /// Whether the search waits for `ponderhit` or `stop`.
    is_pondering: bool,
    clock: GameClock,
}

impl<V: Variant> VariantSession<V> {
    /// A session at the start position.
    pub fn new() -> Self {
        Self {
            position: V::start(),
            network: None,
            tables: None,
            book: None,
            book_rng: Rng::new(new_seed()),
            pool: None,
            level: None,
            game_seed: new_seed(),
            is_searching: Arc::default(),
            is_stopping: false,
            is_infinite: false,
            is_pondering: false,
            clock: GameClock::default(),
        }
    }

    fn go(&mut self, go: &GoCommand, context: &mut Context<'_>) -> Result<(), Error> {
        let start = Instant::now();
        // The search before has given its best move, but may not have dropped its report yet.
        self.wait();
        if go.is_broken {
            let problem = "a limit of 'go' has no valid number; searching one iteration";
            writeln!(context.output, "info string error: {problem}")?;
        }
        let timing = self.pool.as_ref().and_then(Pool::last_timing);
        let side = self.position.side_to_move().index();
        let turn = (side, V::move_number(&self.position));
        let lag = self.clock.update(go, turn, timing);
        let limits = limits::<V>(go, &self.position, context.settings, lag);
        let is_brief = !go.ponder && limits.time.is_some_and(|time| time.hard < BRIEF);
        let position = self.position.clone();
        let mut report = Box::new(UciReport::<V> {
            position: position.clone(),
            output: context.output.clone(),
            show_wdl: context.settings.show_wdl,
            held: is_brief.then(String::new),
            is_searching: self.is_searching.clone(),
            wake: context.wake.cloned(),
        });
        self.is_infinite = go.infinite || limits.is_endless();
        self.is_pondering = go.ponder;
        self.is_stopping = false;
        if let Some(mv) = self.book_move(go, &limits, context.settings) {
            self.answer_from_book(mv, start, &mut report, context.settings);
            return Ok(());
        }
        if let Some(player) = self.player(go, context.settings) {
            self.is_infinite = false;
            self.is_searching.store(true, Ordering::Release);
            self.level = Some(LevelSearch::start(LevelJob {
                player,
                position,
                limits,
                start,
                ponder: go.ponder,
                report,
            })?);
            return Ok(());
        }
        let job = Job {
            position,
            limits,
            start,
            ponder: go.ponder,
            report,
        };
        let is_searching = self.is_searching.clone();
        let tables = self.tables.as_ref();
        let tablebase = tables.and_then(|tables| V::tablebase(tables, context.settings));
        let pool = self.pool(context)?;
        pool.set_tablebase(tablebase);
        pool.set_correction_history(!context.settings.raw_scores);
        is_searching.store(true, Ordering::Release);
        pool.start(job);
        Ok(())
    }

    /// Who answers a `go` at a level; none at full strength, which analysis always has.
    fn player(&self, go: &GoCommand, settings: &Settings) -> Option<Player> {
        let level = settings.level()?;
        let seed = match settings.level_seed {
            0 => self.game_seed,
            fixed => fixed,
        };
        (!go.infinite && !settings.analyse_mode).then_some(Player { level, seed })
    }

    fn evaluator(&self, settings: &Settings) -> V::Evaluator {
        variant::evaluator::<V>(self.network.as_ref(), settings)
    }

    /// The search threads, started if there are none.
    fn pool(&mut self, context: &mut Context<'_>) -> Result<&mut Pool<V, V::Evaluator>, Error> {
        let pool = match self.pool.take() {
            Some(pool) => pool,
            None => {
                let settings = context.settings;
                let table = transposition_table(settings.hash)?;
                let evaluator = self.evaluator(settings);
                let pool = Pool::new(settings.threads, &self.position, table, evaluator)?;
                say_threads(pool.threads(), context)?;
                pool
            }
        };
        Ok(self.pool.insert(pool))
    }

    fn change_evaluator(&mut self, settings: &Settings) -> io::Result<()> {
        let evaluator = self.evaluator(settings);
        if let Some(mut pool) = self.pool.take() {
            pool.set_evaluator(evaluator)?;
            self.pool = Some(pool);
        }
        Ok(())
    }

    /// Clears the transposition table and the histories.
    fn clear(&mut self) {
        self.clock.new_game();
        if let Some(pool) = &mut self.pool {
            pool.clear();
        }
    }
}

impl<V: Variant> AnyVariant for VariantSession<V> {
    fn is_searching(&self) -> bool {
        self.is_searching.load(Ordering::Acquire)
    }

    fn is_stopping(&self) -> bool {
        self.is_stopping
    }

    fn is_endless(&self) -> bool {
        self.is_infinite || self.is_pondering
    }

    fn stop(&mut self) {
        self.is_stopping = true;
        self.pool.iter().for_each(Pool::stop);
        self.level.iter().for_each(LevelSearch::stop);
    }

    fn wait(&mut self) {
        if let Some(pool) = &mut self.pool {
            pool.wait();
        }
        if let Some(level) = &mut self.level {
            level.wait();
        }
    }

    fn prepare(&mut self, context: &mut Context<'_>) -> Result<(), Error> {
        self.pool(context).map(|_| ())
    }

    fn execute(&mut self, command: Command, context: &mut Context<'_>) -> Result<(), Error> {
        let settings = context.settings;
        let output = &mut *context.output;
        match command {
            Command::Display => writeln!(output, "{}", self.position)?,
            Command::Eval => V::write_eval(&self.position, &self.evaluator(settings), output)?,
            Command::Flip => {
                self.position = V::flipped(&self.position).map_err(Error::Failed)?;
            }
            Command::NewGame => {
                self.game_seed = new_seed();
                self.clear();
            }
            Command::Stop => self.stop(),
            Command::PonderHit => {
                self.is_pondering = false;
                self.pool.iter().for_each(Pool::ponder_hit);
                self.level.iter().for_each(LevelSearch::ponder_hit);
            }
            // If anything is wrong with the new position, the old one stays.
            Command::Position(command) => {
                let command = command.map_err(|problem| Error::Usage(problem.to_owned()))?;
                self.position = position::set_up::<V>(&command, settings).map_err(Error::Usage)?;
            }
            Command::Perft(command) => {
                let command = command.map_err(|problem| Error::Usage(problem.to_string()))?;
                perft::run::<V>(&command, &self.position, output)?;
            }
            Command::Bench(command) => {
                let depth = command.map_err(Error::Usage)?.depth;
                bench::run::<V>(depth, self.evaluator(settings), output)?;
            }
            Command::Speedtest(command) => {
                let command = command.map_err(Error::Usage)?;
                speedtest::run::<V>(command, self.evaluator(settings), output)?;
            }
            Command::Analyze(command) => {
                let command = command.map_err(Error::Usage)?;
                // As `play` does: a running search stops, and its hash is free.
                self.pool = None;
                let tables = self.tables.as_ref();
                let tablebase = tables.and_then(|tables| V::tablebase(tables, settings));
                V::analyze(
                    &command,
                    self.evaluator(settings),
                    tablebase,
                    settings,
                    output,
                )?;
            }
            Command::Genfens(command) => V::genfens(&command.map_err(Error::Usage)?, output)?,
            Command::Tb(command) => {
                let command = command.map_err(Error::Usage)?;
                V::write_tables(&command, &self.position, self.tables.as_ref(), output)?;
            }
            Command::Go(go) => self.go(&go, context)?,
            // The others concern no game.
            _ => {}
        }
        Ok(())
    }

    fn apply(&mut self, effect: Effect, context: &mut Context<'_>) -> Result<(), Error> {
        let settings = context.settings;
        match effect {
            Effect::None | Effect::Log | Effect::Variant => {}
            Effect::Hash => {
                let table = transposition_table(settings.hash)?;
                if let Some(pool) = &mut self.pool {
                    pool.set_tt(table);
                }
            }
            Effect::Threads => {
                if let Some(mut pool) = self.pool.take() {
                    pool.set_threads(settings.threads)?;
                    say_threads(pool.threads(), context)?;
                    self.pool = Some(pool);
                }
            }
            Effect::Clear => self.clear(),
            Effect::Network => {
                self.network = V::load_network(&settings.network_file)?;
                self.change_evaluator(settings)?;
            }
            Effect::Book => self.book = book::open(&settings.book_file)?,
            Effect::Evaluation => self.change_evaluator(settings)?,
            Effect::Tablebases => {
                self.tables = V::open_tables(&settings.syzygy_path, context.output)?;
            }
        }
        Ok(())
    }

    fn play(&mut self, words: &[String], context: &mut Context<'_>) -> Result<bool, Error> {
        let request =
            play::Request::<V>::parse(words).map_err(|error| Error::Usage(error).of_play())?;
        let arguments = match request {
            play::Request::Game(arguments) => arguments,
            play::Request::Opponents => {
                write!(context.output, "{}", play::opponents())?;
                return Ok(false);
            }
            play::Request::Help => {
                writeln!(context.output, "{}", V::HELP)?;
                return Ok(false);
            }
        };
        // Dropping the pool stops a running search, which still gives its best move, and frees the
        // hash for the game.
        self.pool = None;
        self.level = None;
        let engine = play::EngineOptions {
            name: about::VERSION,
            position: self.position.clone(),
            threads: context.settings.threads,
            hash: context.settings.hash,
            evaluation: self.evaluator(context.settings),
        };
        let mut errors = context.output.clone();
        let mut lines = || loop {
            match input::read_line(&mut io::stdin().lock())? {
                Line::Text(text) => return Ok(Some(text)),
                Line::TooLong => writeln!(errors, "That line is too long.")?,
                Line::End => return Ok(None),
            }
        };
        play::run(*arguments, engine, &mut lines, context.output)
            .map(|()| true)
            .map_err(|error| Error::from(error).of_play())
    }

    #[cfg(feature = "tune")]
    fn params(&self) -> game::ParamSet {
        V::PARAMS
    }
}

/// Another seed each time.
fn new_seed() -> u64 {
    let time = SystemTime::now().duration_since(UNIX_EPOCH);
    Rng::new(time.map_or(0, |time| time.as_nanos() as u64)).next_u64()
}

/// Says so if the pool has fewer threads than it should.
fn say_threads(started: usize, context: &mut Context<'_>) -> io::Result<()> {
    let wanted = context.settings.threads;
    if started < wanted {
        writeln!(
            context.output,
            "info string only {started} of {wanted} threads could be started"
        )?;
    }
    Ok(())
}
