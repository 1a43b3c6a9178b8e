//! Games in the formats of xiangqi programs: PGN in any notation and encoding, DhtmlXQ and XQF.
//!
//! ```
//! let text = "[DhtmlXQ][DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist][/DhtmlXQ]";
//! let games: Vec<_> = xiangqi::import::read(text.as_bytes()).collect();
//! assert_eq!(games[0].as_ref().map(|game| game.moves().len()), Ok(2));
//! ```

mod dhtmlxq;
mod encoding;
mod xqf;

use std::fmt;
use std::io::Cursor;

use game::GameResult;
use pgn::{Game, Import, Importer, PgnError, Reader};

use crate::{Color, Move, Piece, PieceType, Placement, Position, Square, Xiangqi};

/// Why a game could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportError(String);

impl fmt::Display for ImportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ImportError {}

impl From<PgnError> for ImportError {
    fn from(error: PgnError) -> Self {
        Self(error.to_string())
    }
}

fn error(problem: impl fmt::Display) -> ImportError {
    ImportError(problem.to_string())
}

impl Import for Xiangqi {
    const IMPORT: Option<Importer<Self>> =
        Some(|bytes| Box::new(read(bytes).map(|game| game.map_err(|error| error.to_string()))));
}

/// The games of a file, in whichever of the formats it is. A broken game costs only itself.
pub fn read(bytes: &[u8]) -> Box<dyn Iterator<Item = Result<Game<Xiangqi>, ImportError>>> {
    if bytes.starts_with(b"XQ") {
        return Box::new(std::iter::once(xqf::read(bytes)));
    }
    let text = encoding::decode(bytes);
    if text.contains("[DhtmlXQ") && !begins_with_tag(&text) {
        let sections: Vec<String> = dhtmlxq::sections(&text).map(str::to_owned).collect();
        let games = sections.into_iter().zip(1..).map(|(section, number)| {
            dhtmlxq::read(&section).map_err(|reason| error(format!("game {number}: {reason}")))
        });
        return Box::new(games);
    }
    let games = Reader::<Xiangqi, _>::new(Cursor::new(text.into_bytes()));
    Box::new(games.map(|game| game.map_err(ImportError::from)))
}

/// Whether a text begins with a tag of PGN: its games may mention other formats.
fn begins_with_tag(text: &str) -> bool {
    let tag = text.trim_start().strip_prefix('[');
    let name = tag.and_then(|tag| tag.split_once(" \""));
    name.is_some_and(|(name, _)| name.bytes().all(|byte| byte.is_ascii_alphanumeric()))
}

/// The pieces of a side in the order in which both formats list their places.
const PIECES: [PieceType; 16] = {
    use PieceType::{Advisor, Cannon, Elephant, Horse, King, Pawn, Rook};
    [
        Rook, Horse, Elephant, Advisor, King, Advisor, Elephant, Horse, Rook, Cannon, Cannon, Pawn,
        Pawn, Pawn, Pawn, Pawn,
    ]
};

/// No game has more plies.
const MAX_PLIES: usize = 4096;

/// A game from the places of Red's and then Black's pieces (`None` for one that is not there) and the
/// squares of its moves. The side of the first piece that moves is the one to move; without moves it is
/// Red, unless Black is in check.
fn game(
    places: [Option<Square>; 32],
    moves: &[(Square, Square)],
    result: GameResult,
) -> Result<Game<Xiangqi>, ImportError> {
    if moves.len() > MAX_PLIES {
        return Err(error(format!("more than {MAX_PLIES} plies")));
    }
    let mut board = [None; 90];
    for (index, place) in places.into_iter().enumerate() {
        let color = Color::ALL[index / 16];
        if let Some(square) = place {
            board[square.index()] = Some(Piece::new(color, PIECES[index % 16]));
        }
    }
    let first = moves.first().and_then(|(from, _)| board[from.index()]);
    let with_turn_of = |side| {
        let placement = Placement {
            board,
            side,
            halfmove_clock: 0,
            fullmove_number: 1,
        };
        placement.validate()
    };
    let start = match first {
        Some(piece) => with_turn_of(piece.color()),
        None => with_turn_of(Color::Red).or_else(|_| with_turn_of(Color::Black)),
    };
    let start = start.map_err(error)?;
    let mut position: Position = start.clone();
    let mut game = Game::new(start);
    game.result = result;
    for &(from, to) in moves {
        let mv = (from != to).then(|| Move::new(from, to));
        let legal = mv.filter(|&mv| position.is_pseudo_legal(mv) && position.is_legal(mv));
        let number = position.fullmove_number();
        let mv = legal.ok_or_else(|| error(format!("at move {number}: illegal: {from}{to}")))?;
        game.line.moves.push(mv.into());
        position.play(mv);
    }
    Ok(game)
}

/// Adds a tag, unless its text is blank or there is one of this name.
fn add_tag(game: &mut Game<Xiangqi>, name: &str, text: &str) {
    let text = text.trim_matches(|c: char| c.is_whitespace() || c.is_control());
    if !text.is_empty() && game.tag(name).is_none() {
        game.tags.push((name.to_owned(), text.to_owned()));
    }
}

#[cfg(test)]
mod tests;
