//! Writes records of random games, labelled by material: data to try the trainer with.
//!
//! `cargo run --release -p trainer --example random_games -- FILE POSITIONS [SEED]`

use std::fs::File;
use std::io::{BufWriter, Write};

use chess::{Color, PieceType, Position};
use game::Rng;
use games::{GameResult, Record};

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
                    ..-150 => GameResult::BlackWins,
                    -150..=150 => GameResult::Draw,
                    _ => GameResult::WhiteWins,
                };
                let record = Record::new(&position, score, result);
                file.write_all(Record::as_bytes(record.as_slice()))?;
                left -= 1;
            }
        }
    }
    file.flush()
}

/// White's material, minus that of black.
fn material(position: &Position) -> i16 {
    let values = [100, 300, 320, 500, 900, 0];
    let of = |color: Color| -> i16 {
        let each = PieceType::ALL.into_iter().zip(values);
        each.map(|(kind, value)| position.pieces(color, kind).count() as i16 * value)
            .sum()
    };
    of(Color::White) - of(Color::Black)
}
