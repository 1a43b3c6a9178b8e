//! AVX-512: vectors of 512 bits, with VNNI or without.

use core::arch::x86_64::{
    __m512i, _mm_add_epi32, _mm_add_epi64, _mm_cvtepi32_epi64, _mm_cvtsi32_si128,
    _mm_cvtsi128_si64, _mm_extract_epi64, _mm_unpackhi_epi64, _mm256_add_epi32,
    _mm256_castsi256_si128, _mm256_extracti128_si256, _mm256_storeu_si256, _mm512_add_epi16,
    _mm512_add_epi32, _mm512_castsi512_si256, _mm512_cmpgt_epi32_mask, _mm512_cvtepi32_epi16,
    _mm512_dpbusd_epi32, _mm512_dpwssd_epi32, _mm512_extracti64x4_epi64, _mm512_loadu_si512,
    _mm512_madd_epi16, _mm512_maddubs_epi16, _mm512_maskz_compress_epi32, _mm512_max_epi16,
    _mm512_min_epi16, _mm512_mulhi_epu16, _mm512_mullo_epi16, _mm512_packs_epi32,
    _mm512_packus_epi16, _mm512_permutexvar_epi64, _mm512_set1_epi16, _mm512_set1_epi32,
    _mm512_setr_epi32, _mm512_setr_epi64, _mm512_setzero_si512, _mm512_sll_epi16, _mm512_sra_epi32,
    _mm512_srl_epi16, _mm512_storeu_si512, _mm512_sub_epi16,
};

use super::Isa;

/// x86-64 with AVX-512BW, 32 words to a vector.
#[derive(Clone, Copy, Debug)]
pub struct Avx512<const VNNI: bool>;

impl<const VNNI: bool> Isa for Avx512<VNNI> {
    const NAME: &'static str = if VNNI { "AVX-512 with VNNI" } else { "AVX-512" };
    const WORDS: usize = 32;

    #[inline(always)]
    fn is_available() -> bool {
        has!("avx512f", "avx512bw", "popcnt") && (!VNNI || has!("avx512vnni"))
    }

    #[inline(always)]
    fn run<R>(work: impl FnOnce() -> R) -> R {
        if VNNI {
            run_with!(work, "avx512f", "avx512bw", "popcnt", "avx512vnni")
        } else {
            run_with!(work, "avx512f", "avx512bw", "popcnt")
        }
    }

    x86_vectors!(__m512i, _mm512_loadu_si512, _mm512_storeu_si512);

    ops! {
        splat_words(word: i16) -> __m512i = _mm512_set1_epi16;
        splat_ints(int: i32) -> __m512i = _mm512_set1_epi32;
        add_words(a: __m512i, b: __m512i) -> __m512i = _mm512_add_epi16;
        sub_words(a: __m512i, b: __m512i) -> __m512i = _mm512_sub_epi16;
        min_words(a: __m512i, b: __m512i) -> __m512i = _mm512_min_epi16;
        max_words(a: __m512i, b: __m512i) -> __m512i = _mm512_max_epi16;
        multiply_low(a: __m512i, b: __m512i) -> __m512i = _mm512_mullo_epi16;
        multiply_high(a: __m512i, b: __m512i) -> __m512i = _mm512_mulhi_epu16;
        add_ints(a: __m512i, b: __m512i) -> __m512i = _mm512_add_epi32;
    }

    #[inline(always)]
    unsafe fn store_set_bits(to: *mut u16, first: u16, mask: u32) {
        let lanes = op!(_mm512_setr_epi32(
            0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
        ));
        let numbers = op!(_mm512_add_epi32(lanes, _mm512_set1_epi32(first.into())));
        // There are as many ints as bits of such a mask.
        let listed = op!(_mm512_maskz_compress_epi32(mask as u16, numbers));
        op!(_mm256_storeu_si256(
            to.cast(),
            _mm512_cvtepi32_epi16(listed)
        ));
    }

    #[inline(always)]
    fn pack_bytes(low: __m512i, high: __m512i) -> __m512i {
        in_order(op!(_mm512_packus_epi16(low, high)))
    }

    #[inline(always)]
    fn shift_to_words(low: __m512i, high: __m512i, bits: u32) -> __m512i {
        let bits = op!(_mm_cvtsi32_si128(bits.cast_signed()));
        let (low, high) = op!((_mm512_sra_epi32(low, bits), _mm512_sra_epi32(high, bits)));
        in_order(op!(_mm512_packs_epi32(low, high)))
    }

    #[inline(always)]
    fn shift_left<const BITS: i32>(words: __m512i) -> __m512i {
        // The intrinsic takes the count unsigned, which a constant cannot become here.
        op!(_mm512_sll_epi16(words, _mm_cvtsi32_si128(BITS)))
    }

    #[inline(always)]
    fn shift_right<const BITS: i32>(words: __m512i) -> __m512i {
        op!(_mm512_srl_epi16(words, _mm_cvtsi32_si128(BITS)))
    }

    #[inline(always)]
    fn dot_words(sum: __m512i, a: __m512i, b: __m512i) -> __m512i {
        if VNNI {
            return op!(_mm512_dpwssd_epi32(sum, a, b));
        }
        op!(_mm512_add_epi32(sum, _mm512_madd_epi16(a, b)))
    }

    #[inline(always)]
    fn dot_bytes(sum: __m512i, bytes: __m512i, weights: __m512i) -> __m512i {
        if VNNI {
            return op!(_mm512_dpbusd_epi32(sum, bytes, weights));
        }
        // Two products of at most 127 and 128 fit 16 bits: this does not saturate.
        let pairs = op!(_mm512_maddubs_epi16(bytes, weights));
        Self::dot_words(sum, pairs, Self::splat_words(1))
    }

    #[inline(always)]
    fn positive(ints: __m512i) -> u32 {
        u32::from(op!(_mm512_cmpgt_epi32_mask(ints, _mm512_setzero_si512())))
    }

    #[inline(always)]
    fn sum(ints: __m512i) -> i64 {
        let half = op!(_mm256_add_epi32(
            _mm512_castsi512_si256(ints),
            _mm512_extracti64x4_epi64::<1>(ints)
        ));
        let quarter = op!(_mm_add_epi32(
            _mm256_castsi256_si128(half),
            _mm256_extracti128_si256::<1>(half)
        ));
        let high = op!(_mm_cvtepi32_epi64(_mm_unpackhi_epi64(quarter, quarter)));
        let pairs = op!(_mm_add_epi64(_mm_cvtepi32_epi64(quarter), high));
        op!(_mm_cvtsi128_si64(pairs) + _mm_extract_epi64::<1>(pairs))
    }
}

/// What two vectors were packed to. Packing works in quarters of 128 bits: low, high, low, high, ...
#[inline(always)]
fn in_order(quarters: __m512i) -> __m512i {
    let order = op!(_mm512_setr_epi64(0, 2, 4, 6, 1, 3, 5, 7));
    op!(_mm512_permutexvar_epi64(order, quarters))
}
