//! AVX2: vectors of 256 bits, with AVX-VNNI or without.

use core::arch::x86_64::{
    __m256i, _mm_add_epi64, _mm_cvtsi32_si128, _mm_cvtsi128_si64, _mm_extract_epi64,
    _mm256_add_epi16, _mm256_add_epi32, _mm256_add_epi64, _mm256_castsi256_ps,
    _mm256_castsi256_si128, _mm256_cmpgt_epi32, _mm256_cvtepi32_epi64, _mm256_dpbusd_avx_epi32,
    _mm256_extracti128_si256, _mm256_loadu_si256, _mm256_madd_epi16, _mm256_maddubs_epi16,
    _mm256_max_epi16, _mm256_min_epi16, _mm256_movemask_ps, _mm256_mulhi_epu16, _mm256_mullo_epi16,
    _mm256_packs_epi32, _mm256_packus_epi16, _mm256_permute4x64_epi64, _mm256_set1_epi16,
    _mm256_set1_epi32, _mm256_setzero_si256, _mm256_slli_epi16, _mm256_sra_epi32,
    _mm256_srli_epi16, _mm256_storeu_si256, _mm256_sub_epi16,
};

use super::Isa;

/// x86-64 with AVX2, sixteen words to a vector.
#[derive(Clone, Copy, Debug)]
pub struct Avx2<const VNNI: bool>;

impl<const VNNI: bool> Isa for Avx2<VNNI> {
    const NAME: &'static str = if VNNI { "AVX2 with VNNI" } else { "AVX2" };
    const WORDS: usize = 16;

    #[inline(always)]
    fn is_available() -> bool {
        has!("avx2", "popcnt") && (!VNNI || has!("avxvnni"))
    }

    #[inline(always)]
    fn run<R>(work: impl FnOnce() -> R) -> R {
        if VNNI {
            run_with!(work, "avx2", "popcnt", "avxvnni")
        } else {
            run_with!(work, "avx2", "popcnt")
        }
    }

    x86_vectors!(__m256i, _mm256_loadu_si256, _mm256_storeu_si256);

    ops! {
        splat_words(word: i16) -> __m256i = _mm256_set1_epi16;
        splat_ints(int: i32) -> __m256i = _mm256_set1_epi32;
        add_words(a: __m256i, b: __m256i) -> __m256i = _mm256_add_epi16;
        sub_words(a: __m256i, b: __m256i) -> __m256i = _mm256_sub_epi16;
        min_words(a: __m256i, b: __m256i) -> __m256i = _mm256_min_epi16;
        max_words(a: __m256i, b: __m256i) -> __m256i = _mm256_max_epi16;
        multiply_low(a: __m256i, b: __m256i) -> __m256i = _mm256_mullo_epi16;
        multiply_high(a: __m256i, b: __m256i) -> __m256i = _mm256_mulhi_epu16;
        add_ints(a: __m256i, b: __m256i) -> __m256i = _mm256_add_epi32;
    }

    #[inline(always)]
    fn pack_bytes(low: __m256i, high: __m256i) -> __m256i {
        in_order(op!(_mm256_packus_epi16(low, high)))
    }

    #[inline(always)]
    fn shift_to_words(low: __m256i, high: __m256i, bits: u32) -> __m256i {
        let bits = op!(_mm_cvtsi32_si128(bits.cast_signed()));
        let (low, high) = op!((_mm256_sra_epi32(low, bits), _mm256_sra_epi32(high, bits)));
        in_order(op!(_mm256_packs_epi32(low, high)))
    }

    #[inline(always)]
    fn shift_left<const BITS: i32>(words: __m256i) -> __m256i {
        op!(_mm256_slli_epi16::<BITS>(words))
    }

    #[inline(always)]
    fn shift_right<const BITS: i32>(words: __m256i) -> __m256i {
        op!(_mm256_srli_epi16::<BITS>(words))
    }

    #[inline(always)]
    fn dot_words(sum: __m256i, a: __m256i, b: __m256i) -> __m256i {
        op!(_mm256_add_epi32(sum, _mm256_madd_epi16(a, b)))
    }

    #[inline(always)]
    fn dot_bytes(sum: __m256i, bytes: __m256i, weights: __m256i) -> __m256i {
        if VNNI {
            return op!(_mm256_dpbusd_avx_epi32(sum, bytes, weights));
        }
        // Two products of at most 127 and 128 fit 16 bits: this does not saturate.
        let pairs = op!(_mm256_maddubs_epi16(bytes, weights));
        Self::dot_words(sum, pairs, Self::splat_words(1))
    }

    #[inline(always)]
    fn positive(ints: __m256i) -> u32 {
        let above = op!(_mm256_cmpgt_epi32(ints, _mm256_setzero_si256()));
        op!(_mm256_movemask_ps(_mm256_castsi256_ps(above))).cast_unsigned()
    }

    #[inline(always)]
    fn sum(ints: __m256i) -> i64 {
        let low = op!(_mm256_cvtepi32_epi64(_mm256_castsi256_si128(ints)));
        let high = op!(_mm256_cvtepi32_epi64(_mm256_extracti128_si256::<1>(ints)));
        let four = op!(_mm256_add_epi64(low, high));
        let upper = op!(_mm256_extracti128_si256::<1>(four));
        let two = op!(_mm_add_epi64(_mm256_castsi256_si128(four), upper));
        op!(_mm_cvtsi128_si64(two) + _mm_extract_epi64::<1>(two))
    }
}

/// What two vectors were packed to. Packing works in halves of 128 bits: low, high, low, high.
#[inline(always)]
fn in_order(halves: __m256i) -> __m256i {
    op!(_mm256_permute4x64_epi64::<0b11_01_10_00>(halves))
}
