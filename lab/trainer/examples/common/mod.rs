//! Positions of random games, labeled by material.

use chess::{Color, PieceType, Position};
use game::Rng;
use records::{GameResult, Record};

/// So many positions, always the same ones for a seed.
pub fn random_records(count: usize, seed: u64) -> Vec<Record> {
    let mut rng = Rng::new(seed);
    let mut records = Vec::with_capacity(count);
    while records.len() < count {
        let mut position = Position::start();
        for ply in 0..200 {
            let Some(&mv) = rng.choose(&position.legal_moves()) else {
                break;
            };
            position.play(mv);
            if ply >= 8 && !position.in_check() && records.len() < count {
                let score = material(&position);
                let result = match score {
                    ..-150 => GameResult::BlackWins,
                    -150..=150 => GameResult::Draw,
                    _ => GameResult::WhiteWins,
                };
                records.push(Record::new::<chess::Chess>(&position, score, result));
            }
        }
    }
    records
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
