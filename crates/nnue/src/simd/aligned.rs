//! Page-aligned memory.
//!
//! Vector loads need only cache-line alignment. But 4K aliasing makes a load wait for an earlier store
//! at the same offset of another page: with all arrays page-aligned, the order of loads and stores
//! decides how often that happens, not chance.

use std::fmt;
use std::ops::{Deref, DerefMut};

/// Bytes of a page.
const PAGE: usize = 4096;

/// Plain numbers: every pattern of bits is a value.
pub trait Number: Copy + Default + PartialEq + fmt::Debug + Send + Sync + sealed::Sealed {}

mod sealed {
    /// Keeps [`super::Number`] to the types below.
    pub trait Sealed {}
}

macro_rules! numbers {
    ($($number:ty),+) => {
        $(
            impl sealed::Sealed for $number {}
            impl Number for $number {}
        )+
    };
}

numbers!(i8, u8, i16, u16, i32);

/// One page.
#[derive(Clone, Copy)]
#[repr(C, align(4096))]
struct Page([u8; PAGE]);

/// A page-aligned array of fixed length.
#[derive(Clone)]
pub struct Aligned<T> {
    pages: Vec<Page>,
    len: usize,
    number: std::marker::PhantomData<T>,
}

impl<T: Number> Aligned<T> {
    /// An array of zeros.
    pub fn zeroed(len: usize) -> Self {
        let pages = (len * size_of::<T>()).div_ceil(PAGE);
        Self {
            pages: vec![Page([0; PAGE]); pages],
            len,
            number: std::marker::PhantomData,
        }
    }
}

impl<T: Number> From<&[T]> for Aligned<T> {
    fn from(numbers: &[T]) -> Self {
        let mut aligned = Self::zeroed(numbers.len());
        aligned.copy_from_slice(numbers);
        aligned
    }
}

impl<T: Number> FromIterator<T> for Aligned<T> {
    fn from_iter<I: IntoIterator<Item = T>>(numbers: I) -> Self {
        Self::from(numbers.into_iter().collect::<Vec<T>>().as_slice())
    }
}

impl<T: Number> Deref for Aligned<T> {
    type Target = [T];

    #[inline(always)]
    fn deref(&self) -> &[T] {
        // SAFETY: the pages hold at least `len` numbers, aligned more than they need, and any bits
        // are a number.
        unsafe { std::slice::from_raw_parts(self.pages.as_ptr().cast(), self.len) }
    }
}

impl<T: Number> DerefMut for Aligned<T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [T] {
        // SAFETY: as above, and the pages are borrowed for as long as the numbers.
        unsafe { std::slice::from_raw_parts_mut(self.pages.as_mut_ptr().cast(), self.len) }
    }
}

impl<T: Number> PartialEq for Aligned<T> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<T: Number> fmt::Debug for Aligned<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::{Aligned, PAGE};

    #[test]
    fn arrays_are_page_aligned_and_complete() {
        let mut numbers = Aligned::<i16>::zeroed(33);
        assert_eq!(numbers.as_ptr() as usize % PAGE, 0);
        assert_eq!(*numbers, [0; 33]);
        numbers[32] = -7;
        let copy: Aligned<i16> = numbers.iter().copied().collect();
        assert_eq!(copy, numbers);
        assert_eq!((copy.len(), copy[32]), (33, -7));
        assert!(Aligned::<i32>::zeroed(0).is_empty());
    }
}
