//! Writes the networks of the golden files, and positions for new ones, into a folder:
//!
//! ```sh
//! cargo run --release --package nnue --example golden_nets -- FOLDER
//! tools/oracles/reference_nnue.py golden FOLDER crates/nnue/tests/golden/values.txt
//! tools/oracles/reference_nnue.py golden FOLDER/xiangqi crates/nnue/tests/golden/xiangqi-values.txt
//! ```

#[path = "../tests/golden/nets.rs"]
mod nets;

use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use chess::{Move, Position};
use game::Rng;
use nnue::{Features, Network};

/// How many positions the golden file has.
const POSITIONS: usize = 1000;

/// The longest random game.
const MAX_PLIES: usize = 250;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args_os()
        .nth(1)
        .ok_or("usage: golden_nets FOLDER")?;
    let folder = PathBuf::from(folder);
    write(&folder, nets::networks(), &positions()?)?;
    let features = include_str!("../tests/golden/xiangqi.txt").lines();
    let positions = features.filter(|line| !line.starts_with('#')).map(|line| {
        let fields: Vec<&str> = line.split(' ').take(2).collect();
        fields.join(" ") + "\n"
    });
    let xiangqi = folder.join("xiangqi");
    write(
        &xiangqi,
        nets::xiangqi_networks(),
        &positions.collect::<String>(),
    )
}

/// Writes networks and positions.
fn write<F: Features>(
    folder: &Path,
    networks: impl Iterator<Item = (&'static str, Network<F>)>,
    positions: &str,
) -> Result<(), Box<dyn Error>> {
    fs::create_dir_all(folder)?;
    for (name, network) in networks {
        let path = folder.join(format!("{name}.qnn"));
        fs::write(path, nets::file(name, network))?;
    }
    fs::write(folder.join("positions.txt"), positions)?;
    Ok(())
}

/// Where random games end: placement and side to move, a line each. Every other game likes
/// captures, so that all numbers of pieces come up.
fn positions() -> Result<String, Box<dyn Error>> {
    let mut rng = Rng::new(2026);
    let mut text = String::new();
    for number in 0..POSITIONS {
        let mut position = Position::start();
        for _ in 0..rng.below(MAX_PLIES) {
            let Some(mv) = choose(&position, number % 2 == 0, &mut rng) else {
                break;
            };
            position.play(mv);
        }
        let fen = position.fen();
        let fields: Vec<&str> = fen.split(' ').take(2).collect();
        writeln!(text, "{}", fields.join(" "))?;
    }
    Ok(text)
}

fn choose(position: &Position, likes_captures: bool, rng: &mut Rng) -> Option<Move> {
    let moves = position.legal_moves();
    let is_capture = |mv: &&Move| position.piece_on(mv.to()).is_some();
    let captures: Vec<Move> = moves.iter().filter(is_capture).copied().collect();
    match rng.choose(&captures) {
        Some(capture) if likes_captures && rng.below(2) == 0 => Some(*capture),
        _ => rng.choose(&moves).copied(),
    }
}
