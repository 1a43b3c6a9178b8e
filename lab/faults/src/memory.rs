//! The C library's allocations, unless they are to fail. Rust's go through them, too.

use std::ffi::{c_int, c_void};
use std::ptr;

use libc::size_t;

use crate::plan::allocation_fails;

unsafe extern "C" {
    fn __libc_malloc(size: size_t) -> *mut c_void;
    fn __libc_calloc(count: size_t, size: size_t) -> *mut c_void;
    fn __libc_realloc(block: *mut c_void, size: size_t) -> *mut c_void;
    fn __libc_memalign(alignment: size_t, size: size_t) -> *mut c_void;
}

#[unsafe(no_mangle)]
unsafe extern "C" fn malloc(size: size_t) -> *mut c_void {
    match allocation_fails() {
        true => ptr::null_mut(),
        // SAFETY: any size will do.
        false => unsafe { __libc_malloc(size) },
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn calloc(count: size_t, size: size_t) -> *mut c_void {
    match allocation_fails() {
        true => ptr::null_mut(),
        // SAFETY: any size will do.
        false => unsafe { __libc_calloc(count, size) },
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn realloc(block: *mut c_void, size: size_t) -> *mut c_void {
    match allocation_fails() {
        true => ptr::null_mut(),
        // SAFETY: the caller has the block from one of these functions.
        false => unsafe { __libc_realloc(block, size) },
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn posix_memalign(
    place: *mut *mut c_void,
    alignment: size_t,
    size: size_t,
) -> c_int {
    if allocation_fails() {
        return libc::ENOMEM;
    }
    // SAFETY: the caller vouches for the alignment and for the place.
    unsafe {
        let block = __libc_memalign(alignment, size);
        if block.is_null() {
            return libc::ENOMEM;
        }
        *place = block;
    }
    0
}
