//! Moves packed into 16 bits, and a move list without heap allocation.

use std::fmt;
use std::ops::{Deref, DerefMut};

/// A move that packs into 16 bits, with zero meaning "no move".
pub trait PackedMove: Copy + Eq + fmt::Debug + Send + Sync + 'static {
    /// Some move, to initialize unused slots.
    const FILLER: Self;

    /// The move as 16 bits: never zero.
    fn code(self) -> u16;

    /// The move with this code, or nothing if the code can belong to no move. The result is a
    /// move of some position, not necessarily of the present one.
    fn from_code(code: u16) -> Option<Self>;
}

const CAPACITY: usize = 256;

/// The moves of one position.
///
/// The length fits a byte because no reachable position of a supported game has more than 255
/// legal moves (chess: 218), and the rules crates reject positions that could have more.
#[derive(Clone)]
pub struct MoveList<M> {
    moves: [M; CAPACITY],
    len: u8,
}

impl<M: PackedMove> MoveList<M> {
    /// An empty list.
    #[inline]
    pub const fn new() -> Self {
        Self {
            moves: [M::FILLER; CAPACITY],
            len: 0,
        }
    }

    /// Appends a move.
    #[inline]
    pub fn push(&mut self, mv: M) {
        self.moves[usize::from(self.len)] = mv;
        self.len += 1;
    }

    /// Removes all moves.
    #[inline]
    pub fn clear(&mut self) {
        self.len = 0;
    }
}

impl<M: PackedMove> Default for MoveList<M> {
    fn default() -> Self {
        Self::new()
    }
}

impl<M> Deref for MoveList<M> {
    type Target = [M];

    #[inline]
    fn deref(&self) -> &[M] {
        &self.moves[..usize::from(self.len)]
    }
}

impl<M> DerefMut for MoveList<M> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [M] {
        &mut self.moves[..usize::from(self.len)]
    }
}

impl<'a, M> IntoIterator for &'a MoveList<M> {
    type Item = &'a M;
    type IntoIter = std::slice::Iter<'a, M>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
