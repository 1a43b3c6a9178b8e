//! One entry of a history table.

/// A value from `-MAX` to `MAX` with a gravity update.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Entry<const MAX: i32>(i16);

impl<const MAX: i32> Entry<MAX> {
    #[inline(always)]
    pub(crate) fn get(self) -> i32 {
        i32::from(self.0)
    }

    /// Gravity: adds `bonus`, scaled down the closer the value is to that limit, so that it stays
    /// in range and recent results count most.
    #[inline(always)]
    pub(crate) fn update(&mut self, bonus: i32) {
        const { assert!(MAX <= i16::MAX as i32) };
        let bonus = bonus.clamp(-MAX, MAX);
        let value = self.get();
        self.0 = (value + bonus - value * bonus.abs() / MAX) as i16;
    }
}

#[cfg(test)]
mod tests {
    use super::Entry;

    #[test]
    fn gravity_keeps_the_value_in_range() {
        let mut entry = Entry::<1000>::default();
        for _ in 0..100 {
            entry.update(5000);
            assert!(entry.get() <= 1000);
        }
        assert!(entry.get() > 990);
        entry.update(-300);
        assert!(entry.get() < 500, "one malus outweighs many bonuses");
    }
}
