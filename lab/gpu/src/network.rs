//! Networks as the device reads them.

use nnue::architecture::MAX_PIECES;
use nnue::{Activation, Aligned, FeatureSet, Network};

use crate::error::Error;

/// Neurons of a word for each lane.
const WORD_NEURONS: usize = 64;
/// Words of a row for each 64 neurons.
const LANES: usize = 32;
/// Kinds of pieces, and squares of the board.
const KINDS: usize = 6;
const SQUARES: usize = 64;
/// The most words of a lane: `MOST_WORDS` of the device.
const MOST_WORDS: usize = 64;

/// A network in the words of the device. Neurons that the width lacks are zero.
#[derive(Debug)]
pub struct PackedNetwork {
    /// Words of a row for each lane.
    pub words: usize,
    /// QA, QB and centipawns of an output of one.
    pub scales: nnue::Scales,
    /// Output buckets.
    pub buckets: usize,
    /// Whether squares are mirrored by the wing of the own king.
    pub is_mirrored: bool,
    /// Rows of the features, by `color << 9 | (type - 1) << 6 | square`.
    pub feature_weights: Vec<u32>,
    /// One row.
    pub feature_biases: Vec<u32>,
    /// Two rows for each bucket: for the side to move, then for the other.
    pub output_weights: Vec<u32>,
    /// By bucket.
    pub output_biases: Vec<i32>,
}

impl PackedNetwork {
    /// Packs a network.
    ///
    /// # Errors
    /// If the device has no code for its architecture, or could overflow with its weights.
    pub fn new(network: &Network) -> Result<Self, Error> {
        let architecture = network.architecture();
        let FeatureSet::PieceSquare { mirrored } = architecture.features else {
            return Err(Error::Architecture("its features are not piece_square"));
        };
        if architecture.activation != Activation::Screlu || architecture.hidden.is_some() {
            return Err(Error::Architecture(
                "it is not a SCReLU network without hidden layers",
            ));
        }
        let width = architecture.width;
        let words = width.div_ceil(WORD_NEURONS);
        if words > MOST_WORDS {
            return Err(Error::Architecture("it is too wide"));
        }
        let parameters = network.parameters();
        let row_words = LANES * words;
        let rows = |numbers: &Aligned<i16>, pack: fn(i16, i16) -> u32| -> Vec<u32> {
            let row = |row: &[i16]| {
                let neuron = |i: usize| row.get(i).copied().unwrap_or_default();
                let words = (0..row_words).map(|i| pack(neuron(2 * i), neuron(2 * i + 1)));
                words.collect::<Vec<u32>>()
            };
            numbers.chunks_exact(width).flat_map(row).collect()
        };
        // Rows of zeros for the two types that there are not make the perspective of a feature an exclusive or.
        let mut feature_weights = rows(&parameters.ft_weights, sum);
        let own_rows = KINDS * SQUARES * row_words;
        let zeros = vec![0; (1 << 9) * row_words - own_rows];
        feature_weights.splice(own_rows..own_rows, zeros.iter().copied());
        feature_weights.extend(zeros);
        let packed = Self {
            words,
            scales: architecture.scales,
            buckets: architecture.buckets,
            is_mirrored: mirrored,
            feature_weights,
            feature_biases: rows(&parameters.ft_biases, sum),
            output_weights: rows(&parameters.output_weights, halves),
            output_biases: parameters.output_biases.to_vec(),
        };
        match packed.sums_fit() {
            true => Ok(packed),
            false => Err(Error::Architecture("its output weights are too large")),
        }
    }

    /// How many piece counts share an output bucket.
    pub const fn bucket_pieces(&self) -> usize {
        MAX_PIECES.div_ceil(self.buckets)
    }

    /// Whether the sums of each lane fit 32 bits.
    fn sums_fit(&self) -> bool {
        let largest = i64::from(self.scales.qa) * i64::from(self.scales.qa);
        self.output_weights
            .chunks_exact(2 * LANES * self.words)
            .all(|bucket| {
                let mut lanes = [0_i64; LANES];
                for (i, &word) in bucket.iter().enumerate() {
                    let halves = [word as i16, (word >> 16) as i16];
                    let weight: i64 = halves.iter().map(|&half| i64::from(half).abs()).sum();
                    lanes[self.lane_of(i % (LANES * self.words))] += largest * weight;
                }
                lanes.iter().all(|&sum| sum <= i64::from(i32::MAX))
            })
    }

    /// The lane that has a word of a row: the inverse of the device's `word_at`.
    const fn lane_of(&self, word: usize) -> usize {
        if word < self.words / 4 * 4 * LANES {
            word / 4 % LANES
        } else {
            word % LANES
        }
    }
}

/// Two neurons of the accumulator, which one addition adds.
const fn sum(low: i16, high: i16) -> u32 {
    (high as u32).wrapping_shl(16).wrapping_add(low as u32)
}

/// Two output weights.
const fn halves(low: i16, high: i16) -> u32 {
    (low as u16 as u32) | (high as u16 as u32) << 16
}
