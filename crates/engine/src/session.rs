//! A conversation: commands in, answers out, and the position in between.

use std::io::{self, BufRead, Write};
use std::time::Instant;

use chess::{Chess, Position};
use game::Evaluator;
use handcrafted::Handcrafted;
use search::{Job, Limits, Pool, TranspositionTable};
use uci::{Command, GoCommand, PositionCommand, SetOption};

use crate::options::{self, Effect, Settings};
use crate::report::UciReport;
use crate::{bench, perft, text, time};

/// What a command leaves to do.
#[derive(Debug, PartialEq, Eq)]
pub enum Step {
    /// Read the next one.
    Continue,
    /// The command could not be done, and the answer says why. Read the next one.
    Failed,
    /// Leave.
    Quit,
}

/// Everything that lasts from one command to the next.
pub struct Session<W> {
    output: W,
    position: Position,
    settings: Settings,
    /// Started with the first search, because most commands need none.
    pool: Option<Pool<Chess, Handcrafted>>,
    /// Whether the last search has no end of its own.
    is_endless: bool,
}

impl<W: Write> Session<W> {
    /// A conversation at its start, about the start position.
    pub fn new(output: W) -> Self {
        Self {
            output,
            position: Position::start(),
            settings: Settings::default(),
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
            if self.execute(&String::from_utf8_lossy(&line))? == Step::Quit {
                return Ok(());
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
        let failure = match Command::parse(line) {
            Command::Empty => None,
            Command::Quit => return Ok(Step::Quit),
            Command::Uci => {
                writeln!(self.output, "id name {}", text::VERSION)?;
                writeln!(self.output, "id author {}", env!("CARGO_PKG_AUTHORS"))?;
                write!(self.output, "{}", options::announcement())?;
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
                let mut evaluation = Handcrafted::new();
                evaluation.reset(&self.position);
                let score = evaluation.evaluate(&self.position);
                writeln!(self.output, "Evaluation: {score} (side to move)")?;
                None
            }
            Command::NewGame => {
                self.stop_endless();
                if let Some(pool) = &mut self.pool {
                    pool.forget();
                }
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
            Command::Bench(depth) => bench::run(depth, &mut self.output)?.err(),
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

    fn go(&mut self, go: &GoCommand) -> Result<(), String> {
        let start = Instant::now();
        let moves = go
            .search_moves
            .iter()
            .filter_map(|text| self.position.parse_uci(text).ok());
        let budget = time::budget(
            go,
            self.position.side_to_move(),
            self.settings.move_overhead,
        );
        // A limit that could not be read must not become none: answer at once instead.
        let depth = if go.is_broken {
            go.depth.or(Some(1))
        } else {
            go.depth
        };
        let limits = Limits {
            depth,
            nodes: go.nodes,
            budget: budget.filter(|_| !go.infinite),
            mate: go.mate,
            infinite: go.infinite,
            moves: moves.collect(),
            lines: self.settings.lines,
        };
        let report = Box::new(UciReport {
            position: self.position.clone(),
        });
        let position = self.position.clone();
        self.stop_endless();
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

    /// A command that has to wait for the search to end would wait for ever for one that does not
    /// end by itself: that one gives its answer now.
    fn stop_endless(&self) {
        if self.is_endless {
            self.pool.iter().for_each(Pool::stop);
        }
    }

    fn table(&self) -> Result<TranspositionTable, String> {
        let size = self.settings.hash;
        TranspositionTable::new(size)
            .ok_or_else(|| format!("not enough memory for a table of {size} MiB"))
    }

    fn pool(&mut self) -> Result<&mut Pool<Chess, Handcrafted>, String> {
        if self.pool.is_none() {
            let pool = Pool::new(self.settings.threads, self.table()?, Handcrafted::new());
            self.pool = Some(pool);
        }
        self.pool
            .as_mut()
            .ok_or_else(|| "the search could not be started".to_owned())
    }

    /// Sets up a position and plays its moves. If anything is wrong the old position stays.
    fn set_position(&mut self, command: &PositionCommand) -> Result<(), String> {
        let mut position = match &command.fen {
            None => Position::start(),
            Some(fen) => Position::from_fen(fen).map_err(|error| error.to_string())?,
        };
        for (index, text) in command.moves.iter().enumerate() {
            let mv = position.parse_uci(text).map_err(|error| {
                format!("{error} (move {} of {})", index + 1, command.moves.len())
            })?;
            position.play(mv);
        }
        position.set_chess960(position.is_chess960() || self.settings.chess960);
        self.position = position;
        Ok(())
    }

    fn set_option(&mut self, option: &SetOption) -> Result<(), String> {
        let before = self.settings.clone();
        let effect = options::set(&mut self.settings, &option.name, &option.value)?;
        let threads = self.settings.threads;
        if effect != Effect::None {
            self.stop_endless();
        }
        match (effect, &mut self.pool) {
            (Effect::Threads, Some(pool)) => pool.set_threads(threads),
            (Effect::Forget, Some(pool)) => pool.forget(),
            (Effect::Table, _) => match self.table() {
                Ok(table) => {
                    if let Some(pool) = &mut self.pool {
                        pool.set_table(table);
                    }
                }
                Err(problem) => {
                    self.settings = before;
                    return Err(problem);
                }
            },
            (Effect::None | Effect::Threads | Effect::Forget, _) => {}
        }
        Ok(())
    }
}
