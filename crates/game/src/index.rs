//! Types whose values are numbered 0, 1, 2, …, to index flat tables.

/// A type with `COUNT` values, numbered densely from zero.
pub trait Dense: Copy + Eq + Send + Sync + 'static {
    /// How many values there are.
    const COUNT: usize;

    /// The number of this value, below [`Dense::COUNT`].
    fn index(self) -> usize;
}

impl Dense for bool {
    const COUNT: usize = 2;

    #[inline]
    fn index(self) -> usize {
        usize::from(self)
    }
}

/// `None` comes last.
impl<T: Dense> Dense for Option<T> {
    const COUNT: usize = T::COUNT + 1;

    #[inline(always)]
    fn index(self) -> usize {
        self.map_or(T::COUNT, T::index)
    }
}

/// Tuples are numbered with the first member varying slowest.
macro_rules! dense_tuple {
    ($($name:ident $field:tt),+) => {
        impl<$($name: Dense),+> Dense for ($($name,)+) {
            const COUNT: usize = 1 $(* $name::COUNT)+;

            #[inline]
            fn index(self) -> usize {
                let mut index = 0;
                $(index = index * $name::COUNT + self.$field.index();)+
                index
            }
        }
    };
}

dense_tuple!(A 0, B 1);
dense_tuple!(A 0, B 1, C 2);
dense_tuple!(A 0, B 1, C 2, D 3);

#[cfg(test)]
mod tests {
    use super::Dense;

    #[test]
    fn tuples_number_densely_with_the_first_member_slowest() {
        let mut expected = 0;
        for a in [false, true] {
            for b in [false, true] {
                for c in [false, true] {
                    assert_eq!((a, b, c).index(), expected);
                    expected += 1;
                }
            }
        }
        assert_eq!(<(bool, bool, bool)>::COUNT, expected);
    }
}
