//! What charts over two axes share: title, grid, ticks and labels.

use crate::axis::Axis;
use crate::palette::{FAINT, GRID, INK};
use crate::svg::{Align, Font, Point, Stroke, Svg};
use crate::text::{shorten, text_width};

/// The width of a chart.
pub const WIDTH: f64 = 760.0;

/// The left edge of a frame whose vertical axis has these ticks.
pub fn left_edge(y: &Axis) -> f64 {
    let ticks = y.ticks().map(|(_, label)| text_width(&label, 12.0));
    44.0 + ticks.fold(0.0, f64::max)
}

/// A picture with the frame of a chart between two corners. The labels are title, horizontal and
/// vertical axis.
pub fn framed(
    height: f64,
    [title, x_label, y_label]: [&str; 3],
    x: &Axis,
    y: &Axis,
    top_left: Point,
    bottom_right: Point,
) -> Svg {
    let ((left, top), (right, bottom)) = (top_left, bottom_right);
    let mut svg = Svg::new(WIDTH, height, title);
    let bold = Font::new(17.0, INK, Align::Start).bold();
    svg.text((left, 30.0), &shorten(title, 17.0, WIDTH - 40.0), bold);
    let small = |align| Font::new(12.0, FAINT, align);
    for (value, label) in y.ticks() {
        let at = y.pixel(value);
        svg.line((left, at), (right, at), Stroke::solid(GRID, 1.0));
        svg.text((left - 8.0, at + 4.0), &label, small(Align::End));
    }
    for (value, label) in x.ticks() {
        let at = x.pixel(value);
        svg.line((at, bottom), (at, bottom + 5.0), Stroke::solid(FAINT, 1.0));
        svg.text((at, bottom + 19.0), &label, small(Align::Middle));
    }
    let axes = [(left, top), (left, bottom), (right, bottom)];
    svg.polyline(&axes, Stroke::solid(FAINT, 1.0));
    let name = Font::new(13.0, INK, Align::Middle);
    let (middle, center) = ((left + right) / 2.0, (top + bottom) / 2.0);
    svg.text((middle, height - 14.0), x_label, name);
    svg.text_upwards((20.0, center), y_label, name);
    svg
}
