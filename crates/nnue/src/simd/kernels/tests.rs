//! Every kernel on every instruction set of the CPU against scalar loops.

use game::Rng;

use super::{
    BLOCK, ByteScale, GROUP, NNZ_SLACK, PAIR, Update, activate_to_bytes, activate_to_words,
    dense_bytes, dense_words, divides_into_parts, dot, dot_activated, find_nnz, refresh, update,
    update_and_activate, update_and_dot,
};
use crate::activation::Activate;
use crate::simd::{Isa, Scalar, each_isa};
use crate::{Activation, with_activation};

/// Lengths with and without a remainder for every vector and tile.
const WIDTHS: [usize; 6] = [32, 64, 96, 256, 288, 1024];

fn words(len: usize, largest: i32, rng: &mut Rng) -> Vec<i16> {
    let span = 2 * largest as usize + 1;
    let word = |rng: &mut Rng| (rng.below(span) as i32 - largest) as i16;
    (0..len).map(|_| word(rng)).collect()
}

/// Some beyond every clipping bound, some negative, and the extremes themselves.
fn accumulator(len: usize, rng: &mut Rng) -> Vec<i16> {
    let mut values = words(len, 400, rng);
    values[0] = i16::MAX;
    values[1] = i16::MIN;
    values[len - 1] = 255;
    values
}

/// An update, field by field.
fn kernel_update<'a, const SIDES: usize, const ADDS: usize, const SUBS: usize>(
    weights: &'a [i16],
    before: &'a [i16],
    after: &'a mut [i16],
    added: [[u16; ADDS]; SIDES],
    removed: [[u16; SUBS]; SIDES],
) -> Update<'a, SIDES, ADDS, SUBS> {
    Update {
        weights,
        added,
        removed,
        before,
        after,
    }
}

#[test]
fn rows_are_added_and_subtracted() {
    fn check<I: Isa>() {
        let mut rng = Rng::new(1);
        for width in WIDTHS {
            let source = words(width, 32_767, &mut rng);
            let rows: Vec<i16> = words(7 * width, 32_767, &mut rng);
            let row = |n: usize| &rows[n * width..][..width];
            let expected = |adds: &[usize], subs: &[usize]| -> Vec<i16> {
                let sum = |n: usize| {
                    let added = adds.iter().map(|&r| row(r)[n]);
                    let removed = subs.iter().map(|&r| row(r)[n]);
                    let sum = added.fold(source[n], i16::wrapping_add);
                    removed.fold(sum, i16::wrapping_sub)
                };
                (0..width).map(sum).collect()
            };
            let target = &mut vec![0; width];
            update::<I, 1, 1, 1>(kernel_update(&rows, &source, target, [[0]], [[1]]));
            assert_eq!(*target, expected(&[0], &[1]), "{} {width}", I::NAME);
            update::<I, 1, 1, 2>(kernel_update(&rows, &source, target, [[2]], [[3, 4]]));
            assert_eq!(*target, expected(&[2], &[3, 4]), "{} {width}", I::NAME);
            update::<I, 1, 2, 2>(kernel_update(&rows, &source, target, [[5, 6]], [[0, 1]]));
            assert_eq!(*target, expected(&[5, 6], &[0, 1]), "{} {width}", I::NAME);
            let mut cached = source.clone();
            refresh::<I>(&mut cached, target, &rows, &[1, 3, 5], &[0, 6]);
            assert_eq!(
                *target,
                expected(&[1, 3, 5], &[0, 6]),
                "{} {width}",
                I::NAME
            );
            assert_eq!(cached, *target);
        }
    }
    each_isa!(check);
}

