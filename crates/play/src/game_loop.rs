//! The loop of a game: reads commands and moves, lets the engine answer, prints the board.

use std::io::{self, BufRead, IsTerminal, Write};
use std::process;
use std::time::{SystemTime, UNIX_EPOCH};

use chess::{Color, Position, pgn};
use game::Rng;
use openings::chess960;

use crate::EngineOptions;
use crate::arguments::{Arguments, ColorChoice, Start};
use crate::board::{View, draw};
use crate::command::{Command, HELP};
use crate::format::{numbered, pv_text, score_text, summary, wrapped};
use crate::game::Game;
use crate::move_input;
use crate::opponent::Opponent;
use crate::pgn_export;
use crate::style::Style;

/// The state of a game between two lines of input.
pub struct GameLoop<'a, W> {
    arguments: Arguments,
    default_start: Position,
    engine_name: &'static str,
    opponent: Opponent,
    output: &'a mut W,
    game: Game,
    human: Color,
    is_flipped: bool,
    style: Style,
    /// Whether a prompt is shown.
    is_interactive: bool,
    rng: Rng,
}

impl<'a, W: Write> GameLoop<'a, W> {
    /// A loop before its first game.
    pub fn new(arguments: Arguments, engine: EngineOptions, output: &'a mut W) -> io::Result<Self> {
        let threads = arguments.threads.unwrap_or(engine.threads);
        let hash = arguments.hash.unwrap_or(engine.hash);
        let limits = arguments.limits.to_search();
        Ok(Self {
            opponent: Opponent::new(threads, hash, engine.evaluation, limits)?,
            style: Style::of_output(arguments.glyphs),
            game: Game::new(engine.position.clone()),
            default_start: engine.position,
            engine_name: engine.name,
            arguments,
            output,
            human: Color::White,
            is_flipped: false,
            is_interactive: io::stdin().is_terminal() && io::stdout().is_terminal(),
            rng: Rng::new(seed()),
        })
    }

    /// Plays until `quit` or the end of the input.
    pub fn play(mut self, input: &mut impl BufRead) -> io::Result<()> {
        self.begin()?;
        let mut line = Vec::new();
        loop {
            self.prompt()?;
            line.clear();
            if input.read_until(b'\n', &mut line)? == 0 {
                // Ends the line of the prompt.
                return if self.is_interactive {
                    writeln!(self.output)
                } else {
                    Ok(())
                };
            }
            match Command::parse(&String::from_utf8_lossy(&line)) {
                Command::Quit => return self.output.flush(),
                command => self.execute(command)?,
            }
        }
    }

    fn prompt(&mut self) -> io::Result<()> {
        if self.is_interactive {
            write!(self.output, "> ")?;
        }
        self.output.flush()
    }

    fn execute(&mut self, command: Command) -> io::Result<()> {
        match command {
            Command::Empty | Command::Quit => Ok(()),
            Command::Help => writeln!(self.output, "{HELP}"),
            Command::Board => self.show(),
            Command::Flip => {
                self.is_flipped = !self.is_flipped;
                self.show()
            }
            Command::Undo => {
                if self.game.take_back(self.human) {
                    self.show()
                } else {
                    self.say("there is no move of yours to take back")
                }
            }
            Command::Eval => {
                let position = self.game.position();
                let score =
                    score_text(self.opponent.static_eval(position), position.side_to_move());
                self.say(&format!("Static evaluation: {score} (white's view)"))
            }
            Command::Moves => self.list_moves(),
            Command::Fen => writeln!(self.output, "{}", self.game.position().fen()),
            Command::ShowPgn => pgn::write(&self.pgn(), self.output),
            Command::SavePgn(path, may_replace) => {
                let saved = pgn_export::save(&self.pgn(), &path, may_replace);
                let answer = saved.map_or_else(|problem| problem, |()| format!("Saved to {path}."));
                // Not wrapped: that would break a path.
                writeln!(self.output, "{answer}")
            }
            Command::New(color) => {
                self.arguments.color = color.unwrap_or(self.arguments.color);
                self.begin()
            }
            Command::Hint | Command::Switch | Command::Resign | Command::Move(_) => {
                self.execute_in_play(command)
            }
        }
    }

