//! Self-play of a command: what is played, on what, and until when.

mod backend;
mod options;

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use datagen::{Goal, SelfPlay};
use evaluation::Evaluated;
use game::Codes;
use games::{GameId, for_game};
use gpu::for_game_on_device;

use crate::args::positive;
use crate::exit::bail_usage;
use crate::labels::LabelArgs;
use backend::Backend;
use options::PlayingArgs;

pub use options::SearchArgs;

/// Which games are played.
#[derive(Debug, clap::Args)]
pub struct SelfPlayArgs {
    #[command(flatten)]
    playing: PlayingArgs,

    #[command(flatten)]
    labels: LabelArgs,

    /// What plays: the CPU with the engine's search, or all NVIDIA GPUs with a search of their own
    #[arg(long, default_value = "cpu", value_name = "BACKEND")]
    backend: Backend,

    /// Number of the file's first game: with one seed, each machine gets a range of its own
    #[arg(long, default_value_t = 0, value_name = "N")]
    first_game: u64,

    /// Stop when the file has N games
    #[arg(long, value_name = "N")]
    games: Option<u64>,

    /// Stop after N positions of this run
    #[arg(long, value_name = "N")]
    positions: Option<u64>,

    /// Start no new game after this many seconds
    #[arg(long, value_name = "SECONDS", value_parser = positive)]
    time: Option<f64>,

    /// Bench node count of the engine, for the file's header [default: run bench]
    #[arg(long, value_name = "NODES")]
    bench: Option<u64>,
}

impl SelfPlayArgs {
    /// The game. Settings of another one are refused.
    pub fn game(&self) -> anyhow::Result<GameId> {
        self.playing.game()
    }

    /// When to stop.
    pub fn goal(&self) -> Goal {
        Goal {
            games: self.games,
            positions: self.positions,
            time: self.time.map(Duration::from_secs_f64),
        }
    }

    /// Plays into a file, which may have games already, and gives the statistics.
    pub fn play(
        &self,
        out: &Path,
        threads: usize,
        goal: Goal,
        stop: &AtomicBool,
    ) -> anyhow::Result<String> {
        let to = Output { out, threads };
        match (self.backend, self.game()?) {
            (Backend::Cpu, game) => for_game!(game, G => {
                self.run::<G>(to, |job| Ok(job.play(goal, stop)?))
            }),
            (backend, game) => for_game_on_device!(
                game.name(),
                G => self.run::<G>(to, |job| backend.play(job, goal, stop)),
                else bail_usage!("--backend: GPUs do not play {game}")
            ),
        }
    }

    fn run<R: Codes + Evaluated>(
        &self,
        Output { out, threads }: Output<'_>,
        run: impl FnOnce(SelfPlay<'_, R>) -> anyhow::Result<String>,
    ) -> anyhow::Result<String> {
        let book = self.playing.read_book::<R>()?;
        let tables = self.playing.open_tables::<R>()?;
        let searcher = self.backend.searcher();
        let mut settings = self.playing.settings(searcher, book.as_ref());
        settings.table_men = tables.as_ref().map_or(0, |tables| tables.max_men());
        let openings = settings.openings.openings(book);
        let labels = self.labels.labels::<R>()?;
        run(SelfPlay {
            out,
            settings: &settings,
            openings: &openings,
            tables: tables.as_deref(),
            labels: &labels,
            bench: self.bench,
            first_game: self.first_game,
            threads,
        })
    }
}

/// Where games go, and on how many threads they are played.
struct Output<'a> {
    out: &'a Path,
    threads: usize,
}

#[cfg(test)]
mod tests {
    use super::SelfPlayArgs;
    use crate::words;

    #[test]
    fn words_are_options_without_dashes() {
        let args = words::parse(["random_plies=2-3", "time=60", "backend=emulation"]);
        let args: SelfPlayArgs = args.unwrap();
        assert_eq!(args.time, Some(60.0));
        for (word, reason) in [
            ("time", "--time"),
            ("speed=1", "--speed"),
            ("backend=none", "none"),
            ("game=go", "go"),
        ] {
            let error = words::parse::<SelfPlayArgs>([word])
                .unwrap_err()
                .to_string();
            assert!(error.contains(reason) && !error.contains('\n'), "{error}");
        }
    }
}
