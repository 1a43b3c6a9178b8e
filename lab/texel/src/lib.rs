//! Texel tuning of the handcrafted evaluation.
//!
//! The evaluation of a [`Tunable`](evaluation::Tunable) game is linear: piece-square values for the middlegame and the
//! endgame, tapered by the phase, values of further features, and tempo. [`fit`] finds the values
//! that minimize the mean squared error between `sigmoid(evaluation / scale)` and the game results,
//! by Gauss-Newton steps. [`Tables`] holds the values as integers and as source code.
//!
//! The model leaves out the mop-up evaluation against a bare king and the scaling by the halfmove
//! clock.

#![forbid(unsafe_code)]

mod data;
mod fit;
mod gauss_newton;
mod loss;
mod prior;
mod rescaling;
mod sample;
mod scale;
mod tables;
#[cfg(test)]
mod test_data;
mod values;

pub use data::{Data, DataError, load};
pub use fit::{Fit, Iteration, Settings, fit};
pub use loss::{Target, loss};
pub use rescaling::Rescaling;
pub use sample::Sample;
pub use scale::{NoScale, fit_scale, held_out_loss};
pub use tables::Tables;
pub use values::{Phase, Values};
