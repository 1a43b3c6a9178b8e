//! Chess on devices: the constants of `device/chess/rules.h`, from the same functions as the engine's.

use chess::{
    Bitboard, Chess, Color, PieceType, Position, Square, bishop_attacks, king_attacks,
    knight_attacks, pawn_attacks, rook_attacks, see_value,
};
use game::Rng;
use nnue::FeatureSet;

use super::{Inputs, OnDevice, Words};
use crate::Error;
use crate::code::{DeviceCode, device_code};

/// The seed of the device's Zobrist keys.
const SEED: u64 = 0x5175_6965_7475_7321;
/// Piece codes, castling rights, files.
const KEYS: usize = 16 * Square::COUNT + 16 + 8;

static CODE: DeviceCode = device_code!("chess", tables);

impl OnDevice for Chess {
    fn code() -> &'static DeviceCode {
        &CODE
    }

    /// Files of the rooks that may castle.
    fn extra(position: &Position) -> u16 {
        let rooks = |color| position.castling().rooks(color).0;
        (rooks(Color::White) | rooks(Color::Black) >> 48) as u16
    }

    fn en_passant(position: &Position) -> Option<u8> {
        position.en_passant().map(|square| square as u8)
    }

    /// Rows by `color << 9 | (type - 1) << 6 | square`. Rows for the two types that there are not make the
    /// perspective of a feature an exclusive or.
    fn inputs(features: &FeatureSet) -> Result<Inputs, Error> {
        let &FeatureSet::PieceSquare {
            mirrored: is_mirrored,
        } = features
        else {
            return Err(Error::Features(features.to_string(), "piece_square (768)"));
        };
        let row = |row: usize| {
            let (color, plane) = (row >> 9, row & 511);
            (plane < 6 << 6).then_some(color * (6 << 6) + plane)
        };
        Ok(Inputs {
            rows: (0..1 << 10).map(row).collect(),
            is_mirrored,
        })
    }
}

/// The tables.
fn tables() -> Vec<u64> {
    let mut words = Words::default();
    let lines = Square::ALL.map(lines);
    for direction in 0..4 {
        words.add(lines.map(|lines| lines[direction]));
    }
    words.add(Square::ALL.map(|square| knight_attacks(square).0));
    words.add(Square::ALL.map(|square| king_attacks(square).0));
    for color in Color::ALL {
        words.add(Square::ALL.map(|square| pawn_attacks(color, square).0));
    }
    let mut rng = Rng::new(SEED);
    // And the key of Black's turn.
    words.add((0..=KEYS).map(|_| rng.next_u64()));
    words.add(lines.map(|lines| lines.iter().fold(0, |all, line| all | line)));
    words.finish(PieceType::ALL.map(see_value))
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
