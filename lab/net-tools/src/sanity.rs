//! Sanity checks of a network: symmetry, piece values, dead neurons.

use chess::{Color, PieceType, Position};
use nnue::features::PieceSets as _;
use nnue::{Network, Pieces};

use crate::positions::{colors_exchanged, mirrored};
use crate::value;

/// The piece types with a value, the least valuable first.
const KINDS: [PieceType; 5] = [
    PieceType::Pawn,
    PieceType::Knight,
    PieceType::Bishop,
    PieceType::Rook,
    PieceType::Queen,
];

/// The result of the checks on some positions.
#[derive(Clone, Debug, PartialEq)]
pub struct Sanity {
    /// Positions whose value changes when the colors are swapped: there must be none.
    pub color_breaks: Vec<Position>,
    /// Positions whose value changes when mirrored: there must be none if the feature set is
    /// horizontally mirrored. `None` if it is not.
    pub mirror_breaks: Option<Vec<Position>>,
    pub piece_values: Vec<PieceValue>,
    /// The largest absolute accumulator value.
    pub max_accumulator: u16,
    /// Feature transformer neurons that are never above zero.
    pub dead_neurons: usize,
    /// The number of positions.
    pub positions: usize,
}

/// The value of a piece type in centipawns: how much the evaluation drops without the piece.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PieceValue {
    /// The piece type.
    pub kind: PieceType,
    /// The mean over pieces.
    pub mean: f64,
    /// The share of pieces with a positive value.
    pub positive: f64,
    /// The number of pieces.
    pub pieces: usize,
}

impl Sanity {
    /// Whether swapping colors, and mirroring if the feature set is mirrored, changes no value.
    pub fn is_symmetric(&self) -> bool {
        let no_breaks = self.mirror_breaks.as_ref().is_none_or(Vec::is_empty);
        self.color_breaks.is_empty() && no_breaks
    }

    /// Whether every piece value is positive, a pawn's the least and a queen's the most.
    pub fn values_material(&self) -> bool {
        let means = || self.piece_values.iter().map(|value| value.mean);
        let (Some(pawn), Some(queen)) = (means().next(), means().next_back()) else {
            return false;
        };
        means().all(|mean| mean > 0.0 && mean >= pawn && mean <= queen)
    }

    /// The piece values in one line: `P 100, N 300, …`.
    pub fn values_line(&self) -> String {
        let values = self.piece_values.iter();
        let values = values.map(|value| format!("{} {:.0}", value.kind.letter(), value.mean));
        values.collect::<Vec<_>>().join(", ")
    }
}

/// Checks a network on positions.
pub fn sanity(network: &Network, positions: &[Position]) -> Sanity {
    let is_broken = |position: &&Position, changed: Option<Position>| {
        changed.is_some_and(|changed| value(network, &changed) != value(network, position))
    };
    let breaks = |change: fn(&Position) -> Option<Position>| {
        let broken = positions
            .iter()
            .filter(|position| is_broken(position, change(position)));
        broken.cloned().collect()
    };
    let (max_accumulator, dead_neurons) = accumulator_range(network, positions);
    Sanity {
        color_breaks: breaks(colors_exchanged),
        mirror_breaks: network
            .architecture()
            .features
            .is_mirrored()
            .then(|| breaks(mirrored)),
        piece_values: KINDS
            .map(|kind| piece_value(network, positions, kind))
            .to_vec(),
        max_accumulator,
        dead_neurons,
        positions: positions.len(),
    }
}

/// The largest absolute accumulator value, and the number of neurons that are never above zero.
fn accumulator_range(network: &Network, positions: &[Position]) -> (u16, usize) {
    let mut is_alive = vec![false; network.architecture().width];
    let mut largest = 0;
    for position in positions {
        for side in Color::ALL {
            let sums = network.accumulator(&Pieces::from(position), side);
            for (alive, sum) in is_alive.iter_mut().zip(&*sums) {
                largest = largest.max(sum.unsigned_abs());
                *alive |= *sum > 0;
            }
        }
    }
    let dead = is_alive.iter().filter(|alive| !**alive).count();
    (largest, dead)
}

/// The value of a piece type, by removing each piece in turn.
fn piece_value(network: &Network, positions: &[Position], kind: PieceType) -> PieceValue {
    let (mut sum, mut positive, mut pieces) = (0_i64, 0, 0);
    for position in positions {
        let all = Pieces::from(position);
        let side = position.side_to_move();
        let with = network.value(&all, side);
        for owner in Color::ALL {
            for square in position.pieces(owner, kind) {
                let without = network.value(&all.without(square), side);
                let gain = if owner == side {
                    with - without
                } else {
                    without - with
                };
                sum += i64::from(gain);
                positive += usize::from(gain > 0);
                pieces += 1;
            }
        }
    }
    let count = pieces.max(1) as f64;
    PieceValue {
        kind,
        mean: sum as f64 / count,
        positive: positive as f64 / count,
        pieces,
    }
}

#[cfg(test)]
mod tests {
    use chess::PieceType;

    use super::sanity;
    use crate::examples::{deep_network, material_network};
    use crate::positions::random_positions;

    #[test]
    fn a_material_network_is_sane() {
        let positions = random_positions(30, 1);
        let found = sanity(&material_network(), &positions);
        assert!(found.is_symmetric() && found.values_material(), "{found:?}");
        let rook = &found.piece_values[3];
        assert_eq!(rook.kind, PieceType::Rook);
        assert_eq!((rook.mean, rook.positive), (500.0, 1.0));
        assert!(rook.pieces > 30);
        // All but the one that counts.
        assert_eq!(found.dead_neurons, 31);
        assert!((103..=426).contains(&found.max_accumulator), "{found:?}");
    }

    #[test]
    fn a_random_network_is_symmetric_but_not_sane() {
        let positions = random_positions(30, 1);
        let found = sanity(&deep_network(), &positions);
        assert!(found.is_symmetric(), "{found:?}");
        assert!(!found.values_material(), "{found:?}");
    }
}
