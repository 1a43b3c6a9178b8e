//! Threats: the mirrored piece-square set, and a listed feature for each piece that is attacked.

use chess::{Bitboard, Color, Piece, PieceType, Square, attacks};

use super::piece_square::{INPUTS, PieceSquare};
use super::{FeatureSet, Perspective, Perspectives, Planes};
use crate::architecture::MAX_PIECES;
use crate::features::{Listed, Pieces};

/// Attackers, each of defended pieces and of others.
const KINDS: usize = 2 * PieceType::COUNT;

const PIECES: PieceSquare = PieceSquare { mirrored: true };

/// A listed feature is `768 * (1 + 2 * attacker + defended)` plus the feature of the attacked piece, with
/// the type of its least valuable attacker, and 1 if a piece of its own color defends it.
#[derive(Debug)]
pub(super) struct Threats;

impl Planes for Threats {
    fn inputs(&self) -> usize {
        PIECES.inputs()
    }

    fn perspectives(&self) -> usize {
        PIECES.perspectives()
    }

    fn perspective(&self, side: Color, king: Square) -> Perspective {
        PIECES.perspective(side, king)
    }

    fn plane(&self, side: Color, piece: Piece) -> Option<usize> {
        PIECES.plane(side, piece)
    }

    fn listed(&self) -> Option<&'static dyn Listed<FeatureSet>> {
        Some(&Self)
    }
}

impl Listed<FeatureSet> for Threats {
    fn inputs(&self) -> usize {
        KINDS * INPUTS
    }

    fn most(&self) -> usize {
        MAX_PIECES
    }

    fn list(&self, pieces: &Pieces, views: &Perspectives, side: usize, active: &mut Vec<u16>) {
        let side = Color::from_index(side);
        let attacked = Color::ALL.map(|color| attacked_by_type(pieces, color));
        for color in Color::ALL {
            let defended = union(&attacked[color.index()]);
            let mut unseen = pieces.color(color);
            for (attacker, &targets) in attacked[(!color).index()].iter().enumerate() {
                let victims = unseen & targets;
                unseen &= !victims;
                for square in victims {
                    let Some(kind) = pieces.kind_on(square) else {
                        unreachable!("a victim is a piece");
                    };
                    let plane = super::piece_square::plane(side, Piece::new(color, kind));
                    let threat = 1 + 2 * attacker + usize::from(defended.has(square));
                    let square = square.index() ^ usize::from(views.flip(side));
                    // Fewer than 65,536.
                    active.push((threat * INPUTS + plane + square) as u16);
                }
            }
        }
    }

    fn rivals(&self) -> Vec<Vec<usize>> {
        let planes = INPUTS / Square::COUNT;
        let all = planes..(1 + KINDS) * planes;
        let on_square = |square| {
            all.clone()
                .map(|plane| plane * Square::COUNT + square)
                .collect()
        };
        (0..Square::COUNT).map(on_square).collect()
    }
}

/// The squares that the pieces of a color attack, by type.
fn attacked_by_type(pieces: &Pieces, color: Color) -> [Bitboard; PieceType::COUNT] {
    let occupied = pieces.color(Color::White) | pieces.color(Color::Black);
    PieceType::ALL.map(|kind| {
        let piece = Piece::new(color, kind);
        let squares = pieces.of(piece).into_iter();
        squares.fold(Bitboard::EMPTY, |all, square| {
            all | attacks(piece, square, occupied)
        })
    })
}

fn union(sets: &[Bitboard]) -> Bitboard {
    sets.iter().fold(Bitboard::EMPTY, |all, &set| all | set)
}
