//! Writes records of random games, labelled by material: data to try the trainer with.
//!
//! `cargo run --release -p trainer --example random_games -- FILE POSITIONS [SEED]`

use std::fs::File;
use std::io::{BufWriter, Write};

use chess::{Color, PieceType, Position};
use game::Rng;
use trainer::data::record;

fn main() -> std::io::Result<()> {
    let mut words = std::env::args().skip(1);
    let path = words.next().unwrap_or_else(|| "random.bin".to_owned());
    let mut number = |default: u64| words.next().and_then(|n| n.parse().ok()).unwrap_or(default);
    let (mut left, seed) = (number(1_000_000), number(1));
    let mut rng = Rng::new(seed);
    let mut file = BufWriter::new(File::create(path)?);
    while left > 0 {
        let mut position = Position::start();
        for ply in 0..200 {
            let Some(&mv) = rng.choose(&position.legal_moves()) else {
                break;
            };
            position.play(mv);
            if ply >= 8 && !position.in_check() && left > 0 {
                let score = material(&position);
                let result = match score {
                    ..-150 => 0.0,
                    -150..=150 => 0.5,
                    _ => 1.0,
                };
                file.write_all(&record(&position, score, result))?;
                left -= 1;
            }
        }
    }
    file.flush()
}

/// The material of the side to move, minus that of the other.
fn material(position: &Position) -> i16 {
    let values = [100, 300, 320, 500, 900, 0];
    let of = |color: Color| -> i16 {
        let each = PieceType::ALL.into_iter().zip(values);
        each.map(|(kind, value)| position.pieces(color, kind).count() as i16 * value)
            .sum()
    };
    of(position.side_to_move()) - of(!position.side_to_move())
}
