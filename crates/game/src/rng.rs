//! A small seeded random number generator, usable at compile time.

/// SplitMix64: 64 bits of state, a full period, and good enough mixing for hash keys, random
/// games and tests. The same seed gives the same numbers on every machine. Not for secrets.
#[derive(Clone, Debug)]
pub struct Rng {
    state: u64,
}

impl Rng {
    /// A generator that will always give the same numbers for the same seed.
    pub const fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// The next 64 random bits.
    pub const fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below `bound`, evenly spread up to a bias of `bound / 2^64`.
    ///
    /// # Panics
    /// If `bound` is zero.
    pub const fn below(&mut self, bound: usize) -> usize {
        assert!(bound > 0, "there is no number below zero");
        ((self.next_u64() as u128 * bound as u128) >> 64) as usize
    }

    /// A random element, or nothing of an empty slice.
    pub fn choose<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        (!items.is_empty()).then(|| &items[self.below(items.len())])
    }
}

#[cfg(test)]
mod tests {
    use super::Rng;

    #[test]
    fn gives_the_published_numbers_for_seed_zero() {
        let mut rng = Rng::new(0);
        let numbers = [rng.next_u64(), rng.next_u64(), rng.next_u64()];
        assert_eq!(
            numbers,
            [
                0xE220_A839_7B1D_CDAF,
                0x6E78_9E6A_A1B9_65F4,
                0x06C4_5D18_8009_454F
            ]
        );
    }

    #[test]
    fn numbers_below_a_bound_cover_it_and_stay_below() {
        let mut rng = Rng::new(7);
        let mut seen = [0_u32; 10];
        for _ in 0..10_000 {
            seen[rng.below(10)] += 1;
        }
        assert!(seen.iter().all(|&n| (800..1200).contains(&n)), "{seen:?}");
        assert_eq!(rng.choose::<u8>(&[]), None);
    }
}
