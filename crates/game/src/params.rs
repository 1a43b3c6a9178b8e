//! Which numbers the search uses for a game.

/// A column of the search's parameter table. Every game has one; a new game can start with that of
/// another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParamSet {
    /// Tuned for chess.
    Chess,
    /// Tuned for xiangqi.
    Xiangqi,
}

impl ParamSet {
    /// How many there are.
    pub const COUNT: usize = 2;
}
