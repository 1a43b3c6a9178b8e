//! The parameters as bytes, part after part without gaps.

use crate::architecture::{Architecture, Hidden};
use crate::features::Features;
use crate::network::Parameters;
use crate::simd::Aligned;

/// Bytes of the parameters of a valid architecture, computed without allocating.
pub fn len<F: Features>(architecture: &Architecture<F>) -> u64 {
    let sizes = architecture.hidden_sizes();
    let buckets = architecture.buckets;
    let ft = 2 * (architecture.features.inputs() + 1) * architecture.width;
    let dense = sizes.first().map_or(0, |neurons| {
        buckets * neurons * (2 * architecture.activated_width() + 4)
    });
    let outputs = architecture.hidden.iter().flat_map(Hidden::outputs);
    let later = outputs.zip(sizes.iter().skip(1));
    let later: usize = later
        .map(|(inputs, neurons)| buckets * neurons * (2 * inputs + 4))
        .sum();
    let output = buckets * (2 * architecture.output_inputs() + 4);
    (ft + dense + later + output) as u64
}

/// Takes parameters from bytes that are exactly as many as [`len`] says.
pub fn read<F: Features>(architecture: &Architecture<F>, bytes: &[u8]) -> Parameters {
    let mut parameters = Parameters::zeroed(architecture);
    let mut rest = bytes;
    read_i16(&mut parameters.ft_weights, &mut rest);
    read_i16(&mut parameters.ft_biases, &mut rest);
    if let Some(dense) = &mut parameters.dense {
        fill(&mut dense.weights, &mut rest, i8::from_le_bytes);
        read_i32(&mut dense.biases, &mut rest);
    }
    for layer in &mut parameters.later {
        read_i16(&mut layer.weights, &mut rest);
        read_i32(&mut layer.biases, &mut rest);
    }
    read_i16(&mut parameters.output_weights, &mut rest);
    read_i32(&mut parameters.output_biases, &mut rest);
    parameters
}

fn read_i16(numbers: &mut Aligned<i16>, rest: &mut &[u8]) {
    fill(numbers, rest, i16::from_le_bytes);
}

fn read_i32(numbers: &mut Aligned<i32>, rest: &mut &[u8]) {
    fill(numbers, rest, i32::from_le_bytes);
}

/// Fills all numbers from the front of the bytes, which becomes shorter.
fn fill<T, const SIZE: usize>(
    numbers: &mut [T],
    rest: &mut &[u8],
    from_le_bytes: impl Fn([u8; SIZE]) -> T,
) {
    let (bytes, behind) = rest.split_at((numbers.len() * SIZE).min(rest.len()));
    let (chunks, _) = bytes.as_chunks::<SIZE>();
    for (number, chunk) in numbers.iter_mut().zip(chunks) {
        *number = from_le_bytes(*chunk);
    }
    *rest = behind;
}

/// Appends the parameters to bytes.
pub fn write(parameters: &Parameters, bytes: &mut Vec<u8>) {
    let i16s = |numbers: &[i16], bytes: &mut Vec<u8>| {
        bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
    };
    let i32s = |numbers: &[i32], bytes: &mut Vec<u8>| {
        bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
    };
    i16s(&parameters.ft_weights, bytes);
    i16s(&parameters.ft_biases, bytes);
    if let Some(dense) = &parameters.dense {
        bytes.extend(dense.weights.iter().map(|weight| weight.cast_unsigned()));
        i32s(&dense.biases, bytes);
    }
    for layer in &parameters.later {
        i16s(&layer.weights, bytes);
        i32s(&layer.biases, bytes);
    }
    i16s(&parameters.output_weights, bytes);
    i32s(&parameters.output_biases, bytes);
}
