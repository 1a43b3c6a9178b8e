//! The C library's functions on files, as system calls, unless they are to fail.

use std::ffi::{c_char, c_int, c_long, c_uint, c_void};

use crate::plan::file_fails;

/// What fails says so as a full disk or a broken one does.
fn fail(changes: bool) -> bool {
    let fails = file_fails(changes);
    if fails {
        let error = if changes { libc::ENOSPC } else { libc::EIO };
        // SAFETY: the C library gives a valid place to each thread.
        unsafe { *libc::__errno_location() = error };
    }
    fails
}

/// Defines functions of the C library: their names, whether they change a file, and their system call.
macro_rules! files {
    ($($name:ident($($argument:ident: $type:ty),*) -> $result:ty, $changes:expr, $call:expr;)*) => {$(
        #[unsafe(no_mangle)]
        unsafe extern "C" fn $name($($argument: $type),*) -> $result {
            if fail($changes) {
                return -1;
            }
            // SAFETY: the arguments are those of the caller, who vouches for them, and the system call
            // takes them as the function does.
            unsafe { $call as $result }
        }
    )*};
}

type Size = libc::size_t;
type Signed = libc::ssize_t;
type Text = *const c_char;
type Bytes = *mut c_void;

const HERE: c_int = libc::AT_FDCWD;

/// Whether opening with these flags may make or cut a file.
fn writes(flags: c_int) -> bool {
    flags & (libc::O_CREAT | libc::O_TRUNC) != 0
}

files! {
    // The mode, which may be missing, is passed as if it were there: both lie in a register.
    open(path: Text, flags: c_int, mode: c_uint) -> c_int, writes(flags),
        libc::syscall(libc::SYS_openat, HERE, path, flags, mode);
    open64(path: Text, flags: c_int, mode: c_uint) -> c_int, writes(flags),
        libc::syscall(libc::SYS_openat, HERE, path, flags, mode);
    read(file: c_int, bytes: Bytes, count: Size) -> Signed, false,
        libc::syscall(libc::SYS_read, file, bytes, count);
    pread(file: c_int, bytes: Bytes, count: Size, at: i64) -> Signed, false,
        libc::syscall(libc::SYS_pread64, file, bytes, count, at);
    pread64(file: c_int, bytes: Bytes, count: Size, at: i64) -> Signed, false,
        libc::syscall(libc::SYS_pread64, file, bytes, count, at);
    pwrite(file: c_int, bytes: *const c_void, count: Size, at: i64) -> Signed, true,
        libc::syscall(libc::SYS_pwrite64, file, bytes, count, at);
    pwrite64(file: c_int, bytes: *const c_void, count: Size, at: i64) -> Signed, true,
        libc::syscall(libc::SYS_pwrite64, file, bytes, count, at);
    lseek(file: c_int, at: i64, whence: c_int) -> i64, false,
        libc::syscall(libc::SYS_lseek, file, at, whence);
    lseek64(file: c_int, at: i64, whence: c_int) -> i64, false,
        libc::syscall(libc::SYS_lseek, file, at, whence);
    ftruncate(file: c_int, len: i64) -> c_int, true,
        libc::syscall(libc::SYS_ftruncate, file, len);
    ftruncate64(file: c_int, len: i64) -> c_int, true,
        libc::syscall(libc::SYS_ftruncate, file, len);
    fsync(file: c_int) -> c_int, true, libc::syscall(libc::SYS_fsync, file);
    fdatasync(file: c_int) -> c_int, true, libc::syscall(libc::SYS_fdatasync, file);
    rename(from: Text, to: Text) -> c_int, true,
        libc::syscall(libc::SYS_renameat2, HERE, from, HERE, to, 0);
    linkat(from_folder: c_int, from: Text, to_folder: c_int, to: Text, flags: c_int) -> c_int, true,
        libc::syscall(libc::SYS_linkat, from_folder, from, to_folder, to, flags);
    unlink(path: Text) -> c_int, false,
        libc::syscall(libc::SYS_unlinkat, HERE, path, 0);
    mkdir(path: Text, mode: c_uint) -> c_int, true,
        libc::syscall(libc::SYS_mkdirat, HERE, path, mode);
    access(path: Text, mode: c_int) -> c_int, false,
        libc::syscall(libc::SYS_faccessat, HERE, path, mode);
    stat64(path: Text, found: Bytes) -> c_int, false,
        libc::syscall(libc::SYS_newfstatat, HERE, path, found, 0);
    lstat64(path: Text, found: Bytes) -> c_int, false,
        libc::syscall(libc::SYS_newfstatat, HERE, path, found, libc::AT_SYMLINK_NOFOLLOW);
    fstat64(file: c_int, found: Bytes) -> c_int, false, libc::syscall(libc::SYS_fstat, file, found);
    fchmod(file: c_int, mode: c_uint) -> c_int, true, libc::syscall(libc::SYS_fchmod, file, mode);
    flock(file: c_int, operation: c_int) -> c_int, false,
        libc::syscall(libc::SYS_flock, file, operation);
    statx(folder: c_int, path: Text, flags: c_int, mask: c_uint, found: Bytes) -> c_int, false,
        libc::syscall(libc::SYS_statx, folder, path, flags, mask, found);
    copy_file_range(from: c_int, from_at: Bytes, to: c_int, to_at: Bytes, count: Size, flags: c_uint)
        -> Signed, true,
        libc::syscall(libc::SYS_copy_file_range, from, from_at, to, to_at, count, flags);
}

