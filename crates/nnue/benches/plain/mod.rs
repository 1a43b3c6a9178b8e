//! The kernels as plain loops, for the compiler to vectorize as it likes.

/// `target = source + a - b`
#[inline(never)]
pub fn update_1_1(target: &mut [i16], source: &[i16], a: &[i16], b: &[i16]) {
    for (((target, source), a), b) in target.iter_mut().zip(source).zip(a).zip(b) {
        *target = source.wrapping_add(*a).wrapping_sub(*b);
    }
}

/// `target = source + a - b - c`
#[inline(never)]
pub fn update_1_2(target: &mut [i16], source: &[i16], a: &[i16], [b, c]: [&[i16]; 2]) {
    for ((((target, source), a), b), c) in target.iter_mut().zip(source).zip(a).zip(b).zip(c) {
        *target = source.wrapping_add(*a).wrapping_sub(*b).wrapping_sub(*c);
    }
}

/// `target = source + a + b - c - d`
#[inline(never)]
pub fn update_2_2(target: &mut [i16], source: &[i16], [a, b]: [&[i16]; 2], [c, d]: [&[i16]; 2]) {
    let sources = source.iter().zip(a).zip(b).zip(c).zip(d);
    for (target, ((((source, a), b), c), d)) in target.iter_mut().zip(sources) {
        let added = source.wrapping_add(*a).wrapping_add(*b);
        *target = added.wrapping_sub(*c).wrapping_sub(*d);
    }
}

/// Adds and subtracts rows one by one, then copies.
#[inline(never)]
pub fn refresh(
    sums: &mut [i16],
    target: &mut [i16],
    weights: &[i16],
    added: &[u16],
    removed: &[u16],
) {
    let width = sums.len();
    for &row in added {
        for (sum, weight) in sums
            .iter_mut()
            .zip(&weights[row as usize * width..][..width])
        {
            *sum = sum.wrapping_add(*weight);
        }
    }
    for &row in removed {
        for (sum, weight) in sums
            .iter_mut()
            .zip(&weights[row as usize * width..][..width])
        {
            *sum = sum.wrapping_sub(*weight);
        }
    }
    target.copy_from_slice(sums);
}

/// `sum of activation(sums[n]) * weights[n]` over both sides, in 32 bits.
#[inline(always)]
fn dot(sums: [&[i16]; 2], weights: &[i16], activation: impl Fn(&[i16], usize) -> i32) -> i64 {
    let (own, other) = weights.split_at(weights.len() / 2);
    let side = |sums: &[i16], weights: &[i16]| -> i32 {
        let products = weights.iter().enumerate();
        products
            .map(|(n, &weight)| activation(sums, n).wrapping_mul(i32::from(weight)))
            .fold(0, i32::wrapping_add)
    };
    i64::from(side(sums[0], own)) + i64::from(side(sums[1], other))
}

#[inline(always)]
fn clip(sum: i16) -> i32 {
    i32::from(sum.clamp(0, 255))
}

/// With the rectified activation.
#[inline(never)]
pub fn rectified(sums: [&[i16]; 2], weights: &[i16]) -> i64 {
    dot(sums, weights, |sums, n| i32::from(sums[n].max(0)))
}

/// With the clipped activation.
#[inline(never)]
pub fn clipped(sums: [&[i16]; 2], weights: &[i16]) -> i64 {
    dot(sums, weights, |sums, n| clip(sums[n]))
}

/// With the squared activation.
#[inline(never)]
pub fn squared(sums: [&[i16]; 2], weights: &[i16]) -> i64 {
    dot(sums, weights, |sums, n| clip(sums[n]) * clip(sums[n]))
}

/// `after = before + a - b`, and the sum of its squared activations with the weights.
#[inline(never)]
pub fn update_and_squared(
    after: &mut [i16],
    before: &[i16],
    [a, b]: [&[i16]; 2],
    weights: &[i16],
) -> i64 {
    let rows = before.iter().zip(a).zip(b).zip(weights);
    let mut total = 0_i32;
    for (after, (((before, a), b), weight)) in after.iter_mut().zip(rows) {
        *after = before.wrapping_add(*a).wrapping_sub(*b);
        total = total.wrapping_add(clip(*after) * clip(*after) * i32::from(*weight));
    }
    i64::from(total)
}

/// With the pairwise activation.
#[inline(never)]
pub fn paired(sums: [&[i16]; 2], weights: &[i16]) -> i64 {
    let half = sums[0].len() / 2;
    dot(sums, weights, |sums, n| {
        clip(sums[n]) * clip(sums[n + half])
    })
}

/// Clipped sums as bytes.
#[inline(never)]
pub fn clip_to_bytes(sums: &[i16], bytes: &mut [u8]) {
    for (byte, &sum) in bytes.iter_mut().zip(sums) {
        *byte = (clip(sum) >> 1) as u8;
    }
}

/// Products of clipped sums as bytes.
#[inline(never)]
pub fn multiply_to_bytes(a: &[i16], b: &[i16], bytes: &mut [u8]) {
    for ((byte, &a), &b) in bytes.iter_mut().zip(a).zip(b) {
        *byte = ((clip(a) * clip(b)) >> 9) as u8;
    }
}

/// Lists the groups of four bytes that are not all zero.
#[inline(never)]
pub fn positive_groups(bytes: &[u8], groups: &mut [u16]) -> usize {
    let mut count = 0;
    for (group, bytes) in bytes.chunks_exact(4).enumerate() {
        groups[count] = group as u16;
        count += usize::from(bytes != [0; 4]);
    }
    count
}

/// 16 neurons over the listed groups, with weights `[group][neuron][4]`.
#[inline(never)]
pub fn dense_bytes(bytes: &[u8], groups: &[u16], weights: &[i8], sums: &mut [i32; 16]) {
    let (bytes, _) = bytes.as_chunks::<4>();
    let (weights, _) = weights.as_chunks::<64>();
    for &group in groups {
        let (bytes, weights) = (&bytes[usize::from(group)], &weights[usize::from(group)]);
        for (neuron, sum) in sums.iter_mut().enumerate() {
            let product = |n: usize| i32::from(bytes[n]) * i32::from(weights[neuron * 4 + n]);
            *sum += product(0) + product(1) + product(2) + product(3);
        }
    }
}

/// 16 neurons, with weights `[pair][neuron][2]`.
#[inline(never)]
pub fn dense_words(words: &[i16], weights: &[i16], sums: &mut [i32; 16]) {
    let (words, _) = words.as_chunks::<2>();
    let (weights, _) = weights.as_chunks::<32>();
    for (pair, weights) in words.iter().zip(weights) {
        for (neuron, sum) in sums.iter_mut().enumerate() {
            let product = |n: usize| i32::from(pair[n]) * i32::from(weights[neuron * 2 + n]);
            *sum += product(0) + product(1);
        }
    }
}
