//! Reading games from a stream.

use std::fmt;
use std::io::{self, BufRead};

use super::lexer::{Lexer, Token};
use super::{AnnotatedMove, Game, Line};
use crate::GameResult;
use crate::position::Position;
use crate::text::fen::FenError;
use crate::text::uci::MoveError;

/// The longest text of one game. Longer than any real one, short enough for any memory.
const MAX_GAME_BYTES: usize = 8 << 20;

/// How deep variations may nest.
const MAX_NESTING: usize = 64;

/// What stops a reader, or costs a game.
#[derive(Debug)]
pub enum PgnError {
    /// The stream failed; nothing more comes.
    Io(io::Error),
    /// One game could not be read; reading can go on.
    Broken(BrokenGame),
}

/// A game that could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BrokenGame {
    /// Which game of the stream, from 1.
    pub number: u64,
    /// The line of the stream at which its text starts, from 1.
    pub line: u64,
    /// What is wrong with it.
    pub reason: Reason,
}

/// Why a game could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The position in the `FEN` tag.
    Fen(FenError),
    /// A variant with other rules.
    Variant(String),
    /// A move that is not legal where it stands: its full-move number and what is wrong.
    Move(u32, MoveError),
    /// Text that is neither a tag, nor a move, nor a comment: an unclosed quote or brace, say.
    Text(String),
    /// A `)` without `(`, a `(` without `)`, or a variation to no move.
    Variation,
    /// Variations inside variations beyond all reason.
    TooDeep,
    /// More text than any game has.
    TooLong,
}

impl fmt::Display for PgnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => write!(f, "cannot read the games: {error}"),
            Self::Broken(game) => write!(f, "{game}"),
        }
    }
}

impl std::error::Error for PgnError {}

impl fmt::Display for BrokenGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "game {} (line {}): {}",
            self.number, self.line, self.reason
        )
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fen(error) => write!(f, "{error}"),
            Self::Variant(name) => write!(f, "variant {name:?} has other rules"),
            Self::Move(number, error) => write!(f, "at move {number}: {error}"),
            Self::Text(text) => write!(f, "cannot make sense of {text:?}"),
            Self::Variation => f.write_str("brackets of variations do not match"),
            Self::TooDeep => write!(f, "variations nest more than {MAX_NESTING} deep"),
            Self::TooLong => write!(f, "more than {MAX_GAME_BYTES} bytes"),
        }
    }
}

/// How many games a reader has met.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Games read.
    pub games: u64,
    /// Games given up.
    pub broken: u64,
}

/// Gives the games of a stream one by one.
///
/// ```
/// use chess::pgn::Reader;
/// let text = "[White \"A\"]\n\n1. e4 e5 2. Nf3 1-0\n\n[White \"B\"]\n\n1. e4 Ke4 *\n";
/// let games: Vec<_> = Reader::new(text.as_bytes()).collect();
/// assert_eq!(games[0].as_ref().map(|game| game.moves().len()).ok(), Some(3));
/// assert!(games[1].is_err());
/// ```
pub struct Reader<R> {
    stream: R,
    /// The text of the game being read, and what came after it.
    text: String,
    /// A line that belongs to the next game.
    pending: Option<String>,
    /// Lines taken from the stream.
    lines: u64,
    /// The line at which `text` starts.
    text_line: u64,
    counts: Counts,
    finished: bool,
}

impl<R: BufRead> Reader<R> {
    /// A reader at the start of a stream.
    pub fn new(stream: R) -> Self {
        Self {
            stream,
            text: String::new(),
            pending: None,
            lines: 0,
            text_line: 0,
            counts: Counts::default(),
            finished: false,
        }
    }

    /// How many games have been read, and how many given up.
    pub const fn counts(&self) -> Counts {
        self.counts
    }

    /// The next line with its end, as UTF-8, or as Latin-1 if it is not UTF-8.
    fn next_line(&mut self) -> io::Result<Option<String>> {
        if let Some(line) = self.pending.take() {
            return Ok(Some(line));
        }
        let mut bytes = Vec::new();
        if self.stream.read_until(b'\n', &mut bytes)? == 0 {
            return Ok(None);
        }
        self.lines += 1;
        let latin1 = |bytes: &[u8]| bytes.iter().map(|&byte| char::from(byte)).collect();
        Ok(Some(
            String::from_utf8(bytes).unwrap_or_else(|error| latin1(error.as_bytes())),
        ))
    }

