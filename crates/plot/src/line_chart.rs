//! Line charts with error bands and horizontal levels.

use crate::axis::Axis;
use crate::frame::{WIDTH, framed, left_edge};
use crate::palette::{INK, LEVEL, SERIES};
use crate::svg::{Align, Font, Point, Stroke, Svg};
use crate::text::{shorten, text_width};

const HEIGHT: f64 = 400.0;

/// A named curve.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Series {
    /// The name, shown in the legend if there are several curves.
    pub name: String,
    /// The points from left to right. A point that is not finite interrupts the curve.
    pub points: Vec<(f64, f64)>,
    /// The error band: its lower and upper end at each point. Empty without a band; an end that is
    /// not finite interrupts it.
    pub band: Vec<(f64, f64)>,
}

impl Series {
    /// A curve.
    pub fn new(name: impl Into<String>, points: Vec<(f64, f64)>) -> Self {
        Self {
            name: name.into(),
            points,
            band: Vec::new(),
        }
    }

    /// The same curve with an error band.
    #[must_use]
    pub fn with_band(self, band: Vec<(f64, f64)>) -> Self {
        Self { band, ..self }
    }

    /// The same curve with a band as wide as the error of each point on both sides.
    #[must_use]
    pub fn with_errors(self, errors: &[f64]) -> Self {
        let points = self.points.iter().zip(errors);
        let band = points.map(|((_, y), error)| (y - error, y + error));
        let band = band.collect();
        self.with_band(band)
    }
}

/// A horizontal dashed line with its label at the right.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Level {
    pub label: String,
    pub value: f64,
}

impl Level {
    /// A level.
    pub fn new(label: impl Into<String>, value: f64) -> Self {
        Self {
            label: label.into(),
            value,
        }
    }
}

/// The contents of a line chart.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LineChart {
    pub title: String,
    /// The label of the horizontal axis.
    pub x_label: String,
    /// The label of the vertical axis.
    pub y_label: String,
    /// The curves.
    pub series: Vec<Series>,
    pub levels: Vec<Level>,
    /// Whether the vertical axis is logarithmic. Values that are not positive are then at its foot.
    pub log_y: bool,
}

/// Draws a line chart.
pub fn line_chart(chart: &LineChart) -> String {
    let points = || chart.series.iter().flat_map(|series| &series.points);
    let levels = chart.levels.iter().map(|level| level.value);
    let band = chart.series.iter().flat_map(|series| &series.band);
    let band = band.flat_map(|&(low, high)| [low, high]);
    let x = Axis::spanning(points().map(|p| p.0), 8);
    let values = points().map(|p| p.1).chain(levels).chain(band);
    let y = match chart.log_y {
        true => Axis::log_covering(values, 6),
        false => Axis::covering(values, 6),
    };

    let level_widths = chart
        .levels
        .iter()
        .map(|level| text_width(&level.label, 12.0));
    let levels_width = level_widths.fold(0.0, f64::max);
    let legend = chart.series.len() > 1;
    let left = left_edge(&y);
    let right = WIDTH - 28.0 - levels_width.min(WIDTH / 4.0);
    let top = if legend { 72.0 } else { 52.0 };
    let bottom = HEIGHT - 56.0;
    let (x, y) = (x.on(left, right), y.on(bottom, top));

    let labels = [&*chart.title, &chart.x_label, &chart.y_label];
    let mut svg = framed(HEIGHT, labels, &x, &y, (left, top), (right, bottom));
    draw_levels(&mut svg, &chart.levels, &y, left, right);
    for (series, color) in chart.series.iter().zip(SERIES.iter().cycle()) {
        draw_band(&mut svg, series, &x, &y, color);
    }
    for (series, color) in chart.series.iter().zip(SERIES.iter().cycle()) {
        draw_series(&mut svg, &series.points, &x, &y, color);
    }
    if legend {
        draw_legend(&mut svg, &chart.series, left, right);
    }
    svg.finish()
}

/// Dashed lines with labels at the right, moved apart where they would overlap.
fn draw_levels(svg: &mut Svg, levels: &[Level], y: &Axis, left: f64, right: f64) {
    const APART: f64 = 15.0;
    let mut levels: Vec<&Level> = levels.iter().filter(|l| l.value.is_finite()).collect();
    levels.sort_by(|a, b| b.value.total_cmp(&a.value));
    let mut free = f64::NEG_INFINITY;
    for level in levels {
        let at = y.pixel(level.value);
        svg.line((left, at), (right, at), Stroke::dashed(LEVEL, 1.2));
        let baseline = (at + 4.0).max(free);
        free = baseline + APART;
        let label = shorten(&level.label, 12.0, WIDTH - right - 16.0);
        svg.text(
            (right + 8.0, baseline),
            &label,
            Font::new(12.0, INK, Align::Start),
        );
    }
}

/// One curve: a line for each run of finite points, a dot for a run of one.
fn draw_series(svg: &mut Svg, points: &[(f64, f64)], x: &Axis, y: &Axis, color: &str) {
    for run in points.split(|(x, y)| !x.is_finite() || !y.is_finite()) {
        let pixels: Vec<Point> = run.iter().map(|p| (x.pixel(p.0), y.pixel(p.1))).collect();
        match pixels[..] {
            [] => {}
            [only] => svg.disc(only, 3.0, color, Stroke::solid(color, 1.0)),
            _ => svg.polyline(&thin(&pixels), Stroke::solid(color, 2.0)),
        }
    }
}

