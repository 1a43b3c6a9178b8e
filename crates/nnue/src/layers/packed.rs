//! The hidden layers' weights in the order in which the kernels read them.

use crate::architecture::Architecture;
use crate::features::Features;
use crate::network::{Dense, Parameters};
use crate::simd::kernels::{BLOCK, CHUNK, GROUP, PAIR};
use crate::simd::{Aligned, Number};

/// A hidden layer's weights as `[bucket][block of 16 neurons][group of inputs][neuron][input]`.
#[derive(Clone, Debug)]
pub(crate) struct Packed<T: Number> {
    weights: Aligned<T>,
    inputs: usize,
    neurons: usize,
}

impl<T: Number> Packed<T> {
    fn new(dense: &Dense<T>, buckets: usize, group: usize) -> Self {
        let neurons = dense.biases.len() / buckets;
        let inputs = dense.weights.len() / dense.biases.len();
        let mut weights = Aligned::zeroed(dense.weights.len());
        for (row, from) in dense.weights.chunks_exact(inputs).enumerate() {
            let (block, neuron) = (row / BLOCK, row % BLOCK);
            for (number, from) in from.chunks_exact(group).enumerate() {
                let to = block * BLOCK * inputs + (number * BLOCK + neuron) * group;
                weights[to..to + group].copy_from_slice(from);
            }
        }
        Self {
            weights,
            inputs,
            neurons,
        }
    }

    /// Inputs of a bucket's layer.
    pub(super) const fn inputs(&self) -> usize {
        self.inputs
    }

    /// Neurons of a bucket's layer.
    pub(super) const fn neurons(&self) -> usize {
        self.neurons
    }

    /// The weights of each block of 16 neurons of a bucket.
    #[inline(always)]
    pub(super) fn blocks(&self, bucket: usize) -> std::slice::ChunksExact<'_, T> {
        let size = self.neurons * self.inputs;
        self.weights[bucket * size..][..size].chunks_exact(BLOCK * self.inputs)
    }
}

/// All hidden layers of a network.
#[derive(Clone, Debug)]
pub(crate) struct PackedLayers {
    pub(super) dense: Option<Packed<i8>>,
    pub(super) later: Vec<Packed<i16>>,
    /// `[bucket][input]`, with zeros up to a multiple of 32 inputs.
    output: Aligned<i16>,
    /// Inputs with the zeros.
    output_inputs: usize,
}

impl PackedLayers {
    /// The hidden layers of checked parameters.
    pub(crate) fn new<F: Features>(
        architecture: &Architecture<F>,
        parameters: &Parameters,
    ) -> Self {
        let buckets = architecture.buckets;
        let dense = parameters.dense.as_ref();
        let later = parameters.later.iter();
        let inputs = architecture.output_inputs();
        let output_inputs = inputs.next_multiple_of(CHUNK);
        let mut output = Aligned::zeroed(buckets * output_inputs);
        let rows = output.chunks_exact_mut(output_inputs);
        for (row, from) in rows.zip(parameters.output_weights.chunks_exact(inputs)) {
            row[..inputs].copy_from_slice(from);
        }
        Self {
            output,
            output_inputs,
            dense: dense.map(|layer| Packed::new(layer, buckets, GROUP)),
            later: later
                .map(|layer| Packed::new(layer, buckets, PAIR))
                .collect(),
        }
    }

    /// The output layer's weights of a bucket; those beyond its inputs are zero.
    #[inline(always)]
    pub(super) fn output(&self, bucket: usize) -> &[i16] {
        &self.output[bucket * self.output_inputs..][..self.output_inputs]
    }
}
