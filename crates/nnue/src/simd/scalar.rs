//! No instruction set in particular: plain Rust, the reference for the others.

use std::array::from_fn;

use super::Isa;

/// Plain Rust with eight words to a vector.
#[derive(Clone, Copy, Debug)]
pub struct Scalar;

type Words = [i16; 8];
type Ints = [i32; 4];

impl Isa for Scalar {
    type Words = Words;
    type Ints = Ints;

    const NAME: &'static str = "scalar";
    const WORDS: usize = 8;

    #[inline(always)]
    unsafe fn load_words(from: *const i16) -> Words {
        // SAFETY: the caller vouches for the pointer.
        unsafe { from.cast::<Words>().read_unaligned() }
    }

    #[inline(always)]
    unsafe fn store_words(to: *mut i16, words: Words) {
        // SAFETY: the caller vouches for the pointer.
        unsafe { to.cast::<Words>().write_unaligned(words) }
    }

    #[inline(always)]
    unsafe fn load_ints(from: *const i32) -> Ints {
        // SAFETY: the caller vouches for the pointer.
        unsafe { from.cast::<Ints>().read_unaligned() }
    }

    #[inline(always)]
    unsafe fn store_ints(to: *mut i32, ints: Ints) {
        // SAFETY: the caller vouches for the pointer.
        unsafe { to.cast::<Ints>().write_unaligned(ints) }
    }

    #[inline(always)]
    fn splat_words(word: i16) -> Words {
        [word; 8]
    }

    #[inline(always)]
    fn splat_ints(int: i32) -> Ints {
        [int; 4]
    }

    #[inline(always)]
    fn add_words(a: Words, b: Words) -> Words {
        from_fn(|n| a[n].wrapping_add(b[n]))
    }

    #[inline(always)]
    fn sub_words(a: Words, b: Words) -> Words {
        from_fn(|n| a[n].wrapping_sub(b[n]))
    }

    #[inline(always)]
    fn min_words(a: Words, b: Words) -> Words {
        from_fn(|n| a[n].min(b[n]))
    }

    #[inline(always)]
    fn max_words(a: Words, b: Words) -> Words {
        from_fn(|n| a[n].max(b[n]))
    }

    #[inline(always)]
    fn multiply_low(a: Words, b: Words) -> Words {
        from_fn(|n| a[n].wrapping_mul(b[n]))
    }

    #[inline(always)]
    fn multiply_high(a: Words, b: Words) -> Words {
        from_fn(|n| ((u32::from(a[n] as u16) * u32::from(b[n] as u16)) >> 16) as i16)
    }

    #[inline(always)]
    fn shift_left<const BITS: i32>(words: Words) -> Words {
        words.map(|word| word << BITS)
    }

    #[inline(always)]
    fn shift_right<const BITS: i32>(words: Words) -> Words {
        words.map(|word| ((word as u16) >> BITS) as i16)
    }

    #[inline(always)]
    fn dot_words(sum: Ints, a: Words, b: Words) -> Ints {
        let product = |n: usize| i32::from(a[n]) * i32::from(b[n]);
        from_fn(|n| {
            sum[n]
                .wrapping_add(product(2 * n))
                .wrapping_add(product(2 * n + 1))
        })
    }

    #[inline(always)]
    fn dot_bytes(sum: Ints, bytes: Ints, weights: Ints) -> Ints {
        from_fn(|n| {
            let pairs = bytes[n]
                .to_ne_bytes()
                .into_iter()
                .zip(weights[n].to_ne_bytes());
            let products = pairs.map(|(byte, weight)| i32::from(byte) * i32::from(weight as i8));
            sum[n].wrapping_add(products.sum())
        })
    }

    #[inline(always)]
    fn add_ints(a: Ints, b: Ints) -> Ints {
        from_fn(|n| a[n].wrapping_add(b[n]))
    }

    #[inline(always)]
    fn pack_bytes(low: Words, high: Words) -> Ints {
        let byte = |n: usize| if n < 8 { low[n] } else { high[n - 8] } as u8;
        from_fn(|int| i32::from_ne_bytes(from_fn(|n| byte(4 * int + n))))
    }

    #[inline(always)]
    fn shift_to_words(low: Ints, high: Ints, bits: u32) -> Words {
        let word = |int: i32| (int >> bits).clamp(i16::MIN.into(), i16::MAX.into()) as i16;
        from_fn(|n| word(if n < 4 { low[n] } else { high[n - 4] }))
    }

    #[inline(always)]
    fn as_words(ints: Ints) -> Words {
        let mut words = [0; 8];
        for (pair, int) in words.chunks_exact_mut(2).zip(ints) {
            let bytes = int.to_ne_bytes();
            pair[0] = i16::from_ne_bytes([bytes[0], bytes[1]]);
            pair[1] = i16::from_ne_bytes([bytes[2], bytes[3]]);
        }
        words
    }

    #[inline(always)]
    fn positive(ints: Ints) -> u32 {
        let bit = |n: usize| u32::from(ints[n] > 0) << n;
        bit(0) | bit(1) | bit(2) | bit(3)
    }

    #[inline(always)]
    fn sum(ints: Ints) -> i64 {
        ints.into_iter().map(i64::from).sum()
    }
}
