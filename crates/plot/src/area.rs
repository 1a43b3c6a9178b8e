//! Occupied rectangles, so that labels do not overlap.

use crate::svg::Point;

/// An occupied rectangle.
#[derive(Clone, Copy, Debug)]
pub struct Area {
    /// The top left corner.
    pub corner: Point,
    /// Width and height.
    pub size: (f64, f64),
}

impl Area {
    /// The area of a size around a middle.
    pub fn around(middle: Point, width: f64, height: f64) -> Self {
        Self {
            corner: (middle.0 - width / 2.0, middle.1 - height / 2.0),
            size: (width, height),
        }
    }

    /// Whether a line segment crosses the area, by clipping it to both intervals.
    pub fn meets(&self, &(from, to): &(Point, Point)) -> bool {
        let strip = |start: f64, end: f64, low: f64, size: f64| {
            let one = (low - start) / (end - start);
            let two = (low + size - start) / (end - start);
            match start == end {
                true if (low..=low + size).contains(&start) => (0.0, 1.0),
                true => (1.0, 0.0),
                false => (one.min(two).max(0.0), one.max(two).min(1.0)),
            }
        };
        let across = strip(from.0, to.0, self.corner.0, self.size.0);
        let down = strip(from.1, to.1, self.corner.1, self.size.1);
        across.0.max(down.0) < across.1.min(down.1)
    }

    /// Whether two areas overlap.
    pub fn touches(&self, other: &Self) -> bool {
        let apart = |a: f64, a_size: f64, b: f64, b_size: f64| a + a_size < b || b + b_size < a;
        !apart(self.corner.0, self.size.0, other.corner.0, other.size.0)
            && !apart(self.corner.1, self.size.1, other.corner.1, other.size.1)
    }
}

#[cfg(test)]
mod tests {
    use super::Area;

    #[test]
    fn lines_through_an_area_are_found() {
        let area = Area::around((10.0, 10.0), 4.0, 2.0);
        for line in [
            ((0.0, 10.0), (20.0, 10.0)),
            ((10.0, 0.0), (10.0, 20.0)),
            ((0.0, 0.0), (20.0, 20.0)),
        ] {
            assert!(area.meets(&line), "{line:?}");
        }
        for line in [
            ((0.0, 12.0), (20.0, 12.0)),
            ((0.0, 0.0), (5.0, 5.0)),
            ((0.0, 20.0), (20.0, 5.0)),
        ] {
            assert!(!area.meets(&line), "{line:?}");
        }
    }

    #[test]
    fn areas_touch_when_they_overlap_both_ways() {
        let area = |x, y| Area::around((x, y), 4.0, 2.0);
        assert!(area(0.0, 0.0).touches(&area(3.0, 1.0)));
        assert!(!area(0.0, 0.0).touches(&area(3.0, 3.0)));
        assert!(!area(0.0, 0.0).touches(&area(5.0, 1.0)));
    }
}
