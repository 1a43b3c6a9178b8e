//! Every kernel beside the compiler's autovectorization of the scalar loop.
//!
//! `cargo bench -p nnue --bench kernels [-- ROUNDS WIDTH...]`. All data are in the L1 cache.

mod harness;
mod scalar;

use std::hint::black_box;

use game::Rng;
use nnue::activation::{Activate, Crelu, Narrow, Pairwise, Relu, Screlu, Wide};
use nnue::simd::kernels::{
    ByteScale, NNZ_SLACK, Update, activate_to_bytes, dense_bytes, dense_words, dot_activated,
    find_nnz, refresh, update, update_and_dot,
};
use nnue::simd::{Aligned, Isa};
use nnue::with_best_isa;

use harness::{nanoseconds, rounds_and_widths, sums_of_medians};

const DEFAULT_ROUNDS: usize = 101;
const REPETITIONS: usize = 200;

/// Everything that the kernels read and write.
struct Data {
    width: usize,
    acc: [Aligned<i16>; 2],
    rows: Aligned<i16>,
    target: Aligned<i16>,
    /// Both colors' accumulators before a move, and room for those after it.
    update: [Aligned<i16>; 2],
    weights: Aligned<i16>,
    bytes: Aligned<u8>,
    nnz: Aligned<u16>,
    nnz_count: usize,
    byte_weights: Aligned<i8>,
    ints: [i32; 16],
}

impl Data {
    fn new(width: usize) -> Self {
        let mut rng = Rng::new(1);
        let mut words = |len: usize, largest: usize| -> Aligned<i16> {
            let mut word = || rng.below(2 * largest + 1) as i16 - largest as i16;
            (0..len).map(|_| word()).collect()
        };
        let acc = [words(width, 400), words(width, 400)];
        let (rows, weights) = (words(8 * width, 100), words(2 * width, 127));
        let update = [words(2 * width, 400), words(2 * width, 400)];
        let mut bytes = Aligned::<u8>::zeroed(width);
        for group in bytes.chunks_exact_mut(4) {
            // About as sparse as trained pairwise networks are.
            if rng.below(10) < 3 {
                group.fill(rng.below(128) as u8);
            }
        }
        let mut nnz = Aligned::zeroed(width / 4 + NNZ_SLACK);
        let nnz_count = with_best_isa!(I => find_nnz::<I>(&bytes, &mut nnz));
        Self {
            width,
            acc,
            rows,
            target: Aligned::zeroed(width),
            update,
            weights,
            bytes,
            nnz,
            nnz_count,
            byte_weights: (0..16 * width).map(|_| rng.next_u64() as i8).collect(),
            ints: [0; 16],
        }
    }

    /// A target, a source and four rows.
    fn parts(&mut self) -> (&mut [i16], &[i16], [&[i16]; 4]) {
        let (width, rows) = (self.width, &self.rows);
        let row = |number: usize| &rows[number * width..][..width];
        let rows = [row(0), row(1), row(2), row(3)];
        (&mut self.target, &self.acc[0], rows)
    }

    fn both(&self) -> [&[i16]; 2] {
        [&self.acc[0], &self.acc[1]]
    }
}

#[inline(never)]
fn update_native<const A: usize, const S: usize>(
    data: &mut Data,
    added: [u16; A],
    removed: [u16; S],
) {
    let update_of = Update {
        weights: &data.rows,
        added: [added],
        removed: [removed],
        before: &data.acc[0],
        after: &mut data.target,
    };
    with_best_isa!(I => update::<I, 1, A, S>(update_of));
}

#[inline(never)]
fn update_and_output_native(
    before: &[i16],
    after: &mut [i16],
    rows: &[i16],
    weights: &[i16],
) -> i64 {
    let update = Update {
        weights: rows,
        added: [[0], [1]],
        removed: [[2], [3]],
        before,
        after,
    };
    let (first, second) = weights.split_at(weights.len() / 2);
    with_best_isa!(I => update_and_dot::<I, Screlu<Narrow>, 1, 1>(update, 255, [first, second]))
}

#[inline(never)]
fn output_native<A: Activate>(accumulators: [&[i16]; 2], weights: &[i16]) -> i64 {
    with_best_isa!(I => dot_activated::<I, A>(accumulators, 255, weights))
}

#[inline(never)]
fn to_bytes<A: Activate>(accumulator: &[i16], shift: u32, bytes: &mut [u8]) {
    let scale = ByteScale { qa: 255, shift };
    with_best_isa!(I => activate_to_bytes::<I, A>(accumulator, scale, bytes));
}