    /// Collects lines up to the tags of the next game. Whether that game is too long is told.
    fn collect_text(&mut self) -> io::Result<bool> {
        let mut scan = Scan::default();
        let mut too_long = false;
        while let Some(line) = self.next_line()? {
            if scan.starts_next_game(&line) {
                self.pending = Some(line);
                break;
            }
            if scan.is_empty() {
                self.text_line = self.lines;
            }
            // A line that starts with % is for other programs.
            if line.starts_with('%') {
                continue;
            }
            scan.read(&line);
            if self.text.len() + line.len() <= MAX_GAME_BYTES {
                self.text.push_str(&line);
            } else {
                too_long = true;
            }
        }
        Ok(too_long)
    }

    fn next_game(&mut self) -> io::Result<Option<Result<Game, Reason>>> {
        if self.text.trim_ascii().is_empty() {
            self.text.clear();
            if self.collect_text()? {
                self.text.clear();
                return Ok(Some(Err(Reason::TooLong)));
            }
            if self.text.trim_ascii().is_empty() {
                return Ok(None);
            }
        }
        let mut parser = Parser {
            lexer: Lexer::new(&self.text),
            depth: 0,
        };
        let game = parser.game();
        // Without tags between them, several games may stand in one text.
        let read = parser.lexer.position();
        match &game {
            Ok(_) => drop(self.text.drain(..read)),
            Err(_) => self.text.clear(),
        }
        Ok(Some(game))
    }
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<Game, PgnError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.finished {
            return None;
        }
        match self.next_game() {
            Ok(Some(Ok(game))) => {
                self.counts.games += 1;
                Some(Ok(game))
            }
            Ok(Some(Err(reason))) => {
                self.counts.broken += 1;
                let number = self.counts.games + self.counts.broken;
                Some(Err(PgnError::Broken(BrokenGame {
                    number,
                    line: self.text_line,
                    reason,
                })))
            }
            Ok(None) => {
                self.finished = true;
                None
            }
            Err(error) => {
                self.finished = true;
                Some(Err(PgnError::Io(error)))
            }
        }
    }
}

/// Follows the lines of a game to see where the next one starts.
#[derive(Default)]
struct Scan {
    seen_moves: bool,
    seen_anything: bool,
    in_comment: bool,
    last_was_blank: bool,
}

impl Scan {
    fn is_empty(&self) -> bool {
        !self.seen_anything
    }

    /// Tags after moves start a new game; inside a comment only if they look like tags after a
    /// blank line, which means that the comment was never closed.
    fn starts_next_game(&self, line: &str) -> bool {
        let looks_like_tag = || {
            let line = line.trim_ascii_end();
            line.ends_with("\"]") && line.starts_with('[') && line.contains(" \"")
        };
        self.seen_moves
            && line.starts_with('[')
            && (!self.in_comment || self.last_was_blank && looks_like_tag())
    }

    fn read(&mut self, line: &str) {
        let content = line.trim_ascii();
        self.last_was_blank = content.is_empty();
        if content.is_empty() {
            return;
        }
        self.seen_anything = true;
        if !self.in_comment && content.starts_with('[') {
            return;
        }
        self.seen_moves = true;
        for c in content.chars() {
            match c {
                '{' => self.in_comment = true,
                '}' => self.in_comment = false,
                ';' if !self.in_comment => return,
                _ => {}
            }
        }
    }
}

/// Builds a game from tokens.
struct Parser<'a> {
    lexer: Lexer<'a>,
    depth: usize,
}

/// What ended a line of moves.
enum LineEnd {
    Result(GameResult),
    Close,
    Text,
}

