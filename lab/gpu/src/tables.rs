//! Constants of rules and search, from the same functions as the engine's.

use chess::{
    Bitboard, Color, PieceType, Square, bishop_attacks, king_attacks, knight_attacks, pawn_attacks,
    rook_attacks, see_value,
};
use game::Rng;

use crate::abi::Tables;

/// The seed of the device's Zobrist keys.
const SEED: u64 = 0x5175_6965_7475_7321;

impl Tables {
    /// The tables.
    pub fn new() -> Box<Self> {
        let mut tables = Box::new(Self {
            line: [[0; 64]; 4],
            leaper: [[0; 64]; 4],
            piece_key: [[0; 64]; 16],
            castling_key: [0; 16],
            en_passant_key: [0; 8],
            black_key: 0,
            lines: [0; 64],
            see_value: [0; 8],
            log: std::array::from_fn(log),
        });
        for square in Square::ALL {
            let lines = lines(square);
            let leaper = [
                knight_attacks(square),
                king_attacks(square),
                pawn_attacks(Color::White, square),
                pawn_attacks(Color::Black, square),
            ];
            let index = square.index();
            for (i, (line, leaper)) in lines.into_iter().zip(leaper).enumerate() {
                tables.line[i][index] = line;
                tables.leaper[i][index] = leaper.0;
                tables.lines[index] |= line;
            }
        }
        for kind in PieceType::ALL {
            tables.see_value[kind.index() + 1] = see_value(kind) as i16;
        }
        let mut rng = Rng::new(SEED);
        let keys = tables.piece_key.as_flattened_mut().iter_mut();
        let keys = keys.chain(&mut tables.castling_key);
        keys.chain(&mut tables.en_passant_key)
            .for_each(|key| *key = rng.next_u64());
        tables.black_key = rng.next_u64();
        tables
    }
}

/// Rank, file, diagonal and antidiagonal through a square, without it.
fn lines(square: Square) -> [u64; 4] {
    let (straight, diagonal) = (
        rook_attacks(square, Bitboard::EMPTY),
        bishop_attacks(square, Bitboard::EMPTY),
    );
    let along = |attacks: Bitboard, is_on: fn(i32, i32) -> bool| {
        let from = square.index() as i32;
        let on = |&to: &Square| {
            let to = to.index() as i32;
            is_on((to & 7) - (from & 7), (to >> 3) - (from >> 3))
        };
        attacks
            .into_iter()
            .filter(on)
            .fold(0, |line, to| line | 1 << to.index())
    };
    [
        along(straight, |_, ranks| ranks == 0),
        along(straight, |files, _| files == 0),
        along(diagonal, |files, ranks| files == ranks),
        along(diagonal, |files, ranks| files == -ranks),
    ]
}

/// The natural logarithm times the root of 2048.
fn log(n: usize) -> u8 {
    (2048_f64.sqrt() * (n.max(1) as f64).ln()).round() as u8
}
