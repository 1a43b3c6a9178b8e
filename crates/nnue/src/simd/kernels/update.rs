//! Incremental accumulator updates, alone or fused with what follows them.

use super::bytes::{ByteConstants, ByteScale};
use super::nnz::{NnzList, part_len, vectors_of_part};
use super::output::Constants;
use super::{CHUNK, load};
use crate::activation::Activate;
use crate::architecture::MAX_WIDTH;
use crate::simd::Isa;

/// What a move does to the accumulators of `SIDES` colors: each gains `ADDS` weight rows and loses
/// `SUBS` of them.
pub struct Update<'a, const SIDES: usize, const ADDS: usize, const SUBS: usize> {
    /// The feature transformer's weights, row by row.
    pub weights: &'a [i16],
    /// For each color, the added features.
    pub added: [[u16; ADDS]; SIDES],
    /// For each color, the removed features.
    pub removed: [[u16; SUBS]; SIDES],
    /// The accumulators before the move, side by side.
    pub before: &'a [i16],
    /// Room for the accumulators after it.
    pub after: &'a mut [i16],
}

/// An update with its rows located and checked.
struct Pointers<const SIDES: usize, const ADDS: usize, const SUBS: usize> {
    width: usize,
    added: [[*const i16; ADDS]; SIDES],
    removed: [[*const i16; SUBS]; SIDES],
    before: [*const i16; SIDES],
    after: [*mut i16; SIDES],
}

impl<const SIDES: usize, const ADDS: usize, const SUBS: usize> Update<'_, SIDES, ADDS, SUBS> {
    /// Locates and checks everything.
    ///
    /// # Panics
    /// If the accumulators differ in length, that is not a multiple of 32 or too large, or the weights
    /// do not have a row.
    #[inline(always)]
    fn locate(&mut self) -> Pointers<SIDES, ADDS, SUBS> {
        let width = self.before.len() / SIDES;
        assert!(self.before.len() == SIDES * width && self.after.len() == SIDES * width);
        assert!(width.is_multiple_of(CHUNK) && width <= MAX_WIDTH);
        assert!(width <= self.weights.len());
        let last = self.weights.len() - width;
        let row = |row: u16| {
            // No product of such numbers overflows, not even where addresses have 32 bits.
            let start = usize::from(row) * width;
            assert!(start <= last);
            self.weights.as_ptr().wrapping_add(start)
        };
        let mut pointers = Pointers {
            width,
            added: [[std::ptr::null(); ADDS]; SIDES],
            removed: [[std::ptr::null(); SUBS]; SIDES],
            before: [self.before.as_ptr(); SIDES],
            after: [self.after.as_mut_ptr(); SIDES],
        };
        // Loops, since the compiler does not see through arrays that are mapped in arrays.
        for side in 0..SIDES {
            for n in 0..ADDS {
                pointers.added[side][n] = row(self.added[side][n]);
            }
            for n in 0..SUBS {
                pointers.removed[side][n] = row(self.removed[side][n]);
            }
            pointers.before[side] = pointers.before[side].wrapping_add(side * width);
            pointers.after[side] = pointers.after[side].wrapping_add(side * width);
        }
        pointers
    }
}

impl<const SIDES: usize, const ADDS: usize, const SUBS: usize> Pointers<SIDES, ADDS, SUBS> {
    /// Computes one vector of each accumulator, from neuron `n` on. All loads come before all stores:
    /// 4K aliasing would make a load wait for a store to the same offset of another page.
    ///
    /// # Safety
    /// `n` is a multiple of the vector's lanes below `width`, and the slices of the update are still
    /// borrowed.
    #[inline(always)]
    unsafe fn advance<I: Isa>(&self, n: usize) -> [I::Words; SIDES] {
        let mut values = [I::splat_words(0); SIDES];
        // SAFETY: all of these have `width` numbers, as `locate` checked.
        unsafe {
            for (side, words) in values.iter_mut().enumerate() {
                *words = I::load_words(self.before[side].add(n));
                for row in self.added[side] {
                    *words = I::add_words(*words, I::load_words(row.add(n)));
                }
                for row in self.removed[side] {
                    *words = I::sub_words(*words, I::load_words(row.add(n)));
                }
            }
            for (side, &words) in values.iter().enumerate() {
                I::store_words(self.after[side].add(n), words);
            }
        }
        values
    }

    /// The same for neurons and their partners, as bytes of their outputs, each in a word.
    ///
    /// # Safety
    /// As [`Pointers::advance`], and as many neurons as there are outputs follow `n` if the activation has
    /// partners.
    #[inline(always)]
    unsafe fn activate<I: Isa, A: Activate>(
        &self,
        n: usize,
        outputs: usize,
        constants: ByteConstants<I>,
    ) -> [I::Words; SIDES] {
        // SAFETY: the caller vouches for both.
        let (mut values, partners) = unsafe {
            let values = self.advance::<I>(n);
            let partners = if A::NEURONS == 2 {
                self.advance::<I>(n + outputs)
            } else {
                values
            };
            (values, partners)
        };
        for (value, &partner) in values.iter_mut().zip(&partners) {
            *value = constants.bytes::<A>(*value, partner);
        }
        values
    }
}

