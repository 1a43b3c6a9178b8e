//! Heat maps of a chessboard.

use crate::palette::{FAINT, INK};
use crate::svg::{Align, Font, Svg};

const SIZE: f64 = 37.0;
const LEFT: f64 = 26.0;
const TOP: f64 = 44.0;
/// Texts on the squares, which keep their colors on a dark page.
const ON_SQUARE: [&str; 2] = ["#232323", "#fefefe"];

/// The contents of a heat map.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HeatMap {
    pub title: String,
    /// By square, from a1, b1 to h8. Missing values are zero.
    pub values: Vec<f64>,
}

/// Draws a heat map: darker squares have a larger share of the total. Shares are in percent.
pub fn heat_map(map: &HeatMap) -> String {
    let value = |square: usize| {
        let value = map.values.get(square).copied().unwrap_or(0.0);
        if value.is_finite() {
            value.max(0.0)
        } else {
            0.0
        }
    };
    let sum: f64 = (0..64).map(value).sum();
    let largest = (0..64).map(value).fold(0.0, f64::max);
    let mut svg = Svg::new(
        LEFT + 8.0 * SIZE + 14.0,
        TOP + 8.0 * SIZE + 28.0,
        &map.title,
    );
    svg.text(
        (LEFT, 28.0),
        &map.title,
        Font::new(15.0, INK, Align::Start).bold(),
    );
    for square in 0..64 {
        let (file, rank) = ((square % 8) as f64, (square / 8) as f64);
        let corner = (LEFT + file * SIZE, TOP + (7.0 - rank) * SIZE);
        // The square root shows small differences even if one square has nearly everything.
        let depth = (value(square) / largest.max(f64::MIN_POSITIVE)).sqrt();
        let share = 100.0 * value(square) / sum.max(f64::MIN_POSITIVE);
        svg.rectangle(corner, (SIZE - 1.0, SIZE - 1.0), &shade(depth));
        let color = ON_SQUARE[usize::from(depth > 0.6)];
        let middle = (corner.0 + SIZE / 2.0, corner.1 + SIZE / 2.0 + 4.0);
        let font = Font::new(11.0, color, Align::Middle);
        svg.text(middle, &format!("{share:.1}"), font);
    }
    let small = Font::new(12.0, FAINT, Align::Middle);
    for (index, file) in ('a'..='h').enumerate() {
        let at = (index as f64 + 0.5) * SIZE;
        svg.text(
            (LEFT + at, TOP + 8.0 * SIZE + 16.0),
            &file.to_string(),
            small,
        );
        svg.text(
            (LEFT - 12.0, TOP + 8.0 * SIZE - at + 4.0),
            &(index + 1).to_string(),
            small,
        );
    }
    svg.finish()
}

/// From nearly white to deep blue.
fn shade(depth: f64) -> String {
    let mix = |light: f64, dark: f64| (light + (dark - light) * depth).round() as u8;
    format!(
        "#{:02x}{:02x}{:02x}",
        mix(242.0, 0.0),
        mix(245.0, 72.0),
        mix(250.0, 140.0)
    )
}

#[cfg(test)]
mod tests {
    use super::{HeatMap, heat_map};
    use crate::well_formed::check;

    #[test]
    fn any_values_give_a_well_formed_picture() {
        for values in [
            vec![],
            vec![1.0; 64],
            vec![f64::NAN, -3.0, 5.0],
            vec![0.0; 99],
        ] {
            let title = "Kings & <others>".to_owned();
            let picture = heat_map(&HeatMap { title, values });
            assert_eq!(check(&picture), Ok(()), "{picture}");
        }
    }

    #[test]
    fn shares_stand_on_their_squares() {
        let mut values = vec![0.0; 64];
        (values[6], values[4]) = (3.0, 1.0);
        let picture = heat_map(&HeatMap {
            title: String::new(),
            values,
        });
        assert!(picture.contains(">75.0<") && picture.contains(">25.0<"));
    }
}
