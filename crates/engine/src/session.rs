//! A UCI session: runs commands, and keeps position, options and search threads between them.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::SyncSender;
use std::time::{Duration, Instant};

use chess::{Chess, Position};
use evaluation::{Evaluation, NnueOptions};
use nnue::Network;
use search::{Job, Pool};
use tablebase::Tablebases;
use uci::{Command, GoCommand, SetOption};

use crate::clock::GameClock;
use crate::error::{Error, transposition_table};
use crate::input::{self, Event, Line};
use crate::limits::limits;
use crate::options::{self, Effect, Settings};
use crate::output::Output;
use crate::report::UciReport;
use crate::syzygy::{self, Syzygy};
use crate::{about, bench, eval, genfens, network, perft, position, speedtest};

/// A search that ends before this time writes all its lines at once.
const BRIEF: Duration = Duration::from_millis(100);

/// What to do after a command.
#[derive(Debug, PartialEq, Eq)]
pub enum Step {
    /// Read the next command.
    Continue,
    /// Play this game in the terminal, which needs the input.
    Play(Box<play::Arguments>),
    /// Exit.
    Quit,
}

/// The state between two commands.
pub struct Session {
    pub(crate) output: Output,
    position: Position,
    settings: Settings,
    /// The network of `EvalFile`; `None` before the option was set.
    network: Option<Arc<Network>>,
    /// The tables of `SyzygyPath`.
    tables: Option<Arc<Tablebases>>,
    /// Started with `isready` or the first search, because most commands need none.
    pool: Option<Pool<Chess, Evaluation>>,
    /// Set before a search starts, cleared with its best move.
    is_searching: Arc<AtomicBool>,
    /// Whether the search was told to stop.
    pub(crate) is_stopping: bool,
    /// Whether the search runs until `stop`.
    is_infinite: bool,
    /// Whether the search waits for `ponderhit` or `stop`.
    is_pondering: bool,
    /// Told when a search ends.
    pub(crate) wake: Option<SyncSender<Event>>,
    clock: GameClock,
}

impl Session {
    /// A session with the default options, at the start position.
    pub fn new(output: Output) -> Self {
        Self {
            output,
            position: Position::start(),
            settings: Settings::default(),
            network: None,
            tables: None,
            pool: None,
            is_searching: Arc::default(),
            is_stopping: false,
            is_infinite: false,
            is_pondering: false,
            wake: None,
            clock: GameClock::default(),
        }
    }

    /// Whether a search runs.
    pub fn is_searching(&self) -> bool {
        self.is_searching.load(Ordering::Acquire)
    }

    /// Whether a command has to wait for the search to end. A bounded search is left to finish; an
    /// infinite one is stopped.
    pub fn must_wait(&mut self, command: &Command) -> bool {
        let needs_idle = match command {
            Command::Go(_) | Command::NewGame => true,
            Command::SetOption(option) => options::needs_idle(&option.name),
            _ => false,
        };
        let must_wait = needs_idle && self.is_searching();
        if must_wait && (self.is_infinite || self.is_pondering) {
            self.stop();
        }
        must_wait
    }

    /// Tells the search to stop. Its best move still comes.
    pub fn stop(&mut self) {
        self.is_stopping = true;
        self.pool.iter().for_each(Pool::stop);
    }

    /// Waits for the search that the last command started.
    pub fn wait(&mut self) {
        if let Some(pool) = &mut self.pool {
            pool.wait();
        }
    }

    /// Prints why a command failed; gives back what ends the session.
    pub fn report(&mut self, error: Error) -> io::Result<()> {
        match error {
            Error::Io(error) => Err(error),
            Error::Play(error) => writeln!(self.output, "error: {error}"),
            error => writeln!(self.output, "info string error: {error}"),
        }
    }

