//! Decodes the games of a block.

mod runs;
mod siblings;

use chess::Chess;
use game::{Codes, GameResult, MoveList, Position, Rules, Stage};

use super::bits::BitReader;
use super::columns::{
    Columns, FLAGS, LENGTHS, RESULTS, SCORE_BITS, SCORED, SIBLINGS, STARTS, moves_column,
    scores_column,
};
use super::scores::ScoreModel;
use super::varint::take;
use crate::game::{Ply, Start};
use runs::Runs;
use siblings::Siblings;

/// A game without its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameHead<R: Rules = Chess> {
    /// The start position.
    pub start: Start<R>,
    /// The number of plies.
    pub plies: usize,
    pub result: GameResult,
}

/// A move of a game, with the position before it.
pub struct Step<'a, R: Rules = Chess> {
    /// The game.
    pub head: &'a GameHead<R>,
    /// The position before the move.
    pub position: &'a R::Position,
    /// The move with its score and flags.
    pub ply: Ply<R::Move>,
}

/// Visits the moves of games in order.
pub trait Visitor<R: Rules = Chess> {
    /// A move of the game, in the position before it.
    fn ply(&mut self, step: &Step<'_, R>);

    /// The game is over; the next move belongs to the next game.
    fn end(&mut self, head: GameHead<R>);
}

/// Visits nothing: for checking that a block can be read.
impl<R: Rules> Visitor<R> for () {
    fn ply(&mut self, _: &Step<'_, R>) {}

    fn end(&mut self, _: GameHead<R>) {}
}

/// Decodes the games of a block in order.
pub(super) struct BlockDecoder<'a, R: Rules> {
    starts: &'a [u8],
    results: &'a [u8],
    lengths: &'a [u8],
    scored: &'a [u8],
    bits: BitReader<'a>,
    /// The rest of the move and score columns, by number.
    rest: [&'a [u8]; 64],
    flags: &'a [u8],
    siblings: &'a [u8],
    has_flags: bool,
    has_siblings: bool,
    /// Plies left according to the block header.
    plies_left: usize,
    /// The usual start position, cached.
    standard: R::Position,
}

impl<'a, R: Codes> BlockDecoder<'a, R> {
    /// Starts at the first game of a block.
    pub(super) fn new(columns: &'a Columns, plies: u32) -> Self {
        Self {
            starts: columns.bytes(STARTS),
            results: columns.bytes(RESULTS),
            lengths: columns.bytes(LENGTHS),
            scored: columns.bytes(SCORED),
            bits: BitReader::new(columns.bytes(SCORE_BITS)),
            rest: std::array::from_fn(|number| columns.bytes(number as u8)),
            flags: columns.bytes(FLAGS),
            siblings: columns.bytes(SIBLINGS),
            has_flags: !columns.bytes(FLAGS).is_empty(),
            has_siblings: !columns.bytes(SIBLINGS).is_empty(),
            plies_left: plies as usize,
            standard: R::start(),
        }
    }

    /// Decodes the next game: visits its moves and returns its head. `None` after the last game.
    pub(super) fn next_game(
        &mut self,
        visitor: &mut impl Visitor<R>,
    ) -> Result<Option<GameHead<R>>, String> {
        let Some((&result, results)) = self.results.split_first() else {
            return Ok(None);
        };
        self.results = results;
        let head = GameHead {
            start: self.start()?,
            plies: take_count(&mut self.lengths)?,
            result: result_of(result)?,
        };
        self.plies_left = self
            .plies_left
            .checked_sub(head.plies)
            .ok_or("more moves than the block header says")?;
        let mut position = match head.start.fen() {
            None => self.standard.clone(),
            Some(_) => head.start.position(),
        };
        let mut runs = Runs::new(self, head.plies)?;
        let mut siblings = Siblings::new(self)?;
        let mut model = ScoreModel::new();
        let mut moves = MoveList::new();
        for _ in 0..head.plies {
            moves.clear();
            position.generate(Stage::All, &mut moves);
            let mv = self.next_move(&moves)?;
            let score = if runs.next(&mut self.scored)? {
                Some(self.score(&mut model)?)
            } else {
                None
            };
            let ply = Ply {
                mv,
                score,
                flags: self.flags()?,
                sibling: siblings.next(self, &moves, score)?,
            };
            visitor.ply(&Step {
                head: &head,
                position: &position,
                ply,
            });
            R::play(&mut position, mv);
        }
        Ok(Some(head))
    }

    fn start(&mut self) -> Result<Start<R>, String> {
        let end = self.starts.iter().position(|&byte| byte == b'\n');
        let (line, rest) = self
            .starts
            .split_at(end.ok_or("start positions are missing")?);
        self.starts = &rest[1..];
        if line.is_empty() {
            return Ok(Start::STANDARD);
        }
        let fen = std::str::from_utf8(line).map_err(|_| "a start position is not valid UTF-8")?;
        Start::from_fen(fen).map_err(|error| format!("start position {fen:?}: {error}"))
    }

    #[inline]
    fn next_move(&mut self, moves: &[R::Move]) -> Result<R::Move, String> {
        let index = match moves.len() {
            0 => return Err("a move after the end of a game".to_owned()),
            1 => 0,
            legal => self.byte(moves_column(legal)).ok_or("moves are missing")?,
        };
        R::pick(moves, index)
            .ok_or_else(|| format!("move index {index}, but only {} legal moves", moves.len()))
    }

    #[inline]
    fn score(&mut self, model: &mut ScoreModel) -> Result<i16, String> {
        let symbol = self.byte(scores_column(model.context()));
        symbol
            .and_then(|symbol| model.decode(symbol, &mut self.bits))
            .ok_or_else(|| "scores are missing or invalid".to_owned())
    }

    #[inline]
    fn byte(&mut self, column: u8) -> Option<u8> {
        let rest = &mut self.rest[usize::from(column)];
        let (&byte, after) = rest.split_first()?;
        *rest = after;
        Some(byte)
    }

    #[inline]
    fn flags(&mut self) -> Result<u8, String> {
        if !self.has_flags {
            return Ok(0);
        }
        let (&flags, rest) = self.flags.split_first().ok_or("flags are missing")?;
        self.flags = rest;
        Ok(flags)
    }
}

fn take_count(column: &mut &[u8]) -> Result<usize, String> {
    take(column)
        .and_then(|number| usize::try_from(number).ok())
        .ok_or_else(|| "lengths are missing".to_owned())
}

fn result_of(code: u8) -> Result<GameResult, String> {
    Ok(match code {
        0 => GameResult::BlackWins,
        1 => GameResult::Draw,
        2 => GameResult::WhiteWins,
        3 => GameResult::Unknown,
        _ => return Err(format!("unknown result {code}")),
    })
}
