//! A UCI session: runs commands, and keeps the options and the game between them.

use std::io::{self, Write};
use std::sync::mpsc::SyncSender;

use game::Rules;
use games::GameId;
use uci::{BenchCommand, Command, SetOption, Ucci};
use xiangqi::Xiangqi;

use crate::error::Error;
use crate::options::{self, Effect, Settings};
use crate::output::Output;
use crate::variant_session::{AnyVariant, Context};
use crate::{about, variant};

/// What to do after a command.
#[derive(Debug, PartialEq, Eq)]
pub enum Step {
    /// Read the next command.
    Continue,
    /// Play in the terminal, which needs the input; with these arguments.
    Play(Vec<String>),
    /// Serve the page, which takes the whole program.
    Serve(web::Arguments),
    /// Exit.
    Quit,
}

/// The state between two commands.
pub struct Session {
    pub(crate) output: Output,
    pub(crate) settings: Settings,
    /// The game of `UCI_Variant`.
    game: Box<dyn AnyVariant>,
    /// Whether a command was read.
    has_begun: bool,
    /// The UCCI conversation, if `ucci` was the first command.
    ucci: Option<Ucci>,
    /// Told when a search ends.
    pub(crate) wake: Option<SyncSender<()>>,
}

impl Session {
    /// A session with the default options, at the start position.
    pub fn new(output: Output) -> Self {
        let settings = Settings::default();
        Self {
            output,
            game: variant::session(settings.variant),
            settings,
            has_begun: false,
            ucci: None,
            wake: None,
        }
    }

    /// The game, and what it gets from the session.
    fn game(&mut self) -> (&mut dyn AnyVariant, Context<'_>) {
        let context = Context {
            output: &mut self.output,
            settings: &self.settings,
            wake: self.wake.as_ref(),
        };
        (&mut *self.game, context)
    }

    /// Whether a search runs.
    pub fn is_searching(&self) -> bool {
        self.game.is_searching()
    }

    /// Whether the search was told to stop.
    pub fn is_stopping(&self) -> bool {
        self.game.is_stopping()
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
        if must_wait && self.game.is_endless() {
            self.stop();
        }
        must_wait
    }

    /// Tells the search to stop. Its best move still comes.
    pub fn stop(&mut self) {
        self.game.stop();
    }

    /// Waits for the search that the last command started.
    pub fn wait(&mut self) {
        self.game.wait();
    }

    /// Prints why a command failed; gives back what ends the session.
    pub fn report(&mut self, error: Error) -> io::Result<()> {
        match error {
            Error::Io(error) => Err(error),
            Error::Play(error) => writeln!(self.output, "error: {error}"),
            error => writeln!(self.output, "info string error: {error}"),
        }
    }

    /// Reads a line. `ucci` as the first command chooses that protocol, and with it xiangqi.
    pub(crate) fn parse(&mut self, line: &str) -> Command {
        if !self.has_begun && Ucci::begins(line) {
            self.output.speak_ucci();
            self.ucci = Some(Ucci::default());
        }
        let command = match &mut self.ucci {
            Some(ucci) => ucci.command(line),
            None => Command::parse(line),
        };
        self.has_begun |= command != Command::Empty;
        command
    }

    /// Says goodbye, in a protocol that asks for it.
    pub(crate) fn say_goodbye(&mut self) -> io::Result<()> {
        match self.ucci {
            Some(_) => writeln!(self.output, "bye"),
            None => Ok(()),
        }
    }

    /// Chooses the game.
    pub(crate) fn set_variant(&mut self, name: &str) -> Result<(), Error> {
        self.set_option(&SetOption {
            name: "UCI_Variant".to_owned(),
            value: name.to_owned(),
        })
    }

