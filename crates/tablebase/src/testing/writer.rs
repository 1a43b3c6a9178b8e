//! Writes the tables of a king and one piece (no pawn) against a king, from the solver's values.

use chess::{Color, PieceType, Square};

use super::compress::{Compressed, compress};
use super::{Solved, three_men};
use crate::bytes::Damaged;
use crate::layout::{Header, Layout};
use crate::material::Material;

/// White king, white piece, black king, as codes of the file.
fn men(piece: PieceType) -> [u8; 3] {
    [6, piece.index() as u8 + 1, 8 + 6]
}

fn layout(piece: PieceType) -> Result<Layout, Damaged> {
    let name = format!("K{}vK", piece.letter());
    Layout::new(&Header {
        material: Material::from_name(&name).ok_or(Damaged)?,
        file: 0,
        order: [0, 15],
        men: &men(piece),
    })
}

/// The value of each index for a side to move. Where no position is, the value before it repeats.
fn values(piece: PieceType, side: Color, value: impl Fn(i32) -> u16, solved: &Solved) -> Vec<u16> {
    let layout = layout(piece).unwrap();
    let mut values = vec![None; layout.size as usize];
    for number in 0..1 << 18 {
        let square = |shift: usize| Square::from_index(number >> shift);
        let squares = [square(12), square(6), square(0)];
        if let Some(position) = three_men(piece, squares, side) {
            let index = layout.index(&position, false).unwrap() as usize;
            values[index] = solved.dtz(&position).map(&value);
        }
    }
    let mut last = 0;
    let fill = |value: Option<u16>| {
        last = value.unwrap_or(last);
        last
    };
    values.into_iter().map(fill).collect()
}

/// The bytes of the WDL table.
pub(crate) fn write_wdl(piece: PieceType, solved: &Solved) -> Vec<u8> {
    let stored = |dtz: i32| (2 * dtz.signum() + 2) as u16;
    let sides = Color::ALL.map(|side| compress(&values(piece, side, stored, solved), 0));
    let both = men(piece).map(|man| man | man << 4);
    assemble([0x71, 0xE8, 0x23, 0x5D], both, &sides)
}

/// The bytes of the DTZ table: white to move, in plies.
pub(crate) fn write_dtz(piece: PieceType, solved: &Solved) -> Vec<u8> {
    const WINS_IN_PLIES: u8 = 4;
    let stored = |dtz: i32| (dtz.abs() - 1).max(0) as u16;
    let values = values(piece, Color::White, stored, solved);
    let side = compress(&values, WINS_IN_PLIES);
    assemble([0xD7, 0x66, 0x0C, 0xA5], men(piece), &[side])
}

fn assemble(magic: [u8; 4], men: [u8; 3], sides: &[Compressed]) -> Vec<u8> {
    const TWO_SIDED: u8 = 1;
    let mut file = magic.to_vec();
    file.extend([TWO_SIDED, 0]);
    file.extend(men);
    file.resize(file.len().next_multiple_of(2), 0);
    for part in [
        |side: &Compressed| side.header.clone(),
        |side: &Compressed| side.index.clone(),
        |side: &Compressed| side.lengths.clone(),
    ] {
        sides.iter().for_each(|side| file.extend(part(side)));
    }
    for side in sides {
        file.resize(file.len().next_multiple_of(64), 0);
        file.extend(&side.blocks);
    }
    // In the place of the checksum, which nobody reads.
    file.resize(file.len().next_multiple_of(64) + 16, 0);
    file
}
