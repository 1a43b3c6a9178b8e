//! The table at which person and engine sit: whose turn it is, and what is said.

use std::io::{self, BufRead, IsTerminal, Write};
use std::process;
use std::time::{SystemTime, UNIX_EPOCH};

use chess::{Color, Position, pgn};
use game::Rng;
use openings::chess960;

use super::arguments::{Arguments, ColorChoice, Start};
use super::command::{Command, HELP};
use super::drawing::{View, draw};
use super::entry;
use super::game::Game;
use super::opponent::Opponent;
use super::score_sheet;
use super::style::Style;
use super::wording::{comment, line_text, numbered, score_text};
use super::wrapping::wrapped;

/// Everything that lasts from one line of input to the next.
pub struct Table<'a, W> {
    arguments: Arguments,
    default_start: Position,
    opponent: Opponent,
    output: &'a mut W,
    game: Game,
    person: Color,
    is_flipped: bool,
    style: Style,
    /// Whether somebody reads along and waits to be asked.
    is_interactive: bool,
    rng: Rng,
}

impl<'a, W: Write> Table<'a, W> {
    /// A table at which nothing has been played.
    pub fn new(
        arguments: Arguments,
        default_start: Position,
        opponent: Opponent,
        output: &'a mut W,
    ) -> Self {
        Self {
            style: Style::of_output(arguments.glyphs),
            game: Game::new(default_start.clone()),
            default_start,
            arguments,
            opponent,
            output,
            person: Color::White,
            is_flipped: false,
            is_interactive: io::stdin().is_terminal() && io::stdout().is_terminal(),
            rng: Rng::new(seed()),
        }
    }

    /// Plays until `quit` or the end of the input.
    pub fn play(mut self, input: &mut impl BufRead) -> io::Result<()> {
        self.begin()?;
        let mut line = Vec::new();
        loop {
            self.prompt()?;
            line.clear();
            if input.read_until(b'\n', &mut line)? == 0 {
                // What comes next should not stand behind our prompt.
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
            Command::Nothing | Command::Quit => Ok(()),
            Command::Help => writeln!(self.output, "{HELP}"),
            Command::Board => self.show(),
            Command::Flip => {
                self.is_flipped = !self.is_flipped;
                self.show()
            }
            Command::Undo => {
                if self.game.take_back(self.person) {
                    self.show()
                } else {
                    self.say("there is no move of yours to take back")
                }
            }
            Command::Eval => {
                let position = self.game.position();
                let score = score_text(self.opponent.glance(position), position.side_to_move());
                self.say(&format!("Static evaluation: {score} (+ is good for white)"))
            }
            Command::Moves => self.list_moves(),
            Command::Fen => writeln!(self.output, "{}", self.game.position().fen()),
            Command::ShowPgn => pgn::write(&self.sheet(), self.output),
            Command::SavePgn(path, may_replace) => {
                let saved = score_sheet::save(&self.sheet(), &path, may_replace);
                let answer = saved.map_or_else(|problem| problem, |()| format!("Saved to {path}."));
                // Not wrapped: a path is kept as it is.
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

    /// The commands that make no sense after the end.
    fn execute_in_play(&mut self, command: Command) -> io::Result<()> {
        if self.game.ending().is_some() {
            return self.announce_end();
        }
        match command {
            Command::Hint => self.hint(),
            Command::Switch => {
                self.person = !self.game.position().side_to_move();
                self.go_on()
            }
            Command::Resign => {
                self.game.resign(self.person);
                self.go_on()
            }
            Command::Move(text) => match entry::read(self.game.position(), &text) {
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
        self.person = match self.arguments.color {
            ColorChoice::Fixed(color) => color,
            ColorChoice::Random => Color::from_index(self.rng.below(Color::COUNT)),
        };
        self.game = Game::new(start);
        self.is_flipped = false;
        self.opponent.forget();
        self.say(&format!(
            "You play {}, Quietus plays {}{note}. Its limit for a move: {}.",
            self.person, !self.person, self.arguments.strength
        ))?;
        self.say("Type moves as Nf3 or g1f3; 'help' lists the commands.")?;
        self.go_on()
    }

    /// Lets the engine move if it is its turn, and shows what became of it.
    fn go_on(&mut self) -> io::Result<()> {
        let position = self.game.position();
        let is_its_turn = position.side_to_move() != self.person && self.game.ending().is_none();
        if is_its_turn && let Some(thought) = self.opponent.think(position) {
            let mv = numbered(position, thought.mv);
            let comment = comment(&thought, position.side_to_move());
            self.game.play(thought.mv);
            self.say(&format!("Quietus plays {mv} ({comment})"))?;
        }
        self.show()
    }

    fn show(&mut self) -> io::Result<()> {
        let bottom = if self.is_flipped {
            !self.person
        } else {
            self.person
        };
        let view = View {
            style: self.style,
            bottom,
            person: self.person,
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
            "The game is over: {ending} ({result}). You can undo, start a new one, save it by \
             'pgn FILE', or quit."
        ))
    }

    fn hint(&mut self) -> io::Result<()> {
        let position = self.game.position();
        let Some(thought) = self.opponent.think(position) else {
            return Ok(());
        };
        let comment = comment(&thought, position.side_to_move());
        let line = line_text(position, &thought.line);
        self.say(&format!("Hint: {line} ({comment})"))
    }

    fn list_moves(&mut self) -> io::Result<()> {
        let position = self.game.position();
        let moves = position.legal_moves();
        let mut texts: Vec<String> = moves.iter().map(|&mv| position.san(mv)).collect();
        texts.sort();
        self.say(&format!("{} legal moves: {}", texts.len(), texts.join(" ")))
    }

    fn sheet(&self) -> pgn::Game {
        score_sheet::sheet(&self.game, self.person)
    }

    /// Says something in lines that fit a terminal.
    fn say(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.output, "{}", wrapped(text))
    }
}

/// Another number each time the program runs.
fn seed() -> u64 {
    let time = SystemTime::now().duration_since(UNIX_EPOCH);
    let nanoseconds = time.map_or(0, |time| time.as_nanos() as u64);
    nanoseconds ^ u64::from(process::id()) << 32
}
