//! Bar charts.

use crate::axis::Axis;
use crate::palette::{ACCENT, FAINT, GRID, INK};
use crate::svg::{Align, Font, Stroke, Svg};
use crate::text::{shorten, text_width};

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 300.0;

/// The contents of a bar chart.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BarChart {
    /// The title.
    pub title: String,
    /// The label of the horizontal axis.
    pub x_label: String,
    /// The label of the vertical axis.
    pub y_label: String,
    /// The middle and the height of each bar, from left to right at equal spacing.
    pub bars: Vec<(f64, f64)>,
}

/// Draws a bar chart. Bars whose height is not finite are left out.
#[must_use]
pub fn bar_chart(chart: &BarChart) -> String {
    let is_sound = |bar: &&(f64, f64)| bar.0.is_finite() && bar.1.is_finite();
    let bars: Vec<_> = chart.bars.iter().filter(is_sound).copied().collect();
    let step = bars.windows(2).map(|pair| pair[1].0 - pair[0].0).next();
    let half = step.unwrap_or(1.0).abs() / 2.0;
    let x = Axis::spanning(bars.iter().flat_map(|bar| [bar.0 - half, bar.0 + half]), 8);
    let y = Axis::covering(bars.iter().map(|bar| bar.1).chain([0.0]), 5);
    let ticks = y.ticks().map(|(_, label)| text_width(&label, 12.0));
    let left = 44.0 + ticks.fold(0.0, f64::max);
    let (right, top, bottom) = (WIDTH - 24.0, 48.0, HEIGHT - 56.0);
    let (x, y) = (x.on(left, right), y.on(bottom, top));

    let mut svg = Svg::new(WIDTH, HEIGHT, &chart.title);
    let title = shorten(&chart.title, 17.0, WIDTH - 40.0);
    svg.text(
        (left, 30.0),
        &title,
        Font::new(17.0, INK, Align::Start).bold(),
    );
    let small = |align| Font::new(12.0, FAINT, align);
    for (value, label) in y.ticks() {
        let at = y.pixel(value);
        svg.line((left, at), (right, at), Stroke::solid(GRID, 1.0));
        svg.text((left - 8.0, at + 4.0), &label, small(Align::End));
    }
    for (value, label) in x.ticks() {
        let at = (x.pixel(value), bottom + 19.0);
        svg.text(at, &label, small(Align::Middle));
    }
    for (middle, height) in bars {
        let (from, to) = (x.pixel(middle - half), x.pixel(middle + half));
        let (base, tip) = (y.pixel(0.0), y.pixel(height));
        let corner = (from + 0.5, base.min(tip));
        let size = ((to - from - 1.0).max(0.5), (base - tip).abs());
        let hint = format!("{middle}: {height}");
        svg.hint(&hint, |svg| svg.rectangle(corner, size, ACCENT));
    }
    let name = Font::new(13.0, INK, Align::Middle);
    let (middle, center) = ((left + right) / 2.0, (top + bottom) / 2.0);
    svg.text((middle, HEIGHT - 14.0), &chart.x_label, name);
    svg.text_upwards((20.0, center), &chart.y_label, name);
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