    /// Runs one command. The search must be idle if the command needs that ([`Self::must_wait`]).
    pub fn execute(&mut self, command: Command) -> Result<Step, Error> {
        match command {
            Command::Empty => {}
            Command::Quit => return Ok(Step::Quit),
            Command::Uci => self.identify()?,
            Command::IsReady => {
                // Threads and tables are paid for here, not on the clock of the first move.
                let ready = self.pool().map(|_| ());
                ready.or_else(|error| self.report(error))?;
                writeln!(self.output, "readyok")?;
            }
            Command::Help => writeln!(self.output, "{}", about::HELP)?,
            Command::Display => writeln!(self.output, "{}", self.position)?,
            Command::Eval => eval::write(&self.position, &self.evaluation(), &mut self.output)?,
            Command::Compiler => writeln!(self.output, "{}", about::build_info())?,
            Command::Flip => {
                self.position = position::flipped(&self.position)
                    .map_err(|error| Error::Failed(error.to_string()))?;
            }
            Command::NewGame => {
                self.clock.new_game();
                self.clear();
            }
            Command::Stop => self.stop(),
            Command::PonderHit => {
                self.is_pondering = false;
                self.pool.iter().for_each(Pool::ponder_hit);
            }
            Command::SetOption(option) => self.set_option(&option)?,
            // If anything is wrong with the new position, the old one stays.
            Command::Position(command) => {
                let command = command.map_err(|problem| Error::Usage(problem.to_owned()))?;
                self.position =
                    position::set_up(&command, self.settings.chess960).map_err(Error::Usage)?;
            }
            Command::Perft(command) => {
                let command = command.map_err(|problem| Error::Usage(problem.to_string()))?;
                perft::run(&command, &self.position, &mut self.output)?;
            }
            Command::Bench(depth) => {
                let depth = depth.map_err(Error::Usage)?;
                bench::run(depth, self.evaluation(), &mut self.output)?;
            }
            Command::Speedtest(command) => {
                let command = command.map_err(Error::Usage)?;
                speedtest::run(command, self.evaluation(), &mut self.output)?;
            }
            Command::Genfens(command) => {
                genfens::run(&command.map_err(Error::Usage)?, &mut self.output)?;
            }
            Command::Tb(command) => {
                let command = command.map_err(Error::Usage)?;
                let named = command.path.as_deref();
                let named = named.and_then(|path| syzygy::open(path, &self.output));
                let tables = named.as_deref().or(self.tables.as_deref());
                syzygy::run(&command, &self.position, tables, &mut self.output)?;
            }
            Command::Play(words) => {
                let request = play::Request::parse(&words).map_err(Error::Usage);
                match request.map_err(Error::of_play)? {
                    play::Request::Game(arguments) => return Ok(Step::Play(arguments)),
                    play::Request::Help => writeln!(self.output, "{}", play::HELP)?,
                }
            }
            Command::Go(go) => self.go(&go)?,
            Command::Unknown(text) => {
                let problem = format!("unknown command: {text:?} (see 'help')");
                return Err(Error::Usage(problem));
            }
        }
        self.output.flush()?;
        Ok(Step::Continue)
    }

    /// Answers `uci`.
    fn identify(&mut self) -> io::Result<()> {
        writeln!(self.output, "id name {}", about::VERSION)?;
        writeln!(self.output, "id author {}", env!("CARGO_PKG_AUTHORS"))?;
        write!(self.output, "{}", options::announcement())?;
        #[cfg(feature = "tune")]
        write!(self.output, "{}", crate::tuning::announcement())?;
        writeln!(self.output, "uciok")
    }

    /// Plays in the terminal until the human leaves.
    pub fn play(&mut self, arguments: play::Arguments) -> Result<(), Error> {
        // Dropping the pool stops a running search, which still gives its best move, and frees the
        // hash for the game.
        self.pool = None;
        let engine = play::EngineOptions {
            name: about::VERSION,
            position: self.position.clone(),
            threads: self.settings.threads,
            hash: self.settings.hash,
            evaluation: self.evaluation(),
        };
        let mut errors = self.output.clone();
        let mut lines = || loop {
            match input::read_line(&mut io::stdin().lock())? {
                Line::Text(text) => return Ok(Some(text)),
                Line::TooLong => writeln!(errors, "That line is too long.")?,
                Line::End => return Ok(None),
            }
        };
        play::run(arguments, engine, &mut lines, &mut self.output)
            .map_err(|error| Error::from(error).of_play())
    }

