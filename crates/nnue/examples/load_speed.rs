//! How long it takes to load a network from a file: the best and the median of many times.
//!
//! ```sh
//! cargo run --release --package nnue --example load_speed [NET]
//! ```
//!
//! Without a file, one of about ten megabytes is made and then removed.

use std::error::Error;
use std::path::Path;
use std::time::{Duration, Instant};
use std::{env, fs};

use nnue::{
    Activation, Architecture, BucketMap, Container, FeatureSet, Network, Scales, load_file,
};

/// How often the file is loaded.
const ROUNDS: usize = 101;

fn main() -> Result<(), Box<dyn Error>> {
    if let Some(path) = env::args_os().nth(1) {
        return measure(Path::new(&path));
    }
    let path = env::temp_dir().join("quietus-load-speed.qnn");
    fs::write(&path, ten_megabytes()?)?;
    let result = measure(&path);
    fs::remove_file(&path)?;
    result
}

fn measure(path: &Path) -> Result<(), Box<dyn Error>> {
    let mut times = Vec::new();
    for _ in 0..ROUNDS {
        let start = Instant::now();
        let container = load_file::<FeatureSet>(path)?;
        times.push(start.elapsed());
        drop(container);
    }
    times.sort_unstable();
    let millis = |time: Duration| 1000.0 * time.as_secs_f64();
    let bytes = fs::metadata(path)?.len();
    println!(
        "{bytes} bytes: best {:.2} ms, median {:.2} ms",
        millis(times[0]),
        millis(times[ROUNDS / 2])
    );
    Ok(())
}

/// 1,024 neurons, six king buckets, eight output buckets.
fn ten_megabytes() -> Result<Vec<u8>, Box<dyn Error>> {
    let mut map = [5; 32];
    map[..5].copy_from_slice(&[0, 1, 2, 3, 4]);
    let architecture = Architecture {
        features: FeatureSet::KingBucket(BucketMap(map)),
        width: 1024,
        activation: Activation::Screlu,
        hidden: None,
        buckets: 8,
        scales: Scales::default(),
    };
    let container = Container {
        network: Network::random(architecture, 1)?,
        card: String::new(),
    };
    Ok(container.write()?)
}