    /// Runs one command. The search must be idle if the command needs that ([`Self::must_wait`]).
    pub fn execute(&mut self, command: Command) -> Result<Step, Error> {
        match command {
            Command::Empty => {}
            Command::Quit => return Ok(Step::Quit),
            Command::Uci => {
                if self.ucci.is_some() {
                    self.set_variant(Xiangqi::NAME)?;
                }
                self.identify()?;
            }
            Command::IsReady => {
                // Threads and tables are paid for here, not on the clock of the first move.
                let (game, mut context) = self.game();
                let ready = game.prepare(&mut context);
                ready.or_else(|error| self.report(error))?;
                writeln!(self.output, "readyok")?;
            }
            Command::Help => writeln!(self.output, "{}", about::HELP)?,
            Command::Compiler => writeln!(self.output, "{}", about::build_info())?,
            Command::SetOption(option) => self.set_option(&option)?,
            Command::Play(words) => return Ok(Step::Play(words)),
            Command::Bench(Ok(BenchCommand {
                variant: Some(name),
                depth,
            })) => self.bench(&name, depth)?,
            Command::Serve(words) => match web::Request::parse(&words).map_err(Error::Usage)? {
                web::Request::Serve(arguments) => return Ok(Step::Serve(arguments)),
                web::Request::Help => writeln!(self.output, "{}", web::HELP)?,
            },
            Command::Unknown(text) => {
                let problem = format!("unknown command: {text:?} (see 'help')");
                return Err(Error::Usage(problem));
            }
            command => {
                let (game, mut context) = self.game();
                game.execute(command, &mut context)?;
            }
        }
        self.output.flush()?;
        Ok(Step::Continue)
    }

    /// Runs `bench` for a game, whichever is played.
    fn bench(&mut self, name: &str, depth: Option<u32>) -> Result<(), Error> {
        if !GameId::NAMES.contains(&name) {
            let list = GameId::NAMES.join(" or ");
            let problem = format!("the variant of bench must be {list}: {name:?}");
            return Err(Error::Usage(problem));
        }
        let command = BenchCommand {
            variant: None,
            depth,
        };
        let mut context = Context {
            output: &mut self.output,
            settings: &self.settings,
            wake: None,
        };
        variant::session(name).execute(Command::Bench(Ok(command)), &mut context)
    }

    /// Answers `uci`.
    fn identify(&mut self) -> io::Result<()> {
        writeln!(self.output, "id name {}", about::VERSION)?;
        writeln!(self.output, "id author {}", env!("CARGO_PKG_AUTHORS"))?;
        write!(self.output, "{}", options::announcement())?;
        #[cfg(feature = "tune")]
        write!(
            self.output,
            "{}",
            crate::tuning::announcement(self.game.params())
        )?;
        writeln!(self.output, "uciok")
    }

    /// Plays in the terminal until the human leaves. Says whether there was a game, not only help.
    pub fn play(&mut self, mut words: Vec<String>) -> Result<bool, Error> {
        if let Some(index) = words.iter().position(|word| word == "--xiangqi") {
            words.remove(index);
            self.set_variant(Xiangqi::NAME)?;
        }
        let (game, mut context) = self.game();
        game.play(&words, &mut context)
    }

    /// Sets an option. If that fails, the old value stays.
    fn set_option(&mut self, option: &SetOption) -> Result<(), Error> {
        #[cfg(feature = "tune")]
        if let Some(result) = crate::tuning::set(self.game.params(), &option.name, &option.value) {
            return result.map_err(Error::Usage);
        }
        let before = self.settings.clone();
        let effect =
            options::set(&mut self.settings, &option.name, &option.value).map_err(Error::Usage)?;
        let applied = self.apply(effect, before.variant);
        if applied.is_err() {
            self.settings = before;
        }
        applied
    }

    /// Does what follows from setting an option; `variant` is the game before.
    pub(crate) fn apply(&mut self, effect: Effect, variant: &str) -> Result<(), Error> {
        match effect {
            Effect::Log => self.output.log_to(&self.settings.log_file),
            Effect::Variant => {
                if self.settings.variant != variant {
                    self.game = variant::session(self.settings.variant);
                    // The files that were named before hold for this game, too.
                    let (game, mut context) = self.game();
                    game.apply(Effect::Network, &mut context)?;
                    game.apply(Effect::Tablebases, &mut context)?;
                    game.apply(Effect::Book, &mut context)?;
                }
                Ok(())
            }
            effect => {
                let (game, mut context) = self.game();
                game.apply(effect, &mut context)
            }
        }
    }
}
