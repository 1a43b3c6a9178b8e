//! Retrograde analysis: WDL and DTZ of every position of an ending, by layers of DTZ.

use chess::{Color, Piece, Position};

use super::ending::{Ending, Squares};
use crate::value::{Dtz, Wdl};

/// The layer of captures that lead to a cursed win or a blessed loss: just beyond the fifty-move
/// rule.
const CURSED: u8 = 101;

/// What is known about a placement with a side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Value {
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
    fn dtz(self) -> Option<Dtz> {
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
    /// The ending without each man but the kings.
    smaller: Vec<Self>,
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
        let without = |man: usize| {
            let mut others = men.clone();
            others.remove(man);
            Self::of(others)
        };
        let smaller = (2..men.len()).map(without).collect();
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

    /// DTZ of a legal position of this ending, without rounding.
    pub fn dtz(&self, position: &Position) -> Option<Dtz> {
        let squares = self.ending.squares(position)?;
        self.value(position.side_to_move(), &squares).dtz()
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

    fn value(&self, side: Color, squares: &Squares) -> Value {
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
            .any(|after| !ending.in_check(side, &ending.index.squares(after)));
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
            let dtz = self.smaller[captured - 2].value(!side, &after).dtz()?;
            Some(-dtz.wdl())
        };
        captures.filter_map(value).max()
    }

    /// Finds the wins and losses of one more ply in each pass.
    fn solve(&mut self) {
        let mut plies = 1;
        loop {
            let found = Color::ALL.map(|side| self.pass(side, plies));
            plies = match found {
                [0, 0] if plies > CURSED => return,
                // Only cursed captures can follow on an empty layer. The first has captures, too.
                [0, 0] if plies > 1 && plies < CURSED => CURSED,
                _ => u8::checked_add(plies, 1).expect("endings of five men are shorter"),
            };
        }
    }

    /// Follows the values of the layer before back to those of `plies`; gives the number of new
    /// ones.
    fn pass(&mut self, side: Color, plies: u8) -> usize {
        let Self { ending, values, .. } = self;
        let is_due = |value: &Value| match *value {
            Value::Won(layer) | Value::Lost(layer) => layer == plies - 1,
            Value::Open(Wdl::CursedWin | Wdl::BlessedLoss) => plies == CURSED,
            Value::Open(_) | Value::Illegal => false,
        };
        let (mut found, mut rest) = (0, 0);
        while let Some(passed) = values[side.index()][rest..].iter().position(is_due) {
            let index = rest + passed;
            rest = index + 1;
            let before = || ending.quiets(!side, ending.index.squares(index));
            found += match values[side.index()][index] {
                Value::Lost(_) => before()
                    .filter(|&before| win(&mut values[(!side).index()][before], plies))
                    .count(),
                Value::Won(_) => before()
                    .filter(|&before| lose(ending, values, (!side, before), plies))
                    .count(),
                Value::Open(Wdl::CursedWin) => {
                    usize::from(win(&mut values[side.index()][index], plies))
                }
                Value::Open(_) => usize::from(lose(ending, values, (side, index), plies)),
                Value::Illegal => 0,
            };
        }
        found
    }
}

/// Marks an open value as won.
fn win(value: &mut Value, plies: u8) -> bool {
    let is_new = matches!(value, Value::Open(_));
    if is_new {
        *value = Value::Won(plies);
    }
    is_new
}

/// Marks an open value as lost if every move loses in time.
fn lose(
    ending: &Ending,
    values: &mut [Vec<Value>; 2],
    (side, index): (Color, usize),
    plies: u8,
) -> bool {
    let after = &values[(!side).index()];
    let captures_lose = match values[side.index()][index] {
        Value::Open(Wdl::Loss) => true,
        Value::Open(Wdl::BlessedLoss) => plies >= CURSED,
        _ => false,
    };
    let is_new = captures_lose
        && ending
            .quiets(side, ending.index.squares(index))
            .all(|index| match after[index] {
                Value::Illegal => true,
                Value::Won(layer) => layer < plies,
                Value::Open(_) | Value::Lost(_) => false,
            });
    if is_new {
        values[side.index()][index] = Value::Lost(plies);
    }
    is_new
}
