//! Systems of linear equations with a symmetric, positive matrix, kept as its lower triangle row by
//! row.

/// Turns a matrix into a lower triangle whose product with its own mirror image it is.
pub fn factor(matrix: &mut [f64], count: usize) {
    let mut start = 0;
    for row in 0..count {
        let (above, from_here) = matrix.split_at_mut(start);
        let line = &mut from_here[..=row];
        let mut other_start = 0;
        for column in 0..row {
            let other = &above[other_start..=other_start + column];
            let rest = line[column] - product(&line[..column], &other[..column]);
            line[column] = rest / other[column];
            other_start += column + 1;
        }
        let rest = line[row] - product(&line[..row], &line[..row]);
        line[row] = rest.sqrt();
        start += row + 1;
    }
}

/// Solves the equations of a matrix that was factored.
pub fn solve(factor: &[f64], mut wanted: Vec<f64>) -> Vec<f64> {
    let count = wanted.len();
    let line = |row: usize| &factor[row * (row + 1) / 2..][..=row];
    for row in 0..count {
        let rest = wanted[row] - product(&line(row)[..row], &wanted[..row]);
        wanted[row] = rest / line(row)[row];
    }
    for row in (0..count).rev() {
        wanted[row] /= line(row)[row];
        for column in 0..row {
            wanted[column] -= line(row)[column] * wanted[row];
        }
    }
    wanted
}

fn product(left: &[f64], right: &[f64]) -> f64 {
    left.iter()
        .zip(right)
        .map(|(left, right)| left * right)
        .sum()
}

#[cfg(test)]
mod tests {
    use super::{factor, solve};

    #[test]
    fn a_small_system_is_solved() {
        // 4 2 1 | 2 5 3 | 1 3 6, times 1, -2, 3.
        let mut matrix = vec![4.0, 2.0, 5.0, 1.0, 3.0, 6.0];
        factor(&mut matrix, 3);
        let solution = solve(&matrix, vec![3.0, 1.0, 13.0]);
        for (found, planted) in solution.iter().zip([1.0, -2.0, 3.0]) {
            assert!((found - planted).abs() < 1e-12, "{solution:?}");
        }
    }
}
