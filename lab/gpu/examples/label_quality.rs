//! How good are the scores of a search as labels? Compares those of the device's search and of the
//! engine's with deep ones, at several node limits.
//!
//! ```sh
//! cargo run --release -p gpu --example label_quality -- chess deep.qgames 2000 100 300 1000
//! ```
//!
//! A row has the mean nodes of a search, and the mean squared difference of its expected points to the
//! deep score's, at the scale of its scores that makes it smallest.

use std::env;
use std::error::Error;
use std::path::Path;
use std::sync::Arc;

use evaluation::{Evaluation, NetworkOf};
use game::{Dense, Position, Rng, Score};
use gpu::abi::{NodeLimits, PackedPosition, Settings, Start};
use gpu::emulation::{Emulation, Lanes};
use gpu::{Backend, OnDevice, PackedNetwork, Sizes, TABLE_BITS, for_game_on_device};
use records::Reader;
use search::{Limits, SingleThreadSearch, TranspositionTable};

/// Centipawns of a logistic unit, as in training.
const EVAL_SCALE: f64 = 400.0;

/// A position, and its deep score for the side to move.
type Labeled<G> = (<G as game::Game>::Position, i32);

/// The mean nodes of the searches, and their scores.
type Searched = (f64, Vec<i32>);

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = env::args().skip(1).collect();
    let [game, file, count, limits @ ..] = args.as_slice() else {
        return Err("usage: label_quality GAME FILE.qgames POSITIONS SOFT...".into());
    };
    for_game_on_device!(
        game.as_str(),
        G => compare::<G>(Path::new(file), count.parse()?, limits),
        else Err("GPUs do not play this game".into())
    )
}

fn compare<G: OnDevice>(
    file: &Path,
    count: usize,
    limits: &[String],
) -> Result<(), Box<dyn Error>> {
    let positions = sample::<G>(file, count)?;
    let network = G::embedded().ok_or("no network is built in")?;
    println!(
        "{} positions\nsearch  soft  nodes    mse  scale",
        positions.len()
    );
    for soft in limits {
        let soft: u32 = soft.parse()?;
        let gpu = NodeLimits {
            soft,
            hard: 2 * soft,
        };
        let searched = on_device::<G>(gpu, &positions, &network)?;
        report::<G>("gpu", soft, &positions, &searched);
        let searched = on_engine::<G>(soft, &positions, &network)?;
        report::<G>("engine", soft, &positions, &searched);
    }
    Ok(())
}

/// Positions with scores that are no mates, spread at random over the file.
fn sample<G: OnDevice>(file: &Path, count: usize) -> Result<Vec<Labeled<G>>, Box<dyn Error>> {
    let mut positions = Vec::new();
    for game in Reader::<G>::open(file)?.games() {
        let game = game?;
        let mut position = game.start.position();
        for ply in &game.plies {
            if let Some(score) = ply.score.map(i32::from)
                && !Score::from_raw(score).is_decisive()
            {
                let sign = if position.side_to_move().index() == 0 {
                    1
                } else {
                    -1
                };
                // The device's searches would not have the game's history.
                positions.push((position.without_history(), sign * score));
            }
            G::play(&mut position, ply.mv);
        }
    }
    let mut rng = Rng::new(1);
    for i in 0..count.min(positions.len()) {
        let other = i + rng.below(positions.len() - i);
        positions.swap(i, other);
    }
    positions.truncate(count);
    Ok(positions)
}

/// The device's searches: games of one ply.
fn on_device<G: OnDevice>(
    nodes: NodeLimits,
    positions: &[Labeled<G>],
    network: &NetworkOf<G>,
) -> Result<Searched, Box<dyn Error>> {
    let settings = Settings {
        nodes,
        max_plies: 1,
        table_bits: TABLE_BITS,
        ..Settings::default()
    };
    let sizes = Sizes {
        warps: 1,
        starts: positions.len().next_power_of_two(),
        cells: 1 << 16,
    };
    let network = Arc::new(PackedNetwork::new::<G>(network)?);
    let mut device = Emulation::new(Lanes::Loops, &network, settings, sizes);
    let start = |(number, (position, _)): (u64, &Labeled<G>)| {
        let mut start = Start {
            number,
            candidates: 1,
            ..Start::default()
        };
        start.positions[0] = PackedPosition::new::<G>(position, 0);
        start
    };
    let starts: Vec<Start> = (0..).zip(positions).map(start).collect();
    device.launch(&starts)?;
    let (mut finished, mut nodes) = (0, 0);
    let mut scores = vec![0; positions.len()];
    while finished < positions.len() {
        for game in device.collect()? {
            finished += 1;
            nodes += game.nodes;
            // Drawn positions have no ply.
            let score = game.plies.first().map_or(0, |ply| ply.score);
            scores[game.number as usize] = score.into();
        }
    }
    Ok((nodes as f64 / positions.len() as f64, scores))
}

/// The engine's searches, as `datagen` runs them.
fn on_engine<G: OnDevice>(
    soft: u32,
    positions: &[Labeled<G>],
    network: &Arc<NetworkOf<G>>,
) -> Result<Searched, Box<dyn Error>> {
    let table = TranspositionTable::new(1).ok_or("not enough memory")?;
    let evaluator = Evaluation::<G>::without_clock(Some(network));
    let mut search = SingleThreadSearch::<G, _>::new(&G::start(), table, evaluator);
    search.set_correction_history(false);
    let mut nodes = 0;
    let mut score = |(position, _): &Labeled<G>| {
        let limits = Limits {
            soft_nodes: Some(soft.into()),
            nodes: Some(8 * u64::from(soft)),
            ..Limits::default()
        };
        search.clear();
        let outcome = search.search(position, limits);
        nodes += outcome.nodes;
        outcome.score.raw()
    };
    let scores = positions.iter().map(&mut score).collect();
    Ok((nodes as f64 / positions.len() as f64, scores))
}

fn report<G: OnDevice>(
    name: &str,
    soft: u32,
    positions: &[Labeled<G>],
    (nodes, scores): &Searched,
) {
    let error = |scale: f64| {
        let difference = |((_, deep), &score): (&Labeled<G>, &i32)| {
            let expected = points(scale * f64::from(score)) - points(f64::from(*deep));
            expected * expected
        };
        positions.iter().zip(scores).map(difference).sum::<f64>() / positions.len() as f64
    };
    let scales = (50..=150).map(|percent| f64::from(percent) / 100.0);
    let best = scales.min_by(|&a, &b| error(a).total_cmp(&error(b)));
    let scale = best.unwrap_or(1.0);
    println!(
        "{name:6} {soft:5} {nodes:6.0} {:.6}  {scale:.2}",
        error(scale)
    );
}

/// Expected points of a score.
fn points(score: f64) -> f64 {
    1.0 / (1.0 + (-score / EVAL_SCALE).exp())
}
