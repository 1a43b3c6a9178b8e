//! Charts as SVG text, and the HTML pages around them: no fonts and no rasterizer.
//!
//! [`line_chart`] draws curves over two axes, [`bar_chart`] counts, [`ladder`] ratings with error
//! bars, [`network`] who met whom, [`heat_map`] numbers on the squares of a chessboard and [`board`]
//! the pieces on a board. All are built on [`Svg`], which knows shapes and escaping but no charts; a
//! [`Raster`] is for grids with too many cells for shapes. A picture alone is light; a [`Page`] gives
//! its pictures dark colors where the reader prefers them.
//!
//! ```
//! use plot::{Level, LineChart, Page, Series, line_chart};
//!
//! let picture = line_chart(&LineChart {
//!     title: "Log-likelihood ratio".to_owned(),
//!     x_label: "pairs".to_owned(),
//!     y_label: "LLR".to_owned(),
//!     series: vec![Series::new("LLR", vec![(0.0, 0.0), (100.0, 0.9), (200.0, 2.95)])],
//!     levels: vec![Level::new("H1", 2.94), Level::new("H0", -2.94)],
//!     log_y: false,
//! });
//! assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>\n"));
//!
//! let mut page = Page::new("SPRT of new against old");
//! page.figure(&picture, "The test ends when the ratio reaches a bound.");
//! assert!(page.finish().starts_with("<!DOCTYPE html>"));
//! ```

#![forbid(unsafe_code)]

mod area;
mod axis;
mod bar_chart;
mod board;
mod estimate;
mod frame;
mod heat_map;
mod ladder;
mod line_board;
mod line_chart;
mod network;
mod page;
pub mod palette;
mod pieces;
mod raster;
mod svg;
mod terminal;
mod text;
pub mod well_formed;

pub use axis::{Axis, format_number};
pub use bar_chart::{BarChart, bar_chart};
pub use board::{Board, board};
pub use estimate::{format_difference, format_estimate, format_rating};
pub use heat_map::{HeatMap, heat_map};
pub use ladder::{Ladder, Rung, ladder};
pub use line_chart::{Level, LineChart, Series, line_chart};
pub use network::{Edge, Network, Node, network};
pub use page::{Cell, Page, columns};
pub use raster::Raster;
pub use svg::{Align, Font, Point, Stroke, Svg};
pub use terminal::{Ink, painted, shows_colors};
pub use text::{escape, is_shown, shorten, text_width};
