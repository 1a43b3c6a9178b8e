//! Draws openings at random.

use std::ops::RangeInclusive;

use chess::Chess;
use game::{Facts, Rng, Rules, error_enum};

use crate::book::{Book, BookError};
use crate::random_move;

/// After so many openings in a row that ended the game, the settings cannot be met.
const TRIES: usize = 10_000;

/// A start position and first moves that are not the players' own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening<R: Rules = Chess> {
    /// Where the moves start.
    pub start: R::Position,
    pub moves: Vec<R::Move>,
}

impl<R: Rules> Opening<R> {
    /// The position after the moves, with them in its history.
    pub fn position(&self) -> R::Position {
        let mut position = self.start.clone();
        self.moves.iter().for_each(|&mv| R::play(&mut position, mv));
        position
    }
}

error_enum! {
    /// Why no opening could be drawn.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum OpeningError {
        /// The book is bad.
        Book(error: BookError) => "{error}";
        /// Every opening drawn ended the game.
        NeverOpen => "{TRIES} openings in a row were already game over";
    }
}

/// What openings are drawn from.
#[derive(Clone, Debug)]
pub struct Openings<R: Rules = Chess> {
    /// A book of openings to start from; without one, the start of the game.
    pub book: Option<Book<R>>,
    /// The share of openings without a book that start from a shuffled start position, 0 to 1: in
    /// chess double Chess960 (DFRC), where each side has a start position of its own.
    pub shuffled: f64,
    /// How many random plies follow, uniformly drawn.
    pub plies: RangeInclusive<usize>,
}

/// Eight or nine random moves from the usual start of the game.
impl<R: Rules> Default for Openings<R> {
    fn default() -> Self {
        Self {
            book: None,
            shuffled: 0.0,
            plies: 8..=9,
        }
    }
}

impl<R: Facts> Openings<R> {
    /// Draws an opening after which the game is not over.
    ///
    /// # Errors
    /// If the book has a bad entry, or if the game is over after every opening drawn.
    pub fn draw(&self, rng: &mut Rng) -> Result<Opening<R>, OpeningError> {
        for _ in 0..TRIES {
            let start = self.start(rng).map_err(OpeningError::Book)?;
            if let Some(opening) = self.play(start, rng) {
                return Ok(opening);
            }
        }
        Err(OpeningError::NeverOpen)
    }

    /// What the random moves start from.
    fn start(&self, rng: &mut Rng) -> Result<Opening<R>, BookError> {
        const PARTS: usize = 1 << 20;
        if let Some(book) = &self.book {
            return book.draw(rng);
        }
        let is_shuffled = (rng.below(PARTS) as f64) < self.shuffled * PARTS as f64;
        let start = match is_shuffled {
            true => shuffled_start::<R>(rng),
            false => R::start(),
        };
        Ok(Opening {
            start,
            moves: Vec::new(),
        })
    }

    /// Plays the random moves; `None` if the game is over after them.
    fn play(&self, mut opening: Opening<R>, rng: &mut Rng) -> Option<Opening<R>> {
        let numbers = self.plies.end().saturating_sub(*self.plies.start()) + 1;
        let plies = self.plies.start() + rng.below(numbers);
        let mut position = opening.position();
        for _ in 0..plies {
            let mv = random_move::<R>(&position, rng)?;
            R::play(&mut position, mv);
            opening.moves.push(mv);
        }
        R::outcome(&position).is_none().then_some(opening)
    }
}

/// A start in which each side has an arrangement of its own, in a game with such.
fn shuffled_start<R: Facts>(rng: &mut Rng) -> R::Position {
    match R::SHUFFLED_STARTS {
        0 => R::start(),
        count => R::shuffled_start(rng.below(count), rng.below(count)),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use chess::Position;

    use super::{Book, OpeningError, Openings, Rng};

    #[test]
    fn openings_have_their_length_repeat_and_differ() {
        let openings = <Openings>::default();
        let draw = |seed| openings.draw(&mut Rng::new(seed)).unwrap();
        let lengths: HashSet<usize> = (0..40).map(|seed| draw(seed).moves.len()).collect();
        assert_eq!(lengths, HashSet::from([8, 9]));
        let fens: HashSet<String> = (0..40).map(|seed| draw(seed).position().fen()).collect();
        assert_eq!(fens.len(), 40);
        assert_eq!(draw(7), draw(7));
    }

    #[test]
    fn shares_of_chess960_are_kept() {
        let count = |shuffled| {
            let openings = Openings {
                shuffled,
                ..<Openings>::default()
            };
            let mut rng = Rng::new(5);
            let is_960 = |_: &u32| openings.draw(&mut rng).unwrap().start.is_chess960();
            (0..400).filter(is_960).count()
        };
        assert_eq!(count(0.0), 0);
        assert_eq!(count(1.0), 400);
        assert!((60..140).contains(&count(0.25)), "{}", count(0.25));
    }

    #[test]
    fn a_book_gives_its_positions_and_one_of_ended_games_gives_up() {
        let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
        let with = |text: &str| Openings {
            book: Some(Book::of_positions(text.to_owned()).unwrap()),
            plies: 1..=2,
            ..<Openings>::default()
        };
        let opening = with(fen).draw(&mut Rng::new(1)).unwrap();
        assert_eq!(opening.start, Position::from_fen(fen).unwrap());
        assert!((1..=2).contains(&opening.moves.len()));
        let games = Openings {
            book: Some(Book::of_games("1. e4 e5 2. Nf3 *\n", 2).unwrap()),
            ..with(fen)
        };
        let opening = games.draw(&mut Rng::new(1)).unwrap();
        let first: Vec<String> = opening.moves.iter().map(ToString::to_string).collect();
        assert_eq!(first[..2], ["e2e4", "e7e5"]);
        assert!((3..=4).contains(&first.len()));
        let mated = with("4k3/8/8/8/8/8/5PPP/r5K1 w - - 0 1");
        assert_eq!(mated.draw(&mut Rng::new(1)), Err(OpeningError::NeverOpen));
    }
}
