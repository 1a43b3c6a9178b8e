//! Networks of the engine Sykora, `SYKNNUE1` and `SYKNNUE2`: `(768 -> N)x2 -> 1`.
//!
//! Both are little-endian: a header, then the feature transformer's 16-bit biases and weights
//! (`[feature][neuron]`, in our order of features without mirroring) and the output weights. The
//! quantization scales are fixed and not in the file. What the files call ReLU is clipped at QA, so
//! it is our CReLU. Rounding is the same as ours, so values equal Sykora's.

mod error;
mod header;

use nnue::architecture::WIDTH_MULTIPLE;
use nnue::{Architecture, FeatureSet, Network, Parameters, Scales};

pub use error::SykoraError;
use header::Header;
pub use header::Version;

/// The quantization scales of every network of these formats.
const SCALES: Scales = Scales {
    qa: 255,
    qb: 64,
    eval: 400,
};

/// More than the largest network needs.
pub const MAX_FILE_LEN: u64 = 16 << 20;

/// Inputs of one perspective.
const INPUTS: usize = 768;

/// Reads a whole file of either version. The feature transformer is padded with zero neurons to a
/// supported width.
///
/// # Errors
/// If the bytes are not a supported network.
pub fn read(bytes: &[u8]) -> Result<Network, SykoraError> {
    let (header, body) = Header::read(bytes)?;
    let neurons = header.neurons;
    let expected = 2 * neurons * (1 + INPUTS + 2);
    if body.len() != expected {
        return Err(SykoraError::Length {
            expected: bytes.len() - body.len() + expected,
            found: bytes.len(),
        });
    }
    let architecture = Architecture {
        features: FeatureSet::PieceSquare { mirrored: false },
        width: neurons.next_multiple_of(WIDTH_MULTIPLE),
        activation: header.activation,
        hidden: None,
        buckets: 1,
        scales: SCALES,
    };
    let mut parameters = Parameters::zeroed(&architecture);
    let (biases, body) = body.split_at(2 * neurons);
    let (weights, output) = body.split_at(2 * neurons * INPUTS);
    let width = architecture.width;
    copy_rows(biases, neurons, &mut parameters.ft_biases, width);
    copy_rows(weights, neurons, &mut parameters.ft_weights, width);
    copy_rows(output, neurons, &mut parameters.output_weights, width);
    parameters.output_biases[0] = header.output_bias;
    Ok(Network::new(architecture, parameters)?)
}

/// Copies rows of `neurons` numbers to rows of `width`.
fn copy_rows(bytes: &[u8], neurons: usize, numbers: &mut [i16], width: usize) {
    let (chunks, _) = bytes.as_chunks::<2>();
    for (from, to) in chunks
        .chunks_exact(neurons)
        .zip(numbers.chunks_exact_mut(width))
    {
        for (number, chunk) in to.iter_mut().zip(from) {
            *number = i16::from_le_bytes(*chunk);
        }
    }
}

#[cfg(test)]
mod tests;
