//! DhtmlXQ: text of tags as `[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]`, from dpxq.com and wxf.ca.
//!
//! A square is two digits: the file from Red's left, and the rank from Black's side.

use game::GameResult;
use pgn::Game;

use super::{ImportError, add_tag, error};
use crate::{File, Rank, Square, Xiangqi};

/// The places of the start position.
const START: &str = "0919293949596979891777062646668600102030405060708012720323436383";

/// The names of the list of moves: usually, and where the variations are lists too.
const MOVES: [&str; 2] = ["movelist", "move_0_1_0"];

/// The tags that become tags of PGN; of two for the same the first that is there.
const TAGS: [(&str, &str); 8] = [
    ("event", "Event"),
    ("date", "Date"),
    ("place", "Site"),
    ("red", "Red"),
    ("black", "Black"),
    ("title", "Event"),
    ("redname", "Red"),
    ("blackname", "Black"),
];

/// The texts of the games.
pub(super) fn sections(text: &str) -> impl Iterator<Item = &str> {
    text.split("[DhtmlXQ]")
        .filter(|section| section.contains("[DhtmlXQ_"))
}

/// The text of a tag, if it has any.
fn tag<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = text.split_once(&format!("[DhtmlXQ_{name}]"))?;
    let text = rest.split_once("[/DhtmlXQ_")?.0.trim();
    (!text.is_empty()).then_some(text)
}

/// `红胜`, `黑勝`, `红负`, `先和`, `和局`, `1-0`, and so on.
fn result(text: &str) -> GameResult {
    let is_red = text.starts_with(['红', '紅', '先']);
    let is_black = text.starts_with(['黑', '后', '後']);
    let wins = text.contains(['胜', '勝']);
    let loses = text.contains(['负', '負']);
    match () {
        () if text.contains('和') => GameResult::Draw,
        () if is_red && wins || is_black && loses => GameResult::WhiteWins,
        () if is_black && wins || is_red && loses => GameResult::BlackWins,
        () => text.parse().unwrap_or(GameResult::Unknown),
    }
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
    let places = squares(tag(text, "binit").unwrap_or(START))?
        .try_into()
        .map_err(|_| error("binit must have 32 squares"))?;
    let list = MOVES.into_iter().find_map(|name| tag(text, name));
    let squares = squares(list.unwrap_or_default())?;
    let mut moves = Vec::with_capacity(squares.len() / 2);
    for pair in squares.chunks(2) {
        match *pair {
            [Some(from), Some(to)] => moves.push((from, to)),
            _ => return Err(error("a move of DhtmlXQ is four digits")),
        }
    }
    let result = tag(text, "result").map_or(GameResult::Unknown, result);
    let mut game = super::game(places, &moves, result)?;
    for (name, pgn) in TAGS {
        add_tag(&mut game, pgn, tag(text, name).unwrap_or_default());
    }
    Ok(game)
}
