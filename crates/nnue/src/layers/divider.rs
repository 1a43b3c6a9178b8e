//! Division by an invariant divisor, as a multiplication by its reciprocal.

/// Divides by the same number again and again, rounding toward zero.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Divider {
    divisor: i64,
    /// `floor(2^64 / divisor) + 1`
    reciprocal: i64,
    /// The largest absolute number for which the reciprocal is exact.
    limit: u64,
}

impl Divider {
    /// A divider by a positive number.
    pub(crate) fn new(divisor: i64) -> Self {
        let divisor = divisor.max(1);
        let reciprocal = (1_i128 << 64) / i128::from(divisor) + 1;
        let limit = u64::MAX / divisor.unsigned_abs();
        match i64::try_from(reciprocal) {
            Ok(reciprocal) => Self {
                divisor,
                reciprocal,
                limit,
            },
            // The reciprocals of one and two do not fit.
            Err(_) => Self {
                divisor,
                reciprocal: 0,
                limit: 0,
            },
        }
    }

    /// The quotient. No branch depends on the sign, which is unpredictable.
    #[inline(always)]
    pub(crate) fn divide(self, number: i64) -> i64 {
        if number.unsigned_abs() > self.limit {
            return self.divide_slowly(number);
        }
        // At most as large as the number.
        let rounded_down = ((i128::from(number) * i128::from(self.reciprocal)) >> 64) as i64;
        rounded_down + i64::from(number < 0)
    }

    /// The quotient of a number beyond the limit.
    #[cold]
    #[inline(never)]
    const fn divide_slowly(self, number: i64) -> i64 {
        number / self.divisor
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
