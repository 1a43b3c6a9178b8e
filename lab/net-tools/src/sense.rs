//! Whether a network's values make sense.

use chess::{Color, PieceType, Position};
use nnue::{Network, Pieces};

use crate::positions::{colors_exchanged, mirrored};
use crate::values::value;

/// The types of pieces that have a value, the least valuable first.
const KINDS: [PieceType; 5] = [
    PieceType::Pawn,
    PieceType::Knight,
    PieceType::Bishop,
    PieceType::Rook,
    PieceType::Queen,
];

/// What a network does with some positions.
#[derive(Clone, Debug, PartialEq)]
pub struct Sense {
    /// Positions whose value changes when the colors are exchanged: there must be none.
    pub color_breaks: Vec<Position>,
    /// Positions whose value changes in the mirror: there must be none if the feature set is
    /// mirrored. None if it is not.
    pub mirror_breaks: Option<Vec<Position>>,
    /// What a piece is worth, by taking one away.
    pub worth: Vec<Worth>,
    /// The largest absolute sum of the first layer.
    pub largest_sum: u16,
    /// Neurons of the first layer that are never above zero.
    pub dead: usize,
    /// How many positions there were.
    pub positions: usize,
}

/// What a type of piece is worth, in hundredths of a pawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Worth {
    /// The type.
    pub kind: PieceType,
    /// The average over pieces.
    pub mean: f64,
    /// The share of pieces whose owner is better off with them than without.
    pub wanted: f64,
    /// How many pieces there were.
    pub pieces: usize,
}

impl Sense {
    /// Whether exchanging colors, and mirroring where it should not matter, changes no value.
    #[must_use]
    pub fn is_symmetric(&self) -> bool {
        let no_breaks = self.mirror_breaks.as_ref().is_none_or(Vec::is_empty);
        self.color_breaks.is_empty() && no_breaks
    }

    /// Whether every piece is worth something, a pawn the least and a queen the most.
    #[must_use]
    pub fn values_material(&self) -> bool {
        let means = || self.worth.iter().map(|worth| worth.mean);
        let (Some(pawn), Some(queen)) = (means().next(), means().next_back()) else {
            return false;
        };
        means().all(|mean| mean > 0.0 && mean >= pawn && mean <= queen)
    }
}

/// Tries a network on positions.
#[must_use]
pub fn sense(network: &Network, positions: &[Position]) -> Sense {
    let is_broken = |position: &&Position, changed: Option<Position>| {
        changed.is_some_and(|changed| value(network, &changed) != value(network, position))
    };
    let breaks = |change: fn(&Position) -> Option<Position>| {
        let broken = positions
            .iter()
            .filter(|position| is_broken(position, change(position)));
        broken.cloned().collect()
    };
    let (largest_sum, dead) = first_layer(network, positions);
    Sense {
        color_breaks: breaks(colors_exchanged),
        mirror_breaks: network
            .architecture()
            .features
            .is_mirrored()
            .then(|| breaks(mirrored)),
        worth: KINDS.map(|kind| worth(network, positions, kind)).to_vec(),
        largest_sum,
        dead,
        positions: positions.len(),
    }
}

/// The largest absolute sum, and how many neurons never are above zero.
fn first_layer(network: &Network, positions: &[Position]) -> (u16, usize) {
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

/// What pieces of a type are worth to their owner.
fn worth(network: &Network, positions: &[Position], kind: PieceType) -> Worth {
    let (mut sum, mut wanted, mut pieces) = (0_i64, 0, 0);
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
                wanted += usize::from(gain > 0);
                pieces += 1;
            }
        }
    }
    let count = pieces.max(1) as f64;
    Worth {
        kind,
        mean: sum as f64 / count,
        wanted: wanted as f64 / count,
        pieces,
    }
}

#[cfg(test)]
mod tests {
    use chess::PieceType;

    use super::sense;
    use crate::examples::{deep_network, material_network};
    use crate::positions::random_positions;

    #[test]
    fn counting_material_makes_sense() {
        let positions = random_positions(30, 1);
        let found = sense(&material_network(), &positions);
        assert!(found.is_symmetric() && found.values_material(), "{found:?}");
        let rook = &found.worth[3];
        assert_eq!(rook.kind, PieceType::Rook);
        assert_eq!((rook.mean, rook.wanted), (500.0, 1.0));
        assert!(rook.pieces > 30);
        // All but the one that counts.
        assert_eq!(found.dead, 31);
        assert!((103..=426).contains(&found.largest_sum), "{found:?}");
    }

    #[test]
    fn a_random_network_is_symmetric_but_makes_no_sense() {
        let positions = random_positions(30, 1);
        let found = sense(&deep_network(), &positions);
        assert!(found.is_symmetric(), "{found:?}");
        assert!(!found.values_material(), "{found:?}");
    }
}
