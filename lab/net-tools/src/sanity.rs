//! Sanity checks of a network: symmetry, piece values, dead neurons.

use game::{Dense, Position as _};
use nnue::features::{PieceOf, PieceSets as _, PositionOf};
use nnue::{FeatureSet, Features, Network};

use crate::positions::{colors_exchanged, mirrored};
use crate::{Inspected, value};

/// The result of the checks on some positions.
pub struct Sanity<F: Features = FeatureSet> {
    /// Positions whose value changes when the colors are swapped: there must be none.
    pub color_breaks: Vec<PositionOf<F>>,
    /// Positions whose value changes when mirrored: there must be none if the feature set is
    /// horizontally mirrored. `None` if it is not.
    pub mirror_breaks: Option<Vec<PositionOf<F>>>,
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
    /// The piece type, by the letter of the first side's.
    pub letter: char,
    /// The mean over pieces.
    pub mean: f64,
    /// The share of pieces with a positive value.
    pub positive: f64,
    /// The number of pieces.
    pub pieces: usize,
}

impl<F: Features> Sanity<F> {
    /// Whether swapping colors, and mirroring if the feature set is mirrored, changes no value.
    pub fn is_symmetric(&self) -> bool {
        let no_breaks = self.mirror_breaks.as_ref().is_none_or(Vec::is_empty);
        self.color_breaks.is_empty() && no_breaks
    }

    /// Whether every piece value is positive, a pawn's the least and that of the strongest piece the most.
    pub fn values_material(&self) -> bool {
        let means = || self.piece_values.iter().map(|value| value.mean);
        let (Some(least), Some(most)) = (means().next(), means().next_back()) else {
            return false;
        };
        means().all(|mean| mean > 0.0 && mean >= least && mean <= most)
    }

    /// The piece values in one line: `P 100, N 300, …`.
    pub fn values_line(&self) -> String {
        let values = self.piece_values.iter();
        let values = values.map(|value| format!("{} {:.0}", value.letter, value.mean));
        values.collect::<Vec<_>>().join(", ")
    }
}

/// Checks a network on positions.
pub fn sanity<F: Features<Game: Inspected>>(
    network: &Network<F>,
    positions: &[PositionOf<F>],
) -> Sanity<F> {
    let kinds = F::Game::PIECES.iter().copied();
    let valued = kinds.filter(|&piece| !F::Pieces::is_king(piece));
    let (max_accumulator, dead_neurons) = accumulator_range(network, positions);
    Sanity {
        color_breaks: breaks(network, positions, |position| {
            let them = F::Game::SIDES[1 - position.side_to_move().index()];
            network.value(&colors_exchanged::<F>(position), them)
        }),
        mirror_breaks: network.architecture().features.is_mirrored().then(|| {
            breaks(network, positions, |position| {
                network.value(&mirrored::<F>(position), position.side_to_move())
            })
        }),
        piece_values: valued
            .map(|piece| piece_value(network, positions, piece))
            .collect(),
        max_accumulator,
        dead_neurons,
        positions: positions.len(),
    }
}

/// The positions that have not the value that they should have.
fn breaks<F: Features>(
    network: &Network<F>,
    positions: &[PositionOf<F>],
    expected: impl Fn(&PositionOf<F>) -> i32,
) -> Vec<PositionOf<F>> {
    let is_broken = |position: &&PositionOf<F>| expected(position) != value(network, position);
    positions.iter().filter(is_broken).cloned().collect()
}

/// The largest absolute accumulator value, and the number of neurons that are never above zero.
fn accumulator_range<F: Features<Game: Inspected>>(
    network: &Network<F>,
    positions: &[PositionOf<F>],
) -> (u16, usize) {
    let mut is_alive = vec![false; network.architecture().width];
    let mut largest = 0;
    for position in positions {
        for side in F::Game::SIDES {
            let sums = network.accumulator(&F::Pieces::from(position), side);
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
fn piece_value<F: Features<Game: Inspected>>(
    network: &Network<F>,
    positions: &[PositionOf<F>],
    kind: PieceOf<F>,
) -> PieceValue {
    let (mut sum, mut positive, mut pieces) = (0_i64, 0, 0);
    for position in positions {
        let all = F::Pieces::from(position);
        let side = position.side_to_move();
        let with = network.value(&all, side);
        all.for_each(|piece, square| {
            let owner = match piece {
                piece if piece == kind => 0,
                piece if piece == F::Game::exchanged(kind) => 1,
                _ => return,
            };
            let loss = with - network.value(&all.without(square), side);
            let gain = if owner == side.index() { loss } else { -loss };
            sum += i64::from(gain);
            positive += usize::from(gain > 0);
            pieces += 1;
        });
    }
    let count = pieces.max(1) as f64;
    PieceValue {
        letter: F::Game::letter(kind),
        mean: sum as f64 / count,
        positive: positive as f64 / count,
        pieces,
    }
}

#[cfg(test)]
mod tests {
    use chess::Chess;

    use super::sanity;
    use crate::examples::{deep_network, material_network};
    use crate::positions::random_positions;

    #[test]
    fn a_material_network_is_sane() {
        let positions = random_positions::<Chess>(30, 1);
        let found = sanity(&material_network(), &positions);
        assert!(found.is_symmetric() && found.values_material());
        let rook = &found.piece_values[3];
        assert_eq!(rook.letter, 'R');
        assert_eq!((rook.mean, rook.positive), (500.0, 1.0));
        assert!(rook.pieces > 30);
        // All but the one that counts.
        assert_eq!(found.dead_neurons, 31);
        assert!((103..=426).contains(&found.max_accumulator));
    }

    #[test]
    fn a_random_network_is_symmetric_but_not_sane() {
        let positions = random_positions::<Chess>(30, 1);
        let found = sanity(&deep_network(), &positions);
        assert!(found.is_symmetric());
        assert!(!found.values_material(), "{}", found.values_line());
    }
}
