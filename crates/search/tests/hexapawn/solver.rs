//! Solves the game by searching all of it.

use std::collections::HashMap;

use crate::rules::{Position, State};

/// The value of a position for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Value {
    /// Lost in so many plies, against the best defense.
    Loss(usize),
    /// Won in so many plies.
    Win(usize),
}

/// The values of all positions met.
#[derive(Debug, Default)]
pub struct Solver(HashMap<State, Value>);

impl Solver {
    pub fn value(&mut self, position: &Position) -> Value {
        if let Some(&value) = self.0.get(&position.state()) {
            return value;
        }
        let moves = if position.is_lost() {
            Vec::new()
        } else {
            position.legal_moves()
        };
        let (mut win, mut loss) = (None, 0);
        for mv in moves {
            match self.value(&position.after(mv)) {
                Value::Loss(plies) => win = Some(win.unwrap_or(plies + 1).min(plies + 1)),
                Value::Win(plies) => loss = loss.max(plies + 1),
            }
        }
        let value = win.map_or(Value::Loss(loss), Value::Win);
        self.0.insert(position.state(), value);
        value
    }
}