impl Parser<'_> {
    fn game(&mut self) -> Result<Game, Reason> {
        let mut tags = Vec::new();
        let mut first = self.lexer.next();
        while let Some(Token::Tag(name, value)) = first {
            tags.push((name.to_owned(), unescape(value)));
            first = self.lexer.next();
        }
        let mut game = Game {
            tags,
            ..Game::new(Position::start())
        };
        game.start = start_position(&game)?;
        let mut position = game.start.clone();
        let (line, end) = self.line(&mut position, first)?;
        game.line = line;
        game.result = match end {
            LineEnd::Result(result) => result,
            LineEnd::Text => game
                .tag("Result")
                .and_then(|text| text.parse().ok())
                .unwrap_or_default(),
            LineEnd::Close => return Err(Reason::Variation),
        };
        Ok(game)
    }

    /// Reads moves up to a result, a closing bracket or the end of the text. Leaves `position`
    /// after the last move.
    fn line(
        &mut self,
        position: &mut Position,
        first: Option<Token<'_>>,
    ) -> Result<(Line, LineEnd), Reason> {
        let mut line = Line::default();
        let mut token = first;
        let end = loop {
            match token {
                None => break LineEnd::Text,
                Some(Token::Close) => break LineEnd::Close,
                Some(Token::Open) => {
                    let variation = self.variation(position, &line)?;
                    let last = line.moves.last_mut().ok_or(Reason::Variation)?;
                    last.variations.push(variation);
                }
                Some(Token::Comment(text)) => add_comment(&mut line, text),
                Some(Token::Nag(number)) => {
                    if let Some(last) = line.moves.last_mut() {
                        last.nags.push(number);
                    }
                }
                Some(Token::Word(word)) => match word.parse() {
                    Ok(result) => break LineEnd::Result(result),
                    Err(_) => {
                        let mv = position
                            .parse_san(word)
                            .map_err(|error| Reason::Move(position.fullmove_number(), error))?;
                        position.play(mv);
                        line.moves.push(AnnotatedMove::from(mv));
                    }
                },
                Some(Token::Tag(name, _)) => return Err(Reason::Text(format!("[{name}"))),
                Some(Token::Broken(text)) => return Err(Reason::Text(shorten(text))),
            }
            token = self.lexer.next();
        };
        Ok((line, end))
    }

    /// Reads a variation on the last move of a line, after its opening bracket.
    fn variation(&mut self, position: &Position, line: &Line) -> Result<Line, Reason> {
        let last = line.moves.last().ok_or(Reason::Variation)?;
        if self.depth == MAX_NESTING {
            return Err(Reason::TooDeep);
        }
        let mut branch = position.clone();
        branch.unmake(last.mv);
        self.depth += 1;
        let first = self.lexer.next();
        let (variation, end) = self.line(&mut branch, first)?;
        self.depth -= 1;
        match end {
            LineEnd::Close => Ok(variation),
            LineEnd::Result(_) | LineEnd::Text => Err(Reason::Variation),
        }
    }
}

fn add_comment(line: &mut Line, text: &str) {
    let text = text.split_ascii_whitespace().collect::<Vec<_>>().join(" ");
    if text.is_empty() {
        return;
    }
    let slot = match line.moves.last_mut() {
        Some(last) => &mut last.comment,
        None => &mut line.comment,
    };
    match slot {
        Some(comment) => {
            comment.push(' ');
            comment.push_str(&text);
        }
        None => *slot = Some(text),
    }
}

fn start_position(game: &Game) -> Result<Position, Reason> {
    let mut start = match game.tag("FEN") {
        Some(fen) => Position::from_fen(fen).map_err(Reason::Fen)?,
        None => Position::start(),
    };
    if let Some(variant) = game.tag("Variant") {
        let plain: String = variant
            .to_ascii_lowercase()
            .chars()
            .filter(char::is_ascii_alphanumeric)
            .collect();
        match plain.as_str() {
            "chess960" | "fischerandom" | "fischerrandom" | "frc" | "dfrc" => {
                start.set_chess960(true);
            }
            "" | "standard" | "chess" | "normal" | "fromposition" => {}
            _ => return Err(Reason::Variant(variant.to_owned())),
        }
    }
    Ok(start)
}

/// A tag's value with `\"` and `\\` read.
fn unescape(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    let mut chars = value.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => text.extend(chars.next()),
            _ => text.push(c),
        }
    }
    text
}

/// Enough of a text to recognize it by.
fn shorten(text: &str) -> String {
    const ENOUGH: usize = 60;
    match text.char_indices().nth(ENOUGH) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
