//! How fast the first GPU plays, without the host: games from random openings, nothing replayed or written.
//!
//! ```sh
//! cargo run --release -p gpu --example device_speed -- 10 50 300 1000
//! ```
//!
//! The first number is the seconds for each of the soft limits that follow. A row has millions of nodes, plies and
//! games a second of the kernels, and the mean depth.

use std::env;
use std::error::Error;
use std::time::{Duration, Instant};

use chess::{Chess, Position};
use evaluation::Evaluated;
use game::{Rng, Rules};
use gpu::abi::{PackedPosition, Settings, Start};
use gpu::cuda::Gpu;
use gpu::{Backend, PackedNetwork};

/// Random plies before a game.
const OPENING_PLIES: usize = 9;
/// Time for the first games to come to an end, so that all their lengths are among those measured.
const WARM_UP: Duration = Duration::from_secs(2);

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = env::args().skip(1).collect();
    let [seconds, limits @ ..] = args.as_slice() else {
        return Err("usage: device_speed SECONDS SOFT...".into());
    };
    let seconds = Duration::from_secs(seconds.parse()?);
    let network =
        PackedNetwork::new::<Chess>(&*Chess::embedded().ok_or("no network is built in")?)?;
    println!("soft  M nodes/s  plies/s  games/s  nodes a ply  depth");
    for soft in limits {
        let soft = soft.parse()?;
        let settings = gpu::abi::Settings::new(&datagen::Settings {
            nodes: datagen::NodeLimits::soft(soft),
            ..datagen::Settings::default()
        })?;
        measure(&network, settings, seconds)?;
    }
    Ok(())
}

fn measure(
    network: &PackedNetwork,
    settings: Settings,
    seconds: Duration,
) -> Result<(), Box<dyn Error>> {
    let mut gpu = Gpu::new(0, network, settings)?;
    let openings = openings(10_000);
    let mut number = 0;
    let (mut busy, mut nodes, mut plies, mut games, mut depths) = (Duration::ZERO, 0, 0, 0, 0);
    let begin = Instant::now();
    while begin.elapsed() < WARM_UP + seconds {
        let starts: Vec<Start> = (0..gpu.room())
            .map(|_| {
                number += 1;
                let mut start = Start {
                    number,
                    candidates: 1,
                    ..Start::default()
                };
                start.positions[0] = openings[number as usize % openings.len()];
                start
            })
            .collect();
        let since = Instant::now();
        gpu.launch(&starts)?;
        let finished = gpu.collect()?;
        if begin.elapsed() > WARM_UP {
            busy += since.elapsed();
            games += finished.len();
            for game in finished {
                nodes += game.nodes;
                plies += game.plies.len();
                depths += u64::from(game.depths);
            }
        }
    }
    let a_second = |count: f64| count / busy.as_secs_f64();
    println!(
        "{:5} {:9.1} {:10.0} {:7.0} {:8.0} {:6.2}",
        settings.nodes.soft,
        a_second(nodes as f64 / 1e6),
        a_second(plies as f64),
        a_second(games as f64),
        nodes as f64 / plies as f64,
        depths as f64 / plies as f64,
    );
    Ok(())
}

/// Positions after random moves.
fn openings(count: usize) -> Vec<PackedPosition> {
    let mut rng = Rng::new(1);
    let mut openings = Vec::with_capacity(count);
    while openings.len() < count {
        let mut position = Position::start();
        for _ in 0..OPENING_PLIES {
            if position.outcome().is_none() {
                let moves = Chess::legal_moves(&position);
                position.play(*rng.choose(&moves).expect("the game is not over"));
            }
        }
        if position.outcome().is_none() {
            openings.push(PackedPosition::new::<Chess>(&position, OPENING_PLIES));
        }
    }
    openings
}
