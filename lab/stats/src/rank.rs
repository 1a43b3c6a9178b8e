//! Spearman's rank correlation.

/// The correlation of the ranks of two lists of one length, from -1 to 1. Equal numbers share the mean
/// of their ranks. 0 if a list has no two different numbers.
///
/// # Panics
/// If the lists have different lengths.
#[must_use]
pub fn rank_correlation(a: &[f64], b: &[f64]) -> f64 {
    assert_eq!(a.len(), b.len(), "pairs of numbers");
    let (a, b) = (centered_ranks(a), centered_ranks(b));
    let product = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    let norm = (product(&a, &a) * product(&b, &b)).sqrt();
    if norm > 0.0 {
        product(&a, &b) / norm
    } else {
        0.0
    }
}

/// The rank of each number, minus the mean of all ranks.
fn centered_ranks(numbers: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..numbers.len()).collect();
    order.sort_unstable_by(|&a, &b| numbers[a].total_cmp(&numbers[b]));
    let mut ranks = vec![0.0; numbers.len()];
    let mut start = 0;
    for tied in order.chunk_by(|&a, &b| numbers[a] == numbers[b]) {
        let end = start + tied.len();
        for &index in tied {
            ranks[index] = (start + end) as f64 / 2.0 - numbers.len() as f64 / 2.0;
        }
        start = end;
    }
    ranks
}

#[cfg(test)]
mod tests {
    use super::rank_correlation;

    #[test]
    fn only_the_order_counts() {
        let a = [1.0, 5.0, 2.0, 9.0];
        assert_eq!(rank_correlation(&a, &a.map(f64::exp)), 1.0);
        assert_eq!(rank_correlation(&a, &a.map(|x| -x)), -1.0);
    }

    /// The value is from a Python implementation.
    #[test]
    fn ties_share_their_ranks() {
        let a = [3.0, 1.0, 4.0, 1.0, 5.0, 9.0, 2.0, 6.0];
        let b = [2.0, 7.0, 1.0, 8.0, 2.0, 8.0, 1.0, 8.0];
        assert!((rank_correlation(&a, &b) - 0.198_853_681_209_924_64).abs() < 1e-12);
    }

    #[test]
    fn constant_or_empty_lists_correlate_with_nothing() {
        assert_eq!(rank_correlation(&[1.0, 2.0], &[3.0, 3.0]), 0.0);
        assert_eq!(rank_correlation(&[], &[]), 0.0);
    }
}