    fn go(&mut self, go: &GoCommand) -> Result<(), Error> {
        let start = Instant::now();
        // The search before has given its best move, but may not have dropped its report yet.
        self.wait();
        if go.is_broken {
            let problem = "a limit of 'go' has no valid number; searching one iteration";
            writeln!(self.output, "info string error: {problem}")?;
        }
        let timing = self.pool.as_ref().and_then(Pool::last_timing);
        let lag = self.clock.update(go, &self.position, timing);
        let limits = limits(go, &self.position, &self.settings, lag);
        let is_brief = !go.ponder && limits.time.is_some_and(|time| time.hard < BRIEF);
        let position = self.position.clone();
        let report = Box::new(UciReport {
            position: position.clone(),
            output: self.output.clone(),
            show_wdl: self.settings.show_wdl,
            held: is_brief.then(String::new),
            is_searching: self.is_searching.clone(),
            wake: self.wake.clone(),
        });
        self.is_infinite = go.infinite || limits.is_endless();
        self.is_pondering = go.ponder;
        self.is_stopping = false;
        let job = Job {
            position,
            limits,
            start,
            ponder: go.ponder,
            report,
        };
        let is_searching = self.is_searching.clone();
        let tables = self.tables.as_ref();
        let syzygy = tables.and_then(|tables| Syzygy::new(tables, &self.settings));
        let pool = self.pool()?;
        pool.set_tablebase(syzygy.map(|syzygy| Arc::new(syzygy) as _));
        is_searching.store(true, Ordering::Release);
        pool.start(job);
        Ok(())
    }

    /// The evaluation that the options select.
    fn evaluation(&self) -> Evaluation {
        let network = self.network.clone().or_else(network::embedded);
        let network = network.filter(|_| self.settings.use_network);
        let options = NnueOptions {
            blend: self.settings.blend,
            scale: self.settings.scale,
        };
        Evaluation::new(network.as_ref(), options)
    }

    /// The search threads, started if there are none.
    fn pool(&mut self) -> Result<&mut Pool<Chess, Evaluation>, Error> {
        let pool = match self.pool.take() {
            Some(pool) => pool,
            None => {
                let table = transposition_table(self.settings.hash)?;
                let evaluation = self.evaluation();
                let pool = Pool::new(self.settings.threads, &self.position, table, evaluation)?;
                self.say_threads(pool.threads())?;
                pool
            }
        };
        Ok(self.pool.insert(pool))
    }

    /// Says so if the pool has fewer threads than it should.
    fn say_threads(&mut self, started: usize) -> io::Result<()> {
        let wanted = self.settings.threads;
        if started < wanted {
            writeln!(
                self.output,
                "info string only {started} of {wanted} threads could be started"
            )?;
        }
        Ok(())
    }

    /// Sets an option. If that fails, the old value stays.
    fn set_option(&mut self, option: &SetOption) -> Result<(), Error> {
        #[cfg(feature = "tune")]
        if let Some(result) = crate::tuning::set(&option.name, &option.value) {
            return result.map_err(Error::Usage);
        }
        let before = self.settings.clone();
        let effect =
            options::set(&mut self.settings, &option.name, &option.value).map_err(Error::Usage)?;
        let applied = self.apply(effect);
        if applied.is_err() {
            self.settings = before;
        }
        applied
    }

    fn apply(&mut self, effect: Effect) -> Result<(), Error> {
        match effect {
            Effect::None => {}
            Effect::Log => self.output.log_to(&self.settings.log_file)?,
            Effect::Hash => {
                let table = transposition_table(self.settings.hash)?;
                if let Some(pool) = &mut self.pool {
                    pool.set_tt(table);
                }
            }
            Effect::Threads => {
                if let Some(mut pool) = self.pool.take() {
                    pool.set_threads(self.settings.threads)?;
                    self.say_threads(pool.threads())?;
                    self.pool = Some(pool);
                }
            }
            Effect::Clear => self.clear(),
            Effect::Network => {
                self.network = network::from_file(&self.settings.network_file)?;
                self.change_evaluation()?;
            }
            Effect::Evaluation => self.change_evaluation()?,
            Effect::Tablebases => {
                let path = &self.settings.syzygy_path;
                self.tables = syzygy::open(path, &self.output);
                if let Some(tables) = &self.tables {
                    let summary = syzygy::summary(tables, path);
                    writeln!(self.output, "info string {summary}")?;
                }
            }
        }
        Ok(())
    }

    fn change_evaluation(&mut self) -> io::Result<()> {
        let evaluation = self.evaluation();
        if let Some(mut pool) = self.pool.take() {
            pool.set_evaluator(evaluation)?;
            self.pool = Some(pool);
        }
        Ok(())
    }

    /// Clears the transposition table and the histories.
    fn clear(&mut self) {
        if let Some(pool) = &mut self.pool {
            pool.clear();
        }
    }
}
