//! SVG elements, written as they are drawn.

use std::fmt::Write as _;

use crate::palette::{FONT_FAMILY, PAPER};
use crate::raster::Raster;
use crate::text::escape;

/// Pictures from this width on are not shrunk to a narrow window but scrolled.
const WIDE: f64 = 600.0;

/// A point: pixels from the left and from the top.
pub type Point = (f64, f64);

/// How a line is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke<'a> {
    /// A CSS color.
    pub color: &'a str,
    /// The width in pixels.
    pub width: f64,
    /// Dashed instead of solid.
    pub dashed: bool,
}

impl<'a> Stroke<'a> {
    /// A solid line.
    pub const fn solid(color: &'a str, width: f64) -> Self {
        Self {
            color,
            width,
            dashed: false,
        }
    }

    /// A dashed line.
    pub const fn dashed(color: &'a str, width: f64) -> Self {
        Self {
            color,
            width,
            dashed: true,
        }
    }
}

/// Which part of a text is at its point (text-anchor).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// The text starts there.
    Start,
    /// Its middle is there.
    Middle,
    /// It ends there.
    End,
}

/// How a text is written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Font<'a> {
    /// The size in pixels.
    pub size: f64,
    /// A CSS color.
    pub color: &'a str,
    /// The alignment.
    pub align: Align,
    /// Bold instead of regular.
    pub bold: bool,
}

impl<'a> Font<'a> {
    /// A regular font.
    pub const fn new(size: f64, color: &'a str, align: Align) -> Self {
        Self {
            size,
            color,
            align,
            bold: false,
        }
    }

    /// The same in bold.
    #[must_use]
    pub const fn bold(self) -> Self {
        Self { bold: true, ..self }
    }
}

/// A picture being drawn. Later elements cover earlier ones.
#[derive(Clone, Debug)]
pub struct Svg {
    text: String,
}

impl Svg {
    /// An empty white picture. The title is what a screen reader says.
    pub fn new(width: f64, height: f64, title: &str) -> Self {
        let mut svg = Self {
            text: String::new(),
        };
        let (w, h) = (Number(width), Number(height));
        let class = if width >= WIDE { " class=\"wide\"" } else { "" };
        svg.put(format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{h}\" \
             viewBox=\"0 0 {w} {h}\"{class} role=\"img\" font-family=\"{FONT_FAMILY}\">\n\
             <title>{}</title>\n\
             <rect width=\"{w}\" height=\"{h}\" fill=\"{PAPER}\"/>\n",
            escape(title)
        ));
        svg
    }

    /// A straight line.
    pub fn line(&mut self, from: Point, to: Point, stroke: Stroke) {
        self.polyline(&[from, to], stroke);
    }

    /// A line through points.
    pub fn polyline(&mut self, points: &[Point], stroke: Stroke) {
        self.put(format_args!("<polyline points=\""));
        self.points(points);
        let dash = if stroke.dashed {
            " stroke-dasharray=\"6 4\""
        } else {
            ""
        };
        self.put(format_args!(
            "\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\"{dash} stroke-linejoin=\"round\"/>\n",
            escape(stroke.color),
            Number(stroke.width),
        ));
    }

    /// A translucent area inside points.
    pub fn polygon(&mut self, points: &[Point], fill: &str) {
        self.put(format_args!("<polygon points=\""));
        self.points(points);
        let fill = escape(fill);
        self.put(format_args!("\" fill=\"{fill}\" fill-opacity=\"0.16\"/>\n"));
    }

    fn points(&mut self, points: &[Point]) {
        for (index, &(x, y)) in points.iter().enumerate() {
            let space = if index == 0 { "" } else { " " };
            self.put(format_args!("{space}{},{}", Number(x), Number(y)));
        }
    }

    /// A path, moved to a corner and scaled.
    pub fn path(&mut self, corner: Point, scale: f64, path: &str, fill: &str, rim: Stroke) {
        self.put(format_args!(
            "<path transform=\"translate({} {}) scale({})\" d=\"{}\" fill=\"{}\" stroke=\"{}\" \
             stroke-width=\"{}\" stroke-linejoin=\"round\"/>\n",
            Number(corner.0),
            Number(corner.1),
            Number(scale),
            escape(path),
            escape(fill),
            escape(rim.color),
            Number(rim.width),
        ));
    }

    /// A filled disc with a rim.
    pub fn disc(&mut self, center: Point, radius: f64, fill: &str, rim: Stroke) {
        self.put(format_args!(
            "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{}\" stroke=\"{}\" stroke-width=\"{}\"/>\n",
            Number(center.0),
            Number(center.1),
            Number(radius),
            escape(fill),
            escape(rim.color),
            Number(rim.width),
        ));
    }

    /// A filled rectangle with slightly rounded corners, from its top left corner.
    pub fn rectangle(&mut self, corner: Point, (width, height): (f64, f64), fill: &str) {
        self.put(format_args!(
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"3\" fill=\"{}\"/>\n",
            Number(corner.0),
            Number(corner.1),
            Number(width),
            Number(height),
            escape(fill),
        ));
    }

    /// A grid of colored cells with sharp edges, from its top left corner.
    pub fn raster(&mut self, corner: Point, (width, height): (f64, f64), raster: &Raster) {
        self.put(format_args!(
            "<image x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" preserveAspectRatio=\"none\" \
             image-rendering=\"optimizeSpeed\" style=\"image-rendering: pixelated\" href=\"{}\"/>\n",
            Number(corner.0),
            Number(corner.1),
            Number(width),
            Number(height),
            raster.address(),
        ));
    }

    /// A text whose baseline is at the point.
    pub fn text(&mut self, at: Point, text: &str, font: Font) {
        self.put(format_args!(
            "<text x=\"{}\" y=\"{}\"{}>{}</text>\n",
            Number(at.0),
            Number(at.1),
            Style(font),
            escape(text),
        ));
    }

    /// A text rotated upward from the point.
    pub fn text_upwards(&mut self, at: Point, text: &str, font: Font) {
        let (x, y) = (Number(at.0), Number(at.1));
        self.put(format_args!(
            "<text x=\"{x}\" y=\"{y}\" transform=\"rotate(-90 {x} {y})\"{}>{}</text>\n",
            Style(font),
            escape(text),
        ));
    }

    /// Draws elements as a group with a tooltip.
    pub fn hint(&mut self, hint: &str, draw: impl FnOnce(&mut Self)) {
        self.put(format_args!("<g><title>{}</title>\n", escape(hint)));
        draw(self);
        self.put(format_args!("</g>\n"));
    }

    /// The whole picture.
    pub fn finish(mut self) -> String {
        self.text.push_str("</svg>\n");
        self.text
    }

    fn put(&mut self, text: std::fmt::Arguments) {
        self.text
            .write_fmt(text)
            .expect("writing to a string cannot fail");
    }
}

