//! The emulation of the device: the same C sources, compiled for the CPU by the build script.

/// The sizes and offsets of the structures of `abi.h`, for the test of their copies in Rust.
#[cfg(test)]
pub(crate) fn layout() -> Vec<usize> {
    unsafe extern "C" {
        static quietus_gpu_layout: u64;
        static quietus_gpu_layout_length: u64;
    }
    // SAFETY: the array has as many numbers as its length says, and nobody writes to either.
    let numbers = unsafe {
        std::slice::from_raw_parts(
            &raw const quietus_gpu_layout,
            quietus_gpu_layout_length as usize,
        )
    };
    numbers.iter().map(|&number| number as usize).collect()
}
