//! The shapes of the chess pieces: fonts without chess symbols show nothing in their place.

use crate::svg::{Point, Stroke, Svg};

/// The side of the square that the shapes are drawn in.
const BOX: f64 = 45.0;
/// The fill, the outline and the details of the white and the black pieces. They are no colors of the
/// palette, because the squares below them stay light on a dark page.
const COLORS: [[&str; 3]; 2] = [
    ["#fdfdfd", "#1a1a1a", "#1a1a1a"],
    ["#2b2b2b", "#0a0a0a", "#f2f2f2"],
];

/// Draws a piece, given by its FEN letter, on the square with this corner and size. Other letters are
/// ignored.
pub fn draw_piece(svg: &mut Svg, letter: char, corner: Point, size: f64) {
    let Some((name, outline, details)) = shape(letter.to_ascii_lowercase()) else {
        return;
    };
    let (color, [fill, rim, line]) = match letter.is_ascii_uppercase() {
        true => ("White", COLORS[0]),
        false => ("Black", COLORS[1]),
    };
    let scale = size / BOX;
    svg.hint(&format!("{color} {name}"), |svg| {
        svg.path(corner, scale, outline, fill, Stroke::solid(rim, 1.6));
        if !details.is_empty() {
            svg.path(corner, scale, details, "none", Stroke::solid(line, 1.6));
        }
    });
}

/// The name, the outline and the lines inside of it.
fn shape(letter: char) -> Option<(&'static str, &'static str, &'static str)> {
    Some(match letter {
        'p' => (
            "pawn",
            "M22.5 8A5.6 5.6 0 0 1 26.4 17.6L29.5 20 27 21.5C27.4 26 29 29 32 32L34 38.5H11L13 32\
             C16 29 17.6 26 18 21.5L15.5 20 18.6 17.6A5.6 5.6 0 0 1 22.5 8Z",
            "",
        ),
        'n' => (
            "knight",
            "M12.5 38.5C12.5 30 20.5 28 20.5 21.5 17.5 22.5 14.5 25.5 11.5 26.5 9 26 8 23.5 9 21.5\
             11.5 18 12.5 14.5 15 12L14.5 6.5 19 9.5C28.5 9 34.5 16.5 34.5 27.5 34.5 32 33.8 35.5 \
             33.5 38.5Z",
            "M16.2 15.2h.9M28 15.5C31 20 31.5 27 30.5 34",
        ),
        'b' => (
            "bishop",
            "M22.5 5.5A2.7 2.7 0 0 1 24.4 10.2C28 13.5 31.5 20.5 28 28.5L25.5 30.5 26 33.5 \
             33 35V38.5H12V35L19 33.5 19.5 30.5 17 28.5C13.5 20.5 17 13.5 20.6 10.2A2.7 2.7 0 0 1 \
             22.5 5.5Z",
            "M22.5 15.5V24M18.5 19.5H26.5M17.5 28.5H27.5",
        ),
        'r' => (
            "rook",
            "M10.5 38.5V34.5H13L15 31.5V18L12 15V8H17V11H20V8H25V11H28V8H33V15L30 18V31.5L32 34.5\
             H34.5V38.5Z",
            "M14 17.5H31M14.5 32H30.5",
        ),
        'q' => (
            "queen",
            "M11 38.5V34.5L12.5 30.5 7.5 14.5 14.5 21.5 14.8 9.5 20 20.5 22.5 7.5 25 20.5 30.2 9.5 \
             30.5 21.5 37.5 14.5 32.5 30.5 34 34.5V38.5Z",
            "M12.5 30.5H32.5M11.5 34.5H33.5",
        ),
        'k' => (
            "king",
            "M11.5 38.5V32.5C5.5 27.5 6.5 18.5 14 18 17.5 17.8 19.5 19 21 20.5V13H17.5V10H21V6.5\
             H24V10H27.5V13H24V20.5C25.5 19 27.5 17.8 31 18 38.5 18.5 39.5 27.5 33.5 32.5V38.5Z",
            "M11.5 32.5H33.5M22.5 21V32.5",
        ),
        _ => return None,
    })
}
