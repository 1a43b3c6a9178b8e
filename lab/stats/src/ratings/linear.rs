//! The one piece of linear algebra that Newton's method needs.

/// A symmetric matrix of which only the lower triangle is used, row by row.
#[derive(Clone, Debug)]
pub struct Symmetric {
    size: usize,
    rows: Vec<f64>,
}

impl Symmetric {
    /// A matrix of zeros.
    pub fn zero(size: usize) -> Self {
        Self {
            size,
            rows: vec![0.0; size * size],
        }
    }

    /// Adds to one element, and so to its mirror image.
    pub fn add(&mut self, row: usize, column: usize, value: f64) {
        self.rows[row.max(column) * self.size + row.min(column)] += value;
    }

    /// Solves `self · x = right` by Cholesky's factors, which replace the matrix. The matrix must
    /// be positive definite.
    pub fn solve(mut self, mut right: Vec<f64>) -> Vec<f64> {
        let n = self.size;
        for i in 0..n {
            for j in 0..=i {
                let (above, below) = self.rows.split_at(i * n);
                let (row, other) = (&below[..j], if i == j { below } else { &above[j * n..] });
                let dot: f64 = row.iter().zip(other).map(|(a, b)| a * b).sum();
                let rest = self.rows[i * n + j] - dot;
                self.rows[i * n + j] = if i == j {
                    assert!(rest > 0.0, "the matrix is not positive definite");
                    rest.sqrt()
                } else {
                    rest / self.rows[j * n + j]
                };
            }
        }
        for i in 0..n {
            let known: f64 = (0..i).map(|j| self.rows[i * n + j] * right[j]).sum();
            right[i] = (right[i] - known) / self.rows[i * n + i];
        }
        for i in (0..n).rev() {
            let known: f64 = (i + 1..n).map(|j| self.rows[j * n + i] * right[j]).sum();
            right[i] = (right[i] - known) / self.rows[i * n + i];
        }
        right
    }
}

#[cfg(test)]
mod tests {
    use super::Symmetric;

    #[test]
    fn solves_what_it_multiplied() {
        let (elements, x) = (
            [[4.0, 1.0, -2.0], [1.0, 5.0, 0.5], [-2.0, 0.5, 3.0]],
            [1.0, -2.0, 3.0],
        );
        let mut matrix = Symmetric::zero(3);
        for (row, column) in [(0, 0), (0, 1), (2, 0), (1, 1), (1, 2), (2, 2)] {
            matrix.add(row, column, elements[row][column]);
        }
        let right = elements.map(|row| row.iter().zip(x).map(|(a, b)| a * b).sum());
        let solved = matrix.solve(right.to_vec());
        assert!(
            solved.iter().zip(x).all(|(a, b)| (a - b).abs() < 1e-12),
            "{solved:?}"
        );
    }
}
