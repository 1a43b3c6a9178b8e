//! The loop of a game: reads commands and moves, lets the engine answer, prints the board.

use std::io::{self, Write};
use std::process;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use game::{Evaluator, Position, Rng};
use levels::{OPPONENTS, Player, thinking_time};

use crate::arguments::{Arguments, ColorChoice, Start};
use crate::board::{View, draw};
use crate::command::{Command, help};
use crate::format::{numbered, printable, pv_text, score_text, summary, wrapped};
use crate::game::Game;
use crate::opponent::{Opponent, SearchResult};
use crate::pgn_export;
use crate::rules::PlayRules;
use crate::style::Style;
use crate::terminal::{Entry, Terminal};
use crate::{EngineOptions, NextLine};

/// Said after Ctrl-C at the prompt; a second one in a row ends the game.
const HOW_TO_QUIT: &str = "To leave the game, type 'quit' or press Ctrl-D or Ctrl-C again.";

/// The usual time for a move of an opponent with a level, which needs hardly any.
const THINKING_TIME: Duration = Duration::from_millis(1500);

/// The state of a game between two lines of input.
pub struct GameLoop<'a, R: PlayRules, E, W> {
    arguments: Arguments<R>,
    default_start: R::Position,
    engine_name: &'static str,
    opponent: Opponent<R, E>,
    /// Who plays in its place at a level.
    player: Option<Player>,
    output: &'a mut W,
    game: Game<R>,
    human: R::Color,
    is_flipped: bool,
    /// Whether the last command was `resign`, which takes two.
    asked_to_resign: bool,
    style: Style,
    /// The line editor, if a human sits at a terminal.
    terminal: Option<Terminal>,
    rng: Rng,
}

