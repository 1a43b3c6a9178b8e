//! The arguments of `play`, on the command line and at the prompt.

use std::fmt::Display;
use std::iter::Peekable;
use std::ops::RangeInclusive;
use std::slice;
use std::str::FromStr;
use std::time::Duration;

use game::MAX_PLY;
use levels::Level;

use crate::limits::MoveLimits;
use crate::rules::PlayRules;
use crate::style::Glyphs;

/// Which side the human plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColorChoice<C> {
    /// This one.
    Fixed(C),
    /// Either, by chance.
    Random,
}

/// Reads the name of a color or its first letter, or `random`.
pub fn parse_color<R: PlayRules>(text: &str) -> Option<ColorChoice<R::Color>> {
    let text = text.to_ascii_lowercase();
    let is_named = |color: &R::Color| {
        let name = color.to_string();
        text == name || text == name[..1]
    };
    match text.as_str() {
        "random" => Some(ColorChoice::Random),
        _ => R::SIDES.into_iter().find(is_named).map(ColorChoice::Fixed),
    }
}

/// The colors that can be asked for, in words.
fn color_names<R: PlayRules>() -> String {
    let [first, second] = R::SIDES;
    format!("{first}, {second} or random")
}

/// Where a game starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start<P> {
    /// Here.
    Position(Box<P>),
    /// A shuffled start (of Chess960): its number, or any.
    Shuffled(Option<usize>),
}

/// The arguments of `play`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arguments<R: PlayRules> {
    /// The human's side.
    pub color: ColorChoice<R::Color>,
    /// The opponent's level; full strength if none.
    pub level: Option<Level>,
    /// Search limits of the engine's moves.
    pub limits: MoveLimits,
    /// Where the game starts, if given.
    pub start: Option<Start<R::Position>>,
    /// Search threads, if given.
    pub threads: Option<usize>,
    /// Size of the transposition table in MiB, if given.
    pub hash: Option<usize>,
    /// How pieces are drawn, if given.
    pub glyphs: Option<Glyphs>,
}

/// What the arguments ask for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request<R: PlayRules> {
    Game(Box<Arguments<R>>),
    /// The help text.
    Help,
    /// The list of opponents.
    Opponents,
}

type Words<'a> = Peekable<slice::Iter<'a, String>>;

const MAX_THREADS: usize = 1024;
const MAX_HASH: usize = 1 << 25;
const SECONDS: RangeInclusive<f64> = 0.001..=86_400.0;

impl<R: PlayRules> Request<R> {
    /// Parses the arguments.
    pub fn parse(words: &[String]) -> Result<Self, String> {
        let mut arguments = Arguments {
            color: ColorChoice::Fixed(R::SIDES[0]),
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

impl<R: PlayRules> Arguments<R> {
    /// Takes one option, and its value from the words that follow.
    fn take(&mut self, word: &str, rest: &mut Words<'_>) -> Result<(), String> {
        match word {
            "--level" => {
                self.level = Some(rest.next().map_or("", String::as_str).parse()?);
            }
            "--time" => {
                let seconds = number(word, rest, SECONDS)?;
                self.limits.time = Some(Duration::from_secs_f64(seconds));
            }
            "--nodes" => self.limits.nodes = Some(number(word, rest, 1..=u64::MAX)?),
            "--depth" => self.limits.depth = Some(number(word, rest, 1..=MAX_PLY as u32)?),
            "--threads" => self.threads = Some(number(word, rest, 1..=MAX_THREADS)?),
            "--hash" => self.hash = Some(number(word, rest, 1..=MAX_HASH)?),
            "--fen" => self.set_start(fen::<R>(rest)?)?,
            "--960" | "--chess960" if R::SHUFFLED_STARTS > 0 => {
                self.set_start(shuffled_start::<R>(word, rest)?)?;
            }
            "--ascii" => self.set_glyphs(Glyphs::Ascii)?,
            "--unicode" => self.set_glyphs(Glyphs::Unicode)?,
            "--color" => {
                let text = rest.next().map_or("", String::as_str);
                self.color = parse_color::<R>(text)
                    .ok_or_else(|| format!("--color must be {}: {text:?}", color_names::<R>()))?;
            }
            _ => {
                self.color = parse_color::<R>(word)
                    .ok_or_else(|| format!("unknown argument of play: {word:?}"))?;
            }
        }
        Ok(())
    }

    fn set_start(&mut self, start: Start<R::Position>) -> Result<(), String> {
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
fn is_other_argument<R: PlayRules>(word: &str) -> bool {
    word.starts_with("--") || word.len() > 1 && parse_color::<R>(word).is_some()
}

fn fen<R: PlayRules>(rest: &mut Words<'_>) -> Result<Start<R::Position>, String> {
    let mut fields = Vec::new();
    while let Some(field) = rest.next_if(|next| !is_other_argument::<R>(next)) {
        fields.push(field.as_str());
    }
    if fields.is_empty() {
        return Err("--fen needs a FEN".to_owned());
    }
    let position = R::parse_fen(&fields.join(" ")).map_err(|error| error.to_string())?;
    Ok(Start::Position(Box::new(position)))
}

fn shuffled_start<R: PlayRules>(
    option: &str,
    rest: &mut Words<'_>,
) -> Result<Start<R::Position>, String> {
    let is_by_chance = rest.next_if(|next| *next == "random").is_some()
        || rest.peek().is_none_or(|next| is_other_argument::<R>(next));
    if is_by_chance {
        return Ok(Start::Shuffled(None));
    }
    number(option, rest, 0..=R::SHUFFLED_STARTS - 1).map(|number| Start::Shuffled(Some(number)))
}

#[cfg(test)]
mod tests;