/// Computes the accumulators after a move.
///
/// # Panics
/// If the accumulators differ in length, that is not a multiple of 32 or too large, or the weights do
/// not have a row.
#[inline(always)]
pub fn update<I: Isa, const SIDES: usize, const ADDS: usize, const SUBS: usize>(
    mut update: Update<'_, SIDES, ADDS, SUBS>,
) {
    I::run(|| {
        let pointers = update.locate();
        for n in (0..pointers.width).step_by(I::WORDS) {
            // SAFETY: the width is a multiple of the vector's lanes.
            unsafe { pointers.advance::<I>(n) };
        }
    })
}

/// [`update`] and [`dot_activated`](super::dot_activated) of the result in one pass, each color with
/// its own weights.
///
/// # Panics
/// As those two.
#[inline(always)]
pub fn update_and_dot<I: Isa, A: Activate, const ADDS: usize, const SUBS: usize>(
    mut update: Update<'_, 2, ADDS, SUBS>,
    qa: i16,
    weights: [&[i16]; 2],
) -> i64 {
    I::run(|| {
        let pointers = update.locate();
        let activations = A::outputs(pointers.width);
        assert!(weights.iter().all(|weights| weights.len() == activations));
        assert!(activations.is_multiple_of(CHUNK));
        let constants = Constants::<I>::of::<A>(qa);
        let mut totals = [I::splat_ints(0); 2];
        for n in (0..activations).step_by(I::WORDS) {
            // SAFETY: there are `activations` weights for each color and as many neurons for each of
            // an output's.
            let (weights, firsts, seconds) = unsafe {
                let weights = [load::<I>(weights[0], n), load::<I>(weights[1], n)];
                let firsts = pointers.advance::<I>(n);
                let seconds = if A::NEURONS == 2 {
                    pointers.advance::<I>(n + activations)
                } else {
                    firsts
                };
                (weights, firsts, seconds)
            };
            for (side, total) in totals.iter_mut().enumerate() {
                let values = [firsts[side], seconds[side]];
                *total = A::add::<I>(*total, values, constants, weights[side]);
            }
        }
        let [first, second] = totals;
        I::sum(I::add_ints(first, second))
    })
}

/// Whether [`update_and_activate`] can be used for some outputs of an accumulator.
#[inline(always)]
pub fn divides_into_parts<I: Isa>(outputs: usize) -> bool {
    outputs.is_multiple_of(part_len::<I>())
}

/// [`update`], the bytes of [`activate_to_bytes`](super::activate_to_bytes) of the result, and the list
/// of [`find_nnz`](super::find_nnz) in one pass. The first half of the bytes are those of color `first`.
/// Gives the length of the list, which is in no order.
///
/// # Panics
/// As those three, and if [`divides_into_parts`] is false.
#[inline(always)]
pub fn update_and_activate<I: Isa, A: Activate, const ADDS: usize, const SUBS: usize>(
    mut update: Update<'_, 2, ADDS, SUBS>,
    scale: ByteScale,
    first: usize,
    bytes: &mut [u8],
    nnz: &mut [u16],
) -> usize {
    I::run(|| {
        let pointers = update.locate();
        let outputs = A::outputs(pointers.width);
        assert!(bytes.len() == 2 * outputs && divides_into_parts::<I>(outputs) && first < 2);
        let constants = ByteConstants::<I>::of::<A>(scale);
        let mut list = NnzList::new(nnz, bytes.len() / 4);
        let starts = [first * outputs, (1 - first) * outputs];
        for start in (0..outputs).step_by(part_len::<I>()) {
            let mut masks = [0; 2];
            for part in 0..vectors_of_part::<I>() {
                let n = start + part * 2 * I::WORDS;
                // SAFETY: the part ends before the outputs do, for each of which an accumulator has as
                // many neurons as the activation takes, and the half of the bytes that belongs to a
                // color has one byte.
                unsafe {
                    let low = pointers.activate::<I, A>(n, outputs, constants);
                    let high = pointers.activate::<I, A>(n + I::WORDS, outputs, constants);
                    for side in 0..2 {
                        let packed = I::pack_bytes(low[side], high[side]);
                        I::store_ints(bytes.as_mut_ptr().add(starts[side] + n).cast(), packed);
                        masks[side] |= I::positive(packed) << (part * I::INTS);
                    }
                }
            }
            for side in 0..2 {
                // SAFETY: each group of either half is in one part.
                unsafe { list.push::<I>((starts[side] + start) / 4, masks[side]) };
            }
        }
        list.count
    })
}
