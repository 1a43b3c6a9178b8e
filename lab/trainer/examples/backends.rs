//! Compares the GPU backend with the CPU backend, and measures training speed.
//!
//! `cargo run --release -p trainer --features cuda --example backends -- [cpu] [WIDTH...]`
//!
//! Without widths: 512, 1024 and 1536. With `cpu` the CPU is measured, and nothing is compared. Each width
//! is measured without king buckets and with four.

mod common;

use std::error::Error;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

use nnue::{Activation, FeatureSet};
use trainer::config::{ActivationKind, BackendKind, FeatureKind};
use trainer::model::initial_parameters;
use trainer::{Backend, Config, DataSet, Plan, State, start_backend};

use common::random_records;

/// Positions to train on.
const POSITIONS: usize = 1_000_000;

/// Steps after which the backends are compared.
const STEPS: u64 = 100;

/// Seconds to measure for, at least.
const SECONDS: f64 = 3.0;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Box<dyn Error>> {
    let mut words: Vec<String> = std::env::args().skip(1).collect();
    let is_cpu = words.first().is_some_and(|word| word == "cpu");
    let backend = if is_cpu {
        words.remove(0);
        BackendKind::Cpu
    } else {
        BackendKind::Cuda
    };
    if words.is_empty() {
        words = ["512", "1024", "1536"].map(str::to_owned).to_vec();
    }
    let training = random_records(POSITIONS, 1);
    let data = Arc::new(DataSet {
        training,
        ..DataSet::default()
    });
    if !is_cpu {
        compare(&data)?;
    }
    for width in words {
        let mut config = Config {
            width: width.parse()?,
            backend,
            ..config()
        };
        let (name, plain) = speed(&config, &data)?;
        config.features = FeatureKind::KingBucket;
        let (_, with_buckets) = speed(&config, &data)?;
        let (millions, percent) = (plain / 1e6, 100.0 * with_buckets / plain);
        println!(
            "{name}: width {width}: {millions:.3} million positions a second; with four king \
             buckets {:.3} ({percent:.0} %)",
            with_buckets / 1e6
        );
    }
    Ok(())
}

fn config() -> Config {
    Config {
        data: vec![PathBuf::from("random games")],
        output_buckets: 8,
        epochs: 1e5,
        swa: 1.0,
        ..Config::default()
    }
}

fn start(config: &Config, data: &Arc<DataSet>) -> Result<Box<dyn Backend>, Box<dyn Error>> {
    let plan = Plan::<FeatureSet>::new(config, Arc::clone(data))?;
    let state = State::new(initial_parameters(&plan.model, 1));
    Ok(start_backend(config, plan, state)?)
}

/// Both backends from the same state: how far their losses and parameters drift apart.
fn compare(data: &Arc<DataSet>) -> Result<(), Box<dyn Error>> {
    for activation in Activation::ALL {
        let of = |backend| -> Result<(Vec<f64>, State), Box<dyn Error>> {
            let config = Config {
                activation: ActivationKind(activation),
                width: 128,
                batch_size: 4096,
                warmup: 0.0,
                backend,
                ..config()
            };
            let mut backend = start(&config, data)?;
            Ok((backend.train(0..STEPS)?, backend.state()?))
        };
        let (gpu_losses, gpu) = of(BackendKind::Cuda)?;
        let (losses, cpu) = of(BackendKind::Cpu)?;
        let apart = |a: f64, b: f64| (a - b).abs() / b.abs().max(1e-12);
        let pairs = || gpu_losses.iter().zip(&losses);
        let worst = pairs().map(|(&a, &b)| apart(a, b)).fold(0.0, f64::max);
        let first = apart(gpu_losses[0], losses[0]);
        let last = apart(gpu_losses[losses.len() - 1], losses[losses.len() - 1]);
        let squares = |list: &mut dyn Iterator<Item = f32>| {
            list.map(|x| f64::from(x) * f64::from(x))
                .sum::<f64>()
                .sqrt()
        };
        let parameters = || gpu.parameters.iter().zip(&cpu.parameters);
        let distance = squares(&mut parameters().map(|(a, b)| a - b));
        let size = squares(&mut cpu.parameters.iter().copied());
        println!(
            "{activation:?}: loss after {STEPS} steps {:.6}; GPU and CPU apart by {first:.1e} at first, \
             {last:.1e} at last, {worst:.1e} at most; parameters by {:.1e}",
            losses[losses.len() - 1],
            distance / size,
        );
    }
    Ok(())
}

/// The device's name, and positions a second.
fn speed(config: &Config, data: &Arc<DataSet>) -> Result<(String, f64), Box<dyn Error>> {
    let mut backend = start(config, data)?;
    let mut steps = 8;
    backend.train(0..steps)?;
    let mut made = steps;
    loop {
        let begin = Instant::now();
        backend.train(made..made + steps)?;
        made += steps;
        let seconds = begin.elapsed().as_secs_f64();
        if seconds >= SECONDS {
            let positions = steps as f64 * config.batch_size as f64;
            return Ok((backend.name(), positions / seconds));
        }
        steps *= 2;
    }
}
