//! Division by a number that is known long before.

/// Divides by the same number again and again, rounding toward zero.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Divider {
    divisor: u64,
    /// Two to the power of 64, divided by the divisor and rounded up.
    reciprocal: u64,
    /// Up to this size, the high half of a product with the reciprocal is the quotient: what the
    /// rounding adds stays below one part in the divisor.
    limit: u64,
}

impl Divider {
    /// A divider by a positive number.
    pub(crate) fn new(divisor: i64) -> Self {
        let divisor = divisor.unsigned_abs().max(1);
        let is_one = divisor == 1;
        Self {
            divisor,
            reciprocal: (u64::MAX / divisor).wrapping_add(1),
            // The reciprocal of one does not fit.
            limit: if is_one { 0 } else { u64::MAX / divisor },
        }
    }

    /// The quotient.
    #[inline(always)]
    pub(crate) fn divide(self, number: i64) -> i64 {
        let size = number.unsigned_abs();
        let quotient = if size <= self.limit {
            ((u128::from(size) * u128::from(self.reciprocal)) >> 64) as u64
        } else {
            size / self.divisor
        };
        // At most as large as the number was.
        let quotient = quotient.cast_signed();
        if number < 0 { -quotient } else { quotient }
    }
}

#[cfg(test)]
mod tests {
    use game::Rng;

    use super::Divider;

    #[test]
    fn quotients_are_exact() {
        let mut rng = Rng::new(6);
        for divisor in [1, 2, 3, 64, 181, 255, 16_320, 1 << 22, 32_767 * 32_767] {
            let divider = Divider::new(divisor);
            let near = (-3..=3).flat_map(|n| [n, divisor * n - 1, divisor * n, divisor * n + 1]);
            let far = (0..2000).map(|_| rng.next_u64().cast_signed() >> rng.below(64));
            let limit = (u64::MAX / divisor.unsigned_abs()).min(i64::MAX.unsigned_abs());
            let limit = limit.cast_signed();
            let edges = [limit - 1, limit, limit.saturating_add(1), -limit];
            for number in near.chain(far).chain(edges) {
                assert_eq!(
                    divider.divide(number),
                    number / divisor,
                    "{number} / {divisor}"
                );
            }
        }
    }
}
