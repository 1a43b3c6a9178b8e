//! A conversation: commands in, answers out, and the position in between.

use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::time::Instant;

use chess::{Chess, Position};
use evaluation::{Evaluation, NnueOptions};
use nnue::Network;
use search::{Job, Pool, TranspositionTable};
use uci::{Command, GoCommand, PositionCommand, SetOption};

use crate::limits::limits;
use crate::options::{self, Effect, Settings};
use crate::output::Output;
use crate::play::Arguments;
use crate::report::UciReport;
use crate::{bench, compiler, eval, flip, genfens, network, perft, play, setup, speedtest, text};

/// What a command leaves to do.
#[derive(Debug, PartialEq, Eq)]
pub enum Step {
    /// Read the next one.
    Continue,
    /// The command could not be done, and the answer says why. Read the next one.
    Failed,
    /// Play this game on the terminal, which needs the input.
    Play(Box<Arguments>),
    /// Leave.
    Quit,
}

/// Everything that lasts from one command to the next.
pub struct Session {
    output: Output,
    position: Position,
    settings: Settings,
    /// The network from the file that was set; none before one was.
    network: Option<Arc<Network>>,
    /// Started with the first search, because most commands need none.
    pool: Option<Pool<Chess, Evaluation>>,
    /// Whether the last search has no end of its own.
    is_endless: bool,
}

impl Session {
    /// A conversation at its start, about the start position.
    pub fn new(output: Output) -> Self {
        Self {
            output,
            position: Position::start(),
            settings: Settings::default(),
            network: None,
            pool: None,
            is_endless: false,
        }
    }

    /// Answers lines until `quit` or the end of the input. Bytes that are not UTF-8 are replaced.
    pub fn run(&mut self, mut input: impl BufRead) -> io::Result<()> {
        let mut line = Vec::new();
        loop {
            line.clear();
            if input.read_until(b'\n', &mut line)? == 0 {
                return Ok(());
            }
            match self.execute(&String::from_utf8_lossy(&line))? {
                Step::Quit => return Ok(()),
                Step::Play(wanted) => {
                    if self.play(*wanted, &mut input)? == Step::Continue {
                        writeln!(self.output, "{}", text::AFTER_PLAY)?;
                    }
                }
                Step::Continue | Step::Failed => {}
            }
        }
    }

    /// Waits for a search begun by the last command, which on the command line has nobody to stop
    /// it.
    pub fn finish(&mut self) {
        if let Some(pool) = &mut self.pool {
            pool.wait();
        }
    }

    /// Does one command.
    pub fn execute(&mut self, line: &str) -> io::Result<Step> {
        self.output.note_input(line);
        let failure = match Command::parse(line) {
            Command::Empty => None,
            Command::Quit => return Ok(Step::Quit),
            Command::Uci => {
                writeln!(self.output, "id name {}", text::VERSION)?;
                writeln!(self.output, "id author {}", env!("CARGO_PKG_AUTHORS"))?;
                write!(self.output, "{}", options::announcement())?;
                #[cfg(feature = "tune")]
                write!(self.output, "{}", crate::tuning::announcement())?;
                writeln!(self.output, "uciok")?;
                None
            }
            Command::IsReady => {
                writeln!(self.output, "readyok")?;
                None
            }
            Command::Help => {
                writeln!(self.output, "{}", text::HELP)?;
                None
            }
            Command::Display => {
                writeln!(self.output, "{}", self.position)?;
                None
            }
            Command::Eval => {
                eval::write(&self.position, &self.evaluation(), &mut self.output)?;
                None
            }
            Command::Compiler => {
                writeln!(self.output, "{}", compiler::description())?;
                None
            }
            Command::Flip => self.flip().err(),
            Command::NewGame => {
                self.forget();
                None
            }
            Command::Stop => {
                self.pool.iter().for_each(Pool::stop);
                None
            }
            Command::PonderHit => {
                self.pool.iter().for_each(Pool::ponder_hit);
                None
            }
            Command::SetOption(option) => self.set_option(&option).err(),
            Command::Position(Ok(command)) => self.set_position(&command).err(),
            Command::Position(Err(problem)) => Some(problem.to_owned()),
            Command::Perft(Ok(command)) => {
                perft::run(&command, &self.position, &mut self.output)?.err()
            }
            Command::Perft(Err(problem)) => Some(problem.to_string()),
            Command::Bench(depth) => bench::run(depth, self.evaluation(), &mut self.output)?.err(),
            Command::Speedtest(Ok(command)) => {
                speedtest::run(command, self.evaluation(), &mut self.output)?.err()
            }
            Command::Speedtest(Err(problem)) => Some(problem),
            Command::Genfens(Ok(command)) => genfens::run(&command, &mut self.output)?.err(),
            Command::Genfens(Err(problem)) => Some(problem),
            Command::Play(words) => match play::Request::parse(&words) {
                Ok(play::Request::Game(wanted)) => return Ok(Step::Play(wanted)),
                Ok(play::Request::Help) => {
                    writeln!(self.output, "{}", play::HELP)?;
                    None
                }
                Err(problem) => Some(problem),
            },
            Command::Go(go) => self.go(&go).err(),
            Command::Unknown(text) => Some(format!("unknown command: {text:?} (try 'help')")),
        };
        if let Some(problem) = &failure {
            writeln!(self.output, "info string error: {problem}")?;
        }
        self.output.flush()?;
        Ok(if failure.is_some() {
            Step::Failed
        } else {
            Step::Continue
        })
    }

