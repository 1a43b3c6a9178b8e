//! Arguments for the conditions of games: concurrency, openings, adjudication.

use std::num::NonZero;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use arena::runner::{Rules, Settings, available_cpus};
use arena::{OpeningSource, Order};
use clap::ValueEnum;
use game::adjudication::{Adjudication, DrawRule, WinRule};
use games::GameId;

use crate::args::{MAX_THREADS, game};
use crate::exit::{Usage, bail_usage};
use crate::files::game_of_text;

/// Plies of random openings when no book is given.
const RANDOM_PLIES: usize = 8;

/// What holds for all games, whoever plays.
#[derive(Debug, clap::Args)]
pub struct ConditionArgs {
    /// Games played at once; 0 for one per logical CPU [default: 1]
    #[arg(long, short = 'c', value_name = "N",
        value_parser = clap::value_parser!(u16).range(0..=MAX_THREADS))]
    concurrency: Option<u16>,

    /// Pin each game to a CPU: all CPUs in turn, or those of a list such as 0,2,4-7
    #[arg(long, value_name = "LIST", num_args = 0..=1, default_missing_value = "all")]
    affinity: Option<String>,

    /// Opening book: EPD, FEN lines or PGN, plain or compressed with xz or zstd; without one,
    /// random balanced openings are generated
    #[arg(long, short = 'b', value_name = "FILE")]
    book: Option<PathBuf>,

    /// Order of the book's openings
    #[arg(long, value_enum, default_value_t = BookOrder::Sequential)]
    order: BookOrder,

    /// Number of the first opening to use, from 1
    #[arg(long, value_name = "N", default_value_t = NonZero::<usize>::MIN)]
    start: NonZero<usize>,

    /// Plies of an opening: at most N of a PGN book, exactly N of random openings [default: 8 if
    /// random]
    #[arg(long, value_name = "N")]
    plies: Option<usize>,

    /// Seed of random openings and of a random order
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// The game [default: that of the book, or chess]
    #[arg(long, value_name = "GAME", value_parser = game())]
    game: Option<GameId>,

    /// Play Chess960
    #[arg(long, conflicts_with = "wxf")]
    chess960: bool,

    /// Judge repetitions in xiangqi by the WXF rule instead of the computer rule
    #[arg(long)]
    wxf: bool,

    /// Restart the engines before every game
    #[arg(long)]
    restart: bool,

    /// Tolerated overrun of the clock in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 10)]
    timemargin: u64,

    /// Tolerated overrun of a fixed time per move in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 100)]
    movetime_margin: u64,

    /// Seconds after which a search without a time limit counts as hung
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0)]
    watchdog: f64,

    /// Adjudicate lost games: score=CENTIPAWNS movecount=MOVES [twosided]
    #[arg(long, value_name = "KEY=VALUE", num_args = 1..=3)]
    resign: Option<Vec<String>>,

    /// Adjudicate drawn games: score=CENTIPAWNS movecount=MOVES movenumber=FROM
    #[arg(long, value_name = "KEY=VALUE", num_args = 1..=3)]
    draw: Option<Vec<String>>,

    /// Adjudicate positions that Syzygy tablebases hold: their directories, separated as in PATH
    #[arg(long, value_name = "PATH")]
    syzygy: Option<String>,

    /// Adjudicate a draw after N full moves
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
            given => given.map(usize::from),
        })
    }

    pub const fn seed(&self) -> u64 {
        self.seed
    }

    /// The settings of a match for nobody yet.
    pub fn settings(&self) -> anyhow::Result<Settings> {
        self.settings_for(GameId::default())
    }

    /// The same, of this game if the arguments name none.
    pub fn settings_for(&self, game: GameId) -> anyhow::Result<Settings> {
        Ok(Settings {
            concurrency: self.concurrency()?.unwrap_or(1),
            cpus: self.affinity.as_deref().map(cpus).transpose()?,
            openings: self.openings()?,
            game: self.game()?.unwrap_or(game),
            rule_set: self.rule_set(),
            restart: self.restart,
            rules: self.rules()?,
            syzygy: self.syzygy.clone(),
            ..Settings::default()
        })
    }

    fn rule_set(&self) -> Option<String> {
        let named = [(self.chess960, "chess960"), (self.wxf, "wxf")];
        let set = named.into_iter().find(|(is_set, _)| *is_set);
        set.map(|(_, name)| name.to_owned())
    }

    fn game(&self) -> anyhow::Result<Option<GameId>> {
        match (self.game, &self.book) {
            (None, Some(book)) => game_of_text(book).map(Some),
            (game, _) => Ok(game),
        }
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
                start: self.start.get() as u64 - 1,
            },
        })
    }

    fn rules(&self) -> anyhow::Result<Rules> {
        let Ok(watchdog) = Duration::try_from_secs_f64(self.watchdog) else {
            bail_usage!("--watchdog {}: expected a number of seconds", self.watchdog);
        };
        Ok(Rules {
            time_margin: Duration::from_millis(self.timemargin),
            movetime_margin: Duration::from_millis(self.movetime_margin),
            watchdog,
            adjudication: Adjudication {
                win: self.resign.as_deref().map(resign).transpose()?,
                draw: self.draw.as_deref().map(draw).transpose()?,
                max_plies: self.max_moves.map(|moves| moves.saturating_mul(2)),
            },
            ..Rules::default()
        })
    }
}

