//! Generates tables of pawnless endings: a retrograde solver and a writer of the file format.
//!
//! For spot checks of the prober, with which the solver shares no index and no value. Nothing is
//! downloaded: endings after captures are solved, too. Five men take minutes and a gigabyte.

mod check;
mod compress;
mod ending;
mod index;
mod solver;
#[cfg(test)]
mod tests;
mod writer;

pub use check::Check;
#[cfg(test)]
pub(crate) use check::position;
pub use solver::Solution;
