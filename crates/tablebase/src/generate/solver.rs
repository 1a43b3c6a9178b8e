//! Retrograde analysis: WDL and DTZ of every position of an ending, by layers of DTZ.

use chess::{Color, Piece};

use super::ending::{Ending, Squares};
use crate::value::{Dtz, Wdl};

/// The layer of captures that lead to a cursed win or a blessed loss: just beyond the fifty-move
/// rule.
const CURSED: u8 = 101;

/// What is known about a placement with a side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Value {
    /// No legal position, or the mirror image of another placement.
    Illegal,
    /// Nothing yet but the best capture: a loss if there is none, a draw for stalemate. What stays
    /// open is drawn.
    Open(Wdl),
    /// Won by a capture or mate in so many plies.
    Won(u8),
    /// Lost in so many plies; in zero by mate.
    Lost(u8),
}

impl Value {
    pub(super) fn dtz(self) -> Option<Dtz> {
        match self {
            Self::Illegal => None,
            Self::Open(_) => Some(Dtz(0)),
            Self::Won(plies) => Some(Dtz(i32::from(plies))),
            Self::Lost(plies) => Some(Dtz(-i32::from(plies.max(1)))),
        }
    }
}

/// A solved ending without pawns.
pub struct Solution {
    pub(super) ending: Ending,
    /// The endings after a capture, by the captured man.
    smaller: Vec<(Piece, Self)>,
    /// By side to move and index.
    values: [Vec<Value>; 2],
}

impl Solution {
    /// Solves the ending with a table's name, `KRvKN` say; nothing if it has pawns or more than
    /// five men.
    pub fn new(name: &str) -> Option<Self> {
        Ending::men(name).map(Self::of)
    }

    fn of(men: Vec<Piece>) -> Self {
        let mut smaller = Vec::new();
        for captured in (2..men.len()).filter(|&man| men[man] != men[man - 1]) {
            let mut others = men.clone();
            smaller.push((others.remove(captured), Self::of(others)));
        }
        let mut solution = Self {
            ending: Ending::new(men),
            smaller,
            values: [Vec::new(), Vec::new()],
        };
        solution.values = Color::ALL.map(|side| {
            let indices = 0..solution.ending.index.len();
            indices.map(|index| solution.start(side, index)).collect()
        });
        solution.solve();
        solution
    }

    /// The longest DTZ of a win.
    pub fn longest(&self) -> Dtz {
        let values = self.values.iter().flatten();
        values.filter_map(|v| v.dtz()).max().unwrap_or(Dtz(0))
    }

    /// All legal positions up to symmetry, with their DTZ.
    pub(super) fn positions(&self, side: Color) -> impl Iterator<Item = (Squares, Dtz)> {
        let values = self.values[side.index()].iter().enumerate();
        values.filter_map(|(index, value)| Some((self.ending.index.squares(index), value.dtz()?)))
    }

    pub(super) fn value(&self, side: Color, squares: &Squares) -> Value {
        let index = self.ending.index.of(squares);
        index.map_or(Value::Illegal, |index| self.values[side.index()][index])
    }

    /// The value by legality, captures, mate and stalemate alone.
    fn start(&self, side: Color, index: usize) -> Value {
        let ending = &self.ending;
        let squares = ending.index.squares(index);
        let is_legal = ending.occupied(&squares).count() as usize == ending.men.len()
            && ending.index.of(&squares) == Some(index)
            && !ending.in_check(!side, &squares);
        if !is_legal {
            return Value::Illegal;
        }
        let can_wait = ending
            .quiets(side, squares)
            .any(|after| !ending.in_check(side, &after));
        match (self.best_capture(side, &squares), can_wait) {
            (None, false) if ending.in_check(side, &squares) => Value::Lost(0),
            (None, false) => Value::Open(Wdl::Draw),
            (Some(Wdl::Loss), false) => Value::Lost(1),
            (Some(Wdl::Win), _) => Value::Won(1),
            (best, _) => Value::Open(best.unwrap_or(Wdl::Loss)),
        }
    }

