//! Xiangqi on devices: the constants of `device/xiangqi/rules.h`, from the same functions as the engine's.

use game::Rng;
use nnue::Features;
use nnue::features::xiangqi::{FeatureSet, FeatureTable, Pieces, lean};
use nnue::features::{Lookup, PositionOf};
use xiangqi::{
    Bitboard, Color, Piece, PieceType, Square, Xiangqi, advisor_attacks, elephant_attacks,
    horse_attacks, horse_attacks_to, king_attacks, pawn_attacks, pawn_attacks_to, see_value,
};

use super::{Inputs, OnDevice, Words, piece_code};
use crate::Error;
use crate::code::{DeviceCode, device_code};

/// The seed of the device's Zobrist keys.
const SEED: u64 = 0x5869_616e_6771_6921;
/// A byte of no square.
const NONE: u8 = 255;
/// Piece codes.
const CODES: usize = 16;
/// Squares that a place has room for.
const PLACE_SQUARES: usize = 128;

static CODE: DeviceCode = device_code!("xiangqi", tables);

impl OnDevice for Xiangqi {
    fn code() -> &'static DeviceCode {
        &CODE
    }

    /// Checks since the last capture, which count for the move limit.
    fn extra(position: &PositionOf<FeatureSet>) -> u16 {
        u16::from_le_bytes(position.checks_since_capture())
    }

    /// As `Tables.row` numbers them: the first row is that of no piece.
    fn inputs(features: &FeatureSet) -> Result<Inputs, Error> {
        if *features != FeatureSet::PieceSquare {
            return Err(Error::Features(features.to_string(), "piece_square (689)"));
        }
        let rows = (0..features.inputs()).map(Some);
        Ok(Inputs {
            rows: [None].into_iter().chain(rows).collect(),
            is_mirrored: true,
        })
    }
}

/// The tables.
fn tables() -> Vec<u64> {
    let mut words = Words::default();
    for steps in [leaps, sources] {
        let of_code = |code| {
            Square::ALL.map(|square| piece_of(code).map_or(u64::MAX, |piece| steps(piece, square)))
        };
        words.add((0..CODES).flat_map(of_code));
    }
    let mut rng = Rng::new(SEED);
    // And the key of Black's turn.
    words.add((0..=CODES * Square::COUNT).map(|_| rng.next_u64() >> 1));
    for side in Color::ALL {
        let lean = |piece, square| i64::from(lean(side, piece, square));
        words.add_packed(
            32,
            places().map(|place| place.map_or(0, |(piece, square)| lean(piece, square))),
        );
    }
    let table = FeatureSet::PieceSquare.table();
    for side in Color::ALL {
        for is_mirrored in [false, true] {
            words.add_packed(
                16,
                places().map(|place| {
                    place.map_or(0, |(piece, square)| {
                        row(&table, (side, is_mirrored), piece, square)
                    })
                }),
            );
        }
    }
    words.finish(PieceType::ALL.map(see_value))
}

/// The piece with a code.
fn piece_of(code: usize) -> Option<Piece> {
    Piece::ALL
        .into_iter()
        .find(|piece| piece_code(piece.index()) == code)
}

/// The pieces and squares of all places, in order.
fn places() -> impl Iterator<Item = Option<(Piece, Square)>> {
    (0..CODES * PLACE_SQUARES).map(|place| {
        let piece = piece_of(place / PLACE_SQUARES)?;
        let square = Square::ALL.get(place % PLACE_SQUARES)?;
        Some((piece, *square))
    })
}

/// The row of a piece on a square, as a color sees it with its king on the left wing or on the right one.
fn row(
    table: &FeatureTable,
    (side, is_mirrored): (Color, bool),
    piece: Piece,
    square: Square,
) -> i64 {
    let king = if is_mirrored { Square::F0 } else { Square::D0 };
    let king = (Piece::new(side, PieceType::King), king.relative_to(side));
    let views = table.views(&Pieces::from_iter([king]));
    let feature = table.feature(piece, square);
    i64::from(table.index(&views, feature, side.index())) + 1
}

/// The squares of a piece that steps, a byte each; those of a horse by its leg.
fn leaps(piece: Piece, square: Square) -> u64 {
    let all = match piece.kind() {
        PieceType::Pawn => pawn_attacks(piece.color(), square),
        PieceType::Horse => {
            let legs = [(0, -1), (-1, 0), (0, 1), (1, 0)];
            return by_block(square, legs, horse_attacks);
        }
        kind => symmetric_leaps(kind, square),
    };
    bytes(all)
}

/// The squares from which a piece steps to a square.
fn sources(piece: Piece, square: Square) -> u64 {
    let all = match piece.kind() {
        PieceType::Pawn => pawn_attacks_to(piece.color(), square),
        PieceType::Horse => {
            let legs = [(-1, -1), (-1, 1), (1, -1), (1, 1)];
            return by_block(square, legs, horse_attacks_to);
        }
        kind => symmetric_leaps(kind, square),
    };
    bytes(all)
}

fn symmetric_leaps(kind: PieceType, square: Square) -> Bitboard {
    match kind {
        PieceType::Elephant => elephant_attacks(square, Bitboard::EMPTY),
        PieceType::Advisor => advisor_attacks(square),
        PieceType::King => king_attacks(square),
        _ => Bitboard::EMPTY,
    }
}

fn bytes(squares: Bitboard) -> u64 {
    let mut bytes = [NONE; 8];
    for (byte, square) in bytes.iter_mut().zip(squares) {
        *byte = square as u8;
    }
    u64::from_le_bytes(bytes)
}

/// Two squares for each of four blocking squares: those that it keeps a piece from.
fn by_block(
    square: Square,
    blocks: [(i8, i8); 4],
    attacks: fn(Square, Bitboard) -> Bitboard,
) -> u64 {
    let open = attacks(square, Bitboard::EMPTY);
    let mut bytes = [NONE; 8];
    for (bytes, (files, ranks)) in bytes.chunks_exact_mut(2).zip(blocks) {
        let blocked = square
            .offset(files, ranks)
            .map_or(open, |block| attacks(square, Bitboard::of(block)));
        for (byte, square) in bytes.iter_mut().zip(open.without(blocked)) {
            *byte = square as u8;
        }
    }
    u64::from_le_bytes(bytes)
}