impl<'a, R, E, W> GameLoop<'a, R, E, W>
where
    R: PlayRules,
    E: Evaluator<R> + Clone + 'static,
    W: Write,
{
    /// A loop before its first game.
    pub fn new(
        arguments: Arguments<R>,
        engine: EngineOptions<R, E>,
        output: &'a mut W,
    ) -> io::Result<Self> {
        let threads = arguments.threads.unwrap_or(engine.threads);
        let hash = arguments.hash.unwrap_or(engine.hash);
        let limits = arguments.limits.to_search();
        Ok(Self {
            opponent: Opponent::new(threads, hash, engine.evaluation, limits)?,
            player: None,
            style: Style::of_output::<R>(arguments.glyphs),
            game: Game::new(engine.position.clone()),
            default_start: engine.position,
            engine_name: engine.name,
            arguments,
            output,
            human: R::SIDES[0],
            is_flipped: false,
            asked_to_resign: false,
            terminal: Terminal::open()?,
            rng: Rng::new(seed()),
        })
    }

    /// Plays until `quit` or the end of the input.
    pub fn play(mut self, next_line: &mut NextLine<'_>) -> io::Result<()> {
        self.begin()?;
        let mut was_canceled = false;
        loop {
            self.output.flush()?;
            let entry = match &mut self.terminal {
                Some(terminal) => terminal.read_line("> ")?,
                None => next_line()?.map_or(Entry::End, Entry::Line),
            };
            match entry {
                Entry::Line(line) => match Command::parse(&line) {
                    Command::Quit => return self.output.flush(),
                    command => self.execute(command)?,
                },
                Entry::Canceled if !was_canceled => {
                    was_canceled = true;
                    self.say(HOW_TO_QUIT)?;
                    continue;
                }
                Entry::Canceled | Entry::End => return self.output.flush(),
            }
            was_canceled = false;
        }
    }

    fn execute(&mut self, command: Command<R>) -> io::Result<()> {
        self.asked_to_resign &= command == Command::Resign;
        match command {
            Command::Empty | Command::Quit => Ok(()),
            Command::Help => writeln!(self.output, "{}", help::<R>()),
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
                let score = self.opponent.static_eval(position);
                let score = score_text::<R>(score, position.side_to_move());
                let first = R::SIDES[0];
                self.say(&format!("Static evaluation: {score} ({first}'s view)"))
            }
            Command::Moves => self.list_moves(),
            Command::Fen => writeln!(self.output, "{}", R::fen(self.game.position())),
            Command::ShowPgn => pgn::write(&self.pgn(), self.output),
            Command::SavePgn(path, may_replace) => {
                let saved = pgn_export::save(&self.pgn(), &path, may_replace);
                let answer = saved.map_or_else(|problem| problem, |()| format!("Saved to {path}."));
                // Not wrapped: that would break a path.
                writeln!(self.output, "{}", printable(&answer))
            }
            Command::Review => self.review(),
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
    fn execute_in_play(&mut self, command: Command<R>) -> io::Result<()> {
        if self.game.ending().is_some() {
            return self.announce_end();
        }
        match command {
            Command::Hint => self.hint(),
            Command::Switch => {
                self.human = R::opponent(self.game.position().side_to_move());
                self.go_on()
            }
            Command::Resign if !self.asked_to_resign => {
                self.asked_to_resign = true;
                self.say("Resign this game? Type 'resign' again, or play on.")
            }
            Command::Resign => {
                self.asked_to_resign = false;
                self.game.resign(self.human);
                self.go_on()
            }
            Command::Move(text) => {
                match R::parse_input(self.game.position(), &text, self.style.glyphs) {
                    Ok(mv) => {
                        self.game.play(mv);
                        self.go_on()
                    }
                    Err(problem) => self.say(&problem),
                }
            }
            _ => Ok(()),
        }
    }

    /// Sets up a game, and plays the first move if it is the engine's.
    fn begin(&mut self) -> io::Result<()> {
        let mut note = String::new();
        let start = match &self.arguments.start {
            None => self.default_start.clone(),
            Some(Start::Position(position)) => (**position).clone(),
            Some(Start::Shuffled(number)) => {
                let number = number.unwrap_or_else(|| self.rng.below(R::SHUFFLED_STARTS));
                note = format!(", from Chess960 start position {number}");
                R::shuffled_start(number, number)
            }
        };
        self.human = match self.arguments.color {
            ColorChoice::Fixed(color) => color,
            ColorChoice::Random => R::SIDES[self.rng.below(2)],
        };
        self.game = Game::new(start);
        self.is_flipped = false;
        self.opponent.new_game();
        self.player = self.arguments.level.map(|level| Player {
            level,
            seed: self.rng.next_u64(),
        });
        let strength = match self.player {
            Some(player) => format!("Level: {}", player.level),
            None => format!("Its limit per move: {}", self.arguments.limits),
        };
        self.say(&format!(
            "You play {}, {} plays {}{note}. {strength}.",
            self.human,
            self.opponent_name(),
            R::opponent(self.human),
        ))?;
        let moves = R::MOVES;
        self.say(&format!(
            "Enter moves as {moves}; 'help' lists the commands."
        ))?;
        self.go_on()
    }

    /// Lets the engine move if it is its turn, then shows the board.
    fn go_on(&mut self) -> io::Result<()> {
        let is_engines_turn =
            self.game.position().side_to_move() != self.human && self.game.ending().is_none();
        if is_engines_turn && let Some((mv, summary)) = self.reply()? {
            let name = self.opponent_name();
            let text = numbered::<R>(self.game.position(), mv, self.style.glyphs);
            self.game.play(mv);
            self.say(&format!("{name} plays {text}{summary}"))?;
        }
        self.show()
    }

    /// The opponent's move, and how a search came to it.
    fn reply(&mut self) -> io::Result<Option<(R::Move, String)>> {
        let Some(player) = self.player else {
            let side = self.game.position().side_to_move();
            let with_summary = |found: SearchResult<R::Move>| {
                let summary = summary::<R>(&found, side);
                (found.mv, format!(" ({summary})"))
            };
            return Ok(self.think()?.map(with_summary));
        };
        let position = self.game.position();
        let choice = player.choose::<R>(position, &|| Duration::MAX);
        if let (Some(choice), Some(terminal)) = (choice, &self.terminal) {
            // A person is there to see it.
            let time = thinking_time::<R>(player, position, choice.mv, THINKING_TIME);
            terminal.wait(time);
        }
        Ok(choice.map(|choice| (choice.mv, String::new())))
    }

    /// The opponent's name.
    fn opponent_name(&self) -> &'static str {
        let level = self.player.map(|player| player.level);
        let named = OPPONENTS.iter().find(|named| Some(named.level) == level);
        named.map_or("Quietus", |named| named.name)
    }

    /// Lets the engine search the position. A terminal shows that it thinks, and Ctrl-C stops it.
    fn think(&mut self) -> io::Result<Option<SearchResult<R::Move>>> {
        let position = self.game.position();
        let Some(terminal) = &self.terminal else {
            return Ok(self.opponent.search(position, || false));
        };
        let start = Instant::now();
        // What was pressed before is not meant for this search.
        terminal.take_interrupt();
        let mut shown = Ok(());
        let result = self.opponent.search(position, || {
            if terminal.can_erase {
                let seconds = start.elapsed().as_secs_f64();
                let text = format!("Quietus is thinking ... {seconds:.1} s (Ctrl-C: move now)");
                shown = write!(self.output, "\r{text}").and_then(|()| self.output.flush());
            }
            shown.is_err() || terminal.take_interrupt()
        });
        shown?;
        if terminal.can_erase {
            write!(self.output, "\r\x1b[K")?;
        }
        Ok(result)
    }

    fn show(&mut self) -> io::Result<()> {
        let bottom = if self.is_flipped {
            R::opponent(self.human)
        } else {
            self.human
        };
        let view = View {
            style: self.style,
            bottom,
            human: self.human,
            opponent: self.opponent_name(),
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
            "The game is over: {ending} ({result}). Next: 'review', 'undo', 'new', 'pgn FILE' to \
             save the game, or 'quit'."
        ))
    }

    fn hint(&mut self) -> io::Result<()> {
        let Some(result) = self.think()? else {
            return Ok(());
        };
        let position = self.game.position();
        let summary = summary::<R>(&result, position.side_to_move());
        let pv = pv_text::<R>(position, &result.pv, self.style.glyphs);
        self.say(&format!("Hint: {pv} ({summary})"))
    }

    /// Shows what the moves were worth. A terminal shows how far it is, and Ctrl-C stops it.
    fn review(&mut self) -> io::Result<()> {
        let moves = self.game.moves();
        let terminal = self.terminal.as_ref();
        if let Some(terminal) = terminal {
            terminal.take_interrupt();
        }
        let mut shown = Ok(());
        let reviewed = self.opponent.review(self.game.start(), moves, |left| {
            let Some(terminal) = terminal else {
                return false;
            };
            if terminal.can_erase {
                let (done, all) = (moves.len() - left, moves.len());
                let text = format!("Reviewing ... {done} of {all} moves (Ctrl-C: stop)");
                shown = write!(self.output, "\r{text}").and_then(|()| self.output.flush());
            }
            shown.is_err() || terminal.take_interrupt()
        });
        shown?;
        if terminal.is_some_and(|terminal| terminal.can_erase) {
            write!(self.output, "\r\x1b[K")?;
        }
        match reviewed? {
            Some(analysis) => {
                let text = analysis::report(&self.pgn(), &analysis, self.style.is_colored);
                write!(self.output, "{text}")
            }
            None => self.say("The review was stopped."),
        }
    }

    fn list_moves(&mut self) -> io::Result<()> {
        let position = self.game.position();
        let moves = R::legal_moves(position);
        let text = |&mv| R::notation(position, mv, self.style.glyphs);
        let mut texts: Vec<String> = moves.iter().map(text).collect();
        texts.sort();
        self.say(&format!("{} legal moves: {}", texts.len(), texts.join(" ")))
    }

    fn pgn(&self) -> pgn::Game<R> {
        let name = match self.player {
            Some(player) => format!("{} (level {})", self.engine_name, player.level),
            None => self.engine_name.to_owned(),
        };
        pgn_export::export(&self.game, self.human, &name)
    }

    /// Prints text in lines that fit a terminal.
    fn say(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.output, "{}", printable(&wrapped(text)))
    }
}

/// A different number on every run.
fn seed() -> u64 {
    let time = SystemTime::now().duration_since(UNIX_EPOCH);
    let nanoseconds = time.map_or(0, |time| time.as_nanos() as u64);
    nanoseconds ^ u64::from(process::id()) << 32
}
