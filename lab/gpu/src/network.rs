//! Networks as the device reads them.

use evaluation::NetworkOf;
use nnue::features::MAX_MATERIAL;
use nnue::{Activation, Aligned, Features};

use crate::OnDevice;
use crate::code::DeviceCode;
use crate::error::Error;

/// Neurons of a word for each lane.
const WORD_NEURONS: usize = 64;
/// Words of a row for each 64 neurons.
const LANES: usize = 32;
/// The most words of a lane: `MOST_WORDS` of the device.
const MOST_WORDS: usize = 64;

/// A network in the words of the device, and the code for its game. Neurons that the width lacks are zero.
#[derive(Debug)]
pub struct PackedNetwork {
    /// The code for its game.
    pub(crate) code: &'static DeviceCode,
    /// Words of a row for each lane.
    pub words: usize,
    /// QA, QB and centipawns of an output of one.
    pub scales: nnue::Scales,
    /// The output bucket by material.
    pub bucket_of: [u8; MAX_MATERIAL + 1],
    /// Whether a perspective's board may be mirrored.
    pub is_mirrored: bool,
    /// Rows of the features, as the game's `inputs.h` numbers them.
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
    pub fn new<G: OnDevice>(network: &NetworkOf<G>) -> Result<Self, Error> {
        let architecture = network.architecture();
        let inputs = G::inputs(&architecture.features)?;
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
        let pack_row = |row: &[i16], pack: fn(i16, i16) -> u32| {
            let neuron = |i: usize| row.get(i).copied().unwrap_or_default();
            let words = (0..row_words).map(|i| pack(neuron(2 * i), neuron(2 * i + 1)));
            words.collect::<Vec<u32>>()
        };
        let rows = |numbers: &Aligned<i16>, pack| -> Vec<u32> {
            let rows = numbers.chunks_exact(width);
            rows.flat_map(|row| pack_row(row, pack)).collect()
        };
        let feature_row = |feature: &Option<usize>| {
            let weights = feature.map(|feature| &parameters.ft_weights[feature * width..][..width]);
            pack_row(weights.unwrap_or_default(), sum)
        };
        let bucket = |material| {
            <G::Features as Features>::output_bucket(material, architecture.buckets) as u8
        };
        let packed = Self {
            code: G::code(),
            words,
            scales: architecture.scales,
            bucket_of: std::array::from_fn(bucket),
            is_mirrored: inputs.is_mirrored,
            feature_weights: inputs.rows.iter().flat_map(feature_row).collect(),
            feature_biases: rows(&parameters.ft_biases, sum),
            output_weights: rows(&parameters.output_weights, halves),
            output_biases: parameters.output_biases.to_vec(),
        };
        match packed.sums_fit() {
            true => Ok(packed),
            false => Err(Error::Architecture("its output weights are too large")),
        }
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