#[test]
fn fused_update_and_output_match_separate_ones() {
    fn compare<I: Isa, A: Activate>(largest: i32, rng: &mut Rng) {
        for width in WIDTHS.map(|width| 2 * width) {
            let rows = words(7 * width, 200, rng);
            let before = accumulator(2 * width, rng);
            let activations = 2 * A::outputs(width);
            let weights = words(activations, largest, rng);
            let (mut expected, mut found) = (vec![0; 2 * width], vec![0; 2 * width]);
            for is_reversed in [false, true] {
                let (added, removed) = ([[0], [1]], [[2, 3], [4, 6]]);
                update::<I, 2, 1, 2>(kernel_update(&rows, &before, &mut expected, added, removed));
                let (white, black) = expected.split_at(width);
                let sides = if is_reversed {
                    [black, white]
                } else {
                    [white, black]
                };
                let output = dot_activated::<I, A>(sides, 255, &weights);
                found.fill(0);
                let update = kernel_update(&rows, &before, &mut found, added, removed);
                let (first, second) = weights.split_at(activations / 2);
                let weights = if is_reversed {
                    [second, first]
                } else {
                    [first, second]
                };
                let at_once = update_and_dot::<I, A, 1, 2>(update, 255, weights);
                assert_eq!(at_once, output, "{} {width}", I::NAME);
                assert_eq!(found, expected, "{} {width}", I::NAME);
            }
        }
    }
    fn check<I: Isa>() {
        let rng = &mut Rng::new(9);
        for activation in Activation::ALL {
            with_activation!(activation, A => {
                compare::<I, <A as Activate>::Narrow>(127, rng);
                compare::<I, <A as Activate>::Wide>(900, rng);
            });
        }
    }
    each_isa!(check);
}

#[test]
#[should_panic(expected = "assertion failed")]
fn rows_out_of_range_panic() {
    let (weights, before, mut after) = ([0; 96], [0; 32], [0; 32]);
    update::<Scalar, 1, 1, 1>(kernel_update(&weights, &before, &mut after, [[2]], [[3]]));
}

#[test]
fn output_layer_matches_scalar_sums() {
    /// The output of each kernel plus what its offset took away, and the scalar sum.
    fn compare<I: Isa, A: Activate>(sides: [&[i16]; 2], largest: i32, rng: &mut Rng) {
        let width = sides[0].len();
        let count = A::outputs(width);
        let weights = words(2 * count, largest, rng);
        let scale = if A::IS_PRODUCT { 255.0 * 255.0 } else { 255.0 };
        let output = |values: &[i16], n: usize| {
            let [a, b] = [n, n + width - count].map(|n| f32::from(values[n]) / 255.0);
            // Exact: not beyond what a float holds to the unit.
            (A::value(a, b) * scale).round() as i64
        };
        let of_side = |(side, values): (usize, &&[i16])| -> i64 {
            let product = |n| output(values, n) * i64::from(weights[side * count + n]);
            (0..count).map(product).sum()
        };
        let expected: i64 = sides.iter().enumerate().map(of_side).sum();
        let sum: i64 = weights.iter().map(|&weight| i64::from(weight)).sum();
        let found = dot_activated::<I, A>(sides, 255, &weights);
        let found = found + i64::from(A::offset(255)) * sum;
        assert_eq!(found, expected, "{} {} {width}", I::NAME, A::NAME);
    }
    fn check<I: Isa>() {
        let mut rng = Rng::new(2);
        for width in WIDTHS.map(|width| 2 * width) {
            let sides = [accumulator(width, &mut rng), accumulator(width, &mut rng)];
            let both = [&*sides[0], &*sides[1]];
            for activation in Activation::ALL {
                with_activation!(activation, A => {
                    compare::<I, <A as Activate>::Narrow>(both, 127, &mut rng);
                    compare::<I, <A as Activate>::Wide>(both, 900, &mut rng);
                });
            }
            let small = words(width, 127, &mut rng);
            let scalar: i64 = (0..width)
                .map(|n| i64::from(sides[0][n]) * i64::from(small[n]))
                .sum();
            assert_eq!(dot::<I>(&sides[0], &small), scalar, "{} {width}", I::NAME);
        }
        assert_eq!(dot::<I>(&[3; 16], &[-2; 16]), -96);
    }
    each_isa!(check);
}

