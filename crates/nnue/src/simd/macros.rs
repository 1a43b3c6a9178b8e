//! Macros for the files of the instruction sets.

#![allow(unused_macros, reason = "a build for plain Rust needs none of them")]

/// Calls an intrinsic.
macro_rules! op {
    ($call:expr) => {
        // SAFETY: operations of an instruction set run within `Isa::run`, which makes sure that the CPU
        // has it, and the callers of loads and stores vouch for their pointers.
        unsafe { $call }
    };
}

/// Whether the CPU has all of some features. What the build requires anyway is not asked for.
macro_rules! has {
    ($($feature:tt),*) => { true $(&& is_x86_feature_detected!($feature))* };
}

/// Runs a closure that is compiled with some features, which the CPU has.
macro_rules! run_with {
    ($work:ident, $($feature:tt),*) => {{
        #[inline]
        $(#[target_feature(enable = $feature)])*
        fn compiled<R>(work: impl FnOnce() -> R) -> R {
            work()
        }
        assert!(Self::is_available());
        // SAFETY: just checked.
        unsafe { compiled($work) }
    }};
}

/// Operations that are one intrinsic each.
macro_rules! ops {
    ($($name:ident($($argument:ident: $type:ty),*) -> $result:ty = $intrinsic:path;)*) => {$(
        #[inline(always)]
        fn $name($($argument: $type),*) -> $result {
            op!($intrinsic($($argument),*))
        }
    )*};
}

/// Loads and stores of an x86 set, and the one type that it has for words and ints.
macro_rules! x86_vectors {
    ($vector:ty, $load:path, $store:path) => {
        type Words = $vector;
        type Ints = $vector;

        #[inline(always)]
        unsafe fn load_words(from: *const i16) -> $vector {
            op!($load(from.cast()))
        }

        #[inline(always)]
        unsafe fn store_words(to: *mut i16, words: $vector) {
            op!($store(to.cast(), words));
        }

        #[inline(always)]
        unsafe fn load_ints(from: *const i32) -> $vector {
            op!($load(from.cast()))
        }

        #[inline(always)]
        unsafe fn store_ints(to: *mut i32, ints: $vector) {
            op!($store(to.cast(), ints));
        }

        #[inline(always)]
        fn as_words(ints: $vector) -> $vector {
            ints
        }
    };
}
