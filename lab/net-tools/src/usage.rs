//! How often the output buckets and king buckets of a network are used.

use chess::{Color, Position};
use nnue::Network;
use nnue::features::Perspective;

/// Bucket counts over some positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Usage {
    /// By output bucket.
    pub output: Vec<usize>,
    /// By king bucket: each position counts twice, once for each side.
    pub king: Vec<usize>,
    /// By perspective: how often the board is not mirrored, and mirrored.
    pub mirrored: [usize; 2],
}

/// Counts bucket use over positions.
pub fn usage(network: &Network, positions: &[Position]) -> Usage {
    let architecture = network.architecture();
    let features = architecture.features.features();
    let block = block_inputs(network);
    let mut usage = Usage {
        output: vec![0; architecture.buckets],
        king: vec![0; blocks(network)],
        mirrored: [0; 2],
    };
    for position in positions {
        let pieces = position.occupied().count() as usize;
        usage.output[architecture.bucket(pieces)] += 1;
        for side in Color::ALL {
            let Perspective { base, flip, .. } = features.perspective(side, position.king(side));
            usage.king[usize::from(base) / block] += 1;
            usage.mirrored[usize::from(flip & 7 != 0)] += 1;
        }
    }
    usage
}

/// The number of king buckets (blocks of weights, one of which the own king selects).
pub fn blocks(network: &Network) -> usize {
    let features = network.architecture().features.features();
    features.inputs() / block_inputs(network)
}

/// The number of inputs of a king bucket.
pub(crate) fn block_inputs(network: &Network) -> usize {
    planes(network) * 64
}

/// The number of boards of 64 inputs in a king bucket: own and opponent's pieces by type.
pub(crate) fn planes(network: &Network) -> usize {
    let features = network.architecture().features.features();
    let is_input = |piece: &chess::Piece| features.plane(Color::White, *piece).is_some();
    chess::Piece::ALL
        .iter()
        .filter(|piece| is_input(piece))
        .count()
}

#[cfg(test)]
mod tests {
    use super::{planes, usage};
    use crate::examples::{bucket_network, material_network};
    use crate::positions::random_positions;

    #[test]
    fn everything_is_counted_once() {
        let positions = random_positions(40, 1);
        for (network, blocks) in [(material_network(), 1), (bucket_network(), 2)] {
            let found = usage(&network, &positions);
            assert_eq!(found.output.len(), 8);
            assert_eq!(found.output.iter().sum::<usize>(), 40);
            assert_eq!(found.king.len(), blocks);
            assert_eq!(found.king.iter().sum::<usize>(), 80);
            assert_eq!(found.mirrored.iter().sum::<usize>(), 80);
            assert!(found.mirrored[1] > 40, "kings start on the e-file");
            assert_eq!(planes(&network), 12);
        }
    }
}