/// A kernel: its name, and what runs it as ours (0) or as a scalar loop (1).
type Kernel = (&'static str, fn(&mut Data, usize));

/// Rows to add and to subtract.
const ROWS: [[u16; 6]; 2] = [[0, 1, 2, 3, 4, 5], [7, 6, 5, 4, 3, 2]];

const KERNELS: [Kernel; 13] = [
    ("update 1+1", |data, kind| {
        if kind == 0 {
            return update_native(data, [0], [1]);
        }
        let (target, source, [a, b, ..]) = data.parts();
        scalar::update_1_1(target, source, a, b);
    }),
    ("update 1+2", |data, kind| {
        if kind == 0 {
            return update_native(data, [0], [1, 2]);
        }
        let (target, source, [a, b, c, _]) = data.parts();
        scalar::update_1_2(target, source, a, [b, c]);
    }),
    ("update 2+2", |data, kind| {
        if kind == 0 {
            return update_native(data, [0, 1], [2, 3]);
        }
        let (target, source, [a, b, c, d]) = data.parts();
        scalar::update_2_2(target, source, [a, b], [c, d]);
    }),
    (
        "update 1+1 of both colors fused with the output, SCReLU",
        |data, kind| {
            let width = data.width;
            let Data {
                rows,
                update,
                weights,
                ..
            } = data;
            let [before, after] = update;
            black_box(match kind {
                0 => update_and_output_native(before, after, rows, weights),
                _ => {
                    let rows = [&rows[..2 * width], &rows[2 * width..4 * width]];
                    scalar::update_and_screlu(after, before, rows, weights)
                }
            });
        },
    ),
    ("refresh by 6+6 rows", |data, kind| {
        let Data {
            acc, target, rows, ..
        } = data;
        let [added, removed] = black_box(&ROWS);
        match kind {
            0 => with_best_isa!(I => refresh::<I>(&mut acc[0], target, rows, added, removed)),
            _ => scalar::refresh(&mut acc[0], target, rows, added, removed),
        }
    }),
    ("output, ReLU", |data, kind| {
        black_box(match kind {
            0 => output_native::<Relu>(data.both(), &data.weights),
            _ => scalar::relu(data.both(), &data.weights),
        });
    }),
    ("output, CReLU", |data, kind| {
        black_box(match kind {
            0 => output_native::<Crelu>(data.both(), &data.weights),
            _ => scalar::crelu(data.both(), &data.weights),
        });
    }),
    ("output, SCReLU", |data, kind| {
        black_box(match kind {
            0 => output_native::<Screlu<Narrow>>(data.both(), &data.weights),
            _ => scalar::screlu(data.both(), &data.weights),
        });
    }),
    ("output, SCReLU, large weights", |data, kind| {
        black_box(match kind {
            0 => output_native::<Screlu<Wide>>(data.both(), &data.weights),
            _ => scalar::screlu(data.both(), &data.weights),
        });
    }),
    ("output, pairwise", |data, kind| {
        let weights = &data.weights[..data.width];
        black_box(match kind {
            0 => output_native::<Pairwise<Narrow>>(data.both(), weights),
            _ => scalar::pairwise(data.both(), weights),
        });
    }),
    ("CReLU to bytes", |data, kind| {
        let Data { acc, bytes, .. } = data;
        match kind {
            0 => to_bytes::<Crelu>(&acc[0], 1, bytes),
            _ => scalar::clip_to_bytes(&acc[0], bytes),
        }
    }),
    ("pairwise to bytes", |data, kind| {
        let Data { update, bytes, .. } = data;
        match kind {
            0 => to_bytes::<Pairwise>(&update[0], 9, bytes),
            _ => {
                let (a, b) = update[0].split_at(bytes.len());
                scalar::multiply_to_bytes(a, b, bytes);
            }
        }
    }),
    ("later hidden layer, 32 inputs", |data, kind| {
        let (words, weights) = (&data.acc[0][..32], &data.rows[..512]);
        match kind {
            0 => with_best_isa!(I => dense_words::<I>(words, weights, &[0; 16], &mut data.ints)),
            _ => scalar::dense_words(words, weights, &mut data.ints),
        }
    }),
];

/// Kernels on sparse bytes, which others overwrite.
const SPARSE: [Kernel; 2] = [
    ("find NNZ", |data, kind| {
        let Data { bytes, nnz, .. } = data;
        black_box(match kind {
            0 => with_best_isa!(I => find_nnz::<I>(bytes, nnz)),
            _ => scalar::find_nnz(bytes, nnz),
        });
    }),
    ("first hidden layer, 16 neurons", |data, kind| {
        let nnz = &data.nnz[..data.nnz_count];
        let (bytes, weights, ints) = (&data.bytes, &data.byte_weights, &mut data.ints);
        ints.fill(0);
        match kind {
            0 => with_best_isa!(I => dense_bytes::<I>(bytes, nnz, weights, &[0; 16], ints)),
            _ => scalar::dense_bytes(bytes, nnz, weights, ints),
        }
    }),
];

fn main() {
    let (rounds, widths) = rounds_and_widths(DEFAULT_ROUNDS, &[256, 512, 1024]);
    println!(
        "| {} kernel | Width | ns | scalar loop ns | times as fast |",
        with_best_isa!(I => I::NAME)
    );
    println!("|---|---|---|---|---|");
    for (name, run) in SPARSE.into_iter().chain(KERNELS) {
        for &width in &widths {
            let mut data = Data::new(width);
            let times: [f64; 2] = sums_of_medians(rounds, 1, |kind, _| {
                nanoseconds(REPETITIONS, || run(black_box(&mut data), kind));
            });
            let [ours, scalar] = times.map(|time| time / REPETITIONS as f64);
            println!(
                "| {name} | {width} | {ours:.1} | {scalar:.1} | {:.2} |",
                scalar / ours
            );
        }
    }
}
