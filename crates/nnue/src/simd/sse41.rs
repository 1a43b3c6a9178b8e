//! SSE4.1: vectors of 128 bits.

use core::arch::x86_64::{
    __m128i, _mm_add_epi16, _mm_add_epi32, _mm_add_epi64, _mm_castsi128_ps, _mm_cmpgt_epi32,
    _mm_cvtepi32_epi64, _mm_cvtsi32_si128, _mm_cvtsi128_si64, _mm_extract_epi64, _mm_loadu_si128,
    _mm_madd_epi16, _mm_maddubs_epi16, _mm_max_epi16, _mm_min_epi16, _mm_movemask_ps,
    _mm_mulhi_epu16, _mm_mullo_epi16, _mm_packs_epi32, _mm_packus_epi16, _mm_set1_epi16,
    _mm_set1_epi32, _mm_setzero_si128, _mm_slli_epi16, _mm_sra_epi32, _mm_srli_epi16,
    _mm_srli_si128, _mm_storeu_si128, _mm_sub_epi16,
};

use super::Isa;

/// x86-64 with SSE4.1, eight words to a vector.
#[derive(Clone, Copy, Debug)]
pub struct Sse41;

impl Isa for Sse41 {
    const NAME: &'static str = "SSE4.1";
    const WORDS: usize = 8;

    #[inline(always)]
    fn is_available() -> bool {
        has!("sse4.1")
    }

    #[inline(always)]
    fn run<R>(work: impl FnOnce() -> R) -> R {
        run_with!(work, "sse4.1")
    }

    x86_vectors!(__m128i, _mm_loadu_si128, _mm_storeu_si128);

    ops! {
        splat_words(word: i16) -> __m128i = _mm_set1_epi16;
        splat_ints(int: i32) -> __m128i = _mm_set1_epi32;
        add_words(a: __m128i, b: __m128i) -> __m128i = _mm_add_epi16;
        sub_words(a: __m128i, b: __m128i) -> __m128i = _mm_sub_epi16;
        min_words(a: __m128i, b: __m128i) -> __m128i = _mm_min_epi16;
        max_words(a: __m128i, b: __m128i) -> __m128i = _mm_max_epi16;
        multiply_low(a: __m128i, b: __m128i) -> __m128i = _mm_mullo_epi16;
        multiply_high(a: __m128i, b: __m128i) -> __m128i = _mm_mulhi_epu16;
        add_ints(a: __m128i, b: __m128i) -> __m128i = _mm_add_epi32;
        pack_bytes(low: __m128i, high: __m128i) -> __m128i = _mm_packus_epi16;
    }

    #[inline(always)]
    fn shift_to_words(low: __m128i, high: __m128i, bits: u32) -> __m128i {
        let bits = op!(_mm_cvtsi32_si128(bits.cast_signed()));
        op!(_mm_packs_epi32(
            _mm_sra_epi32(low, bits),
            _mm_sra_epi32(high, bits)
        ))
    }

    #[inline(always)]
    fn shift_left<const BITS: i32>(words: __m128i) -> __m128i {
        op!(_mm_slli_epi16::<BITS>(words))
    }

    #[inline(always)]
    fn shift_right<const BITS: i32>(words: __m128i) -> __m128i {
        op!(_mm_srli_epi16::<BITS>(words))
    }

    #[inline(always)]
    fn dot_words(sum: __m128i, a: __m128i, b: __m128i) -> __m128i {
        op!(_mm_add_epi32(sum, _mm_madd_epi16(a, b)))
    }

    #[inline(always)]
    fn dot_bytes(sum: __m128i, bytes: __m128i, weights: __m128i) -> __m128i {
        // Two products of at most 127 and 128 fit 16 bits: this does not saturate.
        let pairs = op!(_mm_maddubs_epi16(bytes, weights));
        Self::dot_words(sum, pairs, Self::splat_words(1))
    }

    #[inline(always)]
    fn positive(ints: __m128i) -> u32 {
        let above = op!(_mm_cmpgt_epi32(ints, _mm_setzero_si128()));
        op!(_mm_movemask_ps(_mm_castsi128_ps(above))).cast_unsigned()
    }

    #[inline(always)]
    fn sum(ints: __m128i) -> i64 {
        let high = op!(_mm_cvtepi32_epi64(_mm_srli_si128::<8>(ints)));
        let pair = op!(_mm_add_epi64(_mm_cvtepi32_epi64(ints), high));
        op!(_mm_cvtsi128_si64(pair) + _mm_extract_epi64::<1>(pair))
    }
}
