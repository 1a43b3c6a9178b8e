//! The feature transformer weights: a row of boards for each neuron, one board for each piece.

use game::Dense;
use nnue::features::SquareOf;
use nnue::{Features, Network};
use plot::palette::{FAINT, INK};
use plot::{Align, Font, Point, Raster, Svg};

use super::View;
use crate::Inspected;

/// Pixels per cell (weight).
const CELL: f64 = 4.0;
/// Cells between boards.
const GAP: usize = 1;
/// Space for a neuron's number before its boards.
const LABEL: f64 = 44.0;
/// Space for the piece names above the boards.
const HEAD: f64 = 16.0;
/// Neurons side by side.
const COLUMNS: usize = 2;
/// The share of the weights inside the color scale; the rest saturates.
const SHOWN: f64 = 0.995;

/// The weights to draw.
pub struct Weights<'a, F: Features> {
    network: &'a Network<F>,
    /// The neurons, those with the largest weights first.
    neurons: Vec<usize>,
    boards: Vec<Board>,
    /// The first input of the bucket.
    base: usize,
    /// The absolute weight with the strongest color.
    strongest: f64,
    bucket: usize,
}

/// The board of a piece.
struct Board {
    letter: char,
    /// The index in a bucket of each square where the piece can stand.
    inputs: Vec<(usize, usize)>,
}

impl<'a, F: Features<Game: Inspected>> Weights<'a, F> {
    pub fn new(network: &'a Network<F>, view: View) -> Self {
        let features = &network.architecture().features;
        let size = features.bucket_inputs();
        let bucket = if view.bucket < features.buckets() {
            view.bucket
        } else {
            0
        };
        let base = bucket * size;
        let width = network.architecture().width;
        let rows = &network.parameters().ft_weights[base * width..(base + size) * width];
        let mut sums = vec![0_u64; width];
        for row in rows.chunks_exact(width) {
            for (sum, weight) in sums.iter_mut().zip(row) {
                *sum += u64::from(weight.unsigned_abs());
            }
        }
        let mut neurons: Vec<usize> = (0..width).collect();
        neurons.sort_by_key(|neuron| std::cmp::Reverse(sums[*neuron]));
        neurons.truncate(view.neurons);
        Self {
            network,
            neurons,
            boards: boards(features),
            base,
            strongest: strongest(rows),
            bucket,
        }
    }

    /// The size of the drawing.
    pub fn size(&self) -> (f64, f64) {
        let rows = self.neurons.len().div_ceil(COLUMNS);
        let column = LABEL + (self.boards.len() * Self::board_width()) as f64 * CELL;
        let height = HEAD + (rows * Self::board_height()) as f64 * CELL;
        (COLUMNS as f64 * column, height)
    }

    pub fn caption(&self) -> String {
        format!(
            "{} of {} neurons, bucket {}; blue: {:.0} and below, red: {:.0} and above",
            self.neurons.len(),
            self.network.architecture().width,
            self.bucket,
            -self.strongest,
            self.strongest
        )
    }

    /// Draws from the top left corner.
    pub fn draw(&self, svg: &mut Svg, (left, top): Point) {
        let (width, height) = self.size();
        let mut raster = Raster::new((width / CELL) as usize, (height / CELL) as usize);
        for (index, neuron) in self.neurons.iter().enumerate() {
            self.fill(&mut raster, *neuron, self.place(index));
        }
        svg.raster((left, top), (width, height), &raster);
        let font = Font::new(10.0, FAINT, Align::End);
        for (index, neuron) in self.neurons.iter().enumerate() {
            let (x, y) = self.place(index);
            let at = (left + x as f64 * CELL - 6.0, top + y as f64 * CELL + 20.0);
            let bias = self.network.parameters().ft_biases[*neuron];
            svg.hint(&format!("neuron {neuron}, bias {bias}"), |svg| {
                svg.text(at, &format!("#{neuron}"), font);
            });
        }
        for column in 0..COLUMNS.min(self.neurons.len()) {
            let (x, _) = self.place(column);
            self.draw_head(svg, (left + x as f64 * CELL, top));
        }
    }

    /// The piece letters above the boards; upper case for own pieces.
    fn draw_head(&self, svg: &mut Svg, (left, top): Point) {
        let font = Font::new(11.0, INK, Align::Middle);
        let middle = F::Game::FILES as f64 / 2.0;
        for (number, board) in self.boards.iter().enumerate() {
            let x = left + ((number * Self::board_width()) as f64 + middle) * CELL;
            svg.text((x, top + HEAD - 4.0), &board.letter.to_string(), font);
        }
    }

    /// The boards of a neuron, the own first rank at the bottom.
    fn fill(&self, raster: &mut Raster, neuron: usize, (left, top): (usize, usize)) {
        let width = self.network.architecture().width;
        let last_rank = Self::board_height() - GAP - 1;
        for (number, board) in self.boards.iter().enumerate() {
            for &(square, input) in &board.inputs {
                let weight =
                    self.network.parameters().ft_weights[(self.base + input) * width + neuron];
                let column = left + number * Self::board_width() + square % F::Game::FILES;
                let row = top + last_rank - square / F::Game::FILES;
                raster.set(column, row, f64::from(weight) / self.strongest);
            }
        }
    }

    /// The first cell of the boards of a neuron.
    fn place(&self, index: usize) -> (usize, usize) {
        let column = (LABEL / CELL) as usize + self.boards.len() * Self::board_width();
        let x = (LABEL / CELL) as usize + index % COLUMNS * column;
        let y = (HEAD / CELL) as usize + index / COLUMNS * Self::board_height();
        (x, y)
    }

    /// Cells of a board and the gap beside it.
    const fn board_width() -> usize {
        F::Game::FILES + GAP
    }

    /// Cells of a board and the gap below it.
    const fn board_height() -> usize {
        F::Game::SQUARES.len() / F::Game::FILES + GAP
    }
}

/// A board for each piece that is a feature, own pieces first.
fn boards<F: Features<Game: Inspected>>(features: &F) -> Vec<Board> {
    let input = |piece, square: SquareOf<F>| {
        let input = features.plain_feature(piece, square)?;
        Some((square.index(), input))
    };
    let board = |piece| Board {
        letter: F::Game::letter(piece),
        inputs: F::Game::SQUARES
            .iter()
            .filter_map(|&square| input(piece, square))
            .collect(),
    };
    let own = F::Game::PIECES.iter().copied();
    let others = own.clone().map(F::Game::exchanged);
    let boards = own.chain(others).map(board);
    boards.filter(|board| !board.inputs.is_empty()).collect()
}

/// The quantile of the absolute weights at which the color scale saturates.
fn strongest(weights: &[i16]) -> f64 {
    let mut sizes: Vec<u16> = weights.iter().map(|weight| weight.unsigned_abs()).collect();
    let rank = (SHOWN * sizes.len() as f64) as usize;
    let rank = rank.min(sizes.len().saturating_sub(1));
    if sizes.is_empty() {
        return 1.0;
    }
    let (_, size, _) = sizes.select_nth_unstable(rank);
    f64::from((*size).max(1))
}
