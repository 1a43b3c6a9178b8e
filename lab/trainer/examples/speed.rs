//! How fast a machine trains, in positions a second.
//!
//! `cargo run --release -p trainer --example speed -- FILE BACKEND WIDTH...`, with a file of 32-byte
//! records (see the example `random_games`) and `cpu` or `cuda` as the backend.

use std::error::Error;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use games::Filters;
use trainer::config::BackendWord;
use trainer::data::load;
use trainer::model::initial;
use trainer::{Config, Plan, State, start_backend};

/// Seconds to measure for, at least.
const SECONDS: f64 = 3.0;

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let usage = "usage: speed FILE cpu|cuda WIDTH...";
    let path = PathBuf::from(words.next().ok_or(usage)?);
    let backend = match words.next().as_deref() {
        Some("cpu") => BackendWord::Cpu,
        Some("cuda") => BackendWord::Cuda,
        _ => return Err(usage.into()),
    };
    let data = Arc::new(load(std::slice::from_ref(&path), 0.0, &Filters::KEEP_ALL)?);
    for width in words {
        let config = Config {
            data: vec![path.clone()],
            width: width.parse()?,
            output_buckets: 8,
            passes: 1e6,
            backend,
            ..Config::default()
        };
        let plan = Plan::new(&config, Arc::clone(&data))?;
        let state = State::new(initial(&plan.model, 1));
        let mut machine = start_backend(&config, plan, state)?;
        let mut step = 0;
        let mut chunk = 8;
        machine.train(0..chunk)?;
        step += chunk;
        loop {
            let begin = Instant::now();
            machine.train(step..step + chunk)?;
            step += chunk;
            let seconds = begin.elapsed().as_secs_f64();
            if seconds >= SECONDS {
                let speed = (chunk as usize * config.batch) as f64 / seconds;
                println!(
                    "{}: width {width}: {:.3} million positions a second",
                    machine.name(),
                    speed / 1e6
                );
                break;
            }
            chunk *= 2;
        }
    }
    Ok(())
}
