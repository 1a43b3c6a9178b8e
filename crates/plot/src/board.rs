//! A board with pieces.

use crate::pieces::draw_piece;
use crate::svg::Svg;
use crate::xiangqi_board::xiangqi_board;

const SIZE: f64 = 28.0;
const MARGIN: f64 = 2.0;

/// The contents of a board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Board {
    /// The pieces as in the first field of a FEN: from the last rank down, digits for empty
    /// squares. Ten ranks are a board of xiangqi.
    pub placement: String,
}

impl Board {
    /// The board of a FEN, and the side to move in words.
    pub fn of_fen(fen: &str) -> (Self, &'static str) {
        let mut fields = fen.split(' ');
        let placement = fields.next().unwrap_or_default().to_owned();
        let board = Self { placement };
        let side = match (fields.next(), board.is_xiangqi()) {
            (Some("b"), _) => "Black",
            (_, true) => "Red",
            (_, false) => "White",
        };
        (board, side)
    }

    fn is_xiangqi(&self) -> bool {
        self.placement.split('/').count() == 10
    }
}

/// Draws a board with the first side at the bottom. Invalid characters are ignored.
pub fn board(board: &Board) -> String {
    if board.is_xiangqi() {
        return xiangqi_board(&board.placement);
    }
    let side = 8.0 * SIZE + 2.0 * MARGIN;
    let mut svg = Svg::new(side, side, &board.placement);
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
            if file < 8 {
                draw_piece(&mut svg, letter, corner(file, row), SIZE);
            }
            file += 1;
        }
    }
    svg.finish()
}

fn corner(file: usize, row: usize) -> (f64, f64) {
    (MARGIN + file as f64 * SIZE, MARGIN + row as f64 * SIZE)
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
            });
            assert_eq!(check(&picture), Ok(()), "{picture}");
            assert_eq!(picture.matches("White pawn").count(), pawns);
            assert!(!picture.contains("<text"), "a font may lack chess symbols");
        }
    }
}
