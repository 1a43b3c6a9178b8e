//! The feature transformer weights: a row of boards for each neuron, one board for each piece.

use chess::{Color, Piece};
use nnue::Network;
use plot::palette::{FAINT, INK};
use plot::{Align, Font, Point, Raster, Svg};

use super::View;
use crate::usage::{block_inputs, blocks, planes};

/// Pixels per cell (weight).
const CELL: f64 = 4.0;
/// Cells per board, including the gap after it.
const BOARD: usize = 9;
/// Space for a neuron's number before its boards.
const LABEL: f64 = 44.0;
/// Space for the piece names above the boards.
const HEAD: f64 = 16.0;
/// Neurons side by side.
const COLUMNS: usize = 2;
/// The share of the weights inside the color scale; the rest saturates.
const SHOWN: f64 = 0.995;

/// The weights to draw.
pub struct Weights<'a> {
    network: &'a Network,
    /// The neurons, those with the largest weights first.
    neurons: Vec<usize>,
    /// The first input of the king bucket.
    base: usize,
    planes: usize,
    /// The absolute weight with the strongest color.
    strongest: f64,
    block: usize,
}

impl<'a> Weights<'a> {
    pub fn new(network: &'a Network, view: View) -> Self {
        let size = block_inputs(network);
        let block = if view.block < blocks(network) {
            view.block
        } else {
            0
        };
        let base = block * size;
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
            base,
            planes: planes(network),
            strongest: strongest(rows),
            block,
        }
    }

    /// The size of the drawing.
    pub fn size(&self) -> (f64, f64) {
        let rows = self.neurons.len().div_ceil(COLUMNS);
        let column = LABEL + (self.planes * BOARD) as f64 * CELL;
        let height = HEAD + (rows * BOARD) as f64 * CELL;
        (COLUMNS as f64 * column, height)
    }

    pub fn caption(&self) -> String {
        format!(
            "{} of {} neurons, king bucket {}; blue: {:.0} and below, red: {:.0} and above",
            self.neurons.len(),
            self.network.architecture().width,
            self.block,
            -self.strongest,
            self.strongest
        )
    }

    /// Draws from the top left corner.
    pub fn draw(&self, svg: &mut Svg, (left, top): Point) {
        let (width, height) = self.size();
        let mut raster = Raster::new((width / CELL) as usize, (height / CELL) as usize);
        for (index, neuron) in self.neurons.iter().enumerate() {
            let (x, y) = place(index, self.planes);
            self.fill(&mut raster, *neuron, (x, y));
        }
        svg.raster((left, top), (width, height), &raster);
        let font = Font::new(10.0, FAINT, Align::End);
        for (index, neuron) in self.neurons.iter().enumerate() {
            let (x, y) = place(index, self.planes);
            let at = (left + x as f64 * CELL - 6.0, top + y as f64 * CELL + 20.0);
            let bias = self.network.parameters().ft_biases[*neuron];
            svg.hint(&format!("neuron {neuron}, bias {bias}"), |svg| {
                svg.text(at, &format!("#{neuron}"), font);
            });
        }
        for column in 0..COLUMNS.min(self.neurons.len()) {
            let (x, _) = place(column, self.planes);
            self.draw_head(svg, (left + x as f64 * CELL, top));
        }
    }

    /// The piece letters above the boards; upper case for own pieces.
    fn draw_head(&self, svg: &mut Svg, (left, top): Point) {
        let font = Font::new(11.0, INK, Align::Middle);
        let features = self.network.architecture().features.features();
        for piece in Piece::ALL {
            if let Some(start) = features.plane(Color::White, piece) {
                let x = left + ((start / 64 * BOARD) as f64 + 4.0) * CELL;
                svg.text((x, top + HEAD - 4.0), &piece.letter().to_string(), font);
            }
        }
    }

    /// The boards of a neuron, the own first rank at the bottom.
    fn fill(&self, raster: &mut Raster, neuron: usize, (left, top): (usize, usize)) {
        let width = self.network.architecture().width;
        for input in 0..self.planes * 64 {
            let (plane, square) = (input / 64, input % 64);
            let weight = self.network.parameters().ft_weights[(self.base + input) * width + neuron];
            let column = left + plane * BOARD + square % 8;
            let row = top + 7 - square / 8;
            raster.set(column, row, f64::from(weight) / self.strongest);
        }
    }
}

/// The first cell of the boards of a neuron.
fn place(index: usize, planes: usize) -> (usize, usize) {
    let column = (LABEL / CELL) as usize + planes * BOARD;
    let x = (LABEL / CELL) as usize + index % COLUMNS * column;
    let y = (HEAD / CELL) as usize + index / COLUMNS * BOARD;
    (x, y)
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
