//! One entry of a history table.

use std::sync::atomic::{AtomicI16, Ordering};

/// A value from `-MAX` to `MAX` with a gravity update.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Entry<const MAX: i32>(i16);

impl<const MAX: i32> Entry<MAX> {
    #[inline(always)]
    pub(crate) fn get(self) -> i32 {
        i32::from(self.0)
    }

    #[inline(always)]
    pub(crate) fn update(&mut self, bonus: i32) {
        self.0 = with_gravity::<MAX>(self.get(), bonus);
    }
}

/// An entry that several threads read and update. Two updates at once may lose one of them, which
/// matters less than waiting for each other.
#[derive(Debug, Default)]
pub(crate) struct SharedEntry<const MAX: i32>(AtomicI16);

impl<const MAX: i32> SharedEntry<MAX> {
    #[inline(always)]
    pub(crate) fn get(&self) -> i32 {
        i32::from(self.0.load(Ordering::Relaxed))
    }

    #[inline(always)]
    pub(crate) fn update(&self, bonus: i32) {
        let value = with_gravity::<MAX>(self.get(), bonus);
        self.0.store(value, Ordering::Relaxed);
    }

    pub(crate) fn clear(&self) {
        self.0.store(0, Ordering::Relaxed);
    }
}

/// Gravity: adds `bonus`, scaled down the closer the value is to the limit, so that it stays in
/// range and recent results count most.
#[inline(always)]
fn with_gravity<const MAX: i32>(value: i32, bonus: i32) -> i16 {
    const { assert!(MAX <= i16::MAX as i32) };
    let bonus = bonus.clamp(-MAX, MAX);
    (value + bonus - value * bonus.abs() / MAX) as i16
}

#[cfg(test)]
mod tests {
    use super::{Entry, SharedEntry};

    #[test]
    fn gravity_keeps_the_value_in_range() {
        let (mut entry, shared) = (Entry::<1000>::default(), SharedEntry::<1000>::default());
        for _ in 0..100 {
            entry.update(5000);
            shared.update(5000);
            assert!(entry.get() <= 1000);
        }
        assert!(entry.get() > 990);
        entry.update(-300);
        shared.update(-300);
        assert!(entry.get() < 500, "one malus outweighs many bonuses");
        assert_eq!(shared.get(), entry.get());
        shared.clear();
        assert_eq!(shared.get(), 0);
    }
}
