//! Random games for tests.

use chess::{GameResult, Position};
use game::{Codes, Rng};
use records::{Game, Ply, Sibling, Start};

/// Start positions: standard, Chess960, en passant, odd move counters, Black to move.
const STARTS: [&str; 6] = [
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9",
    "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 7 31",
    "8/2P1P3/8/1k6/8/6K1/3p1p2/8 b - - 12 80",
    "8/8/4k3/8/8/3QK3/8/8 w - - 99 200",
];

/// The features of random games.
#[derive(Clone, Copy)]
pub struct Features {
    /// Moves without scores in the middle of a game, and games without a result.
    pub gaps: bool,
    /// Flags and siblings.
    pub extras: bool,
}

/// Everything that `.qgames` can store.
#[allow(dead_code, reason = "not all test programs need it")]
pub const ANYTHING: Features = Features {
    gaps: true,
    extras: true,
};

/// What other formats can store, too.
#[allow(dead_code, reason = "not all test programs need it")]
pub const PLAIN: Features = Features {
    gaps: false,
    extras: false,
};

/// A game of chess with random moves and scores.
#[allow(dead_code, reason = "not all test programs need it")]
pub fn random_game(rng: &mut Rng, features: Features) -> Game {
    let start = match rng.below(2 * STARTS.len()) {
        index if index < STARTS.len() => Start::from_fen(STARTS[index]).expect("a valid FEN"),
        _ => Start::STANDARD,
    };
    random_game_from(start, rng, features)
}

/// The same of any game.
pub fn random_game_from<R: Codes>(start: Start<R>, rng: &mut Rng, features: Features) -> Game<R> {
    let results = [
        GameResult::WhiteWins,
        GameResult::Draw,
        GameResult::BlackWins,
        GameResult::Unknown,
    ];
    let result = results[rng.below(3 + usize::from(features.gaps))];
    let mut position = start.position();
    let mut plies = Vec::new();
    let opening = rng.below(10);
    let has_extras = features.extras && rng.below(3) == 0;
    let has_gaps = features.gaps && rng.below(3) == 0;
    let mut score = 0;
    for number in 0..rng.below(160) {
        let moves = R::legal_moves(&position);
        let Some(&mv) = rng.choose(&moves) else { break };
        score = next_score(score, rng);
        let unscored = number < opening || has_gaps && rng.below(4) == 0;
        let mut ply = Ply {
            score: (!unscored).then_some(score),
            ..Ply::unscored(mv)
        };
        if has_extras {
            ply.flags = rng.next_u64() as u8 & 3;
            let sibling = Sibling {
                mv: moves[rng.below(moves.len())],
                score: next_score(score, rng),
            };
            ply.sibling = (rng.below(5) == 0).then_some(sibling);
        }
        plies.push(ply);
        R::play(&mut position, mv);
    }
    Game {
        start,
        plies,
        result,
    }
}

/// Mostly small differences, sometimes a random score.
fn next_score(score: i16, rng: &mut Rng) -> i16 {
    match rng.below(20) {
        0 => rng.next_u64() as i16,
        1 => [i16::MIN, -31_990, 0, 31_990, i16::MAX][rng.below(5)],
        _ => score.saturating_add(rng.below(121) as i16 - 60),
    }
}

/// The position after the game's last move.
#[allow(dead_code, reason = "not all test programs need it")]
pub fn end_of(game: &Game) -> Position {
    let mut position = game.start.position();
    game.plies.iter().for_each(|ply| position.play(ply.mv));
    position
}
