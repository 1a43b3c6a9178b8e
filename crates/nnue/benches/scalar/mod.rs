//! The kernels as scalar loops, for the compiler to vectorize.

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
    values: &mut [i16],
    target: &mut [i16],
    weights: &[i16],
    added: &[u16],
    removed: &[u16],
) {
    let width = values.len();
    for &row in added {
        for (sum, weight) in values
            .iter_mut()
            .zip(&weights[row as usize * width..][..width])
        {
            *sum = sum.wrapping_add(*weight);
        }
    }
    for &row in removed {
        for (sum, weight) in values
            .iter_mut()
            .zip(&weights[row as usize * width..][..width])
        {
            *sum = sum.wrapping_sub(*weight);
        }
    }
    target.copy_from_slice(values);
}

/// `sum of activation(values[n]) * weights[n]` over both perspectives, in 32 bits.
#[inline(always)]
fn dot(values: [&[i16]; 2], weights: &[i16], activation: impl Fn(&[i16], usize) -> i32) -> i64 {
    let (own, other) = weights.split_at(weights.len() / 2);
    let side = |values: &[i16], weights: &[i16]| -> i32 {
        let products = weights.iter().enumerate();
        products
            .map(|(n, &weight)| activation(values, n).wrapping_mul(i32::from(weight)))
            .fold(0, i32::wrapping_add)
    };
    i64::from(side(values[0], own)) + i64::from(side(values[1], other))
}

#[inline(always)]
fn clip(sum: i16) -> i32 {
    i32::from(sum.clamp(0, 255))
}

/// The output layer with ReLU.
#[inline(never)]
pub fn relu(values: [&[i16]; 2], weights: &[i16]) -> i64 {
    dot(values, weights, |values, n| i32::from(values[n].max(0)))
}

/// The output layer with CReLU.
#[inline(never)]
pub fn crelu(values: [&[i16]; 2], weights: &[i16]) -> i64 {
    dot(values, weights, |values, n| clip(values[n]))
}

/// The output layer with SCReLU.
#[inline(never)]
pub fn screlu(values: [&[i16]; 2], weights: &[i16]) -> i64 {
    dot(values, weights, |values, n| {
        clip(values[n]) * clip(values[n])
    })
}

/// `after = before + a - b`, and the output layer with SCReLU.
#[inline(never)]
pub fn update_and_screlu(
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

/// The output layer with pairwise multiplication.
#[inline(never)]
pub fn pairwise(values: [&[i16]; 2], weights: &[i16]) -> i64 {
    let half = values[0].len() / 2;
    dot(values, weights, |values, n| {
        clip(values[n]) * clip(values[n + half])
    })
}

/// CReLU as bytes.
#[inline(never)]
pub fn clip_to_bytes(values: &[i16], bytes: &mut [u8]) {
    for (byte, &sum) in bytes.iter_mut().zip(values) {
        *byte = (clip(sum) >> 1) as u8;
    }
}

/// Products of clipped values as bytes.
#[inline(never)]
pub fn multiply_to_bytes(a: &[i16], b: &[i16], bytes: &mut [u8]) {
    for ((byte, &a), &b) in bytes.iter_mut().zip(a).zip(b) {
        *byte = ((clip(a) * clip(b)) >> 9) as u8;
    }
}

/// Lists the nnz of four bytes that are not all zero.
#[inline(never)]
pub fn find_nnz(bytes: &[u8], nnz: &mut [u16]) -> usize {
    let mut count = 0;
    for (group, bytes) in bytes.chunks_exact(4).enumerate() {
        nnz[count] = group as u16;
        count += usize::from(bytes != [0; 4]);
    }
    count
}

/// 16 neurons over the listed nnz, with weights `[group][neuron][4]`.
#[inline(never)]
pub fn dense_bytes(bytes: &[u8], nnz: &[u16], weights: &[i8], sums: &mut [i32; 16]) {
    let (bytes, _) = bytes.as_chunks::<4>();
    let (weights, _) = weights.as_chunks::<64>();
    for &group in nnz {
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
