//! A UCI session: runs commands, and keeps the options and the game between them.

use std::io::{self, Write};
use std::sync::mpsc::SyncSender;

use games::GameId;
use uci::{AnalyzeCommand, BenchCommand, Command, CommandError, SetOption, Ucci};

use crate::error::Error;
use crate::option_table::Effect;
use crate::options::Settings;
use crate::output::Output;
use crate::report::Lines;
use crate::search_state::SearchState;
use crate::variant_session::{AnyVariant, Context};
use crate::{about, analyze, serve, variant};

/// What a command leads to.
#[derive(Debug, PartialEq, Eq)]
pub enum Step {
    /// The next command.
    Continue,
    /// The next command, after a game in the terminal.
    Played,
    /// The end.
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
        Self::with_settings(output, Settings::default())
    }

    /// A session with these options; their files are not opened yet.
    pub(crate) fn with_settings(output: Output, settings: Settings) -> Self {
        Self {
            output,
            game: variant::session(settings.game()),
            settings,
            has_begun: false,
            ucci: None,
            wake: None,
        }
    }

    /// The game, and what it gets from the session.
    pub(crate) fn game(&mut self) -> (&mut dyn AnyVariant, Context<'_>) {
        let context = Context {
            output: &mut self.output,
            settings: &self.settings,
            wake: self.wake.as_ref(),
        };
        (&mut *self.game, context)
    }

    /// What the search does.
    pub(crate) fn state(&self) -> SearchState {
        self.game.state()
    }

    /// Whether a command has to wait for the search to end. A bounded search is left to finish; an
    /// endless one is stopped.
    pub(crate) fn must_wait(&mut self, command: &Command) -> bool {
        let state = self.state();
        let must_wait = state != SearchState::Idle && needs_idle(command, &self.settings);
        if must_wait && state.is_endless() {
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
            Error::Plain(error) => writeln!(self.output, "error: {error}"),
            error => writeln!(self.output, "info string error: {error}"),
        }
    }

    /// Reads a line. `ucci` as the first command chooses that protocol, and with it its game.
    pub(crate) fn parse(&mut self, line: &str) -> Result<Command, CommandError> {
        if !self.has_begun && Ucci::begins(line) {
            self.output.speak_ucci();
            self.ucci = Some(Ucci::default());
        }
        let command = match &mut self.ucci {
            Some(ucci) => ucci.command(line),
            None => line.parse(),
        };
        self.has_begun |= command != Ok(Command::Empty);
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
    pub(crate) fn set_variant(&mut self, game: GameId) -> Result<(), Error> {
        self.set_option(&SetOption::new("UCI_Variant", game.name()))
    }

    /// Runs one command, to its end; a search goes on. It must be idle if the command needs that
    /// ([`Self::must_wait`]).
    pub fn run_command(&mut self, command: Command) -> Result<Step, Error> {
        let lines = Lines::new(self.output.clone());
        let (game, mut context) = self.game();
        match command {
            Command::Empty => {}
            Command::Quit => return Ok(Step::Quit),
            Command::Uci => self.identify()?,
            Command::IsReady => self.prepare()?,
            Command::NewGame => game.new_game(),
            Command::SetOption(option) => self.set_option(&option)?,
            Command::Position(command) => game.set_position(&command, context.settings)?,
            Command::Go(go) => game.go(&go, Box::new(lines), &mut context)?,
            Command::PonderHit => game.ponder_hit(),
            Command::Stop => game.stop(),
            Command::Perft(command) => game.perft(&command, context.output)?,
            Command::Bench(command) => self.bench(&command)?,
            Command::Speedtest(command) => game.speedtest(command, &mut context)?,
            Command::Genfens(command) => game.genfens(&command, context.output)?,
            Command::Tb(command) => game.tb(&command, context.output)?,
            Command::Analyze(command) => {
                self.analyze(&command).map_err(Error::in_plain_words)?;
            }
            Command::Play(words) => {
                if self.play(words)? {
                    return Ok(Step::Played);
                }
            }
            Command::Serve(words) => self.serve(&words).map_err(Error::in_plain_words)?,
            Command::Eval => game.eval(&mut context)?,
            Command::Flip => game.flip()?,
            Command::Display => game.display(context.output)?,
            Command::Compiler => writeln!(self.output, "{}", about::build_info())?,
            Command::Help => writeln!(self.output, "{}", about::HELP)?,
        }
        self.output.flush()?;
        Ok(Step::Continue)
    }

    /// Answers `isready`. Threads and tables are paid for here, not on the clock of the first move.
    fn prepare(&mut self) -> io::Result<()> {
        let (game, mut context) = self.game();
        let ready = game.prepare(&mut context);
        ready.or_else(|error| self.report(error))?;
        writeln!(self.output, "readyok")
    }

    /// Runs `bench` for the game that it names, or for the one that is played.
    fn bench(&mut self, command: &BenchCommand) -> Result<(), Error> {
        let Some(name) = command.variant.as_deref() else {
            let (game, mut context) = self.game();
            return game.bench(command.depth, &mut context);
        };
        let game = name.parse().map_err(|_| {
            let list = GameId::NAMES.join(" or ");
            Error::Usage(format!("the variant of bench must be {list}: {name:?}"))
        })?;
        let (_, mut context) = self.game();
        variant::session(game).bench(command.depth, &mut context)
    }

    /// Runs `analyze` for the game that the file is about.
    fn analyze(&mut self, command: &AnalyzeCommand) -> Result<(), Error> {
        let of_file = analyze::game_of(&command.file).filter(|&game| game != GameId::default());
        let (game, mut context) = self.game();
        match of_file {
            Some(other) => variant::session(other).analyze(command, &mut context),
            None => game.analyze(command, &mut context),
        }
    }

    /// Serves the page until the program is ended, or tells how to.
    fn serve(&mut self, words: &[String]) -> Result<(), Error> {
        match web::Request::parse(words).map_err(Error::Usage)? {
            web::Request::Serve(arguments) => serve::serve_from(self, &arguments, Vec::new(), None),
            web::Request::Help => Ok(writeln!(self.output, "{}", web::HELP)?),
        }
    }

    /// Answers `uci`.
    fn identify(&mut self) -> Result<(), Error> {
        if self.ucci.is_some() {
            self.set_variant(variant::OF_UCCI)?;
        }
        writeln!(self.output, "id name {}", about::VERSION)?;
        writeln!(self.output, "id author {}", env!("CARGO_PKG_AUTHORS"))?;
        // UCCI has no word for another game.
        let groups = match self.ucci {
            None => self.settings.groups(),
            Some(_) => self.game.options(&self.settings),
        };
        for option in groups.iter().flat_map(|group| group.announced()) {
            writeln!(self.output, "{option}")?;
        }
        #[cfg(feature = "tune")]
        crate::tuning::announce(self.game.params(), &mut self.output)?;
        writeln!(self.output, "uciok")?;
        Ok(())
    }

    /// Plays in the terminal until the human leaves. Says whether there was a game, not only help.
    fn play(&mut self, mut words: Vec<String>) -> Result<bool, Error> {
        let game_of = |word: &String| word.strip_prefix("--")?.parse::<GameId>().ok();
        if let Some(index) = words.iter().position(|word| game_of(word).is_some())
            && let Some(game) = game_of(&words.remove(index))
        {
            self.set_variant(game)?;
        }
        let (game, mut context) = self.game();
        game.play(&words, &mut context)
    }

    /// Sets an option. If that fails, the old value stays.
    pub(crate) fn set_option(&mut self, option: &SetOption) -> Result<(), Error> {
        #[cfg(feature = "tune")]
        if let Some(result) = crate::tuning::set(self.game.params(), &option.name, &option.value) {
            return result.map_err(Error::Usage);
        }
        let before = self.settings.clone();
        let set = self.settings.set(&option.name, &option.value);
        let effect = set.map_err(Error::Usage)?;
        let applied = self.apply(effect, before.variant);
        if applied.is_err() {
            self.settings = before;
        }
        applied
    }

    /// Does what follows from setting an option; `variant` is the game before.
    fn apply(&mut self, effect: Effect, variant: &str) -> Result<(), Error> {
        match effect {
            Effect::Log => self.output.log_to(&self.settings.log_file),
            Effect::Variant if self.settings.variant == variant => Ok(()),
            Effect::Variant => {
                let mut game = variant::session(self.settings.game());
                let (_, mut context) = self.game();
                for effect in Effect::FILES {
                    game.apply(effect, &mut context)?;
                }
                self.game = game;
                Ok(())
            }
            effect => {
                let (game, mut context) = self.game();
                game.apply(effect, &mut context)
            }
        }
    }
}

/// Whether a command can only run while no search does.
fn needs_idle(command: &Command, settings: &Settings) -> bool {
    match command {
        Command::Go(_) | Command::NewGame => true,
        Command::SetOption(option) => settings.needs_idle(&option.name),
        Command::Empty
        | Command::Quit
        | Command::Uci
        | Command::IsReady
        | Command::Position(_)
        | Command::PonderHit
        | Command::Stop
        | Command::Perft(_)
        | Command::Bench(_)
        | Command::Speedtest(_)
        | Command::Genfens(_)
        | Command::Tb(_)
        | Command::Analyze(_)
        | Command::Play(_)
        | Command::Serve(_)
        | Command::Eval
        | Command::Flip
        | Command::Display
        | Command::Compiler
        | Command::Help => false,
    }
}
