//! The arguments of `play`, on the command line and at the prompt.

use std::fmt::Display;
use std::iter::Peekable;
use std::ops::RangeInclusive;
use std::slice;
use std::str::FromStr;
use std::time::Duration;

use chess::{Color, Position};
use game::MAX_PLY;
use levels::Level;
use openings::chess960;

use crate::limits::MoveLimits;
use crate::style::Glyphs;

/// Shown by `play --help`.
pub const HELP: &str = "\
play [COLOR] [options]    play a game against Quietus in the terminal
  COLOR                   your side: white (default), black or random
  --level ELO|NAME        an opponent of 600 to 2400 Elo, or one by name; see
                          'play --opponents'
  --opponents             list the named opponents
  --time SECONDS          engine time per move, e.g. 0.5 or 10; default 2
  --nodes N               engine node limit per move
  --depth N               engine depth limit per move; of several limits the
                          first one reached ends the search
  --fen FEN               start from this position
  --960 [N|random]        Chess960 start position N (0 to 959); default random
  --threads N             search threads
  --hash N                transposition table size in MiB
  --ascii, --unicode      pieces as letters or as Unicode symbols; default:
                          Unicode if the locale is UTF-8

During the game, enter moves as Nf3, exd5, O-O, e8=Q or as e2e4, e7e8q.
'help' lists the other commands.

Examples:
  quietus play black --time 5
  quietus play --level 1200
  quietus play random --960 --depth 6
  quietus play --ascii --fen \"8/8/8/4k3/8/8/4P3/4K3 w - - 0 1\"";

/// Which side the human plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColorChoice {
    /// This one.
    Fixed(Color),
    /// Either, by chance.
    Random,
}

impl ColorChoice {
    /// Reads `white`, `black` or `random`, or the first letter of a color.
    pub fn parse(text: &str) -> Option<Self> {
        Some(match text.to_ascii_lowercase().as_str() {
            "white" | "w" => Self::Fixed(Color::White),
            "black" | "b" => Self::Fixed(Color::Black),
            "random" => Self::Random,
            _ => return None,
        })
    }
}

/// Where a game starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// Here.
    Position(Box<Position>),
    /// A start position of Chess960: its number, or any.
    Chess960(Option<usize>),
}

/// The arguments of `play`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arguments {
    /// The human's side.
    pub color: ColorChoice,
    /// The opponent's level; full strength if none.
    pub level: Option<Level>,
    /// Search limits of the engine's moves.
    pub limits: MoveLimits,
    /// Where the game starts, if given.
    pub start: Option<Start>,
    /// Search threads, if given.
    pub threads: Option<usize>,
    /// Size of the transposition table in MiB, if given.
    pub hash: Option<usize>,
    /// How pieces are drawn, if given.
    pub glyphs: Option<Glyphs>,
}

/// What the arguments ask for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// A game.
    Game(Box<Arguments>),
    /// The help text.
    Help,
    /// The list of opponents.
    Opponents,
}

type Words<'a> = Peekable<slice::Iter<'a, String>>;

impl Request {
    const MAX_THREADS: usize = 1024;
    const MAX_HASH: usize = 1 << 25;
    const SECONDS: RangeInclusive<f64> = 0.001..=86_400.0;

    /// Parses the arguments.
    pub fn parse(words: &[String]) -> Result<Self, String> {
        let mut arguments = Arguments {
            color: ColorChoice::Fixed(Color::White),
            level: None,
            limits: MoveLimits::default(),
            start: None,
            threads: None,
            hash: None,
            glyphs: None,
        };
        let mut words = words.iter().peekable();
        while let Some(word) = words.next() {
            if matches!(word.as_str(), "--help" | "-h" | "help") {
                return Ok(Self::Help);
            }
            if word == "--opponents" {
                return Ok(Self::Opponents);
            }
            arguments
                .take(word, &mut words)
                .map_err(|problem| format!("{problem} (see 'play --help')"))?;
        }
        arguments.limits = arguments.limits.or_default();
        Ok(Self::Game(Box::new(arguments)))
    }
}

