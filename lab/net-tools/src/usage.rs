//! How often the output buckets and the buckets of inputs of a network are used.

use nnue::features::{Lookup as _, PieceSets as _, PositionOf};
use nnue::{Features, Network};

use crate::Inspected;
use crate::positions::colors_exchanged;

/// Bucket counts over some positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Usage {
    /// By output bucket.
    pub output: Vec<usize>,
    /// By bucket of inputs: each position counts twice, once for each side.
    pub input: Vec<usize>,
    /// By perspective: how often the board is not mirrored, and mirrored.
    pub mirrored: [usize; 2],
}

/// Counts bucket use over positions.
pub fn usage<F: Features<Game: Inspected>>(
    network: &Network<F>,
    positions: &[PositionOf<F>],
) -> Usage {
    let features = &network.architecture().features;
    let mut usage = Usage {
        output: vec![0; network.architecture().buckets],
        input: vec![0; features.buckets()],
        mirrored: [0; 2],
    };
    for position in positions {
        usage.output[network.bucket(F::material(position))] += 1;
        for pieces in [F::Pieces::from(position), colors_exchanged::<F>(position)] {
            let (bucket, is_mirrored) = view(features, &pieces);
            usage.input[bucket] += 1;
            usage.mirrored[usize::from(is_mirrored)] += 1;
        }
    }
    usage
}

/// The bucket of the first side's perspective, and whether its board is mirrored: by what became of the
/// features of the first bucket.
fn view<F: Features>(features: &F, pieces: &F::Pieces) -> (usize, bool) {
    let table = features.table();
    let views = table.views(pieces);
    let (mut bucket, mut is_mirrored) = (0, false);
    pieces.for_each(|piece, square| {
        if let Some(plain) = features.plain_feature(piece, square) {
            let seen = usize::from(table.index(&views, table.feature(piece, square), 0));
            bucket = seen / features.bucket_inputs();
            is_mirrored |= seen % features.bucket_inputs() != plain;
        }
    });
    (bucket, is_mirrored)
}

#[cfg(test)]
mod tests {
    use chess::Chess;
    use nnue::features::xiangqi::FeatureSet;
    use xiangqi::Xiangqi;

    use super::usage;
    use crate::examples::{bucket_network, material_network, small_network};
    use crate::positions::random_positions;

    #[test]
    fn everything_is_counted_once() {
        let positions = random_positions::<Chess>(40, 1);
        for (network, buckets) in [(material_network(), 1), (bucket_network(), 2)] {
            let found = usage(&network, &positions);
            assert_eq!(found.output.len(), 8);
            assert_eq!(found.output.iter().sum::<usize>(), 40);
            assert_eq!(found.input.len(), buckets);
            assert_eq!(found.input.iter().sum::<usize>(), 80);
            assert_eq!(found.mirrored.iter().sum::<usize>(), 80);
            assert!(found.mirrored[1] > 40, "kings start on the e-file");
        }
    }

    #[test]
    fn buckets_of_xiangqi_are_counted() {
        let positions = random_positions::<Xiangqi>(60, 1);
        for features in FeatureSet::ALL {
            let network = small_network(features);
            let found = usage(&network, &positions);
            assert_eq!(found.output.iter().sum::<usize>(), 60);
            assert_eq!(found.input.len(), features.buckets());
            assert_eq!(found.input.iter().sum::<usize>(), 120);
            let used = found.input.iter().filter(|&&count| count > 0).count();
            assert!(used > 1 || features.buckets() == 1, "{features}: {found:?}");
            let is_mirrored = features != FeatureSet::HomeBucket;
            assert_eq!(found.mirrored[1] > 10, is_mirrored, "{features}");
        }
    }
}
