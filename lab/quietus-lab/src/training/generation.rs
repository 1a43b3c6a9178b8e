//! The games that a training run plays for itself.

use std::fs;
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context;
use datagen::{Goal, parallel_in_order};
use game::Codes;
use games::for_game;
use records::{Damage, GameHead, Reader, Step, Visitor};
use trainer::Config;

use crate::exit::{Usage, bail_usage};
use crate::files::{print, write_file};
use crate::self_play::SelfPlayArgs;
use crate::words;

/// It is not worth it to begin for less.
const SHORTEST: Duration = Duration::from_millis(500);

/// Games to play before the training.
pub struct Generation<'a> {
    config: &'a Config,
    args: SelfPlayArgs,
    /// Where they go.
    pub games: PathBuf,
}

impl<'a> Generation<'a> {
    /// The generation of a configuration, if it has one.
    ///
    /// # Errors
    /// If its options are wrong, or it would never end.
    pub fn of(config: &'a Config) -> anyhow::Result<Option<Self>> {
        if config.generate.is_empty() {
            return Ok(None);
        }
        let game = format!("game={}", config.game);
        let options = config.generate.iter().map(String::as_str);
        let args = words::parse::<SelfPlayArgs>(options.chain([game.as_str()]));
        let args = args.map_err(|error| Usage(format!("field generate: {error}")))?;
        if args.goal() == Goal::default() {
            bail_usage!("field generate: none of games=N, positions=N and time=SECONDS is given");
        }
        Ok(Some(Self {
            config,
            args,
            games: config.output.join(format!("{}.qgames", config.name)),
        }))
    }

    /// Plays the games that are still missing; gives whether they are complete.
    pub fn play(&self, stop: &AtomicBool) -> anyhow::Result<bool> {
        let cannot_use = || format!("cannot use the folder {}", self.config.output.display());
        fs::create_dir_all(&self.config.output).with_context(cannot_use)?;
        let (before, begin) = (self.seconds(), Instant::now());
        let goal = self.rest(before)?;
        let played = self.args.play(&self.games, self.threads(), goal, stop);
        let spent = before + begin.elapsed().as_secs_f64();
        write_file(&self.clock(), format!("{spent:.1}\n"))?;
        print(&played?)?;
        Ok(!stop.load(Ordering::Relaxed))
    }

    /// What is left of the goal: no games if nothing is.
    fn rest(&self, seconds: f64) -> anyhow::Result<Goal> {
        let mut goal = self.args.goal();
        if !fs::exists(&self.games).context("cannot look for games")? {
            return Ok(goal);
        }
        if let Some(positions) = &mut goal.positions {
            let played = for_game!(self.config.game, G => self.count::<G>()?);
            *positions = positions.saturating_sub(played);
        }
        let spent = Duration::try_from_secs_f64(seconds).unwrap_or_default();
        goal.time = goal.time.map(|time| time.saturating_sub(spent));
        if goal.positions == Some(0) || goal.time.is_some_and(|time| time < SHORTEST) {
            goal.games = Some(0);
        }
        Ok(goal)
    }

    /// The positions of the games so far.
    fn count<R: Codes>(&self) -> anyhow::Result<u64> {
        let reader = Reader::<R>::open(&self.games)?;
        let count = |(): &mut (), block| -> Result<u64, Damage> {
            let mut counter = Counter(0);
            reader.walk(block, &mut counter)?;
            Ok(counter.0)
        };
        let mut sum = 0;
        parallel_in_order(
            vec![(); self.threads()],
            0..reader.blocks(),
            count,
            |count| {
                sum += count?;
                Ok::<_, Damage>(())
            },
        )?;
        Ok(sum)
    }

    fn threads(&self) -> usize {
        match self.config.threads {
            0 => thread::available_parallelism().map_or(1, NonZero::get),
            threads => threads,
        }
    }

    /// The file with the seconds of all runs so far.
    fn clock(&self) -> PathBuf {
        self.games.with_extension("seconds")
    }

    fn seconds(&self) -> f64 {
        let text = fs::read_to_string(self.clock()).unwrap_or_default();
        text.trim().parse().unwrap_or_default()
    }
}

/// Counts positions as [`datagen::GameStats`] does.
struct Counter(u64);

impl<R: Codes> Visitor<R> for Counter {
    fn ply(&mut self, step: &Step<'_, R>) {
        self.0 += u64::from(step.ply.score.is_some()) + u64::from(step.ply.sibling.is_some());
    }

    fn end(&mut self, _: GameHead<R>) {}
}
