//! NEON: vectors of 128 bits.

use core::arch::aarch64::{
    int16x8_t, int32x4_t, vaddlvq_s32, vaddq_s16, vaddq_s32, vaddvq_u32, vandq_u32, vcgtzq_s32,
    vcombine_s16, vcombine_u8, vcombine_u16, vdupq_n_s16, vdupq_n_s32, vget_high_s8, vget_high_s16,
    vget_high_u16, vget_low_s8, vget_low_s16, vget_low_u16, vld1q_s16, vld1q_s32, vld1q_u32,
    vmaxq_s16, vminq_s16, vmull_s8, vmull_s16, vmull_u16, vmulq_s16, vpadalq_s16, vpaddq_s16,
    vpaddq_s32, vqmovn_s32, vqmovun_s16, vreinterpretq_s8_s32, vreinterpretq_s16_s32,
    vreinterpretq_s16_u16, vreinterpretq_s32_u8, vreinterpretq_u16_s16, vshlq_n_s16, vshlq_s32,
    vshlq_u16, vshrn_n_u32, vst1q_s16, vst1q_s32, vsubq_s16,
};

use super::Isa;

/// AArch64 with NEON, eight words to a vector.
#[derive(Clone, Copy, Debug)]
pub struct Neon;

impl Isa for Neon {
    type Words = int16x8_t;
    type Ints = int32x4_t;

    const NAME: &'static str = "NEON";
    const WORDS: usize = 8;

    ops! {
        splat_words(word: i16) -> int16x8_t = vdupq_n_s16;
        splat_ints(int: i32) -> int32x4_t = vdupq_n_s32;
        add_words(a: int16x8_t, b: int16x8_t) -> int16x8_t = vaddq_s16;
        sub_words(a: int16x8_t, b: int16x8_t) -> int16x8_t = vsubq_s16;
        min_words(a: int16x8_t, b: int16x8_t) -> int16x8_t = vminq_s16;
        max_words(a: int16x8_t, b: int16x8_t) -> int16x8_t = vmaxq_s16;
        multiply_low(a: int16x8_t, b: int16x8_t) -> int16x8_t = vmulq_s16;
        add_ints(a: int32x4_t, b: int32x4_t) -> int32x4_t = vaddq_s32;
        as_words(ints: int32x4_t) -> int16x8_t = vreinterpretq_s16_s32;
        sum(ints: int32x4_t) -> i64 = vaddlvq_s32;
    }

    #[inline(always)]
    unsafe fn load_words(from: *const i16) -> int16x8_t {
        op!(vld1q_s16(from))
    }

    #[inline(always)]
    unsafe fn store_words(to: *mut i16, words: int16x8_t) {
        op!(vst1q_s16(to, words));
    }

    #[inline(always)]
    unsafe fn load_ints(from: *const i32) -> int32x4_t {
        op!(vld1q_s32(from))
    }

    #[inline(always)]
    unsafe fn store_ints(to: *mut i32, ints: int32x4_t) {
        op!(vst1q_s32(to, ints));
    }

    #[inline(always)]
    fn pack_bytes(low: int16x8_t, high: int16x8_t) -> int32x4_t {
        let bytes = op!(vcombine_u8(vqmovun_s16(low), vqmovun_s16(high)));
        op!(vreinterpretq_s32_u8(bytes))
    }

    #[inline(always)]
    fn shift_to_words(low: int32x4_t, high: int32x4_t, bits: u32) -> int16x8_t {
        // Shifting to the left by a negative count.
        let count = op!(vdupq_n_s32(-bits.cast_signed()));
        let (low, high) = op!((vshlq_s32(low, count), vshlq_s32(high, count)));
        op!(vcombine_s16(vqmovn_s32(low), vqmovn_s32(high)))
    }

    #[inline(always)]
    fn multiply_high(a: int16x8_t, b: int16x8_t) -> int16x8_t {
        let (a, b) = op!((vreinterpretq_u16_s16(a), vreinterpretq_u16_s16(b)));
        let low = op!(vshrn_n_u32::<16>(vmull_u16(
            vget_low_u16(a),
            vget_low_u16(b)
        )));
        let high = op!(vshrn_n_u32::<16>(vmull_u16(
            vget_high_u16(a),
            vget_high_u16(b)
        )));
        op!(vreinterpretq_s16_u16(vcombine_u16(low, high)))
    }

    #[inline(always)]
    fn shift_left<const BITS: i32>(words: int16x8_t) -> int16x8_t {
        op!(vshlq_n_s16::<BITS>(words))
    }

    #[inline(always)]
    fn shift_right<const BITS: i32>(words: int16x8_t) -> int16x8_t {
        // Shifting to the left by a negative count; the count must not be a constant of zero.
        let count = op!(vdupq_n_s16(-(BITS as i16)));
        op!(vreinterpretq_s16_u16(vshlq_u16(
            vreinterpretq_u16_s16(words),
            count
        )))
    }

    #[inline(always)]
    fn dot_words(sum: int32x4_t, a: int16x8_t, b: int16x8_t) -> int32x4_t {
        let low = op!(vmull_s16(vget_low_s16(a), vget_low_s16(b)));
        let high = op!(vmull_s16(vget_high_s16(a), vget_high_s16(b)));
        op!(vaddq_s32(sum, vpaddq_s32(low, high)))
    }

    #[inline(always)]
    fn dot_bytes(sum: int32x4_t, bytes: int32x4_t, weights: int32x4_t) -> int32x4_t {
        // Bytes of at most 127 are the same signed, and two products fit 16 bits.
        let (a, b) = op!((vreinterpretq_s8_s32(bytes), vreinterpretq_s8_s32(weights)));
        let low = op!(vmull_s8(vget_low_s8(a), vget_low_s8(b)));
        let high = op!(vmull_s8(vget_high_s8(a), vget_high_s8(b)));
        op!(vpadalq_s16(sum, vpaddq_s16(low, high)))
    }

    #[inline(always)]
    fn positive(ints: int32x4_t) -> u32 {
        let bits = [1_u32, 2, 4, 8];
        op!(vaddvq_u32(vandq_u32(
            vcgtzq_s32(ints),
            vld1q_u32(bits.as_ptr())
        )))
    }
}