/// The scales of an activation's bytes.
fn byte_scales<A: Activate>() -> [ByteScale; 2] {
    let scales = match A::IS_PRODUCT {
        true => [(255, 9), (181, 8)],
        false => [(255, 1), (127, 0)],
    };
    scales.map(|(qa, shift)| ByteScale { qa, shift })
}

#[test]
fn activations_become_bytes_in_order() {
    fn compare<I: Isa, A: Activate>(rng: &mut Rng) {
        for width in WIDTHS.map(|width| width * A::NEURONS) {
            let values = accumulator(width, rng);
            for scale in byte_scales::<A>() {
                let outputs = A::outputs(width);
                let mut bytes = vec![0; outputs];
                activate_to_bytes::<I, A>(&values, scale, &mut bytes);
                let clip = |n: usize| i32::from(values[n].clamp(0, scale.qa));
                let output = |n: usize| match (A::IS_PRODUCT, n + width - outputs) {
                    (true, partner) => clip(n) * clip(partner),
                    (false, _) => clip(n),
                };
                let byte = |n: usize| (output(n) >> scale.shift) as u8;
                let expected: Vec<u8> = (0..outputs).map(byte).collect();
                assert_eq!(bytes, expected, "{} {} {width}", I::NAME, A::NAME);
            }
        }
    }
    fn check<I: Isa>() {
        let rng = &mut Rng::new(3);
        for activation in Activation::ALL.into_iter().filter(|it| it.is_clipped()) {
            with_activation!(activation, A => compare::<I, A>(rng));
        }
    }
    each_isa!(check);
}

#[test]
fn fused_update_and_bytes_match_separate_ones() {
    fn compare<I: Isa, A: Activate>(rng: &mut Rng) {
        for outputs in WIDTHS.into_iter().filter(|&n| divides_into_parts::<I>(n)) {
            let width = outputs * A::NEURONS;
            let rows = words(5 * width, 200, rng);
            let before = accumulator(2 * width, rng);
            let (mut expected, mut found) = (vec![0; 2 * width], vec![0; 2 * width]);
            let (added, removed) = ([[0], [1]], [[2, 3], [4, 1]]);
            update::<I, 2, 1, 2>(kernel_update(&rows, &before, &mut expected, added, removed));
            for (first, scale) in (0..2).zip(byte_scales::<A>()) {
                let sides = [first, 1 - first].map(|side| &expected[side * width..][..width]);
                let mut bytes = vec![0; 2 * outputs];
                for (side, bytes) in sides.into_iter().zip(bytes.chunks_exact_mut(outputs)) {
                    activate_to_bytes::<I, A>(side, scale, bytes);
                }
                let mut nnz = vec![0; outputs / 2 + NNZ_SLACK];
                let count = find_nnz::<I>(&bytes, &mut nnz);
                found.fill(0);
                let update = kernel_update(&rows, &before, &mut found, added, removed);
                let (mut fused, mut list) = (vec![0; bytes.len()], vec![0; nnz.len()]);
                let listed =
                    update_and_activate::<I, A, 1, 2>(update, scale, first, &mut fused, &mut list);
                list.truncate(listed);
                list.sort_unstable();
                let name = format!("{} {} {width}", I::NAME, A::NAME);
                assert_eq!(found, expected, "{name}");
                assert_eq!(fused, bytes, "{name}");
                assert_eq!(list, nnz[..count], "{name}");
            }
        }
    }
    fn check<I: Isa>() {
        let rng = &mut Rng::new(11);
        for activation in Activation::ALL.into_iter().filter(|it| it.is_clipped()) {
            with_activation!(activation, A => compare::<I, A>(rng));
        }
    }
    each_isa!(check);
}

