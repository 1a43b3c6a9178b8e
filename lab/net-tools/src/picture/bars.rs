//! A small bar chart of frequencies.

use plot::palette::{ACCENT, FAINT, INK};
use plot::{Align, Font, Point, Stroke, Svg, text_width};

/// One chart.
pub struct Bars {
    title: String,
    /// Shares of the whole.
    shares: Vec<f64>,
}

impl Bars {
    /// The height of a chart in pixels.
    pub const HEIGHT: f64 = 150.0;

    pub fn new(title: &str, counts: &[usize]) -> Self {
        let all = counts.iter().sum::<usize>().max(1) as f64;
        Self {
            title: title.to_owned(),
            shares: counts.iter().map(|count| *count as f64 / all).collect(),
        }
    }

    /// Draws the chart from its top left corner. Numbers without space are left out; a tooltip still
    /// shows them.
    pub fn draw(&self, svg: &mut Svg, (left, top): Point, width: f64) {
        const TOP: f64 = 36.0;
        let small = Font::new(10.0, FAINT, Align::Middle);
        let title = Font::new(12.0, INK, Align::Start);
        svg.text((left, top + 12.0), &self.title, title);
        let bottom = top + Self::HEIGHT - 16.0;
        let tallest = self.shares.iter().copied().fold(0.0, f64::max).max(1e-9);
        let step = width / self.shares.len().max(1) as f64;
        for (index, share) in self.shares.iter().enumerate() {
            let height = (bottom - top - TOP) * share / tallest;
            let x = left + index as f64 * step;
            let percent = format!("{:.1} %", 100.0 * share);
            svg.hint(&format!("{index}: {percent}"), |svg| {
                let corner = (x + 0.1 * step, bottom - height);
                svg.rectangle(corner, (0.8 * step, height), ACCENT);
            });
            let middle = x + step / 2.0;
            if text_width("99.9 %", small.size) <= step {
                svg.text((middle, bottom - height - 3.0), &percent, small);
            }
            if text_width("99", small.size) <= step {
                svg.text((middle, bottom + 12.0), &index.to_string(), small);
            }
        }
        let line = Stroke::solid(FAINT, 1.0);
        svg.line((left, bottom), (left + width, bottom), line);
    }
}
