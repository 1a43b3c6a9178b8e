//! One TT entry: 64 bits of data.

use game::{PackedMove, Score};

use super::{from_stored, to_stored};
use crate::report::Bound;

/// Generations count modulo 32.
pub(super) const GENERATION_MASK: u8 = 31;
/// Stored for a position in check, which has no static eval.
const NO_EVAL: i16 = i16::MIN;

/// The result of a probe.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hit<M> {
    pub(crate) mv: Option<M>,
    pub(crate) score: Score,
    /// None if the entry holds only a static eval.
    pub(crate) bound: Option<Bound>,
    /// The raw static eval.
    pub(crate) raw_eval: Option<Score>,
    pub(crate) depth: i32,
    /// TT PV: whether the position was in a PV node.
    pub(crate) is_pv: bool,
}

impl<M> Hit<M> {
    /// Whether the score ends a node with this window: it is exact, fails high or fails low.
    #[inline(always)]
    pub(crate) fn cuts_off(&self, alpha: Score, beta: Score) -> bool {
        match self.bound {
            None => false,
            Some(Bound::Exact) => true,
            Some(Bound::Lower) => self.score >= beta,
            Some(Bound::Upper) => self.score <= alpha,
        }
    }
}

/// A result to store.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Record<M> {
    pub(crate) mv: Option<M>,
    pub(crate) score: Score,
    pub(crate) bound: Option<Bound>,
    pub(crate) raw_eval: Option<Score>,
    pub(crate) depth: i32,
    pub(crate) is_pv: bool,
}

/// From the lowest bits: move 16, score 16, raw eval 16, depth plus one 8, bound 2, PV 1,
/// generation 5. A depth byte of zero marks an empty entry.
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
        let raw_eval = record.raw_eval.map_or(NO_EVAL, |score| score.raw() as i16);
        let bound = match record.bound {
            None => 0,
            Some(Bound::Upper) => 1,
            Some(Bound::Lower) => 2,
            Some(Bound::Exact) => 3,
        };
        let flags = bound | u8::from(record.is_pv) << 2 | generation << 3;
        let depth = (record.depth.clamp(0, 254) + 1) as u8;
        Self(
            u64::from(code)
                | u64::from(to_stored(record.score, ply) as u16) << 16
                | u64::from(raw_eval as u16) << 32
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

    /// Whether a new record of the same position replaces this one: exact, newer, or not much
    /// shallower.
    pub(super) fn yields_to<M>(self, record: &Record<M>, generation: u8) -> bool {
        let pv_bonus = 2 * i32::from(record.is_pv);
        record.bound == Some(Bound::Exact)
            || self.generation() != generation
            || self.bound().is_none()
            || record.depth + pv_bonus > self.depth() - 4
    }

    fn bound(self) -> Option<Bound> {
        match self.0 >> 56 & 3 {
            0 => None,
            1 => Some(Bound::Upper),
            2 => Some(Bound::Lower),
            _ => Some(Bound::Exact),
        }
    }

    pub(super) fn hit<M: PackedMove>(self, ply: usize, clock_left: u32) -> Hit<M> {
        let raw_eval = (self.0 >> 32) as i16;
        Hit {
            mv: M::from_code(self.0 as u16),
            score: from_stored((self.0 >> 16) as i16, ply, clock_left),
            bound: self.bound(),
            raw_eval: (raw_eval != NO_EVAL).then(|| Score::from_raw(i32::from(raw_eval))),
            depth: self.depth(),
            is_pv: self.0 >> 58 & 1 != 0,
        }
    }
}