/// The error band of a curve: an area for each run of points with finite errors.
fn draw_band(svg: &mut Svg, series: &Series, x: &Axis, y: &Axis, color: &str) {
    let points = series.points.iter().zip(&series.band);
    let band: Vec<_> = points.map(|(p, (low, high))| (p.0, *low, *high)).collect();
    let is_gap = |(x, low, high): &(f64, f64, f64)| !(x + low + high).is_finite();
    for run in band.split(is_gap).filter(|run| run.len() > 1) {
        let edge = |value: fn(&(f64, f64, f64)) -> f64| -> Vec<Point> {
            let pixels = run.iter().map(|p| (x.pixel(p.0), y.pixel(value(p))));
            thin(&pixels.collect::<Vec<_>>())
        };
        let mut outline = edge(|p| p.2);
        outline.extend(edge(|p| p.1).into_iter().rev());
        svg.polygon(&outline, color);
    }
}

/// At most four points per pixel column: the first, the extremes and the last. That looks the same as
/// all of them.
fn thin(points: &[Point]) -> Vec<Point> {
    let same_column = |a: &Point, b: &Point| a.0.floor() == b.0.floor();
    let mut kept: Vec<Point> = Vec::new();
    for column in points.chunk_by(same_column) {
        let by_height = |&a: &usize, &b: &usize| column[a].1.total_cmp(&column[b].1);
        let lowest = (0..column.len()).min_by(by_height).unwrap_or(0);
        let highest = (0..column.len()).max_by(by_height).unwrap_or(0);
        let mut indices = [0, lowest, highest, column.len() - 1];
        indices.sort_unstable();
        kept.extend(indices.iter().map(|&index| column[index]));
        kept.dedup();
    }
    kept
}

/// The legend, as far as there is space.
fn draw_legend(svg: &mut Svg, series: &[Series], left: f64, right: f64) {
    let mut x = left;
    for (series, color) in series.iter().zip(SERIES.iter().cycle()) {
        let name = shorten(&series.name, 12.0, 200.0);
        let width = 40.0 + text_width(&name, 12.0);
        if x + width > right {
            svg.text((x, 54.0), "…", Font::new(12.0, INK, Align::Start));
            break;
        }
        svg.line((x, 50.0), (x + 20.0, 50.0), Stroke::solid(color, 3.0));
        svg.text((x + 26.0, 54.0), &name, Font::new(12.0, INK, Align::Start));
        x += width;
    }
}

#[cfg(test)]
mod tests {
    use super::{Level, LineChart, Series, line_chart, thin};
    use crate::well_formed::check;

    fn chart(series: Vec<Series>) -> LineChart {
        LineChart {
            title: "A & B <\"test\">".to_owned(),
            x_label: "pairs".to_owned(),
            y_label: "LLR".to_owned(),
            series,
            levels: vec![Level::new("H1 & more", 2.94), Level::new("H0", -2.94)],
            log_y: false,
        }
    }

    #[test]
    fn bands_are_drawn_inside_the_chart_on_both_kinds_of_axis() {
        let points = vec![(0.0, 1.0), (1.0, 10.0), (2.0, 100.0), (3.0, 50.0)];
        let errors = vec![5.0, 3.0, 40.0, f64::INFINITY];
        for log_y in [false, true] {
            let series = vec![Series::new("a", points.clone()).with_errors(&errors)];
            let picture = line_chart(&LineChart {
                series,
                log_y,
                ..LineChart::default()
            });
            assert_eq!(check(&picture), Ok(()), "{picture}");
            let band = picture.split_once("<polygon points=\"").unwrap().1;
            let band = band.split_once('"').unwrap().0;
            let heights = band.split(' ').map(|p| p.split_once(',').unwrap().1);
            let heights: Vec<f64> = heights.map(|y| y.parse().unwrap()).collect();
            assert_eq!(heights.len(), 6, "{band}");
            assert!(heights.iter().all(|y| (52.0..=344.0).contains(y)), "{band}");
        }
    }

    #[test]
    fn any_input_gives_a_well_formed_picture() {
        let broken = vec![
            (0.0, 1.0),
            (1.0, f64::NAN),
            (2.0, f64::INFINITY),
            (3.0, 1.0),
        ];
        for series in [
            vec![],
            vec![Series::default()],
            vec![Series::new("one", vec![(5.0, 5.0)])],
            vec![Series::new("a<b", broken.clone()), Series::new("c", broken)],
        ] {
            let picture = line_chart(&chart(series));
            assert_eq!(check(&picture), Ok(()), "{picture}");
        }
    }

    #[test]
    fn a_gap_interrupts_the_curve_and_the_legend_names_several() {
        let gap = vec![
            (0.0, 0.0),
            (1.0, 1.0),
            (f64::NAN, 0.0),
            (2.0, 1.0),
            (3.0, 0.0),
        ];
        let one = line_chart(&chart(vec![Series::new("only", gap.clone())]));
        assert_eq!(one.matches("#0072b2").count(), 2, "{one}");
        assert!(!one.contains("only"));
        let two = line_chart(&chart(vec![
            Series::new("first", gap.clone()),
            Series::new("second", gap),
        ]));
        assert!(two.contains(">first<") && two.contains(">second<"));
    }

    #[test]
    fn a_million_points_stay_small_and_keep_their_extremes() {
        let mut points: Vec<_> = (0..1_000_000).map(|i| (f64::from(i), 0.0)).collect();
        points[777_777].1 = 9.0;
        let picture = line_chart(&chart(vec![Series::new("long", points)]));
        assert!(picture.len() < 100_000, "{}", picture.len());
        let thinned = thin(&[(0.1, 1.0), (0.2, 5.0), (0.3, -5.0), (0.4, 2.0), (1.0, 0.0)]);
        assert_eq!(
            thinned,
            [(0.1, 1.0), (0.2, 5.0), (0.3, -5.0), (0.4, 2.0), (1.0, 0.0)]
        );
    }
}
