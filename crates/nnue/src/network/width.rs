//! The first layer's width, for code that is compiled once more where it is known.

/// A width that the compiler may know.
pub(crate) trait Width {
    /// The width, given that of the network.
    fn of(width: usize) -> usize;
}

/// A width that is known: loops over the sums are laid out flat and their checks are gone.
pub(crate) struct Usual<const WIDTH: usize>;

impl<const WIDTH: usize> Width for Usual<WIDTH> {
    #[inline(always)]
    fn of(width: usize) -> usize {
        debug_assert_eq!(width, WIDTH);
        WIDTH
    }
}

/// A width that is not known.
pub(crate) struct Any;

impl Width for Any {
    #[inline(always)]
    fn of(width: usize) -> usize {
        width
    }
}
