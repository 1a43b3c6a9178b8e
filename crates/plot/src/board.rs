//! A board with pieces.

use crate::svg::{Point, Svg};
use crate::{line_board, pieces};

/// The side of a square; on a board of lines, of the area around a point.
pub(crate) const SIZE: f64 = 28.0;

/// The contents of a board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Board {
    /// The pieces as in the first field of a FEN: from the last rank down, digits for empty
    /// squares. Ten ranks are a board of lines with pieces on its points.
    pub placement: String,
}

impl Board {
    /// The board of a FEN, and the side to move in words.
    pub fn of_fen(fen: &str) -> (Self, &'static str) {
        let mut fields = fen.split(' ');
        let placement = fields.next().unwrap_or_default().to_owned();
        let board = Self { placement };
        let side = match (fields.next(), board.has_lines()) {
            (Some("b"), _) => "Black",
            (_, true) => "Red",
            (_, false) => "White",
        };
        (board, side)
    }

    fn has_lines(&self) -> bool {
        self.placement.split('/').count() == 10
    }

    fn draw_piece(&self, svg: &mut Svg, letter: char, corner: Point) {
        if self.has_lines() {
            line_board::draw_piece(svg, letter, corner);
        } else {
            pieces::draw_piece(svg, letter, corner, SIZE);
        }
    }
}

/// Draws a board with the first side at the bottom. Invalid characters are ignored.
pub fn board(board: &Board) -> String {
    let (files, ranks) = if board.has_lines() { (9, 10) } else { (8, 8) };
    let (width, height) = corner(files, ranks);
    let mut svg = Svg::new(width, height, &board.placement);
    if board.has_lines() {
        line_board::draw_lines(&mut svg);
    } else {
        draw_squares(&mut svg);
    }
    for (row, rank) in board.placement.split('/').take(ranks).enumerate() {
        let mut file = 0;
        for letter in rank.chars() {
            if let Some(empty) = letter.to_digit(10) {
                file += empty as usize;
                continue;
            }
            if file < files {
                board.draw_piece(&mut svg, letter, corner(file, row));
            }
            file += 1;
        }
    }
    svg.finish()
}

fn draw_squares(svg: &mut Svg) {
    for square in 0..64 {
        let (file, row) = (square % 8, square / 8);
        let fill = if (file + row) % 2 == 0 {
            "#f0ead8"
        } else {
            "#b9a684"
        };
        svg.rectangle(corner(file, row), (SIZE, SIZE), fill);
    }
}

fn corner(file: usize, row: usize) -> Point {
    (file as f64 * SIZE, row as f64 * SIZE)
}

#[cfg(test)]
mod tests {
    use super::{Board, board};
    use crate::well_formed::check;

    fn start(placement: &str) -> Board {
        Board {
            placement: placement.to_owned(),
        }
    }

    #[test]
    fn pieces_are_placed_and_invalid_text_is_ignored() {
        let usual = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
        for (placement, pawns) in [(usual, 8), ("", 0), ("PPPPPPPPPPPP/9P/<&>/P", 9)] {
            let picture = board(&start(placement));
            assert_eq!(check(&picture), Ok(()), "{picture}");
            assert_eq!(picture.matches("White pawn").count(), pawns);
            assert!(!picture.contains("<text"), "a font may lack chess symbols");
        }
        let usual = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR";
        for (placement, pawns) in [(usual, 5), ("PPPPPPPPPPPP/9P/<&>/P//////", 10)] {
            let picture = board(&start(placement));
            assert_eq!(check(&picture), Ok(()), "{picture}");
            assert_eq!(picture.matches("Red pawn").count(), pawns);
        }
    }
}
