//! Sums of the first layer after a move, from those before it.

use super::output::{Activate, Share};
use super::{STEP, load};
use crate::architecture::MAX_WIDTH;
use crate::simd::Isa;

/// What a move does to the sums of `SIDES` sides: each gains `ADDS` rows and loses `SUBS` of them.
pub struct Step<'a, const SIDES: usize, const ADDS: usize, const SUBS: usize> {
    /// The first layer's weights, row by row.
    pub weights: &'a [i16],
    /// For each side, the rows that come.
    pub added: [[u16; ADDS]; SIDES],
    /// For each side, the rows that go.
    pub removed: [[u16; SUBS]; SIDES],
    /// The sums before the move, side by side.
    pub before: &'a [i16],
    /// Room for the sums after it.
    pub after: &'a mut [i16],
}

/// A step with everything found and checked.
struct Found<const SIDES: usize, const ADDS: usize, const SUBS: usize> {
    width: usize,
    added: [[*const i16; ADDS]; SIDES],
    removed: [[*const i16; SUBS]; SIDES],
    before: [*const i16; SIDES],
    after: [*mut i16; SIDES],
}

impl<const SIDES: usize, const ADDS: usize, const SUBS: usize> Step<'_, SIDES, ADDS, SUBS> {
    /// Where everything starts.
    ///
    /// # Panics
    /// If the sums differ in length, a side's are not a multiple of 32 or too many, or the weights
    /// do not have a row.
    #[inline(always)]
    fn find(&mut self) -> Found<SIDES, ADDS, SUBS> {
        let width = self.before.len() / SIDES;
        assert!(self.before.len() == SIDES * width && self.after.len() == SIDES * width);
        assert!(width.is_multiple_of(STEP) && width <= MAX_WIDTH);
        assert!(width <= self.weights.len());
        let last = self.weights.len() - width;
        let row = |row: u16| {
            // No product of such numbers overflows, not even where addresses have 32 bits.
            let start = usize::from(row) * width;
            assert!(start <= last);
            self.weights.as_ptr().wrapping_add(start)
        };
        let mut found = Found {
            width,
            added: [[std::ptr::null(); ADDS]; SIDES],
            removed: [[std::ptr::null(); SUBS]; SIDES],
            before: [self.before.as_ptr(); SIDES],
            after: [self.after.as_mut_ptr(); SIDES],
        };
        // Loops, since the compiler does not see through arrays that are mapped in arrays.
        for side in 0..SIDES {
            for n in 0..ADDS {
                found.added[side][n] = row(self.added[side][n]);
            }
            for n in 0..SUBS {
                found.removed[side][n] = row(self.removed[side][n]);
            }
            found.before[side] = found.before[side].wrapping_add(side * width);
            found.after[side] = found.after[side].wrapping_add(side * width);
        }
        found
    }
}

impl<const SIDES: usize, const ADDS: usize, const SUBS: usize> Found<SIDES, ADDS, SUBS> {
    /// Computes all sides' sums from neuron `n` on, as many of each as a vector has. What is read is
    /// read before anything is written: where rows start at the same place of a page as what was
    /// just written, reading them would wait for it.
    ///
    /// # Safety
    /// `n` is a multiple of the vector's lanes below `width`, and the slices of the step are still
    /// borrowed.
    #[inline(always)]
    unsafe fn advance<I: Isa>(&self, n: usize) -> [I::Words; SIDES] {
        let mut sums = [I::splat_words(0); SIDES];
        // SAFETY: all of these have `width` numbers, by the checks when they were found.
        unsafe {
            for (side, words) in sums.iter_mut().enumerate() {
                *words = I::load_words(self.before[side].add(n));
                for row in self.added[side] {
                    *words = I::add_words(*words, I::load_words(row.add(n)));
                }
                for row in self.removed[side] {
                    *words = I::sub_words(*words, I::load_words(row.add(n)));
                }
            }
            for (side, &words) in sums.iter().enumerate() {
                I::store_words(self.after[side].add(n), words);
            }
        }
        sums
    }
}

/// Computes the sums after a move.
///
/// # Panics
/// If the sums differ in length, a side's are not a multiple of 32 or too many, or the weights do not
/// have a row.
#[inline(always)]
pub fn update<I: Isa, const SIDES: usize, const ADDS: usize, const SUBS: usize>(
    mut step: Step<'_, SIDES, ADDS, SUBS>,
) {
    let found = step.find();
    for n in (0..found.width).step_by(I::WORDS) {
        // SAFETY: the width is a multiple of the vector's lanes.
        unsafe { found.advance::<I>(n) };
    }
}

/// [`update`] and [`dot_activated`](super::dot_activated) of the result in one pass, each side with its
/// own weights.
///
/// # Panics
/// As those two.
#[inline(always)]
pub fn update_and_dot<I: Isa, A: Activate, const ADDS: usize, const SUBS: usize>(
    mut step: Step<'_, 2, ADDS, SUBS>,
    one: i16,
    weights: [&[i16]; 2],
) -> i64 {
    let found = step.find();
    let activations = A::SHARE.activations(found.width);
    assert!(weights.iter().all(|weights| weights.len() == activations));
    assert!(activations.is_multiple_of(STEP));
    let one = I::splat_words(one);
    let mut totals = [[I::splat_ints(0); 2]; 2];
    for n in (0..activations).step_by(I::WORDS) {
        // SAFETY: there are `activations` weights for each side and as many sums, or twice as many of
        // them where they come in pairs.
        let (weights, firsts, seconds) = unsafe {
            let weights = [load::<I>(weights[0], n), load::<I>(weights[1], n)];
            let firsts = found.advance::<I>(n);
            let seconds = match A::SHARE {
                Share::Each => firsts,
                Share::Pair => found.advance::<I>(n + activations),
            };
            (weights, firsts, seconds)
        };
        for (side, total) in totals.iter_mut().enumerate() {
            let sums = [firsts[side], seconds[side]];
            *total = A::add::<I>(*total, sums, one, weights[side]);
        }
    }
    let [first, second] = totals;
    A::total::<I>([
        I::add_ints(first[0], second[0]),
        I::add_ints(first[1], second[1]),
    ])
}