    /// Plays on the terminal until the person leaves.
    pub fn play(&mut self, wanted: Arguments, input: &mut impl BufRead) -> io::Result<Step> {
        // A search that still runs answers now, and leaves its memory to the game's.
        self.pool = None;
        let defaults = play::Defaults {
            position: self.position.clone(),
            threads: self.settings.threads,
            hash: self.settings.hash,
            evaluation: self.evaluation(),
        };
        let result = play::run(wanted, defaults, input, &mut self.output)?;
        if let Err(problem) = &result {
            writeln!(self.output, "info string error: {problem}")?;
        }
        Ok(result.map_or(Step::Failed, |()| Step::Continue))
    }

    fn go(&mut self, go: &GoCommand) -> Result<(), String> {
        let start = Instant::now();
        let limits = limits(go, &self.position, &self.settings);
        let position = self.position.clone();
        let report = Box::new(UciReport {
            position: position.clone(),
            output: self.output.clone(),
            show_wdl: self.settings.show_wdl,
        });
        self.ending_pool();
        self.is_endless = go.ponder || go.infinite || limits.is_endless();
        let job = Job {
            position,
            limits,
            start,
            ponder: go.ponder,
            report,
        };
        self.pool()?.start(job);
        Ok(())
    }

    /// The evaluation that the options ask for.
    fn evaluation(&self) -> Evaluation {
        let network = self.network.clone().or_else(network::embedded);
        let network = network.filter(|_| self.settings.use_network);
        let options = NnueOptions {
            blend: self.settings.blend,
            scale: self.settings.scale,
        };
        Evaluation::new(network.as_ref(), options)
    }

    fn table(&self) -> Result<TranspositionTable, String> {
        let size = self.settings.hash;
        TranspositionTable::new(size)
            .ok_or_else(|| format!("not enough memory for a table of {size} MiB"))
    }

    fn pool(&mut self) -> Result<&mut Pool<Chess, Evaluation>, String> {
        if self.pool.is_none() {
            let pool = Pool::new(self.settings.threads, self.table()?, self.evaluation());
            self.pool = Some(pool);
        }
        self.pool
            .as_mut()
            .ok_or_else(|| "the search could not be started".to_owned())
    }

    /// Sets up another position. If anything is wrong with it the old one stays.
    fn set_position(&mut self, command: &PositionCommand) -> Result<(), String> {
        self.position = setup::position(command, self.settings.chess960)?;
        Ok(())
    }

    fn flip(&mut self) -> Result<(), String> {
        self.position = flip::flipped(&self.position).map_err(|error| error.to_string())?;
        Ok(())
    }

    /// Sets an option. If what it asks for cannot be done the old value stays.
    fn set_option(&mut self, option: &SetOption) -> Result<(), String> {
        #[cfg(feature = "tune")]
        if let Some(result) = crate::tuning::set(&option.name, &option.value) {
            return result;
        }
        let before = self.settings.clone();
        let effect = options::set(&mut self.settings, &option.name, &option.value)?;
        let done = self.bring_about(effect);
        if done.is_err() {
            self.settings = before;
        }
        done
    }

    fn bring_about(&mut self, effect: Effect) -> Result<(), String> {
        let threads = self.settings.threads;
        match effect {
            Effect::None => {}
            Effect::Log => self.output.log_to(&self.settings.log_file)?,
            Effect::Table => {
                let table = self.table()?;
                if let Some(pool) = self.ending_pool() {
                    pool.set_tt(table);
                }
            }
            Effect::Threads => {
                if let Some(pool) = self.ending_pool() {
                    pool.set_threads(threads);
                }
            }
            Effect::Forget => self.forget(),
            Effect::Network => {
                self.network = network::from_file(&self.settings.network_file)?;
                self.change_evaluation();
            }
            Effect::Evaluation => self.change_evaluation(),
        }
        Ok(())
    }

    fn change_evaluation(&mut self) {
        let evaluation = self.evaluation();
        if let Some(pool) = self.ending_pool() {
            pool.set_evaluator(evaluation);
        }
    }

    fn forget(&mut self) {
        if let Some(pool) = self.ending_pool() {
            pool.forget();
        }
    }

    /// The pool, if there is one, with a search that ends by itself if it has any. A command that
    /// waits for the search would else wait for ever.
    fn ending_pool(&mut self) -> Option<&mut Pool<Chess, Evaluation>> {
        if self.is_endless {
            self.pool.iter().for_each(Pool::stop);
        }
        self.pool.as_mut()
    }
}
