//! Vectors of numbers: the only place with `unsafe`.

mod aligned;

pub use aligned::{Aligned, LINE, Number};
