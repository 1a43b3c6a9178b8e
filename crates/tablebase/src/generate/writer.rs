//! Writes the files of a solved ending.

use chess::{Color, Piece};

use super::compress::{Compressed, compress};
use super::ending::{Ending, MAX_MEN};
use super::index::Symmetry;
use super::solver::Solution;
use crate::layout::{Header, Layout};
use crate::table::{Kind, LOSSES_IN_PLIES, TWO_SIDED, WINS_IN_PLIES};
use crate::value::{Dtz, Wdl};

impl Solution {
    /// The bytes of the WDL file.
    pub fn wdl_table(&self) -> Vec<u8> {
        let stored = |dtz: Dtz| Some((dtz.wdl() as i8 - Wdl::Loss as i8) as u8);
        // Where both sides have the same men, white to move stands for both.
        let sides = 2 - usize::from(self.ending.material.is_symmetric());
        let sides = Color::ALL.into_iter().take(sides);
        let sides = sides.map(|side| compress(&self.stored(side, stored), 0));
        self.assemble(Kind::Wdl, &sides.collect::<Vec<_>>())
    }

    /// The bytes of the DTZ file: white to move, wins and losses in plies. Cursed wins and blessed
    /// losses are rounded to moves by the format.
    pub fn dtz_table(&self) -> Vec<u8> {
        let stored = |dtz: Dtz| match (dtz.wdl(), dtz.0.unsigned_abs()) {
            (Wdl::Draw, _) => None,
            (Wdl::Win | Wdl::Loss, plies) => Some((plies - 1) as u8),
            (Wdl::CursedWin | Wdl::BlessedLoss, plies) => Some((plies - 101).div_ceil(2) as u8),
        };
        let values = self.stored(Color::White, stored);
        let side = compress(&values, WINS_IN_PLIES | LOSSES_IN_PLIES);
        self.assemble(Kind::Dtz, &[side])
    }

    /// The men in the order of the file: those alone of their kind first.
    fn order(&self) -> Vec<usize> {
        let Ending { men, material, .. } = &self.ending;
        let equal = |&man: &usize| material.count(men[man].color(), men[man].kind());
        let mut order = Vec::from_iter(0..men.len());
        order.sort_by_key(equal);
        order
    }

    /// The men as codes of the file.
    fn codes(&self) -> Vec<u8> {
        let code = |man: Piece| man.color().index() << 3 | (man.kind().index() + 1);
        let order = self.order().into_iter();
        order.map(|man| code(self.ending.men[man]) as u8).collect()
    }

    /// The value of each index. Where none is needed, the value before it repeats.
    fn stored(&self, side: Color, value: impl Fn(Dtz) -> Option<u8>) -> Vec<u8> {
        let layout = Layout::new(&Header {
            material: self.ending.material,
            file: 0,
            order: [0, 0xF],
            men: &self.codes(),
        });
        let layout = layout.expect("a file of this layout is valid");
        let order = self.order();
        let mut values = vec![None; layout.size as usize];
        for (squares, dtz) in self.positions(side) {
            // With the leading men on the diagonal, both images have an index.
            for symmetry in [Symmetry::IDENTITY, Symmetry::IDENTITY.transposed()] {
                let mut men = [0; MAX_MEN];
                for (square, &man) in men.iter_mut().zip(&order) {
                    *square = symmetry.apply(squares[man]).index();
                }
                let index = layout.index_of(&mut men[..order.len()]);
                let index = index.expect("a legal position has an index");
                values[index as usize] = value(dtz);
            }
        }
        let mut last = 0;
        let fill = |value: Option<u8>| {
            last = value.unwrap_or(last);
            last
        };
        values.into_iter().map(fill).collect()
    }

    fn assemble(&self, kind: Kind, sides: &[Compressed]) -> Vec<u8> {
        let mut file = kind.magic().to_vec();
        let two_sided = !self.ending.material.is_symmetric();
        file.extend([u8::from(two_sided) * TWO_SIDED, 0]);
        file.extend(self.codes().iter().map(|code| code << 4 | code));
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
}