/// A coordinate with up to two decimals. NaN would make the picture invalid, so it becomes 0.
struct Number(f64);

impl std::fmt::Display for Number {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let rounded = (self.0 * 100.0).round() / 100.0;
        // Adding 0 turns a negative zero into a plain one.
        write!(
            f,
            "{}",
            if rounded.is_finite() {
                rounded + 0.0
            } else {
                0.0
            }
        )
    }
}

/// The attributes of a text.
struct Style<'a>(Font<'a>);

impl std::fmt::Display for Style<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Font {
            size,
            color,
            align,
            bold,
        } = self.0;
        let anchor = match align {
            Align::Start => "",
            Align::Middle => " text-anchor=\"middle\"",
            Align::End => " text-anchor=\"end\"",
        };
        let weight = if bold { " font-weight=\"bold\"" } else { "" };
        write!(
            f,
            " font-size=\"{}\" fill=\"{}\"{anchor}{weight}",
            Number(size),
            escape(color)
        )
    }
}

#[cfg(test)]
mod tests {
    use super::{Align, Font, Stroke, Svg};
    use crate::raster::Raster;
    use crate::well_formed::check;

    #[test]
    fn every_element_is_well_formed() {
        let mut svg = Svg::new(100.0, 50.5, "a <title> & more");
        svg.polyline(
            &[(0.0, 1.004), (f64::NAN, -0.001)],
            Stroke::dashed("#000", 1.0),
        );
        svg.polygon(&[(0.0, 0.0), (1.0, 1.0), (0.0, 1.0)], "\"");
        svg.hint("\"hint\"", |svg| {
            svg.path((1.0, 2.0), 0.5, "M0 0H9Z", "<", Stroke::solid("#000", 1.0));
            svg.disc((5.0, 5.0), 2.0, "red", Stroke::solid("\"", 1.0));
            svg.rectangle((1.0, 2.0), (3.0, 4.0), "white");
            svg.raster((1.0, 2.0), (30.0, 40.0), &Raster::new(3, 4));
        });
        let font = Font::new(12.0, "#333", Align::Middle);
        svg.text((1.0, 2.0), "1 < 2", font.bold());
        svg.text_upwards((1.0, 2.0), "up", font);
        let picture = svg.finish();
        assert_eq!(check(&picture), Ok(()));
        assert!(picture.contains("points=\"0,1 0,0\""), "{picture}");
        assert!(picture.contains(">1 &lt; 2</text>"), "{picture}");
    }
}
