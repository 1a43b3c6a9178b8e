//! The start positions of Chess960, by their usual numbers.

use crate::Position;

/// How many there are.
pub const COUNT: usize = 960;

/// Where the two knights stand among the five squares that bishops and queen leave.
const KNIGHTS: [(usize, usize); 10] = [
    (0, 1),
    (0, 2),
    (0, 3),
    (0, 4),
    (1, 2),
    (1, 3),
    (1, 4),
    (2, 3),
    (2, 4),
    (3, 4),
];

/// The start position with a number below [`COUNT`]; 518 is that of standard chess.
pub fn start(number: usize) -> Position {
    double_start(number, number)
}

/// The start of double Chess960, where each side has a number of its own.
pub fn double_start(white: usize, black: usize) -> Position {
    let rank = |number| back_rank(number % COUNT);
    let (white, black) = (rank(white), rank(black).to_ascii_lowercase());
    let fen = format!("{black}/pppppppp/8/8/8/8/PPPPPPPP/{white} w KQkq - 0 1");
    let mut position = Position::from_fen(&fen).expect("every start position is valid");
    position.set_chess960(true);
    position
}

/// White's first rank, as Scharnagl numbers them: the remainders of the number place the bishop on
/// light squares, the one on dark squares, the queen and the knights; rook, king and rook take
/// what is left.
fn back_rank(number: usize) -> String {
    let mut rank = [None; 8];
    rank[number % 4 * 2 + 1] = Some('B');
    rank[number / 4 % 4 * 2] = Some('B');
    place(&mut rank, number / 16 % 6, 'Q');
    let (first, second) = KNIGHTS[number / 96];
    // The second first, because it stands behind the first: that one's number stays right.
    place(&mut rank, second, 'N');
    place(&mut rank, first, 'N');
    for piece in ['R', 'K', 'R'] {
        place(&mut rank, 0, piece);
    }
    rank.into_iter().flatten().collect()
}

/// Puts a piece on the empty square with a number from the left.
fn place(rank: &mut [Option<char>; 8], number: usize, piece: char) {
    if let Some(square) = rank
        .iter_mut()
        .filter(|square| square.is_none())
        .nth(number)
    {
        *square = Some(piece);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::{COUNT, back_rank, double_start, start};

    #[test]
    fn numbers_are_the_usual_ones() {
        assert_eq!(back_rank(0), "BBQNNRKR");
        assert_eq!(back_rank(518), "RNBQKBNR");
        assert_eq!(back_rank(959), "RKRNNQBB");
        assert!(start(518).is_chess960());
        let double = double_start(518, 0).fen();
        assert!(double.starts_with("bbqnnrkr/pppppppp/"), "{double}");
        assert!(double.contains("/RNBQKBNR w "), "{double}");
    }

    #[test]
    fn every_number_is_another_lawful_start() {
        let mut seen = HashSet::new();
        for number in 0..COUNT {
            let rank = back_rank(number);
            let files = |piece| rank.match_indices(piece).map(|(file, _)| file);
            let king = files('K').next().unwrap();
            assert!(files('R').min().unwrap() < king && king < files('R').max().unwrap());
            assert_eq!(files('B').sum::<usize>() % 2, 1, "{rank}");
            assert!(start(number).has_legal_move());
            assert!(seen.insert(rank));
        }
    }
}
