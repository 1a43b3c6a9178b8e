//! A xiangqi board: pieces are discs with the letter of WXF, because few fonts outside Asia have the
//! characters.

use crate::board::SIZE;
use crate::svg::{Align, Font, Point, Stroke, Svg};

const FILES: usize = 9;
const RANKS: usize = 10;
const LINE: Stroke<'_> = Stroke::solid("#8a7650", 1.0);
const RIM: Stroke<'_> = Stroke::solid("#5a4a2a", 1.2);
const RED: &str = "#b3261e";
const BLACK: &str = "#1a1a1a";

/// Draws the board below the pieces.
pub fn draw_lines(svg: &mut Svg) {
    let size = (FILES as f64 * SIZE, RANKS as f64 * SIZE);
    svg.rectangle((0.0, 0.0), size, "#f0ead8");
    for row in 0..RANKS {
        svg.line(point(0, row), point(FILES - 1, row), LINE);
    }
    for file in 0..FILES {
        // The river lies between the halves.
        let is_edge = file == 0 || file == FILES - 1;
        let river = if is_edge { 9..9 } else { 4..5 };
        svg.line(point(file, 0), point(file, river.start), LINE);
        svg.line(point(file, river.end), point(file, 9), LINE);
    }
    for row in [0, 7] {
        svg.line(point(3, row), point(5, row + 2), LINE);
        svg.line(point(5, row), point(3, row + 2), LINE);
    }
}

/// Draws a piece, given by its FEN letter, in the area with this corner. Other letters are ignored.
pub fn draw_piece(svg: &mut Svg, letter: char, corner: Point) {
    let Some(name) = name(letter) else {
        return;
    };
    let (side, color) = match letter.is_ascii_uppercase() {
        true => ("Red", RED),
        false => ("Black", BLACK),
    };
    let (x, y) = (corner.0 + SIZE / 2.0, corner.1 + SIZE / 2.0);
    svg.hint(&format!("{side} {name}"), |svg| {
        svg.disc((x, y), 0.45 * SIZE, "#fdfdfd", RIM);
        let text = name[..1].to_ascii_uppercase();
        let font = Font::new(14.0, color, Align::Middle).bold();
        svg.text((x, y + 5.0), &text, font);
    });
}

/// The piece of a FEN letter.
const fn name(letter: char) -> Option<&'static str> {
    Some(match letter.to_ascii_lowercase() {
        'k' => "king",
        'a' => "advisor",
        'b' => "elephant",
        'n' => "horse",
        'r' => "rook",
        'c' => "cannon",
        'p' => "pawn",
        _ => return None,
    })
}

const fn point(file: usize, row: usize) -> Point {
    ((file as f64 + 0.5) * SIZE, (row as f64 + 0.5) * SIZE)
}
