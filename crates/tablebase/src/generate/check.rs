//! Compares tables with a solution.

use chess::{Castling, Color, Piece, Placement, Position, Square};

use super::ending::Squares;
use super::index::Symmetry;
use super::solver::Solution;
use crate::directory::Tablebases;
use crate::value::{Dtz, Wdl};

/// How positions compared; counts from loss to win.
#[derive(Clone, Debug, Default)]
pub struct Check {
    /// Positions.
    pub counts: [usize; 5],
    /// Those whose DTZ is one ply off: tables may round it.
    pub rounded: [usize; 5],
    /// FEN, DTZ solved, WDL and DTZ probed of all others that differ.
    pub differences: Vec<(String, Dtz, Option<Wdl>, Option<Dtz>)>,
}

impl Solution {
    /// Probes every `step`th position, mirrored in turn in all ways.
    pub fn check(&self, tables: &Tablebases, step: usize) -> Check {
        let mut check = Check::default();
        for side in Color::ALL {
            let symmetries = Symmetry::all().into_iter().cycle();
            let positions = self.positions(side).step_by(step);
            for ((squares, dtz), symmetry) in positions.zip(symmetries) {
                let squares = squares.map(|square| symmetry.apply(square));
                if let Some(position) = self.position(side, squares) {
                    check.add(tables, &position, dtz);
                }
            }
        }
        check
    }

    pub(super) fn position(&self, side: Color, squares: Squares) -> Option<Position> {
        position(self.ending.men.iter().copied().zip(squares), side)
    }
}

/// The position of men on squares; nothing if it is illegal or has three checkers, which no game can
/// reach.
pub(crate) fn position(
    men: impl IntoIterator<Item = (Piece, Square)>,
    side: Color,
) -> Option<Position> {
    let mut board = [None; 64];
    for (man, square) in men {
        if board[square.index()].replace(man).is_some() {
            return None;
        }
    }
    let placement = Placement {
        board,
        side,
        castling: Castling::NONE,
        en_passant: None,
        halfmove_clock: 0,
        fullmove_number: 1,
    };
    placement.validate().ok()
}

impl Check {
    fn add(&mut self, tables: &Tablebases, position: &Position, solved: Dtz) {
        let wdl = tables.probe_wdl(position);
        let dtz = tables.probe_dtz(position);
        let number = (solved.wdl() as i8 - Wdl::Loss as i8) as usize;
        let off = dtz.map(|Dtz(dtz)| dtz.abs_diff(solved.0));
        self.counts[number] += 1;
        match off {
            Some(0) if wdl == Some(solved.wdl()) => {}
            Some(1) if wdl == Some(solved.wdl()) => self.rounded[number] += 1,
            _ => self.differences.push((position.fen(), solved, wdl, dtz)),
        }
    }
}
