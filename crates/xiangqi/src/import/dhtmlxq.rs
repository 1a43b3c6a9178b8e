//! DhtmlXQ: text of tags as `[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]`, from dpxq.com and wxf.ca.
//!
//! A square is two digits: the file from Red's left, and the rank from Black's side.

use game::GameResult;
use pgn::Game;

use super::{ImportError, error};
use crate::{File, Rank, Square, Xiangqi};

/// The places of the start position.
const START: &str = "0919293949596979891777062646668600102030405060708012720323436383";

/// The tags that become tags of PGN.
const TAGS: [(&str, &str); 5] = [
    ("event", "Event"),
    ("date", "Date"),
    ("place", "Site"),
    ("red", "Red"),
    ("black", "Black"),
];

/// The texts of the games.
pub(super) fn sections(text: &str) -> impl Iterator<Item = &str> {
    text.split("[DhtmlXQ]")
        .filter(|section| section.contains("[DhtmlXQ_"))
}

/// The text of a tag.
fn tag<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = text.split_once(&format!("[DhtmlXQ_{name}]"))?;
    Some(rest.split_once("[/DhtmlXQ_")?.0.trim())
}

/// The squares of a list of digits; none for the 99 of a piece that is not there.
fn squares(digits: &str) -> Result<Vec<Option<Square>>, ImportError> {
    let pairs = digits.as_bytes().chunks(2);
    pairs
        .map(|pair| match *pair {
            [b'9', b'9'] => Ok(None),
            [file @ b'0'..=b'8', rank @ b'0'..=b'9'] => {
                let file = File::from_index(usize::from(file - b'0'));
                let rank = Rank::from_index(usize::from(b'9' - rank));
                Ok(Some(Square::new(file, rank)))
            }
            _ => Err(error("a square of DhtmlXQ is two digits from 00 to 89")),
        })
        .collect()
}

pub(super) fn read(text: &str) -> Result<Game<Xiangqi>, ImportError> {
    let places = tag(text, "binit").filter(|places| !places.is_empty());
    let places = squares(places.unwrap_or(START))?
        .try_into()
        .map_err(|_| error("binit must have 32 squares"))?;
    let squares = squares(tag(text, "movelist").unwrap_or_default())?;
    let mut moves = Vec::with_capacity(squares.len() / 2);
    for pair in squares.chunks(2) {
        match *pair {
            [Some(from), Some(to)] => moves.push((from, to)),
            _ => return Err(error("a move of DhtmlXQ is four digits")),
        }
    }
    let result = match tag(text, "result") {
        Some(text) if text.starts_with(['红', '紅']) => GameResult::WhiteWins,
        Some(text) if text.starts_with('黑') => GameResult::BlackWins,
        Some(text) if text.starts_with('和') => GameResult::Draw,
        _ => GameResult::Unknown,
    };
    let mut game = super::game(places, &moves, result)?;
    for (name, pgn) in TAGS {
        if let Some(value) = tag(text, name).filter(|value| !value.is_empty()) {
            game.tags.push((pgn.to_owned(), value.to_owned()));
        }
    }
    Ok(game)
}
