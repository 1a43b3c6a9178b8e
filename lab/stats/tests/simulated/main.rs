//! The statistics against simulated matches of engines of known strength.

mod checks;
mod error_rates;
mod pair_model;
mod tournaments;