    /// The commands that need a game in progress.
    fn execute_in_play(&mut self, command: Command) -> io::Result<()> {
        if self.game.ending().is_some() {
            return self.announce_end();
        }
        match command {
            Command::Hint => self.hint(),
            Command::Switch => {
                self.human = !self.game.position().side_to_move();
                self.go_on()
            }
            Command::Resign => {
                self.game.resign(self.human);
                self.go_on()
            }
            Command::Move(text) => match move_input::parse(self.game.position(), &text) {
                Ok(mv) => {
                    self.game.play(mv);
                    self.go_on()
                }
                Err(problem) => self.say(&problem),
            },
            _ => Ok(()),
        }
    }

    /// Sets up a game, and plays the first move if it is the engine's.
    fn begin(&mut self) -> io::Result<()> {
        let mut note = String::new();
        let start = match &self.arguments.start {
            None => self.default_start.clone(),
            Some(Start::Position(position)) => (**position).clone(),
            Some(Start::Chess960(number)) => {
                let number = number.unwrap_or_else(|| self.rng.below(chess960::COUNT));
                note = format!(", from Chess960 start position {number}");
                chess960::start(number)
            }
        };
        self.human = match self.arguments.color {
            ColorChoice::Fixed(color) => color,
            ColorChoice::Random => Color::from_index(self.rng.below(Color::COUNT)),
        };
        self.game = Game::new(start);
        self.is_flipped = false;
        self.opponent.new_game();
        self.say(&format!(
            "You play {}, Quietus plays {}{note}. Its limit per move: {}.",
            self.human, !self.human, self.arguments.limits
        ))?;
        self.say("Enter moves as Nf3 or g1f3; 'help' lists the commands.")?;
        self.go_on()
    }

    /// Lets the engine move if it is its turn, then shows the board.
    fn go_on(&mut self) -> io::Result<()> {
        let position = self.game.position();
        let is_engines_turn = position.side_to_move() != self.human && self.game.ending().is_none();
        if is_engines_turn && let Some(result) = self.opponent.search(position) {
            let mv = numbered(position, result.mv);
            let summary = summary(&result, position.side_to_move());
            self.game.play(result.mv);
            self.say(&format!("Quietus plays {mv} ({summary})"))?;
        }
        self.show()
    }

    fn show(&mut self) -> io::Result<()> {
        let bottom = if self.is_flipped {
            !self.human
        } else {
            self.human
        };
        let view = View {
            style: self.style,
            bottom,
            human: self.human,
        };
        write!(self.output, "\n{}\n", draw(&self.game, view))?;
        if self.game.ending().is_some() {
            self.announce_end()?;
        }
        Ok(())
    }

    fn announce_end(&mut self) -> io::Result<()> {
        let Some(ending) = self.game.ending() else {
            return Ok(());
        };
        let result = ending.result();
        self.say(&format!(
            "The game is over: {ending} ({result}). Next: 'undo', 'new', 'pgn FILE' to save the \
             game, or 'quit'."
        ))
    }

    fn hint(&mut self) -> io::Result<()> {
        let position = self.game.position();
        let Some(result) = self.opponent.search(position) else {
            return Ok(());
        };
        let summary = summary(&result, position.side_to_move());
        let pv = pv_text(position, &result.pv);
        self.say(&format!("Hint: {pv} ({summary})"))
    }

    fn list_moves(&mut self) -> io::Result<()> {
        let position = self.game.position();
        let moves = position.legal_moves();
        let mut texts: Vec<String> = moves.iter().map(|&mv| position.san(mv)).collect();
        texts.sort();
        self.say(&format!("{} legal moves: {}", texts.len(), texts.join(" ")))
    }

    fn pgn(&self) -> pgn::Game {
        pgn_export::export(&self.game, self.human, self.engine_name)
    }

    /// Prints text in lines that fit a terminal.
    fn say(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.output, "{}", wrapped(text))
    }
}

/// A different number on every run.
fn seed() -> u64 {
    let time = SystemTime::now().duration_since(UNIX_EPOCH);
    let nanoseconds = time.map_or(0, |time| time.as_nanos() as u64);
    nanoseconds ^ u64::from(process::id()) << 32
}
