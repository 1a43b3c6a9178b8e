//! Charts as SVG text: no fonts, no rasterizer, no dependencies.
//!
//! [`line_chart`] draws curves over two axes, [`bar_chart`] counts, [`ladder`] ratings with error
//! bars, [`network`] who met whom, [`heat_map`] numbers on the squares of a chessboard and [`board`]
//! the pieces on it. All are built on [`Svg`], which knows shapes and escaping but no charts; a
//! [`Raster`] is for grids with too many cells for shapes. Pictures have a white background and their
//! own colors, so that they look the same in a browser, in a document and on a dark page.
//!
//! ```
//! use plot::{Level, LineChart, Series, line_chart};
//!
//! let picture = line_chart(&LineChart {
//!     title: "Log-likelihood ratio".to_owned(),
//!     x_label: "pairs".to_owned(),
//!     y_label: "LLR".to_owned(),
//!     series: vec![Series::new("LLR", vec![(0.0, 0.0), (100.0, 0.9), (200.0, 2.95)])],
//!     levels: vec![Level::new("H1", 2.94), Level::new("H0", -2.94)],
//! });
//! assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>\n"));
//! ```

#![forbid(unsafe_code)]

mod area;
mod axis;
mod bar_chart;
mod board;
mod heat_map;
mod ladder;
mod line_chart;
mod network;
mod raster;
mod svg;
mod text;
#[cfg(test)]
mod well_formed;

pub use axis::{Axis, format_number};
pub use bar_chart::{BarChart, bar_chart};
pub use board::{Board, board};
pub use heat_map::{HeatMap, heat_map};
pub use ladder::{Ladder, Rung, ladder};
pub use line_chart::{Level, LineChart, Series, line_chart};
pub use network::{Edge, Network, Node, network};
pub use raster::Raster;
pub use svg::{Align, Font, Point, Stroke, Svg};
pub use text::{shorten, text_width};
