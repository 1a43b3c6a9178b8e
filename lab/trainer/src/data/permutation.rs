//! Shuffling without memory: a Feistel network.

use game::Rng;

/// Rounds of mixing.
const ROUNDS: usize = 4;

/// A pseudorandom permutation of the numbers below a bound.
///
/// A Feistel network, a bijection on a power of four, with cycle walking: a number that lands beyond
/// the bound is mixed again until it does not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Permutation {
    bound: u64,
    half_bits: u32,
    keys: [u32; ROUNDS],
}

impl Permutation {
    /// The permutation of an epoch.
    pub fn new(bound: u64, seed: u64, epoch: u64) -> Self {
        let bits = u64::BITS - bound.saturating_sub(1).leading_zeros();
        let mut rng = Rng::new(seed ^ Rng::new(epoch).next_u64());
        Self {
            bound,
            half_bits: bits.div_ceil(2).max(1),
            keys: std::array::from_fn(|_| rng.next_u64() as u32),
        }
    }

    /// The number at an index below the bound.
    #[inline]
    pub fn at(&self, index: u64) -> u64 {
        let mut number = self.mix(index);
        while number >= self.bound {
            number = self.mix(number);
        }
        number
    }

    /// The keys and the number of bits of a half, for GPU kernels.
    pub const fn key(&self) -> ([u32; ROUNDS], u32) {
        (self.keys, self.half_bits)
    }

    #[inline]
    fn mix(&self, number: u64) -> u64 {
        let mask = u32::MAX >> (32 - self.half_bits);
        let mut left = (number >> self.half_bits) as u32;
        let mut right = number as u32 & mask;
        for key in self.keys {
            (left, right) = (right, left ^ (scramble(right, key) & mask));
        }
        u64::from(left) << self.half_bits | u64::from(right)
    }
}

/// An integer hash.
#[inline]
const fn scramble(value: u32, key: u32) -> u32 {
    let mut x = value.wrapping_add(key);
    x = (x ^ (x >> 16)).wrapping_mul(0x7FEB_352D);
    x = (x ^ (x >> 15)).wrapping_mul(0x846C_A68B);
    x ^ (x >> 16)
}

#[cfg(test)]
mod tests {
    use super::Permutation;

    #[test]
    fn permutations_are_bijections() {
        for bound in [1, 2, 3, 5, 64, 1000, 4097] {
            let order = Permutation::new(bound, 7, 3);
            let mut seen: Vec<u64> = (0..bound).map(|index| order.at(index)).collect();
            seen.sort_unstable();
            assert!(seen.into_iter().eq(0..bound), "{bound}");
        }
    }

    #[test]
    fn permutations_differ_by_seed_and_epoch_and_look_random() {
        let order = |seed, epoch| {
            let order = Permutation::new(10_000, seed, epoch);
            (0..10_000).map(|index| order.at(index)).collect::<Vec<_>>()
        };
        let first = order(1, 0);
        assert_eq!(first, order(1, 0));
        for other in [order(2, 0), order(1, 1)] {
            let same = first.iter().zip(&other).filter(|(a, b)| a == b).count();
            assert!(same < 20, "{same} numbers at the same index");
        }
        // Neighbors land far from each other: a third of the range away on average.
        let gaps = first.windows(2).map(|pair| pair[0].abs_diff(pair[1]));
        let mean = gaps.sum::<u64>() / 9_999;
        assert!((3_000..3_700).contains(&mean), "{mean}");
    }
}
