//! Moves as players describe them, in WXF and in Chinese: which piece, which way, how far.
//!
//! Files are counted from 1 at the mover's own right. Of several like pieces on one file, the
//! front one is the one nearest to the enemy.

use super::uci::MoveError;
use crate::position::Position;
use crate::types::bitboard::Bitboard;
use crate::types::color::Color;
use crate::types::moves::Move;
use crate::types::piece::PieceType;
use crate::types::square::{File, Square};

/// Which way a move goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    Forward,
    Back,
    Sideways,
}

/// Which of several like pieces on one file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ordinal {
    Front,
    Middle,
    Rear,
    /// From 1 at the front.
    Number(u8),
}

/// How a description names the piece that moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mover {
    /// By its kind and file.
    OnFile(PieceType, u8),
    /// By its kind and place among the like pieces of its file.
    Ordinal(PieceType, Ordinal),
    /// A pawn, by its place among the pawns of a file.
    PawnOnFile(Ordinal, u8),
    /// A pawn, by its place from 1 among all that share their file with another: file by file from
    /// the mover's right, the front one first.
    PawnInTandem(u8),
}

/// A move in relative terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Description {
    pub(super) mover: Mover,
    pub(super) direction: Direction,
    /// Steps forward or back of a piece that goes straight, otherwise the file reached.
    pub(super) number: u8,
}

impl Mover {
    const fn kind(self) -> PieceType {
        match self {
            Self::OnFile(kind, _) | Self::Ordinal(kind, _) => kind,
            Self::PawnOnFile(..) | Self::PawnInTandem(_) => PieceType::Pawn,
        }
    }

    const fn file(self) -> Option<u8> {
        match self {
            Self::OnFile(_, file) | Self::PawnOnFile(_, file) => Some(file),
            Self::Ordinal(..) | Self::PawnInTandem(_) => None,
        }
    }

    const fn ordinal(self) -> Option<Ordinal> {
        match self {
            Self::Ordinal(_, ordinal) | Self::PawnOnFile(ordinal, _) => Some(ordinal),
            Self::OnFile(..) | Self::PawnInTandem(_) => None,
        }
    }
}

impl Ordinal {
    /// The place from 1 at the front among `count` pieces, if there are so many.
    fn place(self, count: u8) -> Option<u8> {
        match self {
            _ if count < 2 => None,
            Self::Front => Some(1),
            Self::Middle => (count == 3).then_some(2),
            Self::Rear => Some(count),
            Self::Number(place) => (1..=count).contains(&place).then_some(place),
        }
    }
}

/// The number of a file as a color counts it.
fn file_number(color: Color, file: File) -> u8 {
    match color {
        Color::Red => 9 - file as u8,
        Color::Black => 1 + file as u8,
    }
}

/// A piece among the like pieces of its file.
#[derive(Clone, Copy)]
pub(super) struct Tandem {
    /// From 1 at the front.
    pub(super) place: u8,
    /// How many pieces there are.
    pub(super) count: u8,
    /// Whether another file has several pieces of the kind too.
    pub(super) elsewhere: bool,
}

impl Position {
    /// The kind, file number, direction and number of a move of the side to move.
    pub(super) fn relative(&self, mv: Move) -> (PieceType, u8, Direction, u8) {
        let color = self.side_to_move();
        let kind = self
            .piece_on(mv.from())
            .map_or(PieceType::King, |piece| piece.kind());
        let rank = |square: Square| square.rank().relative_to(color) as u8;
        let (from, to) = (rank(mv.from()), rank(mv.to()));
        let direction = match to.cmp(&from) {
            std::cmp::Ordering::Greater => Direction::Forward,
            std::cmp::Ordering::Less => Direction::Back,
            std::cmp::Ordering::Equal => Direction::Sideways,
        };
        let goes_straight = mv.from().file() == mv.to().file();
        let number = if goes_straight {
            to.abs_diff(from)
        } else {
            file_number(color, mv.to().file())
        };
        (
            kind,
            file_number(color, mv.from().file()),
            direction,
            number,
        )
    }

    /// Where a piece stands among the like pieces of its file.
    pub(super) fn tandem(&self, square: Square) -> Tandem {
        let color = self.side_to_move();
        let kind = self
            .piece_on(square)
            .map_or(PieceType::King, |piece| piece.kind());
        let like = self.pieces(color, kind);
        let on_file = like & Bitboard::file(square.file());
        let rank = |square: Square| square.rank().relative_to(color);
        let ahead = on_file
            .into_iter()
            .filter(|&other| rank(other) > rank(square));
        let is_other = |file: &File| *file != square.file();
        Tandem {
            place: 1 + ahead.count() as u8,
            count: on_file.count() as u8,
            elsewhere: File::ALL
                .into_iter()
                .filter(is_other)
                .any(|file| (like & Bitboard::file(file)).several()),
        }
    }

    /// The place of a pawn among those that share their file with another, from 1.
    fn place_in_tandem(&self, square: Square) -> u8 {
        let color = self.side_to_move();
        let pawns = self.pieces(color, PieceType::Pawn);
        let on_file = |file: File| pawns & Bitboard::file(file);
        let to_the_right = File::ALL.into_iter().filter(|&file| {
            file_number(color, file) < file_number(color, square.file()) && on_file(file).several()
        });
        let before: u32 = to_the_right.map(|file| on_file(file).count()).sum();
        before as u8 + self.tandem(square).place
    }

    /// The one legal move that fits a description.
    pub(super) fn find_described(
        &self,
        wanted: Description,
        text: &str,
    ) -> Result<Move, MoveError> {
        let moves = self.legal_moves();
        let mut fitting = moves.iter().copied().filter(|&mv| self.fits(wanted, mv));
        match (fitting.next(), fitting.next()) {
            (Some(mv), None) => Ok(mv),
            (None, _) => Err(MoveError::Illegal(text.to_owned())),
            (Some(_), Some(_)) => Err(MoveError::Ambiguous(text.to_owned())),
        }
    }

    fn fits(&self, wanted: Description, mv: Move) -> bool {
        let (kind, file, direction, number) = self.relative(mv);
        let is_mover = wanted.mover.kind() == kind
            && wanted.mover.file().is_none_or(|wanted| wanted == file)
            && wanted.mover.ordinal().is_none_or(|ordinal| {
                let tandem = self.tandem(mv.from());
                ordinal.place(tandem.count) == Some(tandem.place)
            })
            && match wanted.mover {
                Mover::PawnInTandem(place) => {
                    self.tandem(mv.from()).count > 1 && self.place_in_tandem(mv.from()) == place
                }
                _ => true,
            };
        is_mover && (wanted.direction, wanted.number) == (direction, number)
    }
}
