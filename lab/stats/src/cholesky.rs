//! Cholesky decomposition of a symmetric positive definite matrix.
//!
//! Newton's method of [`crate::Tournament::rate`] and the Gauss-Newton steps of Texel tuning solve
//! their linear systems with it.

use std::ops::AddAssign;

/// A symmetric matrix, stored as its lower triangle, row by row.
#[derive(Clone, Debug)]
pub struct SymmetricMatrix {
    size: usize,
    triangle: Vec<f64>,
}

/// The index of an element of the lower triangle; `column <= row`.
const fn index(row: usize, column: usize) -> usize {
    row * (row + 1) / 2 + column
}

impl SymmetricMatrix {
    /// A matrix of zeros.
    pub fn zero(size: usize) -> Self {
        Self {
            size,
            triangle: vec![0.0; index(size, 0)],
        }
    }

    /// Adds to one element, and so to its mirror image.
    #[inline]
    pub fn add(&mut self, row: usize, column: usize, value: f64) {
        self.triangle[index(row.max(column), row.min(column))] += value;
    }

    /// Solves `self * x = right` by Cholesky decomposition. `None` if the matrix is not positive
    /// definite.
    pub fn solve(mut self, mut right: Vec<f64>) -> Option<Vec<f64>> {
        self.decompose()?;
        // Forward substitution with the lower triangle, then back substitution with its transpose.
        for i in 0..self.size {
            let row = self.row(i);
            right[i] = (right[i] - dot(&row[..i], &right[..i])) / row[i];
        }
        for i in (0..self.size).rev() {
            let row = self.row(i);
            right[i] /= row[i];
            for j in 0..i {
                right[j] -= row[j] * right[i];
            }
        }
        Some(right)
    }

    /// Replaces the matrix by the lower triangle `L` with `L * transpose(L) = self`.
    fn decompose(&mut self) -> Option<()> {
        for i in 0..self.size {
            let (above, below) = self.triangle.split_at_mut(index(i, 0));
            let row = &mut below[..=i];
            for j in 0..i {
                let other = &above[index(j, 0)..=index(j, j)];
                row[j] = (row[j] - dot(&row[..j], &other[..j])) / other[j];
            }
            let rest = row[i] - dot(&row[..i], &row[..i]);
            if rest.is_nan() || rest <= 0.0 {
                return None;
            }
            row[i] = rest.sqrt();
        }
        Some(())
    }

    fn row(&self, row: usize) -> &[f64] {
        &self.triangle[index(row, 0)..=index(row, row)]
    }
}

impl AddAssign<&Self> for SymmetricMatrix {
    fn add_assign(&mut self, other: &Self) {
        for (sum, value) in self.triangle.iter_mut().zip(&other.triangle) {
            *sum += value;
        }
    }
}

fn dot(left: &[f64], right: &[f64]) -> f64 {
    left.iter().zip(right).map(|(a, b)| a * b).sum()
}

#[cfg(test)]
mod tests {
    use super::SymmetricMatrix;

    #[test]
    fn solves_a_known_system() {
        let (elements, x) = (
            [[4.0, 1.0, -2.0], [1.0, 5.0, 0.5], [-2.0, 0.5, 3.0]],
            [1.0, -2.0, 3.0],
        );
        let mut matrix = SymmetricMatrix::zero(3);
        for (row, column) in [(0, 0), (0, 1), (2, 0), (1, 1), (1, 2), (2, 2)] {
            matrix.add(row, column, elements[row][column]);
        }
        let right = elements.map(|row| row.iter().zip(x).map(|(a, b)| a * b).sum());
        let solved = matrix.solve(right.to_vec()).unwrap();
        assert!(
            solved.iter().zip(x).all(|(a, b)| (a - b).abs() < 1e-12),
            "{solved:?}"
        );
    }

    #[test]
    fn a_matrix_that_is_not_positive_definite_is_refused() {
        let mut matrix = SymmetricMatrix::zero(2);
        for (row, column, value) in [(0, 0, 1.0), (1, 0, 2.0), (1, 1, 1.0)] {
            matrix.add(row, column, value);
        }
        assert_eq!(matrix.solve(vec![1.0, 1.0]), None);
    }
}
