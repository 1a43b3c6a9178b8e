//! Positions to test networks on.

use game::{Position as _, Rng, Rules};
use nnue::Features;
use nnue::features::{PieceSets, PositionOf};

use crate::Inspected;

/// The length of a random game: long enough to reach endgames.
const PLIES: std::ops::Range<usize> = 4..300;

/// A fixed set of positions of self-play games, to compare the scale of evaluations on.
pub fn reference_positions<G: Inspected>() -> Vec<G::Position> {
    let position = |line| G::parse_fen(line).expect("the file is part of the program");
    G::REFERENCE.lines().map(position).collect()
}

/// Positions of random games, determined by the seed. No side is in check.
pub fn random_positions<G: Rules>(count: usize, seed: u64) -> Vec<G::Position> {
    let mut rng = Rng::new(seed);
    let mut positions = Vec::with_capacity(count);
    while positions.len() < count {
        let plies = PLIES.start + rng.below(PLIES.len());
        if let Some(position) = random_game::<G>(plies, &mut rng).filter(|found| !found.in_check())
        {
            positions.push(position);
        }
    }
    positions
}

/// The position after random moves; `None` if the game ended before.
fn random_game<G: Rules>(plies: usize, rng: &mut Rng) -> Option<G::Position> {
    let mut position = G::start();
    for _ in 0..plies {
        let mv = *rng.choose(&G::legal_moves(&position))?;
        G::play(&mut position, mv);
    }
    Some(position)
}

/// The pieces with colors swapped and the board flipped vertically.
pub fn colors_exchanged<F: Features<Game: Inspected>>(position: &PositionOf<F>) -> F::Pieces {
    let mut pieces = Vec::new();
    F::Pieces::from(position).for_each(|piece, square| {
        pieces.push((F::Game::exchanged(piece), F::Game::flipped(square)));
    });
    pieces.into_iter().collect()
}

/// The pieces mirrored horizontally.
pub fn mirrored<F: Features<Game: Inspected>>(position: &PositionOf<F>) -> F::Pieces {
    let mut pieces = Vec::new();
    F::Pieces::from(position).for_each(|piece, square| {
        pieces.push((piece, F::Game::mirrored(square)));
    });
    pieces.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use games::{GameId, for_game};
    use nnue::Features;
    use nnue::features::{PieceSets, chess, xiangqi};

    use super::{colors_exchanged, mirrored, random_positions, reference_positions};
    use crate::Inspected;

    #[test]
    fn random_positions_are_reproducible_and_quiet() {
        for &game in GameId::ALL {
            for_game!(game, G => {
                let positions = random_positions::<G>(50, 1);
                assert_eq!(positions.len(), 50);
                assert_eq!(positions, random_positions::<G>(50, 1));
                assert_ne!(positions, random_positions::<G>(50, 2));
                assert!(positions.iter().all(|position| !position.in_check()));
            });
        }
    }

    #[test]
    fn reference_positions_are_quiet_and_distinct() {
        for &game in GameId::ALL {
            for_game!(game, G => {
                let positions = reference_positions::<G>();
                assert_eq!(positions.len(), 400);
                assert!(positions.iter().all(|position| !position.in_check()));
                let mut fens: Vec<&str> = G::REFERENCE.lines().collect();
                fens.sort_unstable();
                fens.dedup();
                assert_eq!(fens.len(), 400);
            });
        }
    }

    /// The letters of pieces with the names of their squares, in order.
    fn texts<F: Features<Game: Inspected>>(pieces: &F::Pieces) -> String {
        let mut texts = Vec::new();
        pieces.for_each(|piece, square| {
            let index = F::Game::SQUARES.iter().position(|&at| at == square);
            texts.push(format!("{}{}", F::Game::letter(piece), index.unwrap()));
        });
        texts.sort();
        texts.join(" ")
    }

    #[test]
    fn transformations() {
        let position = ::chess::Position::from_fen("4k3/8/8/8/8/8/P7/R3K3 w - - 0 1").unwrap();
        type F = chess::FeatureSet;
        let exchanged = texts::<F>(&colors_exchanged::<F>(&position));
        assert_eq!(exchanged, "K4 k60 p48 r56");
        assert_eq!(texts::<F>(&mirrored::<F>(&position)), "K3 P15 R7 k59");
        let position = ::xiangqi::Position::from_fen("3k5/9/9/9/9/9/P8/9/9/R3K4 w - - 0 1");
        let position = position.unwrap();
        type X = xiangqi::FeatureSet;
        let exchanged = texts::<X>(&colors_exchanged::<X>(&position));
        assert_eq!(exchanged, "K3 k85 p54 r81");
        assert_eq!(texts::<X>(&mirrored::<X>(&position)), "K4 P35 R8 k86");
    }
}
