//! The games that devices play: what each adds to the automaton that they share.

mod chess;
mod xiangqi;

use evaluation::Evaluated;
use game::Codes;

use crate::Error;
use crate::code::DeviceCode;

/// A game that devices play. Its rules are in a folder of `src/device`.
pub trait OnDevice: Codes + Evaluated {
    /// The code of the device.
    fn code() -> &'static DeviceCode;

    /// What a position has beside pieces, turn and clocks: `PackedPosition.extra`.
    fn extra(position: &Self::Position) -> u16;

    /// The square behind a pawn that can be taken en passant.
    fn en_passant(_: &Self::Position) -> Option<u8> {
        None
    }

    /// The inputs of a feature set.
    ///
    /// # Errors
    /// If the device has no code for the set.
    fn inputs(features: &Self::Features) -> Result<Inputs, Error>;
}

/// How the device finds the weights of a feature set.
#[derive(Debug)]
pub struct Inputs {
    /// The feature of each row of weights; rows without one are zero.
    pub rows: Vec<Option<usize>>,
    /// Whether a perspective's board may be mirrored.
    pub is_mirrored: bool,
}

/// The games, for [`for_game_on_device!`].
#[doc(hidden)]
pub mod played {
    pub use chess::Chess;
    pub use game::Rules;
    pub use xiangqi::Xiangqi;
}

/// Evaluates an expression for a game by its name, with its type under a name, or another expression if
/// devices do not play the game.
#[macro_export]
macro_rules! for_game_on_device {
    ($name:expr, $game:ident => $body:expr, else $other:expr) => {
        match $name {
            <$crate::played::Chess as $crate::played::Rules>::NAME => {
                type $game = $crate::played::Chess;
                $body
            }
            <$crate::played::Xiangqi as $crate::played::Rules>::NAME => {
                type $game = $crate::played::Xiangqi;
                $body
            }
            _ => $other,
        }
    };
}

/// Evaluates an expression for each game.
#[cfg(test)]
macro_rules! for_all_games {
    ($game:ident => $body:expr) => {
        for name in games::GameId::NAMES {
            $crate::for_game_on_device!(*name, $game => $body, else ());
        }
    };
}
#[cfg(test)]
pub(crate) use for_all_games;

/// The code of a piece for the device from its number, which is twice that of its type, plus that of
/// its color.
pub const fn piece_code(index: usize) -> usize {
    index / 2 + 1 + 8 * (index % 2)
}

/// Writes tables as words, in the order of a `rules.h`.
#[derive(Debug, Default)]
pub struct Words(Vec<u64>);

impl Words {
    /// Appends numbers of 64 bits.
    pub fn add(&mut self, numbers: impl IntoIterator<Item = u64>) {
        self.0.extend(numbers);
    }

    /// Appends smaller numbers of so many bits, the first in the lowest bits of a word; zeros fill the last word.
    pub fn add_packed(&mut self, bits: u32, numbers: impl IntoIterator<Item = i64>) {
        let mask = (1 << bits) - 1;
        let mut shift = 64;
        for number in numbers {
            if shift == 64 {
                self.0.push(0);
                shift = 0;
            }
            if let Some(word) = self.0.last_mut() {
                *word |= (number as u64 & mask) << shift;
            }
            shift += bits;
        }
    }

    /// Appends what ends the tables of every game: the values of piece types for SEE, and logarithms.
    pub fn finish(mut self, see_values: impl IntoIterator<Item = i32>) -> Vec<u64> {
        let mut values = [0; 8];
        for (place, value) in values[1..].iter_mut().zip(see_values) {
            *place = i64::from(value);
        }
        self.add_packed(16, values);
        self.add_packed(8, (0..256).map(log));
        self.0
    }
}

/// The natural logarithm times the root of 2048.
fn log(n: u32) -> i64 {
    (2048_f64.sqrt() * f64::from(n.max(1)).ln()).round() as i64
}
