//! Sums of the first layer after many changes.

use super::{STEP, load};
use crate::architecture::MAX_WIDTH;
use crate::simd::Isa;

/// Vectors that stay in registers while all rows are added to them.
const TILE: usize = 8;

/// Adds and subtracts rows of `weights` to and from `sums`, and copies the result to `target`.
///
/// # Panics
/// If `sums` and `target` differ in length, it is not a multiple of 32 or too large, or `weights` does
/// not have a row.
#[inline(always)]
pub fn refresh<I: Isa>(
    sums: &mut [i16],
    target: &mut [i16],
    weights: &[i16],
    added: &[u32],
    removed: &[u32],
) {
    let width = sums.len();
    assert!(width.is_multiple_of(STEP) && target.len() == width);
    let mut rows = added.iter().chain(removed);
    // No product of such numbers overflows, not even where addresses have 32 bits.
    let end = |row: u32| (u64::from(row) + 1) * width as u64;
    assert!(width <= MAX_WIDTH && rows.all(|&row| end(row) <= weights.len() as u64));
    let tiles = width / (TILE * I::WORDS);
    let mut first = 0;
    // SAFETY: rows, sums and target have the neurons from `first` on that each call works on.
    unsafe {
        for _ in 0..tiles {
            tile::<I, TILE>(sums, target, weights, [added, removed], first);
            first += TILE * I::WORDS;
        }
        while first < width {
            tile::<I, 1>(sums, target, weights, [added, removed], first);
            first += I::WORDS;
        }
    }
}

/// The work on `VECTORS` vectors from neuron `first` on.
///
/// # Safety
/// `sums` and `target` are of the same length and reach beyond the tile; `weights` has all rows.
#[inline(always)]
unsafe fn tile<I: Isa, const VECTORS: usize>(
    sums: &mut [i16],
    target: &mut [i16],
    weights: &[i16],
    [added, removed]: [&[u32]; 2],
    first: usize,
) {
    let width = sums.len();
    // SAFETY: the caller vouches for all of it.
    unsafe {
        let vector = |v: usize| first + v * I::WORDS;
        let row = |row: u32, v: usize| load::<I>(weights, row as usize * width + vector(v));
        let mut words = [I::splat_words(0); VECTORS];
        for (v, words) in words.iter_mut().enumerate() {
            *words = load::<I>(sums, vector(v));
        }
        for &input in added {
            for (v, words) in words.iter_mut().enumerate() {
                *words = I::add_words(*words, row(input, v));
            }
        }
        for &input in removed {
            for (v, words) in words.iter_mut().enumerate() {
                *words = I::sub_words(*words, row(input, v));
            }
        }
        for (v, &words) in words.iter().enumerate() {
            I::store_words(sums.as_mut_ptr().add(vector(v)), words);
            I::store_words(target.as_mut_ptr().add(vector(v)), words);
        }
    }
}
