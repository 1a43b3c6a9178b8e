//! Accumulator refresh: many changes at once, tile by tile.

use super::{CHUNK, load};
use crate::architecture::MAX_WIDTH;
use crate::simd::Isa;

/// Vectors of a tile, which stay in registers while all rows are added to them.
const TILE: usize = 8;

/// Adds and subtracts rows of `weights` to and from `cached`, and copies the result to `target`.
///
/// # Panics
/// If `cached` and `target` differ in length, it is not a multiple of 32 or too large, or `weights`
/// does not have a row.
#[inline(always)]
pub fn refresh<I: Isa>(
    cached: &mut [i16],
    target: &mut [i16],
    weights: &[i16],
    added: &[u16],
    removed: &[u16],
) {
    I::run(|| {
        let width = cached.len();
        assert!(width.is_multiple_of(CHUNK) && target.len() == width);
        assert!(width <= MAX_WIDTH && width <= weights.len());
        let tiles = width / (TILE * I::WORDS);
        let mut first = 0;
        // SAFETY: `cached` and `target` have the neurons from `first` on that each call works on.
        unsafe {
            for _ in 0..tiles {
                tile::<I, TILE>(cached, target, weights, [added, removed], first);
                first += TILE * I::WORDS;
            }
            while first < width {
                tile::<I, 1>(cached, target, weights, [added, removed], first);
                first += I::WORDS;
            }
        }
    })
}

/// The work on `VECTORS` vectors from neuron `first` on.
///
/// # Safety
/// `cached` and `target` are of the same length and reach beyond the tile; `weights` are not fewer,
/// and the length is at most [`MAX_WIDTH`].
#[inline(always)]
unsafe fn tile<I: Isa, const VECTORS: usize>(
    cached: &mut [i16],
    target: &mut [i16],
    weights: &[i16],
    [added, removed]: [&[u16]; 2],
    first: usize,
) {
    let width = cached.len();
    // SAFETY: the caller vouches for all of it.
    unsafe {
        let vector = |v: usize| first + v * I::WORDS;
        let last = weights.len() - width;
        let start = |row: u16| {
            // No product of such numbers overflows, not even where addresses have 32 bits.
            let start = usize::from(row) * width;
            assert!(start <= last);
            start
        };
        let mut words = [I::splat_words(0); VECTORS];
        for (v, words) in words.iter_mut().enumerate() {
            *words = load::<I>(cached, vector(v));
        }
        for &row in added {
            let start = start(row);
            for (v, words) in words.iter_mut().enumerate() {
                *words = I::add_words(*words, load::<I>(weights, start + vector(v)));
            }
        }
        for &row in removed {
            let start = start(row);
            for (v, words) in words.iter_mut().enumerate() {
                *words = I::sub_words(*words, load::<I>(weights, start + vector(v)));
            }
        }
        for (v, &words) in words.iter().enumerate() {
            I::store_words(cached.as_mut_ptr().add(vector(v)), words);
            I::store_words(target.as_mut_ptr().add(vector(v)), words);
        }
    }
}
