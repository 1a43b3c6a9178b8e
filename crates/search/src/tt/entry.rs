//! One entry: 64 bits of data.

use game::{PackedMove, Score};

use super::{from_stored, to_stored};
use crate::report::Bound;

/// Generations count modulo 32.
pub(super) const GENERATION_MASK: u8 = 31;
/// What stands for no evaluation: a position in check has none.
const NO_EVALUATION: i16 = i16::MIN;

/// What a probe finds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hit<M> {
    pub(crate) mv: Option<M>,
    /// The score and how far it is known; none for an entry that only keeps an evaluation.
    pub(crate) score: Score,
    pub(crate) bound: Option<Bound>,
    /// The raw static evaluation.
    pub(crate) evaluation: Option<Score>,
    pub(crate) depth: i32,
    /// Whether the position was on a principal variation once.
    pub(crate) was_principal: bool,
}

/// What a search stores.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Record<M> {
    pub(crate) mv: Option<M>,
    pub(crate) score: Score,
    pub(crate) bound: Option<Bound>,
    pub(crate) evaluation: Option<Score>,
    pub(crate) depth: i32,
    pub(crate) is_principal: bool,
}

/// From the lowest bits: move 16, score 16, evaluation 16, depth plus one 8, bound 2, principal 1,
/// generation 5. A depth byte of zero means that the entry is empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Data(pub(super) u64);

/// The key's low bits mixed with the data.
#[inline(always)]
pub(super) fn tag_of(key: u64, data: Data) -> u16 {
    let mixed = data.0 ^ data.0 >> 32;
    key as u16 ^ mixed as u16 ^ (mixed >> 16) as u16
}

impl Data {
    pub(super) fn new<M: PackedMove>(
        record: &Record<M>,
        old_move: Option<u16>,
        generation: u8,
        ply: usize,
    ) -> Self {
        let code = record.mv.map(M::code).or(old_move).unwrap_or(0);
        let evaluation = record
            .evaluation
            .map_or(NO_EVALUATION, |score| score.raw() as i16);
        let bound = match record.bound {
            None => 0,
            Some(Bound::Upper) => 1,
            Some(Bound::Lower) => 2,
            Some(Bound::Exact) => 3,
        };
        let flags = bound | u8::from(record.is_principal) << 2 | generation << 3;
        let depth = (record.depth.clamp(0, 254) + 1) as u8;
        Self(
            u64::from(code)
                | u64::from(to_stored(record.score, ply) as u16) << 16
                | u64::from(evaluation as u16) << 32
                | u64::from(depth) << 48
                | u64::from(flags) << 56,
        )
    }

    #[inline(always)]
    pub(super) fn is_empty(self) -> bool {
        self.0 >> 48 & 0xFF == 0
    }

    #[inline(always)]
    pub(super) fn depth(self) -> i32 {
        (self.0 >> 48 & 0xFF) as i32 - 1
    }

    #[inline(always)]
    pub(super) fn generation(self) -> u8 {
        (self.0 >> 59) as u8
    }

    pub(super) fn code(self) -> Option<u16> {
        let code = self.0 as u16;
        (code != 0).then_some(code)
    }

    pub(super) fn with_move<M: PackedMove>(self, mv: Option<M>) -> Self {
        Self(self.0 & !0xFFFF | u64::from(mv.map_or(0, M::code)))
    }

    /// Whether a new record of the same position should replace this one.
    pub(super) fn yields_to<M>(self, record: &Record<M>, generation: u8) -> bool {
        let bonus = 2 * i32::from(record.is_principal);
        record.bound == Some(Bound::Exact)
            || self.generation() != generation
            || self.bound().is_none()
            || record.depth + bonus > self.depth() - 4
    }

    fn bound(self) -> Option<Bound> {
        match self.0 >> 56 & 3 {
            0 => None,
            1 => Some(Bound::Upper),
            2 => Some(Bound::Lower),
            _ => Some(Bound::Exact),
        }
    }

    pub(super) fn hit<M: PackedMove>(self, ply: usize, clock: u32) -> Hit<M> {
        let evaluation = (self.0 >> 32) as i16;
        Hit {
            mv: M::from_code(self.0 as u16),
            score: from_stored((self.0 >> 16) as i16, ply, clock),
            bound: self.bound(),
            evaluation: (evaluation != NO_EVALUATION)
                .then(|| Score::from_raw(i32::from(evaluation))),
            depth: self.depth(),
            was_principal: self.0 >> 58 & 1 != 0,
        }
    }
}
