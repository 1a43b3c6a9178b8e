//! Reading games from a stream.

use std::io::{self, BufRead, Read};
use std::marker::PhantomData;

use crate::error::{BrokenGame, PgnError, Reason};
use crate::parser::{Parsed, Parser};
use crate::{Game, Notation};

/// The longest text of one game, in bytes.
pub(super) const MAX_GAME_BYTES: usize = 8 << 20;

/// A game as far as it can be read, and what is wrong with it.
pub type Part<R> = (Game<R>, Option<BrokenGame>);

/// How many games a reader has met.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Games read.
    pub games: u64,
    /// Games given up.
    pub broken: u64,
}

/// Gives the games of a stream one by one.
pub struct Reader<R, S> {
    stream: S,
    /// The text of the game being read, and what came after it.
    text: String,
    /// How much of the text has been read.
    position: usize,
    /// A line that belongs to the next game.
    pending: Option<String>,
    /// Lines taken from the stream.
    lines: u64,
    /// The line at which `text` starts.
    text_line: u64,
    counts: Counts,
    finished: bool,
    game: PhantomData<R>,
}

impl<R: Notation, S: BufRead> Reader<R, S> {
    /// A reader at the start of a stream.
    pub fn new(stream: S) -> Self {
        Self {
            stream,
            text: String::new(),
            position: 0,
            pending: None,
            lines: 0,
            text_line: 0,
            counts: Counts::default(),
            finished: false,
            game: PhantomData,
        }
    }

    /// How many games have been read, and how many given up.
    pub const fn counts(&self) -> Counts {
        self.counts
    }

    /// The next line with its end, as UTF-8, or as Latin-1 if it is not UTF-8. What a line has more
    /// than a whole game may have is skipped.
    fn next_line(&mut self) -> io::Result<Option<String>> {
        if let Some(line) = self.pending.take() {
            return Ok(Some(line));
        }
        let mut bytes = Vec::new();
        let most = MAX_GAME_BYTES + 1;
        let mut start = self.stream.by_ref().take(most as u64);
        if start.read_until(b'\n', &mut bytes)? == 0 {
            return Ok(None);
        }
        if bytes.len() == most && bytes.last() != Some(&b'\n') {
            self.stream.skip_until(b'\n')?;
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

    /// The next game. Of a broken one, what stands before the mistake, with the mistake.
    pub fn read_part(&mut self) -> Option<Result<Part<R>, PgnError>> {
        if self.finished {
            return None;
        }
        let read = match self.next_game() {
            Ok(Some(read)) => read,
            Ok(None) => {
                self.finished = true;
                return None;
            }
            Err(error) => {
                self.finished = true;
                return Some(Err(PgnError::Io(error)));
            }
        };
        if matches!(read, Ok((_, None))) {
            self.counts.games += 1;
        } else {
            self.counts.broken += 1;
        }
        let broken = |reason| BrokenGame {
            number: self.counts.games + self.counts.broken,
            line: self.text_line,
            reason,
        };
        Some(match read {
            Ok((game, mistake)) => Ok((game, mistake.map(broken))),
            Err(reason) => Err(PgnError::Broken(broken(reason))),
        })
    }

    fn next_game(&mut self) -> io::Result<Option<Parsed<R>>> {
        // From its start only: what follows one of many games may be long.
        if self.text[self.position..].trim_ascii_start().is_empty() {
            self.clear();
            if self.collect_text()? {
                self.clear();
                return Ok(Some(Err(Reason::TooLong)));
            }
            if self.text.trim_ascii_start().is_empty() {
                return Ok(None);
            }
        }
        let mut parser = Parser::new(&self.text[self.position..]);
        let game = parser.game();
        // Without tags between them, several games may stand in one text.
        let read = parser.position();
        match &game {
            Ok((_, None)) => self.position += read,
            _ => self.clear(),
        }
        Ok(Some(game))
    }

    fn clear(&mut self) {
        self.text.clear();
        self.position = 0;
    }
}

impl<R: Notation, S: BufRead> Iterator for Reader<R, S> {
    type Item = Result<Game<R>, PgnError>;

    fn next(&mut self) -> Option<Self::Item> {
        Some(match self.read_part()? {
            Ok((game, None)) => Ok(game),
            Ok((_, Some(broken))) => Err(PgnError::Broken(broken)),
            Err(error) => Err(error),
        })
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
