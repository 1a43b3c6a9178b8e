//! Opening repertoire: the first moves of a game as masters play them, in proportion to the points
//! they made. The stronger a level, the longer it knows what to play.
//!
//! The books are those of `quietus-lab book make games.pgn --plies 16 --min-games 40`.

use std::slice;

use evaluation::Evaluated;
use game::{Codes, Dense, Position, Rng};
use polyglot::{Book, Variety};

use crate::Player;

/// What the hash decides.
const PURPOSE: u64 = 6;

impl Player {
    /// The moves to choose from: that of the repertoire, if it has one for this position and the
    /// level still knows it, else all that are allowed.
    pub(crate) fn with_repertoire<'a, G: Codes + Evaluated>(
        self,
        position: &G::Position,
        allowed: &'a [G::Move],
    ) -> &'a [G::Move] {
        let known = self.repertoire_move::<G>(position);
        let index = known.and_then(|known| allowed.iter().position(|&mv| mv == known));
        index.map_or(allowed, |index| slice::from_ref(&allowed[index]))
    }

    fn repertoire_move<G: Codes + Evaluated>(self, position: &G::Position) -> Option<G::Move> {
        let full_moves = G::move_number(position).saturating_sub(1);
        let plies = 2 * u64::from(full_moves) + position.side_to_move().index() as u64;
        if plies >= u64::from(self.level.opening_plies()) {
            return None;
        }
        let mut rng = Rng::new(position.keys().full ^ self.seed.rotate_left(32) ^ PURPOSE);
        repertoire::<G>()?.choose(position, Variety::Weighted, &mut rng)
    }
}

/// The book of a game that has one.
fn repertoire<G: Codes>() -> Option<Book<G>> {
    let book = || Book::parse(G::REPERTOIRE).expect("embedded books are whole and sorted");
    (!G::REPERTOIRE.is_empty()).then(book)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use chess::{Chess, Position};
    use evaluation::Evaluated;
    use game::Codes;
    use xiangqi::Xiangqi;

    use super::{Player, repertoire};
    use crate::Level;

    const fn player(elo: u16, seed: u64) -> Player {
        let level = Level::new(elo);
        Player { level, seed }
    }

    #[test]
    fn first_moves_are_usual_and_vary() {
        let start = Position::start();
        let first_moves: HashSet<String> = (0..60)
            .filter_map(|seed| player(1400, seed).repertoire_move::<Chess>(&start))
            .map(|mv| mv.to_string())
            .collect();
        assert!(first_moves.len() >= 3, "{first_moves:?}");
        let usual = ["e2e4", "d2d4", "g1f3", "c2c4", "b2b3", "g2g3"];
        assert!(first_moves.iter().all(|mv| usual.contains(&mv.as_str())));
        let xiangqi = xiangqi::Position::start();
        assert!(
            player(600, 1)
                .repertoire_move::<Xiangqi>(&xiangqi)
                .is_some()
        );
    }

    #[test]
    fn a_strong_level_knows_more_moves() {
        let mut position = Position::start();
        for (ply, text) in ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6"]
            .into_iter()
            .enumerate()
        {
            let knows = |elo| player(elo, 1).repertoire_move::<Chess>(&position).is_some();
            assert_eq!((knows(600), knows(2400)), (ply < 4, true), "{ply}");
            position.play(position.parse_san(text).unwrap());
        }
    }

    #[test]
    fn a_move_that_is_not_allowed_is_not_played() {
        let start = Position::start();
        let rare = [start.parse_san("a3").unwrap()];
        assert_eq!(
            player(1400, 1).with_repertoire::<Chess>(&start, &rare),
            rare
        );
        let moves = start.legal_moves();
        assert_eq!(
            player(1400, 1)
                .with_repertoire::<Chess>(&start, &moves)
                .len(),
            1
        );
    }

    /// The books alone lead to nearly all of their entries; to the others, rarer moves do.
    #[test]
    fn the_books_lead_to_their_entries() {
        fn reached<G: Codes + Evaluated>(start: &G::Position) -> f64 {
            let mut moves = HashSet::new();
            let book = repertoire::<G>().expect("a book");
            for line in book.lines(start, usize::MAX) {
                let mut position = start.clone();
                for mv in line {
                    moves.insert((G::book_key(&position), G::book_code(mv)));
                    G::play(&mut position, mv);
                }
            }
            moves.len() as f64 / book.len() as f64
        }
        let chess = reached::<Chess>(&Position::start());
        let xiangqi = reached::<Xiangqi>(&xiangqi::Position::start());
        assert!(chess > 0.95 && xiangqi > 0.95, "{chess} {xiangqi}");
    }
}
