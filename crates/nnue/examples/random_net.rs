//! Writes a network of random weights, for trying out what needs a network file and for measuring
//! speed:
//!
//! ```sh
//! cargo run --release --package nnue --example random_net -- 256 random.qnn
//! ```

use std::error::Error;

use nnue::{Activation, Architecture, Container, FeatureSet, Network, Scales};

/// The same weights every time.
const SEED: u64 = 1;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let usage = "usage: random_net WIDTH FILE";
    let width = arguments.next().ok_or(usage)?.parse()?;
    let path = arguments.next().ok_or(usage)?;
    let architecture = Architecture {
        features: FeatureSet::PieceSquare { mirrored: true },
        width,
        activation: Activation::Screlu,
        hidden: None,
        buckets: 8,
        scales: Scales::default(),
    };
    let container = Container {
        network: Network::random(architecture, SEED)?,
        card: r#"{"name": "random weights"}"#.to_owned(),
    };
    std::fs::write(path, container.write()?)?;
    Ok(())
}
