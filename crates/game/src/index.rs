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

/// Declares an enum whose values number densely from zero, with constant-time conversion both
/// ways. `from_index` takes any number and keeps only the bits that the type can use, so that it
/// needs no check; the compiler turns its `match` into nothing.
#[macro_export]
macro_rules! dense_enum {
    ($(#[$doc:meta])* $name:ident, $count:literal, mask $mask:literal, { $($value:ident = $index:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        #[allow(missing_docs, reason = "the values' names say all there is to say")]
        pub enum $name { $($value = $index),+ }

        impl $name {
            /// How many values there are.
            pub const COUNT: usize = $count;

            /// All values in order.
            pub const ALL: [Self; Self::COUNT] = [$(Self::$value),+];

            /// The number of this value, from zero.
            #[inline(always)]
            pub const fn index(self) -> usize {
                self as usize
            }

            /// The value with this number; higher bits of the number are ignored, and numbers
            /// that remain too large mean the last value.
            #[inline(always)]
            pub const fn from_index(index: usize) -> Self {
                match (index & $mask) as u8 {
                    $($index => Self::$value,)+
                    #[allow(unreachable_patterns, reason = "full masks leave nothing over")]
                    _ => Self::ALL[Self::COUNT - 1],
                }
            }
        }

        impl $crate::Dense for $name {
            const COUNT: usize = $count;

            #[inline(always)]
            fn index(self) -> usize {
                self as usize
            }
        }
    };
}

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
