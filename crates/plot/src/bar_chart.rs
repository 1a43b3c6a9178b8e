//! Bar charts.

use crate::axis::Axis;
use crate::frame::{WIDTH, framed, left_edge};
use crate::palette::ACCENT;

const HEIGHT: f64 = 300.0;

/// The contents of a bar chart.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BarChart {
    pub title: String,
    /// The label of the horizontal axis.
    pub x_label: String,
    /// The label of the vertical axis.
    pub y_label: String,
    /// The middle and the height of each bar, from left to right at equal spacing.
    pub bars: Vec<(f64, f64)>,
}

/// Draws a bar chart. Bars whose height is not finite are left out.
pub fn bar_chart(chart: &BarChart) -> String {
    let is_sound = |bar: &&(f64, f64)| bar.0.is_finite() && bar.1.is_finite();
    let bars: Vec<_> = chart.bars.iter().filter(is_sound).copied().collect();
    let step = bars.windows(2).map(|pair| pair[1].0 - pair[0].0).next();
    let half = step.unwrap_or(1.0).abs() / 2.0;
    let x = Axis::spanning(bars.iter().flat_map(|bar| [bar.0 - half, bar.0 + half]), 8);
    let y = Axis::covering(bars.iter().map(|bar| bar.1).chain([0.0]), 5);
    let (left, right, top, bottom) = (left_edge(&y), WIDTH - 24.0, 48.0, HEIGHT - 56.0);
    let (x, y) = (x.on(left, right), y.on(bottom, top));
    let labels = [&*chart.title, &chart.x_label, &chart.y_label];
    let mut svg = framed(HEIGHT, labels, &x, &y, (left, top), (right, bottom));
    for (middle, height) in bars {
        let (from, to) = (x.pixel(middle - half), x.pixel(middle + half));
        let (base, tip) = (y.pixel(0.0), y.pixel(height));
        let corner = (from + 0.5, base.min(tip));
        let size = ((to - from - 1.0).max(0.5), (base - tip).abs());
        let hint = format!("{middle}: {height}");
        svg.hint(&hint, |svg| svg.rectangle(corner, size, ACCENT));
    }
    svg.finish()
}

#[cfg(test)]
mod tests {
    use super::{BarChart, bar_chart};
    use crate::well_formed::check;

    #[test]
    fn any_bars_give_a_well_formed_picture_with_one_rectangle_each() {
        for bars in [
            vec![],
            vec![(0.0, 0.0)],
            vec![(-50.0, 3.0), (0.0, 9.0), (50.0, f64::NAN)],
            (0..200).map(|i| (f64::from(i), 1e9)).collect(),
        ] {
            let sound = bars
                .iter()
                .filter(|bar: &&(f64, f64)| bar.1.is_finite())
                .count();
            let chart = BarChart {
                title: "a < b & c".to_owned(),
                bars,
                ..BarChart::default()
            };
            let picture = bar_chart(&chart);
            assert_eq!(check(&picture), Ok(()), "{picture}");
            assert_eq!(picture.matches("fill=\"#0072b2\"").count(), sound);
        }
    }
}
