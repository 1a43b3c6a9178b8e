//! Under which conditions games are played, on the command line.

use std::num::NonZero;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, bail};
use arena::runner::{DrawRule, ResignRule, Rules, Settings, available_cpus};
use arena::{OpeningSource, Order};
use clap::ValueEnum;

/// Plies of random openings when no book is given.
const RANDOM_PLIES: usize = 8;

/// What holds for all games, whoever plays.
#[derive(Debug, clap::Args)]
pub struct ConditionArgs {
    /// Games at once; 0 for as many as there are processors [default: 1]
    #[arg(long, short = 'c', value_name = "N")]
    concurrency: Option<usize>,

    /// Bind each game to a processor: all in turn, or those of a list such as 0,2,4-7
    #[arg(long, value_name = "LIST", num_args = 0..=1, default_missing_value = "all")]
    affinity: Option<String>,

    /// A book of openings: EPD, FEN lines or PGN; plain, .xz or .zst. Without one, random balanced
    /// openings are made up
    #[arg(long, short = 'b', value_name = "FILE")]
    book: Option<PathBuf>,

    /// The order of the book's openings
    #[arg(long, value_enum, default_value_t = BookOrder::Sequential)]
    order: BookOrder,

    /// The number of the first opening to use, from 1
    #[arg(long, value_name = "N", default_value_t = NonZero::<usize>::MIN)]
    start: NonZero<usize>,

    /// Plies of each opening: at most so many of a PGN book, exactly so many of random openings
    #[arg(long, value_name = "N")]
    plies: Option<usize>,

    /// The seed of random openings and of a random order
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Play Chess960
    #[arg(long)]
    chess960: bool,

    /// Start the engines anew for every game
    #[arg(long)]
    restart: bool,

    /// How far a clock may be overdrawn, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 10)]
    timemargin: u64,

    /// How far a fixed time for a move may be overdrawn, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 100)]
    movetime_margin: u64,

    /// How long a search without a limit of time may take before the engine counts as stuck, in
    /// seconds
    #[arg(long, value_name = "S", default_value_t = 60.0)]
    watchdog: f64,

    /// End lost games: score=CENTIPAWNS movecount=MOVES [twosided]
    #[arg(long, value_name = "KEY=VALUE", num_args = 1..=3)]
    resign: Option<Vec<String>>,

    /// End drawn games: score=CENTIPAWNS movecount=MOVES movenumber=FROM
    #[arg(long, value_name = "KEY=VALUE", num_args = 1..=3)]
    draw: Option<Vec<String>>,

    /// A game with so many moves of each side is a draw
    #[arg(long, value_name = "N")]
    max_moves: Option<u32>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum BookOrder {
    /// As in the file
    Sequential,
    /// Shuffled by the seed
    Random,
}

impl ConditionArgs {
    /// Games at once, if given.
    pub fn concurrency(&self) -> anyhow::Result<Option<usize>> {
        Ok(match self.concurrency {
            Some(0) => Some(available_cpus()?.len()),
            given => given,
        })
    }

    /// The settings of a match for nobody yet.
    pub fn settings(&self) -> anyhow::Result<Settings> {
        Ok(Settings {
            concurrency: self.concurrency()?.unwrap_or(1),
            cpus: self.affinity.as_deref().map(processors).transpose()?,
            openings: self.openings()?,
            chess960: self.chess960,
            restart: self.restart,
            rules: self.rules()?,
            ..Settings::default()
        })
    }

    fn openings(&self) -> anyhow::Result<OpeningSource> {
        Ok(match &self.book {
            Some(path) => OpeningSource::File {
                path: std::path::absolute(path)?,
                order: match self.order {
                    BookOrder::Sequential => Order::Sequential,
                    BookOrder::Random => Order::Random,
                },
                start: self.start.get() - 1,
                plies: self.plies,
                seed: self.seed,
            },
            None => OpeningSource::Random {
                plies: self.plies.unwrap_or(RANDOM_PLIES),
                seed: self.seed,
            },
        })
    }

    fn rules(&self) -> anyhow::Result<Rules> {
        let watchdog = Duration::try_from_secs_f64(self.watchdog).context("--watchdog")?;
        Ok(Rules {
            time_margin: Duration::from_millis(self.timemargin),
            movetime_margin: Duration::from_millis(self.movetime_margin),
            watchdog,
            resign: self.resign.as_deref().map(resign).transpose()?,
            draw: self.draw.as_deref().map(draw).transpose()?,
            max_moves: self.max_moves,
            ..Rules::default()
        })
    }
}

fn resign(words: &[String]) -> anyhow::Result<ResignRule> {
    let mut rule = ResignRule {
        score: 600,
        moves: 3,
        both: false,
    };
    for word in words {
        match word.split_once('=').unwrap_or((word, "true")) {
            ("score", value) => rule.score = value.parse().context("--resign score")?,
            ("movecount", value) => rule.moves = value.parse().context("--resign movecount")?,
            ("twosided", value) => rule.both = value.parse().context("--resign twosided")?,
            _ => bail!("--resign {word}: expected score=, movecount= or twosided"),
        }
    }
    Ok(rule)
}

fn draw(words: &[String]) -> anyhow::Result<DrawRule> {
    let mut rule = DrawRule {
        from_move: 40,
        moves: 8,
        score: 10,
    };
    for word in words {
        match word.split_once('=') {
            Some(("score", value)) => rule.score = value.parse().context("--draw score")?,
            Some(("movecount", value)) => rule.moves = value.parse().context("--draw movecount")?,
            Some(("movenumber", value)) => {
                rule.from_move = value.parse().context("--draw movenumber")?;
            }
            _ => bail!("--draw {word}: expected score=, movecount= or movenumber="),
        }
    }
    Ok(rule)
}

/// A list of processors such as `0,2,4-7`, or `all`.
fn processors(list: &str) -> anyhow::Result<Vec<usize>> {
    if list == "all" {
        return Ok(available_cpus()?);
    }
    let mut processors = Vec::new();
    for part in list.split(',') {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let number = |text: &str| text.trim().parse::<usize>();
        let (Ok(first), Ok(last)) = (number(first), number(last)) else {
            bail!("--affinity {list}: {part:?} is not a processor or a range of them");
        };
        processors.extend(first..=last);
    }
    Ok(processors)
}

#[cfg(test)]
mod tests {
    use super::{draw, processors, resign};

    fn words(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn rules_are_read() {
        let rule = resign(&words("movecount=4 score=500 twosided")).unwrap();
        assert_eq!((rule.moves, rule.score, rule.both), (4, 500, true));
        let rule = draw(&words("movenumber=30 score=8")).unwrap();
        assert_eq!((rule.from_move, rule.moves, rule.score), (30, 8, 8));
        assert!(resign(&words("moves=3")).is_err());
        assert!(draw(&words("score=x")).is_err());
    }

    #[test]
    fn lists_of_processors_are_read() {
        assert_eq!(processors("0,2,4-7").unwrap(), [0, 2, 4, 5, 6, 7]);
        assert!(processors("0,x").is_err());
        assert!(!processors("all").unwrap().is_empty());
    }
}