    fn best_capture(&self, side: Color, squares: &Squares) -> Option<Wdl> {
        let occupied = self.ending.occupied(squares);
        let captures = self.ending.men_of(side).flat_map(|man| {
            let attacked = self.ending.attacks(man, squares, occupied);
            let captured = self.ending.men_of(!side).skip(1);
            captured
                .filter(move |&other| attacked.has(squares[other]))
                .map(move |other| (man, other))
        });
        let value = |(man, captured): (usize, usize)| {
            let mut after = *squares;
            after[man] = squares[captured];
            after.copy_within(captured + 1.., captured);
            let captured = self.ending.men[captured];
            let (_, smaller) = self.smaller.iter().find(|(man, _)| *man == captured)?;
            Some(-smaller.value(!side, &after).dtz()?.wdl())
        };
        captures.filter_map(value).max()
    }

    /// Finds the wins and losses of one more ply in each pass.
    fn solve(&mut self) {
        let (mut plies, mut last) = (0_u8, self.layer(0));
        while plies < CURSED || last.iter().any(|side| !side.is_empty()) {
            plies = plies.checked_add(1).expect("five men need fewer plies");
            let found = self.pass(plies, &last);
            last = match plies {
                1 => self.layer(1),
                CURSED => {
                    self.decide_cursed_captures();
                    self.layer(CURSED)
                }
                _ => found,
            };
        }
    }

    /// The indices of what is won or lost in so many plies, by side to move.
    fn layer(&self, plies: u8) -> [Vec<u32>; 2] {
        Color::ALL.map(|side| {
            let values = self.values[side.index()].iter().zip(0..);
            let layer = [Value::Won(plies), Value::Lost(plies)];
            values
                .filter_map(|(value, index)| layer.contains(value).then_some(index))
                .collect()
        })
    }

    /// Goes from one layer to the next: before a loss there is a win, before a win there may be a
    /// loss. Gives the new ones.
    fn pass(&mut self, plies: u8, last: &[Vec<u32>; 2]) -> [Vec<u32>; 2] {
        let mut found = [Vec::new(), Vec::new()];
        for side in Color::ALL {
            for &after in &last[side.index()] {
                let after = after as usize;
                let is_loss = matches!(self.values[side.index()][after], Value::Lost(_));
                for index in self.ending.neighbors(!side, after) {
                    let value = self.values[(!side).index()][index];
                    let new = match value {
                        Value::Open(_) if is_loss => Value::Won(plies),
                        Value::Open(best) if self.is_lost(!side, index, best, plies) => {
                            Value::Lost(plies)
                        }
                        _ => continue,
                    };
                    self.values[(!side).index()][index] = new;
                    found[(!side).index()].push(index as u32);
                }
            }
        }
        found
    }

    /// Whether every move of an open position loses in time.
    fn is_lost(&self, side: Color, index: usize, best_capture: Wdl, plies: u8) -> bool {
        let captures_lose = match best_capture {
            Wdl::Loss => true,
            Wdl::BlessedLoss => plies >= CURSED,
            Wdl::Draw | Wdl::CursedWin | Wdl::Win => false,
        };
        let after = &self.values[(!side).index()];
        let loses = |index: usize| match after[index] {
            Value::Illegal => true,
            Value::Won(layer) => layer < plies,
            Value::Open(_) | Value::Lost(_) => false,
        };
        captures_lose && self.ending.neighbors(side, index).all(loses)
    }

    /// Decides what a capture makes a cursed win or a blessed loss.
    fn decide_cursed_captures(&mut self) {
        for side in Color::ALL {
            for index in 0..self.ending.index.len() {
                let value = match self.values[side.index()][index] {
                    Value::Open(Wdl::CursedWin) => Value::Won(CURSED),
                    Value::Open(best @ Wdl::BlessedLoss)
                        if self.is_lost(side, index, best, CURSED) =>
                    {
                        Value::Lost(CURSED)
                    }
                    _ => continue,
                };
                self.values[side.index()][index] = value;
            }
        }
    }
}
