//! How fast vectors come from the caches.

use std::hint::black_box;

use nnue::simd::{Aligned, Isa};
use nnue::with_best_isa;

/// Bytes that a [`Reader`] reads at once.
pub const BYTES_READ: usize = 4 << 20;

/// Memory of some size that is read again and again.
pub struct Reader {
    memory: Aligned<i16>,
}

impl Reader {
    /// Some memory, in bytes.
    pub fn new(size: usize) -> Self {
        Self {
            memory: Aligned::zeroed(size / size_of::<i16>()),
        }
    }

    /// Reads [`BYTES_READ`] bytes.
    pub fn read(&self) {
        for _ in 0..BYTES_READ / size_of_val(&*self.memory) {
            black_box(with_best_isa!(I => read_all::<I>(black_box(&self.memory))));
        }
    }
}

/// Reads every vector once, eight at a time. They are added up, which takes no longer than reading
/// them: to compare them does, with vectors of AVX-512.
#[inline(never)]
fn read_all<I: Isa>(memory: &[i16]) -> i64 {
    I::run(|| {
        let mut sums = [I::splat_words(0); 8];
        for chunk in memory.chunks_exact(8 * I::WORDS) {
            for (vector, sum) in sums.iter_mut().enumerate() {
                // SAFETY: the chunk has eight vectors.
                let words = unsafe { I::load_words(chunk.as_ptr().add(vector * I::WORDS)) };
                *sum = I::add_words(*sum, words);
            }
        }
        let total = sums.into_iter().reduce(I::add_words);
        let one = I::splat_words(1);
        total.map_or(0, |total| {
            I::sum(I::dot_words(I::splat_ints(0), total, one))
        })
    })
}
