//! Evaluation by an efficiently updatable neural network (NNUE).
//!
//! A network sees a position twice, once as each side sees it. Its first layer sums one row of
//! weights for each piece, so that a move changes a few rows only: [`accumulator`] keeps these sums
//! along a search. What follows is small: an activation, and either one sum ([`layers`]) or a few
//! small layers and then one sum. All of it is integer arithmetic, the same on every machine;
//! [`layers`] says it exactly.
//!
//! [`Architecture`] describes a network, [`Network`] holds one, [`Evaluator`] plays with it.
//! `unsafe` appears in [`simd`] only.

#![deny(unsafe_code)]

pub mod accumulator;
pub mod architecture;
pub mod container;
pub mod evaluator;
pub mod features;
mod fresh;
pub mod layers;
mod load;
pub mod network;
mod pieces;
pub mod seed_formats;
#[allow(unsafe_code, reason = "vectors are read and written through pointers")]
pub mod simd;

pub use architecture::{
    Activation, Architecture, ArchitectureError, Hidden, HiddenActivation, Scales,
};
pub use container::{Container, ContainerError};
pub use evaluator::{Contribution, Evaluator, Explanation};
pub use features::{BucketMap, FeatureSet};
pub use load::{Format, LoadError, load, load_file, read_file};
pub use network::{Dense, Network, NetworkError, Parameters};
pub use pieces::Pieces;
pub use simd::Aligned;