/// The largest file descriptor that is no file: standard input, output and error.
const STANDARD: c_int = 2;

/// A failing write has written half of its bytes.
#[unsafe(no_mangle)]
unsafe extern "C" fn write(file: c_int, bytes: *const c_void, count: Size) -> Signed {
    let fails = file > STANDARD && fail(true);
    let count = if fails { count / 2 } else { count };
    // SAFETY: the caller vouches for the bytes, of which these are at most all.
    let written = unsafe { libc::syscall(libc::SYS_write, file, bytes, count) };
    match fails {
        true => {
            // SAFETY: the C library gives a valid place to each thread.
            unsafe { *libc::__errno_location() = libc::ENOSPC };
            -1
        }
        false => written as Signed,
    }
}

/// Locks of a part of a file, as SQLite has them, fail; what else this does concerns no file's contents.
#[unsafe(no_mangle)]
unsafe extern "C" fn fcntl(file: c_int, command: c_int, argument: c_long) -> c_int {
    let is_lock = matches!(command, libc::F_GETLK | libc::F_SETLK | libc::F_SETLKW);
    if is_lock && fail(false) {
        return -1;
    }
    // SAFETY: the caller vouches for the arguments, which the system call takes as the function does.
    unsafe { libc::syscall(libc::SYS_fcntl, file, command, argument) as c_int }
}

/// What a map that cannot be made has for an address.
const NO_MAP: *mut c_void = libc::MAP_FAILED;

/// A map of a file; memory is mapped in any case.
#[unsafe(no_mangle)]
unsafe extern "C" fn mmap(
    address: *mut c_void,
    len: Size,
    protection: c_int,
    flags: c_int,
    file: c_int,
    at: i64,
) -> *mut c_void {
    if file >= 0 && fail(false) {
        return NO_MAP;
    }
    // SAFETY: the caller vouches for the arguments, which the system call takes as the function does.
    let mapped: c_long =
        unsafe { libc::syscall(libc::SYS_mmap, address, len, protection, flags, file, at) };
    mapped as *mut c_void
}

/// The same, under its other name.
#[unsafe(no_mangle)]
unsafe extern "C" fn mmap64(
    address: *mut c_void,
    len: Size,
    protection: c_int,
    flags: c_int,
    file: c_int,
    at: i64,
) -> *mut c_void {
    // SAFETY: as there.
    unsafe { mmap(address, len, protection, flags, file, at) }
}
