//! How both colors see the board, and what decides it.

use game::Rng;
use xiangqi::{Color, File, Piece, PieceType, Square};

use super::FeatureSet;

/// How the colors see the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Views {
    /// `[color]`
    pub(super) seen: [View; Color::COUNT],
    board: Deciders,
}

/// What the feature indices of a color depend on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct View {
    pub(super) bucket: u8,
    pub(super) is_mirrored: bool,
}

/// What decides the buckets and the mirroring. All arrays are `[color]`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Deciders {
    /// How much heavier the right wing is than the left, as the color sees them.
    leans: [i32; Color::COUNT],
    /// The index of the king's square.
    kings: [u8; Color::COUNT],
    rooks: [u8; Color::COUNT],
    horses_and_cannons: [u8; Color::COUNT],
}

impl Views {
    /// Counts a piece that stands on a square from now on.
    #[inline]
    pub(super) fn add(&mut self, piece: Piece, square: Square) {
        let (color, place) = (piece.color().index(), place(piece, square));
        for (sum, leans) in self.board.leans.iter_mut().zip(&LEANS) {
            *sum += leans[place];
        }
        match piece.kind() {
            PieceType::King => self.board.kings[color] = square.index() as u8,
            PieceType::Rook => self.board.rooks[color] += 1,
            PieceType::Horse | PieceType::Cannon => self.board.horses_and_cannons[color] += 1,
            _ => (),
        }
    }

    /// Counts a piece no longer.
    #[inline]
    pub(super) fn remove(&mut self, piece: Piece, square: Square) {
        let (color, place) = (piece.color().index(), place(piece, square));
        for (sum, leans) in self.board.leans.iter_mut().zip(&LEANS) {
            *sum -= leans[place];
        }
        match piece.kind() {
            PieceType::Rook => self.board.rooks[color] -= 1,
            PieceType::Horse | PieceType::Cannon => self.board.horses_and_cannons[color] -= 1,
            _ => (),
        }
    }

    /// Decides how the colors see the board.
    #[inline]
    pub(super) fn decide(&mut self, set: FeatureSet) {
        self.seen = Color::ALL.map(|side| self.board.view(set, side));
    }
}

impl Deciders {
    fn view(&self, set: FeatureSet, side: Color) -> View {
        let king = self.king(side).relative_to(side);
        let is_mirrored = set != FeatureSet::HomeBucket && self.is_mirrored(side);
        let bucket = match set {
            FeatureSet::PieceSquare => 0,
            FeatureSet::HomeBucket => usize::from(king != Square::E0),
            FeatureSet::KingBucket => 2 * king.rank().index() + usize::from(king.file() == File::E),
            FeatureSet::AttackBucket => {
                let has_rooks = self.rooks[side.index()] > 0;
                let has_others = self.horses_and_cannons[side.index()] > 0;
                2 * usize::from(has_rooks) + usize::from(has_others)
            }
        };
        View {
            bucket: bucket as u8,
            is_mirrored,
        }
    }

    /// Whether the own king is on the right wing; or the other one, if the own is between the wings;
    /// or else more pieces.
    fn is_mirrored(&self, side: Color) -> bool {
        let files = [side, !side].map(|color| self.king(color).file());
        let off_center = files.into_iter().find(|&file| file != File::E);
        off_center.map_or(self.leans[side.index()] > 0, |file| file > File::E)
    }

    fn king(&self, color: Color) -> Square {
        Square::from_index(usize::from(self.kings[color.index()]))
    }
}

/// The number of a piece on a square.
#[inline(always)]
pub(super) const fn place(piece: Piece, square: Square) -> usize {
    piece.index() * Square::COUNT + square.index()
}

/// Numbers of [`place`].
pub(super) const PLACES: usize = Piece::COUNT * Square::COUNT;

/// `[color][place]`: what a piece adds to the right wing. The value of the piece times 2^24 decides, then
/// a hash, so that two wings hardly ever weigh the same unless they mirror each other.
static LEANS: [[i32; PLACES]; Color::COUNT] = {
    let mut leans = [[0; PLACES]; Color::COUNT];
    let mut number = 0;
    while number < Color::COUNT * PLACES {
        let (side, place) = (number / PLACES, number % PLACES);
        let piece = Piece::from_index(place / Square::COUNT);
        let square = Square::from_index(place % Square::COUNT);
        leans[side][place] = lean(Color::from_index(side), piece, square);
        number += 1;
    }
    leans
};

/// What a piece on a square adds to the right wing, as a color sees it. Where both kings are on file e, a
/// board whose pieces add up to more than 0 is mirrored.
pub const fn lean(side: Color, piece: Piece, square: Square) -> i32 {
    let square = square.relative_to(side);
    let file = square.file() as usize;
    let owner = (piece.color() as usize != side as usize) as usize;
    let kind = piece.kind() as usize;
    // The distance from the edge, so that both wings have the same numbers.
    let from_edge = if file < 4 { file } else { 8 - file };
    let number = ((owner * PieceType::COUNT + kind) * 10 + square.rank() as usize) * 5 + from_edge;
    let hash = (Rng::new(number as u64).next_u64() >> 40) as i32;
    let weight = (VALUES[kind] << 24) + hash;
    match file {
        0..4 => -weight,
        4 => 0,
        _ => weight,
    }
}

/// From the pawn to the king.
const VALUES: [i32; PieceType::COUNT] = [1, 1, 1, 2, 2, 4, 0];
