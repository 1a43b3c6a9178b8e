//! Tuning of the handcrafted evaluation on games, by Texel's method.
//!
//! The evaluation is a sum: of what each piece is worth on its square in the middlegame and in the
//! endgame, mixed by the phase, and of having the move. So it is a linear model of positions, and its
//! values can be fitted to how games ended: [`fit`] finds those for which `sigmoid(evaluation / scale)`
//! is nearest to the results in the mean square. [`Tables`] are the values as integers and as source.
//!
//! Left out of the model: the drive against a bare king, and the damping by the fifty-move rule.

#![forbid(unsafe_code)]

mod data;
mod features;
mod fit;
mod loss;
mod normal;
mod prior;
mod scale;
mod tables;
#[cfg(test)]
mod testing;
mod values;

pub use data::{Data, DataError, load};
pub use fit::{Fit, Round, Settings, fit};
pub use loss::{Target, loss, mean_size};
pub use scale::{NoScale, fit_scale};
pub use tables::Tables;
pub use values::{Phase, Values};
