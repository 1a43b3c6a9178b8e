//! Moves in Chinese notation: 炮二平五, 马８进７, 前车退三.

use super::relative::{Description, Direction, Mover, Ordinal};
use super::uci::MoveError;
use crate::position::Position;
use crate::types::moves::Move;
use crate::types::piece::{Piece, PieceType};

/// Which characters to write; all are read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Script {
    /// 车马炮, as in mainland China.
    #[default]
    Simplified,
    /// 車馬炮.
    Traditional,
    /// As on the pieces themselves, with a radical that tells the sides apart: 俥傌炮 and 車馬砲.
    Radical,
}

/// By color: one to nine.
const NUMERALS: [[char; 9]; 2] = [
    ['一', '二', '三', '四', '五', '六', '七', '八', '九'],
    ['１', '２', '３', '４', '５', '６', '７', '８', '９'],
];

impl Script {
    /// The character of a piece.
    #[must_use]
    pub const fn piece(self, piece: Piece) -> char {
        match (piece, self) {
            (Piece::RedKing, Self::Simplified) => '帅',
            (Piece::RedKing, _) => '帥',
            (Piece::BlackKing, Self::Simplified) => '将',
            (Piece::BlackKing, _) => '將',
            (Piece::RedAdvisor, _) => '仕',
            (Piece::BlackAdvisor, _) => '士',
            (Piece::RedElephant, _) => '相',
            (Piece::BlackElephant, _) => '象',
            (Piece::RedHorse, Self::Radical) => '傌',
            (Piece::RedRook, Self::Radical) => '俥',
            (Piece::BlackCannon, Self::Radical) => '砲',
            (Piece::RedHorse | Piece::BlackHorse, Self::Simplified) => '马',
            (Piece::RedHorse | Piece::BlackHorse, _) => '馬',
            (Piece::RedRook | Piece::BlackRook, Self::Simplified) => '车',
            (Piece::RedRook | Piece::BlackRook, _) => '車',
            (Piece::RedCannon | Piece::BlackCannon, _) => '炮',
            (Piece::RedPawn, _) => '兵',
            (Piece::BlackPawn, _) => '卒',
        }
    }

    const fn direction(self, direction: Direction) -> char {
        match (direction, self) {
            (Direction::Forward, Self::Simplified) => '进',
            (Direction::Forward, _) => '進',
            (Direction::Back, _) => '退',
            (Direction::Sideways, _) => '平',
        }
    }

    /// The place from 1 at the front among so many pieces.
    const fn place(self, place: u8, count: u8) -> char {
        match (place, count, self) {
            (_, 4.., _) => NUMERALS[0][place as usize - 1],
            (1, _, _) => '前',
            (2, 3, _) => '中',
            (_, _, Self::Simplified) => '后',
            _ => '後',
        }
    }
}

fn kind(character: char) -> Option<PieceType> {
    Some(match character {
        '帅' | '帥' | '将' | '將' => PieceType::King,
        '仕' | '士' => PieceType::Advisor,
        '相' | '象' => PieceType::Elephant,
        '马' | '馬' | '傌' => PieceType::Horse,
        '车' | '車' | '俥' => PieceType::Rook,
        '炮' | '砲' | '包' => PieceType::Cannon,
        '兵' | '卒' => PieceType::Pawn,
        _ => return None,
    })
}

fn numeral(character: char) -> Option<u8> {
    let ascii = character.to_digit(10).map(|number| number as usize);
    let written = || {
        let mut numerals = NUMERALS.iter();
        numerals.find_map(|numerals| numerals.iter().position(|&other| other == character))
    };
    let number = ascii.or_else(|| written().map(|index| index + 1))?;
    u8::try_from(number).ok().filter(|&number| number > 0)
}

fn direction(character: char) -> Option<Direction> {
    match character {
        '进' | '進' => Some(Direction::Forward),
        '退' => Some(Direction::Back),
        '平' => Some(Direction::Sideways),
        _ => None,
    }
}

fn ordinal(character: char) -> Option<Ordinal> {
    match character {
        '前' => Some(Ordinal::Front),
        '中' => Some(Ordinal::Middle),
        '后' | '後' => Some(Ordinal::Rear),
        _ => numeral(character).map(Ordinal::Number),
    }
}

/// The first two characters: a piece and its file, its place and the piece, or a pawn's place and
/// file.
fn mover(first: char, second: char) -> Option<Mover> {
    match (kind(first), kind(second)) {
        (Some(kind), None) => Some(Mover::OnFile(kind, numeral(second)?)),
        (None, Some(kind)) => Some(Mover::Ordinal(kind, ordinal(first)?)),
        (None, None) => Some(Mover::PawnOnFile(ordinal(first)?, numeral(second)?)),
        (Some(_), Some(_)) => None,
    }
}

fn describe(text: &str) -> Option<Description> {
    let mut chars = text.chars();
    let mut next = || chars.next();
    let description = Description {
        mover: mover(next()?, next()?)?,
        direction: direction(next()?)?,
        number: numeral(next()?)?,
    };
    next().is_none().then_some(description)
}

impl Position {
    /// A legal move in Chinese notation, with Chinese numerals for Red and digits for Black.
    ///
    /// ```
    /// use xiangqi::{Position, Script};
    /// let position = Position::start();
    /// let mv = position.parse_chinese("炮二平五").expect("a legal move");
    /// assert_eq!(mv.to_string(), "h2e2");
    /// assert_eq!(position.chinese(mv, Script::Traditional), "炮二平五");
    /// ```
    #[must_use]
    pub fn chinese(&self, mv: Move, script: Script) -> String {
        let color = self.side_to_move();
        let (kind, file, direction, number) = self.relative(mv);
        let tandem = self.tandem(mv.from());
        let has_twin =
            tandem.count > 1 && !matches!(kind, PieceType::Advisor | PieceType::Elephant);
        let numeral = |number: u8| NUMERALS[color.index()][usize::from(number) - 1];
        let piece = script.piece(Piece::new(color, kind));
        let place = script.place(tandem.place, tandem.count);
        let mover = if !has_twin {
            [piece, numeral(file)]
        } else if kind == PieceType::Pawn && tandem.elsewhere {
            [place, numeral(file)]
        } else {
            [place, piece]
        };
        let rest = [script.direction(direction), numeral(number)];
        mover.into_iter().chain(rest).collect()
    }

    /// Reads a legal move in Chinese notation, in any script, with Chinese numerals or digits.
    ///
    /// # Errors
    /// If the text is not a move, or fits no legal one or several.
    pub fn parse_chinese(&self, text: &str) -> Result<Move, MoveError> {
        match describe(text) {
            Some(description) => self.find_described(description, text),
            None => Err(MoveError::Malformed(text.to_owned())),
        }
    }

    /// Reads a legal move in coordinates (ranks from zero), in WXF or in Chinese notation.
    ///
    /// # Errors
    /// If the text is none of these, or fits no legal move or several.
    pub fn parse_move(&self, text: &str) -> Result<Move, MoveError> {
        [Self::parse_uci, Self::parse_wxf, Self::parse_chinese]
            .into_iter()
            .map(|parse| parse(self, text))
            .find(|result| !matches!(result, Err(MoveError::Malformed(_))))
            .unwrap_or_else(|| Err(MoveError::Malformed(text.to_owned())))
    }
}
