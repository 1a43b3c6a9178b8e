//! What a session keeps for one game: its position, search threads, network and clock.

pub mod book;
mod play;

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::mpsc::SyncSender;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use evaluation::{Evaluation, NetworkOf, Tapered};
use game::{Dense, Position, Rng};
use games::GameId;
use levels::Player;
use polyglot::Book;
use search::{Job, Pool};
use uci::{
    AnalyzeCommand, GenfensCommand, GoCommand, Listener, PerftCommand, PositionCommand,
    SpeedtestCommand, TbCommand,
};

use crate::clock::GameClock;
use crate::error::{Error, transposition_table};
use crate::level_search::{LevelJob, LevelSearch};
use crate::limits::limits;
use crate::option_table::{Effect, OptionGroup};
use crate::options::Settings;
use crate::output::Output;
use crate::report::UciReport;
use crate::search_state::{SearchState, SharedState};
use crate::variant::{self, Variant};
use crate::{analyze, bench, eval, genfens, network, perft, position, speedtest};

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
    /// What the search does.
    fn state(&self) -> SearchState;

    /// Starts a search; the listener hears of it.
    fn go(
        &mut self,
        go: &GoCommand,
        listener: Box<dyn Listener>,
        context: &mut Context<'_>,
    ) -> Result<(), Error>;

    /// Tells the search to stop. Its best move still comes.
    fn stop(&mut self);

    /// The opponent made the expected move.
    fn ponder_hit(&mut self);

    /// Waits for the search that the last command started.
    fn wait(&mut self);

    /// Starts the search threads, if there are none.
    fn prepare(&mut self, context: &mut Context<'_>) -> Result<(), Error>;

    /// Forgets the game before.
    fn new_game(&mut self);

    /// Sets up a position. If anything is wrong with it, the old one stays.
    fn set_position(&mut self, command: &PositionCommand, settings: &Settings)
    -> Result<(), Error>;

    /// The options that the game uses.
    fn options<'a>(&self, settings: &'a Settings) -> Vec<&'a dyn OptionGroup>;

    /// Does what follows from setting an option.
    fn apply(&mut self, effect: Effect, context: &mut Context<'_>) -> Result<(), Error>;

    /// Shows the board.
    fn display(&self, output: &mut Output) -> io::Result<()>;

    /// Shows the static evaluation.
    fn eval(&self, context: &mut Context<'_>) -> io::Result<()>;

    /// Mirrors the board and swaps the colors.
    fn flip(&mut self) -> Result<(), Error>;

    /// Counts leaf nodes.
    fn perft(&self, command: &PerftCommand, output: &mut Output) -> Result<(), Error>;

    /// Searches the positions of `bench`.
    fn bench(&self, depth: Option<u32>, context: &mut Context<'_>) -> Result<(), Error>;

    /// Measures the speed.
    fn speedtest(&self, command: SpeedtestCommand, context: &mut Context<'_>) -> Result<(), Error>;

    /// Writes positions to start games from.
    fn genfens(&self, command: &GenfensCommand, output: &mut Output) -> Result<(), Error>;

    /// Looks a position up in the tablebases.
    fn tb(&self, command: &TbCommand, output: &mut Output) -> Result<(), Error>;

    /// Judges the moves of games.
    fn analyze(&mut self, command: &AnalyzeCommand, context: &mut Context<'_>)
    -> Result<(), Error>;

    /// Plays in the terminal until the human leaves. Says whether there was a game, not only help.
    fn play(&mut self, words: &[String], context: &mut Context<'_>) -> Result<bool, Error>;

    /// The search parameters of the game.
    #[cfg(feature = "tune")]
    fn params(&self) -> &'static game::Params;
}

/// A session of one game.
pub struct VariantSession<V: Variant> {
    position: V::Position,
    /// The network of `EvalFile`; `None` before the option was set.
    network: Option<Arc<NetworkOf<V>>>,
    /// The tables of `SyzygyPath`.
    tables: Option<V::Tables>,
    /// The book of `BookFile`.
    book: Option<Book<V>>,
    /// Chooses book moves.
    book_rng: Rng,
    /// Started with `isready` or the first search, because most commands need none.
    pool: Option<Pool<V, Evaluation<V>>>,
    /// The last move of a level.
    level: Option<LevelSearch>,
    /// The seed of a level in this game, unless an option fixes it.
    game_seed: u64,
    state: SharedState,
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
            state: SharedState::default(),
            clock: GameClock::default(),
        }
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

    fn evaluator(&self, settings: &Settings) -> Evaluation<V> {
        variant::evaluator::<V>(self.network.as_ref(), settings)
    }

    /// The search threads, started if there are none.
    fn pool(&mut self, context: &mut Context<'_>) -> Result<&mut Pool<V, Evaluation<V>>, Error> {
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
    fn state(&self) -> SearchState {
        self.state.get()
    }

    fn go(
        &mut self,
        go: &GoCommand,
        mut listener: Box<dyn Listener>,
        context: &mut Context<'_>,
    ) -> Result<(), Error> {
        let start = Instant::now();
        // The search before has given its best move, but may not have dropped its report yet.
        self.wait();
        if let Some(limit) = &go.broken_limit {
            let problem =
                format!("'{limit}' of 'go' needs a number from 0; searching one iteration");
            writeln!(context.output, "info string error: {problem}")?;
        }
        let timing = self.pool.as_ref().and_then(Pool::last_timing);
        let side = self.position.side_to_move().index();
        let turn = (side, V::move_number(&self.position));
        let lag = self.clock.update(go, turn, timing);
        let limits = limits::<V>(go, &self.position, context.settings, lag);
        if !go.ponder && limits.time.is_some_and(|time| time.hard < BRIEF) {
            listener.expect_brief_search();
        }
        let position = self.position.clone();
        let mut report = Box::new(UciReport::<V> {
            position: position.clone(),
            listener,
            show_wdl: context.settings.show_wdl,
            state: self.state.clone(),
            wake: context.wake.cloned(),
        });
        if let Some(mv) = self.book_move(go, &limits, context.settings) {
            self.answer_from_book(mv, start, &mut report, context.settings);
            return Ok(());
        }
        if let Some(player) = self.player(go, context.settings) {
            self.state.start(SearchState::at_start(go.ponder, false));
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
        let tables = self.tables.as_ref();
        let tablebase = tables.and_then(|tables| V::tablebase(tables, context.settings));
        let state = self.state.clone();
        let pool = self.pool(context)?;
        pool.set_tablebase(tablebase);
        pool.set_correction_history(!context.settings.raw_scores);
        state.start(SearchState::at_start(go.ponder, limits.is_endless()));
        pool.start(Job {
            position,
            limits,
            start,
            ponder: go.ponder,
            report,
        });
        Ok(())
    }

    fn stop(&mut self) {
        self.state.stop();
        self.pool.iter().for_each(Pool::stop);
        self.level.iter().for_each(LevelSearch::stop);
    }

    fn ponder_hit(&mut self) {
        self.state.ponder_hit();
        self.pool.iter().for_each(Pool::ponder_hit);
        self.level.iter().for_each(LevelSearch::ponder_hit);
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

    fn new_game(&mut self) {
        self.game_seed = new_seed();
        self.clear();
    }

    fn set_position(
        &mut self,
        command: &PositionCommand,
        settings: &Settings,
    ) -> Result<(), Error> {
        self.position = position::set_up::<V>(command, settings).map_err(Error::Usage)?;
        Ok(())
    }

    fn display(&self, output: &mut Output) -> io::Result<()> {
        writeln!(output, "{}", self.position)
    }

    fn eval(&self, context: &mut Context<'_>) -> io::Result<()> {
        let evaluator = self.evaluator(context.settings);
        eval::write(&self.position, &evaluator, context.output)
    }

    fn flip(&mut self) -> Result<(), Error> {
        self.position = V::flipped(&self.position).map_err(Error::Failed)?;
        Ok(())
    }

    fn perft(&self, command: &PerftCommand, output: &mut Output) -> Result<(), Error> {
        perft::run::<V>(command, &self.position, output)
    }

    fn bench(&self, depth: Option<u32>, context: &mut Context<'_>) -> Result<(), Error> {
        bench::run::<V>(depth, self.evaluator(context.settings), context.output)
    }

    fn speedtest(&self, command: SpeedtestCommand, context: &mut Context<'_>) -> Result<(), Error> {
        speedtest::run::<V>(command, self.evaluator(context.settings), context.output)
    }

    fn genfens(&self, command: &GenfensCommand, output: &mut Output) -> Result<(), Error> {
        genfens::run::<V, _>(command, Tapered::new(), output)
    }

    fn tb(&self, command: &TbCommand, output: &mut Output) -> Result<(), Error> {
        V::write_tables(command, &self.position, self.tables.as_ref(), output)
    }

    fn analyze(
        &mut self,
        command: &AnalyzeCommand,
        context: &mut Context<'_>,
    ) -> Result<(), Error> {
        // As `play` does: a running search stops, and its hash is free.
        self.pool = None;
        let settings = context.settings;
        let tables = self.tables.as_ref();
        let tablebase = tables.and_then(|tables| V::tablebase(tables, settings));
        let evaluator = self.evaluator(settings);
        analyze::run(command, evaluator, tablebase, settings, context.output)
    }

    fn options<'a>(&self, settings: &'a Settings) -> Vec<&'a dyn OptionGroup> {
        let mut options = settings.general();
        options.push(V::options(settings));
        options
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
                let file = settings.network.files.of(GameId::of::<V>());
                self.network = network::from_file::<V>(file)?;
                self.change_evaluator(settings)?;
            }
            Effect::Book => self.book = book::open(&settings.book_file)?,
            Effect::Evaluation => self.change_evaluator(settings)?,
            Effect::Tablebases => {
                self.tables = V::open_tables(settings, context.output)?;
            }
        }
        Ok(())
    }

    fn play(&mut self, words: &[String], context: &mut Context<'_>) -> Result<bool, Error> {
        self.play_in_terminal(words, context)
    }

    #[cfg(feature = "tune")]
    fn params(&self) -> &'static game::Params {
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
