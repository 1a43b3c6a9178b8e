//! One file: its sub-tables, by the leading pawn's file and the side to move.

use chess::Position;

use crate::bytes::{Cursor, Damaged, u16_at};
use crate::layout::{Header, Layout};
use crate::material::Material;
use crate::pairs::Pairs;
use crate::value::Wdl;

/// The kind of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Wdl,
    Dtz,
}

impl Kind {
    pub(crate) const fn extension(self) -> &'static str {
        match self {
            Self::Wdl => "rtbw",
            Self::Dtz => "rtbz",
        }
    }

    pub(crate) const fn magic(self) -> [u8; 4] {
        match self {
            Self::Wdl => [0x71, 0xE8, 0x23, 0x5D],
            Self::Dtz => [0xD7, 0x66, 0x0C, 0xA5],
        }
    }
}

/// Flags of the file: both sides to move are stored; there are pawns.
pub(crate) const TWO_SIDED: u8 = 1;
const HAS_PAWNS: u8 = 2;

/// Flags of a DTZ sub-table.
const BLACK_STORED: u8 = 1;
const MAPPED: u8 = 2;
pub(crate) const WINS_IN_PLIES: u8 = 4;
pub(crate) const LOSSES_IN_PLIES: u8 = 8;
const WIDE_MAPS: u8 = 16;

/// A list of values that codes of a DTZ sub-table stand for.
#[derive(Clone, Copy, Debug)]
struct ValueMap {
    at: usize,
    len: usize,
}

/// A sub-table: one side to move, one file of the leading pawn.
#[derive(Debug)]
struct SubTable {
    layout: Layout,
    pairs: Pairs,
    flags: u8,
    /// For wins, losses, cursed wins and blessed losses.
    maps: Option<[ValueMap; 4]>,
}

/// A file of a material, without its bytes.
#[derive(Debug)]
pub(crate) struct Table {
    material: Material,
    sides: usize,
    /// By file, then by side to move.
    sub_tables: Vec<SubTable>,
}

/// A stored DTZ, or the news that the other side to move is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StoredDtz {
    /// Plies, without sign.
    Plies(i32),
    OtherSide,
}

impl Table {
    /// Reads the headers of a file.
    pub(crate) fn read(bytes: &[u8], kind: Kind, material: Material) -> Result<Self, Damaged> {
        let mut cursor = Cursor::new(bytes);
        let is_right = cursor.take(4)? == kind.magic() && bytes.len() % 64 == 16;
        let flags = cursor.u8()?;
        let has_pawns = flags & HAS_PAWNS != 0;
        let is_two_sided = flags & TWO_SIDED != 0;
        if !is_right || has_pawns != material.has_pawns() || is_two_sided == material.is_symmetric()
        {
            return Err(Damaged);
        }
        let sides = if kind == Kind::Wdl && is_two_sided {
            2
        } else {
            1
        };
        let files = if has_pawns { 4 } else { 1 };
        let mut layouts = Vec::with_capacity(files * sides);
        for file in 0..files {
            read_layouts(&mut cursor, material, file, sides, &mut layouts)?;
        }
        cursor.align(2);
        let mut sub_tables = Vec::with_capacity(layouts.len());
        for layout in layouts {
            let (pairs, flags) = Pairs::read(&mut cursor)?;
            sub_tables.push(SubTable {
                layout,
                pairs,
                flags,
                maps: None,
            });
        }
        if kind == Kind::Dtz {
            for sub_table in &mut sub_tables {
                sub_table.read_maps(&mut cursor)?;
            }
            cursor.align(2);
        }
        place(&mut sub_tables, &mut cursor)?;
        Ok(Self {
            material,
            sides,
            sub_tables,
        })
    }

    /// The sub-table of a position, whether colors are swapped in it, and the side to move there
    /// (1 for black).
    fn sub_table(&self, position: &Position) -> Option<(&SubTable, bool, usize)> {
        let is_black = position.side_to_move().index() == 1;
        let (swap, side) = if self.material.is_symmetric() {
            (is_black, 0)
        } else {
            let swap = Material::of(position) != self.material;
            (swap, usize::from(is_black != swap))
        };
        let file = match self.material.has_pawns() {
            true => self.sub_tables[0].layout.leading_file(position, swap),
            false => 0,
        };
        let number = file * self.sides + side.min(self.sides - 1);
        Some((self.sub_tables.get(number)?, swap, side))
    }

