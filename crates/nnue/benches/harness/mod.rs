//! Timing that the benchmarks share.
//!
//! Work is cut into pieces far shorter than a time slice, and kinds of work take turns piece by
//! piece; the medians of the pieces are added up. So a busy machine does little harm.
#![allow(
    dead_code,
    reason = "each benchmark is a program of its own and uses a part of this"
)]

use std::time::Instant;

/// The bare numbers on the command line (Cargo passes `--bench` along): first the number of rounds,
/// then the widths to look at, or these.
pub fn rounds_and_widths(rounds: usize, widths: &[usize]) -> (usize, Vec<usize>) {
    let mut numbers = std::env::args().filter_map(|word| word.parse().ok());
    let rounds = numbers.next().unwrap_or(rounds);
    let chosen: Vec<usize> = numbers.collect();
    let widths = if chosen.is_empty() {
        widths.to_vec()
    } else {
        chosen
    };
    (rounds, widths)
}

/// The middle one.
pub fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Nanoseconds that each of `count` repetitions takes.
pub fn nanoseconds(count: usize, mut work: impl FnMut()) -> f64 {
    let start = Instant::now();
    for _ in 0..count {
        work();
    }
    start.elapsed().as_secs_f64() * 1e9 / count as f64
}

/// For several kinds of work, each in `pieces`, the sum of the median times of the pieces in
/// nanoseconds. `work` is called with the kind and the piece.
pub fn sums_of_medians<const KINDS: usize>(
    rounds: usize,
    pieces: usize,
    mut work: impl FnMut(usize, usize),
) -> [f64; KINDS] {
    let mut sums = [0.0; KINDS];
    for piece in 0..pieces {
        let mut times = [const { Vec::new() }; KINDS];
        // The first round warms up.
        for round in 0..=rounds {
            for (kind, times) in times.iter_mut().enumerate() {
                let time = nanoseconds(1, || work(kind, piece));
                if round > 0 {
                    times.push(time);
                }
            }
        }
        for (sum, times) in sums.iter_mut().zip(times) {
            *sum += median(times);
        }
    }
    sums
}
