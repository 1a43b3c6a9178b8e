//! A conversation: commands in, answers out, and the position in between.

use std::io::{self, BufRead, Write};

use chess::Position;
use uci::{Command, PositionCommand, SetOption};

use crate::{perft, text};

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
    /// Whether castling is written as in Chess960, whatever the position.
    chess960: bool,
}

impl<W: Write> Session<W> {
    /// A conversation at its start, about the start position.
    pub fn new(output: W) -> Self {
        Self {
            output,
            position: Position::start(),
            chess960: false,
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

    /// Does one command.
    pub fn execute(&mut self, line: &str) -> io::Result<Step> {
        let failure = match Command::parse(line) {
            Command::Empty | Command::NewGame | Command::Stop => None,
            Command::Quit => return Ok(Step::Quit),
            Command::Uci => {
                writeln!(self.output, "id name {}", text::VERSION)?;
                writeln!(self.output, "id author {}", env!("CARGO_PKG_AUTHORS"))?;
                writeln!(
                    self.output,
                    "option name UCI_Chess960 type check default false"
                )?;
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
            Command::SetOption(option) => self.set_option(&option).err(),
            Command::Position(Ok(command)) => self.set_position(&command).err(),
            Command::Position(Err(problem)) => Some(problem.to_owned()),
            Command::Perft(Ok(command)) => {
                perft::run(&command, &self.position, &mut self.output)?.err()
            }
            Command::Perft(Err(problem)) => Some(problem.to_string()),
            Command::Go => {
                Some("this version counts moves ('go perft N') but does not play yet".to_owned())
            }
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
        position.set_chess960(position.is_chess960() || self.chess960);
        self.position = position;
        Ok(())
    }

    fn set_option(&mut self, option: &SetOption) -> Result<(), String> {
        let SetOption { name, value } = option;
        if !name.eq_ignore_ascii_case("UCI_Chess960") {
            return Err(format!("no option is called {name:?}"));
        }
        self.chess960 = match value.to_ascii_lowercase().as_str() {
            "true" => true,
            "false" => false,
            _ => return Err(format!("{name} takes true or false, not {value:?}")),
        };
        Ok(())
    }
}
