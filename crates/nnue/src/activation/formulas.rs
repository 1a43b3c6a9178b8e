//! What formulas of activations are made of. The trainer's kernels for GPUs define the same names.

/// Zero below zero.
#[inline(always)]
pub(super) const fn relu(a: f32) -> f32 {
    a.max(0.0)
}

/// The derivative of [`relu`].
#[inline(always)]
pub(super) const fn relu_slope(a: f32) -> f32 {
    if a > 0.0 { 1.0 } else { 0.0 }
}

/// Clipped to the range from zero to one.
#[inline(always)]
pub(super) const fn clip(a: f32) -> f32 {
    a.clamp(0.0, 1.0)
}

/// The derivative of [`clip`].
#[inline(always)]
pub(super) const fn clip_slope(a: f32) -> f32 {
    if a > 0.0 && a < 1.0 { 1.0 } else { 0.0 }
}

/// The formulas of an activation for [`Activate`](super::Activate), written once for Rust and C.
macro_rules! formulas {
    (|$a:ident, $b:ident| value: $value:expr, slope: $slope:expr $(,)?) => {
        const FORMULAS: [&'static str; 2] = [stringify!($value), stringify!($slope)];

        #[inline(always)]
        fn value($a: f32, $b: f32) -> f32 {
            let _ = $b;
            $value
        }

        #[inline(always)]
        fn slope($a: f32, $b: f32) -> f32 {
            let _ = $b;
            $slope
        }
    };
}
pub(super) use formulas;
