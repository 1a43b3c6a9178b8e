//! Single game pairs on request, for tuners: two players whose UCI options change from pair to pair.
//! Nothing is journaled here.

use super::affinity::pin_thread;
use super::game::GameSetup;
use super::preflight::{check_engines, check_openings, restart_engine};
use super::referee::{Referee, referee};
use super::schedule::Pair;
use super::{Control, Ending, GameSummary, MatchError, PairRecord, Settings};
use crate::Engine;
use game::Dense;

/// UCI options and their values.
type Options = Vec<(String, String)>;

/// The settings and openings of game pairs between two players.
pub struct PairRunner {
    settings: Settings,
    referee: Box<dyn Referee>,
    control: Control,
    warnings: Vec<String>,
}

impl PairRunner {
    /// Opens the book and starts both engines once to check them.
    ///
    /// # Errors
    /// If anything is wrong, before the first game.
    pub fn new(mut settings: Settings) -> Result<Self, MatchError> {
        settings.validate()?;
        let referee = referee(&settings)?;
        let mut warnings = Vec::new();
        check_openings(&settings, &*referee, &mut warnings)?;
        check_engines(&mut settings)?;
        Ok(Self {
            settings,
            referee,
            control: Control::default(),
            warnings,
        })
    }

    /// What may be wrong with the settings.
    #[must_use]
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }

    /// A hash of the opening book's contents.
    #[must_use]
    pub fn book_fingerprint(&self) -> u64 {
        self.referee.fingerprint()
    }

    /// The handle that stops all games.
    #[must_use]
    pub fn control(&self) -> Control {
        self.control.clone()
    }

    /// One of several that play at once. Pins the calling thread if the settings say so; a CPU that
    /// cannot be had is no reason not to play.
    #[must_use]
    pub fn player(&self, number: usize) -> PairPlayer<'_> {
        let cpus = self.settings.cpus.as_deref().unwrap_or_default();
        if let Some(&cpu) = cpus.get(number % cpus.len().max(1)) {
            pin_thread(cpu).ok();
        }
        PairPlayer {
            runner: self,
            engines: [None, None],
        }
    }
}

/// Plays pairs one after another, and keeps its engines running between them.
pub struct PairPlayer<'a> {
    runner: &'a PairRunner,
    engines: [Option<Engine>; 2],
}

impl PairPlayer<'_> {
    /// Plays opening number `number` with both colors; each player has these options set. `None` if
    /// the games were aborted.
    ///
    /// # Errors
    /// If an engine does not start any more, or the opening is invalid.
    pub fn play(
        &mut self,
        number: u64,
        options: &[Options; 2],
    ) -> Result<Option<PairRecord>, MatchError> {
        let pair = Pair {
            number,
            round: number,
            players: (0, 1),
        };
        let mut games = Vec::with_capacity(2);
        for game in 0..2 {
            match self.play_game(number, pair.colors(game), options)? {
                Some(game) => games.push(game),
                None => return Ok(None),
            }
        }
        let games = <[GameSummary; 2]>::try_from(games);
        Ok(games.ok().map(|games| PairRecord {
            pair: number,
            first: 0,
            second: 1,
            games,
            pgn_end: 0,
        }))
    }

    fn play_game(
        &mut self,
        number: u64,
        [white, black]: [usize; 2],
        options: &[Options; 2],
    ) -> Result<Option<GameSummary>, MatchError> {
        let PairRunner {
            settings,
            control,
            referee,
            ..
        } = self.runner;
        let mut engines = Vec::with_capacity(2);
        for player in [white, black] {
            match self.take(player, &options[player])? {
                Some(engine) => engines.push(engine),
                None => return Ok(None),
            }
        }
        let [white_engine, black_engine] = &mut engines[..] else {
            return Ok(None);
        };
        let setup = GameSetup {
            engines: [white_engine, black_engine],
            limits: [white, black].map(|player| &settings.players[player].limits),
            rules: &settings.rules,
            ready: settings.timeouts.ready,
            board: None,
        };
        let finished = referee.play(number, setup, None)?;
        if control.is_aborted() {
            return Ok(None);
        }
        let loser = match finished.ending {
            Ending::Fault { loser, .. } => Some(loser.index()),
            _ => None,
        };
        for (color, (player, engine)) in [white, black].into_iter().zip(engines).enumerate() {
            if loser != Some(color) && !settings.restart {
                self.engines[player] = Some(engine);
            }
        }
        Ok(Some(finished.summary))
    }

    /// The engine of a player with its options set, started if necessary. An engine that cannot be
    /// written to has died since its last game and is replaced.
    fn take(&mut self, player: usize, options: &Options) -> Result<Option<Engine>, MatchError> {
        let PairRunner {
            settings, control, ..
        } = self.runner;
        let set = |engine: &mut Engine| {
            let mut options = options.iter();
            options.try_for_each(|(name, value)| engine.set_option(name, value))
        };
        if let Some(mut engine) = self.engines[player].take()
            && set(&mut engine).is_ok()
        {
            return Ok(Some(engine));
        }
        let mut engine = restart_engine(settings, player, control)?;
        if let Some(engine) = &mut engine {
            // If this fails, the game will, too, and says why.
            set(engine).ok();
        }
        Ok(engine)
    }
}

impl Drop for PairPlayer<'_> {
    fn drop(&mut self) {
        let engines = self.engines.iter_mut().filter_map(Option::take);
        for engine in engines {
            engine.quit(self.runner.settings.timeouts.quit);
        }
    }
}
