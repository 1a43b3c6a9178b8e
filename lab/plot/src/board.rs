//! A chessboard with pieces.

use crate::svg::{Align, Font, Svg};

const SIZE: f64 = 34.0;
const MARGIN: f64 = 10.0;
const LINE: f64 = 17.0;

/// The contents of a board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Board {
    /// The pieces as in the first field of a FEN: from the eighth rank down, digits for empty
    /// squares.
    pub placement: String,
    /// The caption lines below the board.
    pub caption: Vec<String>,
}

/// Draws a board with White at the bottom. Invalid characters are ignored.
#[must_use]
pub fn board(board: &Board) -> String {
    let side = 8.0 * SIZE + 2.0 * MARGIN;
    let height = side + LINE * board.caption.len() as f64;
    let mut svg = Svg::new(side, height, &board.placement);
    for square in 0..64 {
        let (file, row) = (square % 8, square / 8);
        let fill = if (file + row) % 2 == 0 {
            "#f0ead8"
        } else {
            "#b9a684"
        };
        svg.rectangle(corner(file, row), (SIZE, SIZE), fill);
    }
    for (row, rank) in board.placement.split('/').take(8).enumerate() {
        let mut file = 0;
        for letter in rank.chars() {
            if let Some(empty) = letter.to_digit(10) {
                file += empty as usize;
                continue;
            }
            if let Some(glyph) = glyph(letter).filter(|_| file < 8) {
                let (x, y) = corner(file, row);
                let at = (x + SIZE / 2.0, y + 0.78 * SIZE);
                svg.text(at, glyph, Font::new(0.82 * SIZE, "#111111", Align::Middle));
            }
            file += 1;
        }
    }
    for (number, line) in board.caption.iter().enumerate() {
        let at = (MARGIN, side + 4.0 + LINE * number as f64);
        svg.text(at, line, Font::new(12.0, "#222222", Align::Start));
    }
    svg.finish()
}

fn corner(file: usize, row: usize) -> (f64, f64) {
    (MARGIN + file as f64 * SIZE, MARGIN + row as f64 * SIZE)
}

/// The Unicode symbol of a piece; the variation selector after it asks for text instead of emoji.
fn glyph(letter: char) -> Option<&'static str> {
    Some(match letter {
        'K' => "♔\u{fe0e}",
        'Q' => "♕\u{fe0e}",
        'R' => "♖\u{fe0e}",
        'B' => "♗\u{fe0e}",
        'N' => "♘\u{fe0e}",
        'P' => "♙\u{fe0e}",
        'k' => "♚\u{fe0e}",
        'q' => "♛\u{fe0e}",
        'r' => "♜\u{fe0e}",
        'b' => "♝\u{fe0e}",
        'n' => "♞\u{fe0e}",
        'p' => "♟\u{fe0e}",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::{Board, board};
    use crate::well_formed::check;

    #[test]
    fn pieces_are_placed_and_invalid_text_is_ignored() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
        for (placement, pawns) in [(start, 8), ("", 0), ("PPPPPPPPPPPP/9P/<&>/P", 9)] {
            let picture = board(&Board {
                placement: placement.to_owned(),
                caption: vec!["White & Black".to_owned()],
            });
            assert_eq!(check(&picture), Ok(()), "{picture}");
            assert_eq!(picture.matches('♙').count(), pawns, "{placement}");
        }
    }
}
