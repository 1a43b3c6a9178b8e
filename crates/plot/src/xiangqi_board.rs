//! A xiangqi board: pieces are discs with their letter, because few fonts outside Asia have the
//! characters.

use crate::svg::{Align, Font, Point, Stroke, Svg};

const STEP: f64 = 26.0;
const FILES: usize = 9;
const RANKS: usize = 10;
const LINE: Stroke<'_> = Stroke::solid("#8a7650", 1.0);
const RIM: Stroke<'_> = Stroke::solid("#5a4a2a", 1.2);
const RED: &str = "#b3261e";
const BLACK: &str = "#1a1a1a";

/// Draws the pieces of a FEN's first field, Red at the bottom. Invalid characters are ignored.
pub fn xiangqi_board(placement: &str) -> String {
    let (width, height) = (FILES as f64 * STEP, RANKS as f64 * STEP);
    let mut svg = Svg::new(width, height, placement);
    svg.rectangle((0.0, 0.0), (width, height), "#f0ead8");
    draw_lines(&mut svg);
    for (row, rank) in placement.split('/').take(RANKS).enumerate() {
        let mut file = 0;
        for letter in rank.chars() {
            if let Some(empty) = letter.to_digit(10) {
                file += empty as usize;
                continue;
            }
            if let (Some(name), true) = (name(letter), file < FILES) {
                draw_piece(&mut svg, letter, name, point(file, row));
            }
            file += 1;
        }
    }
    svg.finish()
}

fn draw_lines(svg: &mut Svg) {
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

fn draw_piece(svg: &mut Svg, letter: char, name: &str, (x, y): Point) {
    let (side, color) = match letter.is_ascii_uppercase() {
        true => ("Red", RED),
        false => ("Black", BLACK),
    };
    svg.hint(&format!("{side} {name}"), |svg| {
        svg.disc((x, y), 0.45 * STEP, "#fdfdfd", RIM);
        let text = letter.to_ascii_uppercase().to_string();
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
    ((file as f64 + 0.5) * STEP, (row as f64 + 0.5) * STEP)
}

#[cfg(test)]
mod tests {
    use super::xiangqi_board;
    use crate::well_formed::check;

    #[test]
    fn pieces_are_placed_and_invalid_text_is_ignored() {
        let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR";
        for (placement, pawns) in [(start, 5), ("", 0), ("PPPPPPPPPPPP/9P/<&>/P", 10)] {
            let picture = xiangqi_board(placement);
            assert_eq!(check(&picture), Ok(()), "{picture}");
            assert_eq!(picture.matches("Red pawn").count(), pawns);
        }
    }
}