impl Arguments {
    /// Takes one option, and its value from the words that follow.
    fn take(&mut self, word: &str, rest: &mut Words<'_>) -> Result<(), String> {
        match word {
            "--level" => {
                self.level = Some(rest.next().map_or("", String::as_str).parse()?);
            }
            "--time" => {
                let seconds = number(word, rest, Request::SECONDS)?;
                self.limits.time = Some(Duration::from_secs_f64(seconds));
            }
            "--nodes" => self.limits.nodes = Some(number(word, rest, 1..=u64::MAX)?),
            "--depth" => self.limits.depth = Some(number(word, rest, 1..=MAX_PLY as u32)?),
            "--threads" => self.threads = Some(number(word, rest, 1..=Request::MAX_THREADS)?),
            "--hash" => self.hash = Some(number(word, rest, 1..=Request::MAX_HASH)?),
            "--fen" => self.set_start(fen(rest)?)?,
            "--960" | "--chess960" => self.set_start(chess960_start(word, rest)?)?,
            "--ascii" => self.set_glyphs(Glyphs::Ascii)?,
            "--unicode" => self.set_glyphs(Glyphs::Unicode)?,
            "--color" => {
                let text = rest.next().map_or("", String::as_str);
                self.color = ColorChoice::parse(text)
                    .ok_or_else(|| format!("--color must be white, black or random: {text:?}"))?;
            }
            _ => {
                self.color = ColorChoice::parse(word)
                    .ok_or_else(|| format!("unknown argument of play: {word:?}"))?;
            }
        }
        Ok(())
    }

    fn set_start(&mut self, start: Start) -> Result<(), String> {
        match self.start.replace(start) {
            None => Ok(()),
            Some(_) => Err("--fen and --960 exclude each other, and each is given once".to_owned()),
        }
    }

    fn set_glyphs(&mut self, glyphs: Glyphs) -> Result<(), String> {
        match self.glyphs.replace(glyphs) {
            Some(other) if other != glyphs => {
                Err("--ascii and --unicode exclude each other".to_owned())
            }
            _ => Ok(()),
        }
    }
}

/// The next word as a number in a range.
fn number<T: FromStr + PartialOrd + Display>(
    option: &str,
    rest: &mut Words<'_>,
    range: RangeInclusive<T>,
) -> Result<T, String> {
    let text = rest.next().map_or("", String::as_str);
    let number = text.parse().ok().filter(|number| range.contains(number));
    number.ok_or_else(|| {
        let (min, max) = (range.start(), range.end());
        format!("{option} must be from {min} to {max}: {text:?}")
    })
}

/// Whether a word ends the value of the option before it.
fn is_other_argument(word: &str) -> bool {
    word.starts_with("--") || matches!(word, "white" | "black" | "random")
}

fn fen(rest: &mut Words<'_>) -> Result<Start, String> {
    let mut fields = Vec::new();
    while let Some(field) = rest.next_if(|next| !is_other_argument(next)) {
        fields.push(field.as_str());
    }
    if fields.is_empty() {
        return Err("--fen needs a FEN".to_owned());
    }
    let position = Position::from_fen(&fields.join(" ")).map_err(|error| error.to_string())?;
    Ok(Start::Position(Box::new(position)))
}

fn chess960_start(option: &str, rest: &mut Words<'_>) -> Result<Start, String> {
    let is_by_chance = rest.next_if(|next| *next == "random").is_some()
        || rest.peek().is_none_or(|next| is_other_argument(next));
    if is_by_chance {
        return Ok(Start::Chess960(None));
    }
    number(option, rest, 0..=chess960::COUNT - 1).map(|number| Start::Chess960(Some(number)))
}

#[cfg(test)]
mod tests;
