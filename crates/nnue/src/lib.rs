//! Evaluation by an efficiently updatable neural network (NNUE).
//!
//! The feature transformer sees a position from both perspectives. It sums one row of weights for each
//! active feature, so that a move changes a few rows only: [`accumulator`] keeps these sums along a
//! search. The activation and the output layer follow, with or without hidden layers between them
//! ([`layers`]). All of it is quantized to integers and bit-identical on every machine.
//!
//! [`Architecture`] describes a network, [`Network`] holds one, [`Evaluator`] is a search's
//! evaluation. `unsafe` appears in [`simd`] only.

#![deny(unsafe_code)]

pub mod accumulator;
pub mod activation;
pub mod architecture;
pub mod container;
pub mod evaluator;
pub mod features;
pub mod layers;
mod load;
pub mod network;
#[allow(unsafe_code, reason = "vectors are read and written through pointers")]
pub mod simd;

pub use activation::Activation;
pub use architecture::{Architecture, ArchitectureError, Hidden, Scales};
pub use container::{Container, ContainerError};
pub use evaluator::{Contribution, Evaluator, Explanation};
pub use features::{BucketMap, FeatureSet, Features, Pieces};
pub use load::{LoadError, load_file, read_file};
pub use network::{Dense, Network, NetworkError, Parameters};
pub use simd::Aligned;
