//! What positions are labelled by.

use handcrafted::Handcrafted;

/// The evaluator of searches whose scores are to teach an evaluation: its scores are raw.
pub fn evaluator() -> Handcrafted {
    Handcrafted::without_clock()
}

/// The engine's name and version, for the records.
pub fn engine() -> String {
    format!("Quietus {}", env!("CARGO_PKG_VERSION"))
}

/// The number that the engine's `bench` prints. Takes some seconds.
pub fn bench() -> anyhow::Result<u64> {
    Ok(datagen::bench(Handcrafted::new())?)
}
