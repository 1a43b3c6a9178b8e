//! Builds games from tokens.

use game::{GameResult, Position};

use crate::error::Reason;
use crate::lexer::{Lexer, Token};
use crate::{AnnotatedMove, Game, Line, Notation};

/// How deep variations may nest.
pub(super) const MAX_NESTING: usize = 64;
/// The most plies of a game, and of each variation. The rule of 75 moves ends every game of chess after
/// 17,697.
pub const MAX_PLIES: usize = 20_000;
/// The most moves and variations of a game.
pub const MAX_NODES: usize = 200_000;

/// Builds a game from tokens.
pub(super) struct Parser<'a> {
    lexer: Lexer<'a>,
    depth: usize,
    /// Moves and variations so far.
    nodes: usize,
}

/// A game with its mistake, or why there is none.
pub(super) type Parsed<R> = Result<(Game<R>, Option<Reason>), Reason>;

/// What ended a line of moves.
enum LineEnd {
    Result(GameResult),
    Close,
    Text,
}

impl<'a> Parser<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self {
            lexer: Lexer::new(text),
            depth: 0,
            nodes: 0,
        }
    }

    /// How many bytes have been read.
    pub(super) fn position(&self) -> usize {
        self.lexer.position()
    }

    /// Reads a game. Of one that breaks off, what stands before the mistake, with the mistake.
    pub(super) fn game<R: Notation>(&mut self) -> Parsed<R> {
        let mut tags = Vec::new();
        let mut first = self.lexer.next();
        while let Some(Token::Tag(name, value)) = first {
            tags.push((name.to_owned(), unescape(value)));
            first = self.lexer.next();
        }
        let mut game = Game::<R> {
            tags,
            ..Game::new(R::start())
        };
        game.start = start_position(&game)?;
        let mut position = game.start.clone();
        let end = self.line::<R>(&mut position, first, &mut game.line);
        let of_tag = game.tag("Result").and_then(|text| text.parse().ok());
        game.result = match end {
            Ok(LineEnd::Result(result)) => result,
            _ => of_tag.unwrap_or_default(),
        };
        let mistake = match end {
            Ok(LineEnd::Close) => Some(Reason::Variation),
            Ok(_) => None,
            Err(reason) => Some(reason),
        };
        Ok((game, mistake))
    }

    /// Reads moves into `line`, up to a result, a closing bracket or the end of the text. Leaves
    /// `position` after the last move.
    fn line<R: Notation>(
        &mut self,
        position: &mut R::Position,
        first: Option<Token<'_>>,
        line: &mut Line<R::Move>,
    ) -> Result<LineEnd, Reason> {
        let mut token = first;
        loop {
            match token {
                None => return Ok(LineEnd::Text),
                Some(Token::Close) => return Ok(LineEnd::Close),
                Some(Token::Open) => {
                    let variation = self.variation::<R>(position, line)?;
                    let last = line.moves.last_mut().ok_or(Reason::Variation)?;
                    last.variations.push(variation);
                }
                Some(Token::Comment(text)) => add_comment(line, text),
                Some(Token::Nag(number)) => {
                    if let Some(last) = line.moves.last_mut() {
                        last.nags.push(number);
                    }
                }
                Some(Token::Word(word)) => match word.parse() {
                    Ok(result) => return Ok(LineEnd::Result(result)),
                    Err(_) => {
                        let mv = R::read_move(position, word).map_err(|error| {
                            Reason::Move(R::move_number(position), error.to_string())
                        })?;
                        if line.moves.len() == MAX_PLIES {
                            return Err(Reason::TooManyPlies);
                        }
                        self.count_node()?;
                        R::play(position, mv);
                        line.moves.push(AnnotatedMove::from(mv));
                    }
                },
                Some(Token::Tag(name, _)) => return Err(Reason::Text(format!("[{name}"))),
                Some(Token::Broken(text)) => return Err(Reason::Text(shorten(text))),
            }
            token = self.lexer.next();
        }
    }

    fn count_node(&mut self) -> Result<(), Reason> {
        self.nodes += 1;
        match self.nodes {
            ..=MAX_NODES => Ok(()),
            _ => Err(Reason::TooManyNodes),
        }
    }

    /// Reads a variation on the last move of a line, after its opening bracket. The position is in the
    /// end as before.
    fn variation<R: Notation>(
        &mut self,
        position: &mut R::Position,
        line: &Line<R::Move>,
    ) -> Result<Line<R::Move>, Reason> {
        let last = line.moves.last().ok_or(Reason::Variation)?;
        if self.depth == MAX_NESTING {
            return Err(Reason::TooDeep);
        }
        self.count_node()?;
        position.unmake(last.mv);
        self.depth += 1;
        let first = self.lexer.next();
        let mut variation = Line::default();
        let end = self.line::<R>(position, first, &mut variation)?;
        // Not on a copy: of a long game with many variations, that would take hours.
        for annotated in variation.moves.iter().rev() {
            position.unmake(annotated.mv);
        }
        R::play(position, last.mv);
        // A game can have millions of variations of one move.
        variation.moves.shrink_to_fit();
        self.depth -= 1;
        match end {
            LineEnd::Close => Ok(variation),
            LineEnd::Result(_) | LineEnd::Text => Err(Reason::Variation),
        }
    }
}

fn add_comment<M>(line: &mut Line<M>, text: &str) {
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

fn start_position<R: Notation>(game: &Game<R>) -> Result<R::Position, Reason> {
    let mut start = match game.tag("FEN") {
        Some(fen) => R::parse_fen(fen).map_err(|error| Reason::Fen(error.to_string()))?,
        None => R::start(),
    };
    match game.tag("Variant") {
        Some(variant) if !R::set_variant(&mut start, variant) => {
            Err(Reason::Variant(variant.to_owned()))
        }
        _ => Ok(start),
    }
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
