//! Networks of the engine Sykora, `SYKNNUE1` and `SYKNNUE2`: 768 inputs, one layer, one output.
//!
//! Both are little-endian: a header, then 16-bit biases of the first layer, its weights (`[input]
//! [neuron]`, in our order of inputs without mirroring) and the output's weights. Scales are not
//! in the file, they are always the same. What the files call ReLU is clipped at the scale, so it
//! is our CReLU. The order of roundings is ours, too: values are equal to those of Sykora.

mod error;
mod header;

use crate::architecture::{Architecture, Scales, WIDTH_STEP};
use crate::features::FeatureSet;
use crate::network::{Network, Parameters};

pub use error::SeedFormatError;
use header::Header;
pub use header::Version;

/// The scales of every network of these formats.
const SCALES: Scales = Scales {
    first: 255,
    output: 64,
    evaluation: 400,
};

/// Inputs of one side.
const INPUTS: usize = 768;

/// Reads a whole file of either version. A first layer that is no multiple of what our vectors
/// need gets neurons that are always zero.
///
/// # Errors
/// Says in one line why the bytes are no network that can be evaluated.
pub fn read(bytes: &[u8]) -> Result<Network, SeedFormatError> {
    let (header, body) = Header::read(bytes)?;
    let neurons = header.neurons;
    let expected = 2 * neurons * (1 + INPUTS + 2);
    if body.len() != expected {
        return Err(SeedFormatError::Length {
            expected: bytes.len() - body.len() + expected,
            found: bytes.len(),
        });
    }
    let architecture = Architecture {
        features: FeatureSet::PieceSquare { mirrored: false },
        width: neurons.next_multiple_of(WIDTH_STEP),
        activation: header.activation,
        hidden: None,
        buckets: 1,
        scales: SCALES,
    };
    let mut parameters = Parameters::zeroed(&architecture);
    let (biases, body) = body.split_at(2 * neurons);
    let (weights, output) = body.split_at(2 * neurons * INPUTS);
    let width = architecture.width;
    copy_rows(biases, neurons, &mut parameters.first_biases, width);
    copy_rows(weights, neurons, &mut parameters.first_weights, width);
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
