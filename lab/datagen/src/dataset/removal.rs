//! Positions with a piece fewer: the imbalances that quiet positions of equal games lack.

use game::{Rng, Rules};

/// A position without one of its pieces, which is drawn; none if what is left is not legal. Castling and
/// en passant go, too: records do not have them.
pub(super) fn without_a_piece<R: Rules>(
    position: &R::Position,
    rng: &mut Rng,
) -> Option<R::Position> {
    let fen = R::fen(position);
    let (board, rest) = fen.split_once(' ')?;
    let side = rest.split(' ').next()?;
    let is_piece = |&(_, letter): &(usize, char)| {
        letter.is_ascii_alphabetic() && !letter.eq_ignore_ascii_case(&'k')
    };
    let pieces: Vec<usize> = board
        .char_indices()
        .filter(is_piece)
        .map(|(place, _)| place)
        .collect();
    let &place = rng.choose(&pieces)?;
    let board = emptied(board, place);
    let number = R::move_number(position);
    R::parse_fen(&format!("{board} {side} - - 0 {number}")).ok()
}

/// The board of a FEN with an empty square instead of the piece at a place of the text.
pub fn emptied(board: &str, place: usize) -> String {
    let mut text = String::new();
    let mut empty = 0;
    let flush = |text: &mut String, empty: &mut u32| {
        if *empty > 0 {
            text.push_str(&empty.to_string());
            *empty = 0;
        }
    };
    for (at, letter) in board.char_indices() {
        match letter.to_digit(10) {
            Some(count) => empty += count,
            None if at == place => empty += 1,
            None => {
                flush(&mut text, &mut empty);
                text.push(letter);
            }
        }
    }
    flush(&mut text, &mut empty);
    text
}

#[cfg(test)]
mod tests {
    use chess::Chess;
    use game::Rng;
    use xiangqi::Xiangqi;

    use super::{emptied, without_a_piece};

    #[test]
    fn an_empty_square_joins_its_neighbors() {
        let board = "r3k2r/p7";
        assert_eq!(emptied(board, 0), "4k2r/p7");
        assert_eq!(emptied(board, 4), "r3k3/p7");
        assert_eq!(emptied(board, 6), "r3k2r/8");
    }

    #[test]
    fn a_piece_is_gone_and_the_side_to_move_stays() {
        let mut rng = Rng::new(1);
        for _ in 0..100 {
            let start = chess::Position::start();
            if let Some(less) = without_a_piece::<Chess>(&start, &mut rng) {
                assert_eq!(less.occupied().count(), 31);
                assert_eq!(less.side_to_move(), start.side_to_move());
            }
            let start = xiangqi::Position::start();
            let less = without_a_piece::<Xiangqi>(&start, &mut rng);
            assert!(less.is_none_or(|less| less.occupied().count() == 31));
        }
    }
}