#[test]
fn hidden_sums_become_words_in_order() {
    fn check<I: Isa>() {
        let mut rng = Rng::new(12);
        for count in [32, 64, 128] {
            for shift in [0, 1, 8, 14] {
                let sum = |rng: &mut Rng| rng.next_u64() as i32 >> (shift / 2);
                let mut sums: Vec<i32> = (0..count).map(|_| sum(&mut rng)).collect();
                sums[0] = i32::MAX;
                sums[1] = i32::MIN;
                for (n, sum) in sums[2..].iter_mut().step_by(2).enumerate() {
                    *sum = ((n as i32 * 700) << shift) - 1000;
                }
                for squared in [false, true] {
                    let mut words = vec![0; count];
                    activate_to_words::<I>(&sums, shift, squared, &mut words);
                    let word = |&sum: &i32| match ((sum >> shift).clamp(0, 4096), squared) {
                        (clipped, false) => clipped as i16,
                        (clipped, true) => ((clipped * clipped) >> 12) as i16,
                    };
                    let expected: Vec<i16> = sums.iter().map(word).collect();
                    assert_eq!(words, expected, "{} {shift} {squared}", I::NAME);
                }
            }
        }
    }
    each_isa!(check);
}

#[test]
fn sparse_hidden_layer_skips_only_zeros() {
    fn check<I: Isa>() {
        let mut rng = Rng::new(4);
        for inputs in [64, 128, 512, 2048] {
            let mut bytes: Vec<u8> = (0..inputs).map(|_| rng.below(128) as u8).collect();
            for group in bytes.chunks_exact_mut(GROUP) {
                if rng.below(3) > 0 {
                    group.fill(0);
                }
            }
            let mut nnz = vec![0; inputs / GROUP + NNZ_SLACK];
            let count = find_nnz::<I>(&bytes, &mut nnz);
            let is_positive = |group: &u16| bytes[usize::from(*group) * GROUP..][..GROUP] != [0; 4];
            let expected: Vec<u16> = (0..(inputs / GROUP) as u16).filter(is_positive).collect();
            assert_eq!(nnz[..count], expected, "{} {inputs}", I::NAME);

            let weights: Vec<i8> = (0..inputs * BLOCK).map(|_| rng.next_u64() as i8).collect();
            let biases: Vec<i32> = (0..BLOCK as i32).map(|n| n * 1000).collect();
            let mut sums = vec![7; BLOCK];
            dense_bytes::<I>(&bytes, &nnz[..count], &weights, &biases, &mut sums);
            for (neuron, &sum) in sums.iter().enumerate() {
                let weight = |n: usize| weights[(n / GROUP * BLOCK + neuron) * GROUP + n % GROUP];
                let product = |n: usize| i32::from(bytes[n]) * i32::from(weight(n));
                let expected = neuron as i32 * 1000 + (0..inputs).map(product).sum::<i32>();
                assert_eq!(sum, expected, "{} {inputs} {neuron}", I::NAME);
            }
        }
    }
    each_isa!(check);
}

#[test]
fn later_hidden_layers_match_scalar_sums() {
    fn check<I: Isa>() {
        let mut rng = Rng::new(5);
        for inputs in [16, 32, 48, 128] {
            let inputs_of_layer = words(inputs, 4096, &mut rng);
            let weights = words(inputs * BLOCK, 4000, &mut rng);
            let mut sums = vec![7; BLOCK];
            dense_words::<I>(&inputs_of_layer, &weights, &[-5; BLOCK], &mut sums);
            for (neuron, &sum) in sums.iter().enumerate() {
                let weight = |n: usize| weights[(n / PAIR * BLOCK + neuron) * PAIR + n % PAIR];
                let product = |n: usize| i32::from(inputs_of_layer[n]) * i32::from(weight(n));
                let expected = (0..inputs).map(product).sum::<i32>() - 5;
                assert_eq!(sum, expected, "{} {inputs} {neuron}", I::NAME);
            }
        }
    }
    each_isa!(check);
}