    /// The stored WDL of a position; it ignores en passant, and holds anything that is not better
    /// where a capture is at least as good.
    pub(crate) fn wdl(&self, bytes: &[u8], position: &Position) -> Option<Wdl> {
        let (sub_table, swap, _) = self.sub_table(position)?;
        let index = sub_table.layout.index(position, swap)?;
        Wdl::from_stored(sub_table.pairs.value(bytes, index)?)
    }

    /// The stored DTZ of a position that is not drawn and whose best moves do not zero.
    pub(crate) fn dtz(&self, bytes: &[u8], position: &Position, wdl: Wdl) -> Option<StoredDtz> {
        let (sub_table, swap, side) = self.sub_table(position)?;
        let stored_side = usize::from(sub_table.flags & BLACK_STORED);
        if side != stored_side && !self.material.is_symmetric() {
            return Some(StoredDtz::OtherSide);
        }
        let index = sub_table.layout.index(position, swap)?;
        let code = sub_table.pairs.value(bytes, index)?;
        sub_table.plies(bytes, code, wdl).map(StoredDtz::Plies)
    }
}

impl SubTable {
    fn read_maps(&mut self, cursor: &mut Cursor<'_>) -> Result<(), Damaged> {
        if self.flags & MAPPED == 0 {
            return Ok(());
        }
        let is_wide = self.flags & WIDE_MAPS != 0;
        if is_wide {
            cursor.align(2);
        }
        let mut maps = [ValueMap { at: 0, len: 0 }; 4];
        for map in &mut maps {
            map.len = if is_wide {
                usize::from(cursor.u16()?)
            } else {
                usize::from(cursor.u8()?)
            };
            map.at = cursor.skip(map.len, if is_wide { 2 } else { 1 })?;
        }
        self.maps = Some(maps);
        Ok(())
    }

    /// The plies that a code stands for.
    fn plies(&self, bytes: &[u8], code: u16, wdl: Wdl) -> Option<i32> {
        let (map, in_plies) = match wdl {
            Wdl::Win | Wdl::Draw => (0, self.flags & WINS_IN_PLIES != 0),
            Wdl::Loss => (1, self.flags & LOSSES_IN_PLIES != 0),
            Wdl::CursedWin => (2, false),
            Wdl::BlessedLoss => (3, false),
        };
        let value = match self.maps.map(|maps| maps[map]) {
            None => code,
            Some(map) => {
                let place = Some(usize::from(code)).filter(|&place| place < map.len)?;
                if self.flags & WIDE_MAPS != 0 {
                    u16_at(bytes, map.at + 2 * place)?
                } else {
                    u16::from(*bytes.get(map.at + place)?)
                }
            }
        };
        Some(i32::from(value) * if in_plies { 1 } else { 2 })
    }
}

/// Reads the order and the men of one file's sub-tables: low nibbles for white to move, high ones
/// for black.
fn read_layouts(
    cursor: &mut Cursor<'_>,
    material: Material,
    file: usize,
    sides: usize,
    layouts: &mut Vec<Layout>,
) -> Result<(), Damaged> {
    let first = cursor.u8()?;
    let second = if material.both_have_pawns() {
        cursor.u8()?
    } else {
        0xFF
    };
    let men = cursor.take(material.men())?;
    for side in 0..sides {
        let nibble = |byte: u8| byte >> (4 * side) & 15;
        let men: Vec<u8> = men.iter().map(|&byte| nibble(byte)).collect();
        layouts.push(Layout::new(&Header {
            material,
            file,
            order: [nibble(first), nibble(second)],
            men: &men,
        })?);
    }
    Ok(())
}

/// Reads where index, lengths and blocks of all sub-tables lie.
fn place(sub_tables: &mut [SubTable], cursor: &mut Cursor<'_>) -> Result<(), Damaged> {
    for sub_table in &mut *sub_tables {
        let size = sub_table.layout.size;
        if let Some(blocks) = sub_table.pairs.blocks_mut() {
            blocks.place_index(cursor, size)?;
        }
    }
    for sub_table in &mut *sub_tables {
        if let Some(blocks) = sub_table.pairs.blocks_mut() {
            blocks.place_lengths(cursor)?;
        }
    }
    for sub_table in sub_tables {
        if let Some(blocks) = sub_table.pairs.blocks_mut() {
            blocks.place_blocks(cursor)?;
        }
    }
    Ok(())
}