fn resign(words: &[String]) -> anyhow::Result<WinRule> {
    let mut rule = WinRule {
        score: 600,
        plies: 6,
        one_sided: true,
    };
    for word in words {
        match word.split_once('=').unwrap_or((word, "true")) {
            ("score", value) => rule.score = parse("--resign", word, value)?,
            ("movecount", value) => rule.plies = plies("--resign", word, value)?,
            ("twosided", value) => rule.one_sided = !parse::<bool>("--resign", word, value)?,
            _ => bail_usage!("--resign {word}: expected score=, movecount= or twosided"),
        }
    }
    Ok(rule)
}

fn draw(words: &[String]) -> anyhow::Result<DrawRule> {
    let mut rule = DrawRule {
        score: 10,
        plies: 16,
        from_ply: 78,
    };
    for word in words {
        match word.split_once('=') {
            Some(("score", value)) => rule.score = parse("--draw", word, value)?,
            Some(("movecount", value)) => rule.plies = plies("--draw", word, value)?,
            Some(("movenumber", value)) => {
                rule.from_ply = plies("--draw", word, value)?.saturating_sub(2)
            }
            _ => bail_usage!("--draw {word}: expected score=, movecount= or movenumber="),
        }
    }
    Ok(rule)
}

/// A number of moves of both sides, as plies.
fn plies(option: &str, word: &str, value: &str) -> Result<u32, Usage> {
    Ok(parse::<u32>(option, word, value)?.saturating_mul(2))
}

fn parse<T: FromStr>(option: &str, word: &str, value: &str) -> Result<T, Usage> {
    let wrong = |_| Usage(format!("{option} {word}: {value:?} is not a valid value"));
    value.parse().map_err(wrong)
}

/// A list of CPUs such as `0,2,4-7`, or `all`.
fn cpus(list: &str) -> anyhow::Result<Vec<usize>> {
    if list == "all" {
        return Ok(available_cpus()?);
    }
    let mut cpus = Vec::new();
    for part in list.split(',') {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let number = |text: &str| text.trim().parse::<usize>();
        let (Ok(first), Ok(last)) = (number(first), number(last)) else {
            bail_usage!("--affinity {list}: {part:?} is not a CPU or a range of CPUs");
        };
        cpus.extend(first..=last);
    }
    Ok(cpus)
}

#[cfg(test)]
mod tests {
    use super::{cpus, draw, resign};

    fn words(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn rules_are_read() {
        let rule = resign(&words("movecount=4 score=500 twosided")).unwrap();
        assert_eq!((rule.plies, rule.score, rule.one_sided), (8, 500, false));
        let rule = draw(&words("movenumber=30 score=8")).unwrap();
        assert_eq!((rule.from_ply, rule.plies, rule.score), (58, 16, 8));
        assert!(resign(&words("moves=3")).is_err());
        assert!(draw(&words("score=x")).is_err());
    }

    #[test]
    fn lists_of_cpus_are_read() {
        assert_eq!(cpus("0,2,4-7").unwrap(), [0, 2, 4, 5, 6, 7]);
        assert!(cpus("0,x").is_err());
        assert!(!cpus("all").unwrap().is_empty());
    }
}
