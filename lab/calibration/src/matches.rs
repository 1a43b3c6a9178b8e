//! Matches between levels: neighbors and next neighbors, from random openings with colors reversed.

use chess::{Chess, Move, Position};
use game::{GameResult, Rng};
use openings::{Opening, Openings};
use stats::{Outcome, Played, Tournament};

use crate::Entrant;

/// A game longer than this is a draw.
const MAX_PLIES: usize = 500;

/// A pair of games between two entrants from one opening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match {
    /// The player with White in the first game, and with Black in the second.
    pub first: Entrant,
    /// The other.
    pub second: Entrant,
    /// Fixes opening, errors and choices.
    pub seed: u64,
}

/// A game played.
#[derive(Clone, Debug)]
pub struct GameRecord {
    /// White and Black.
    pub players: [Entrant; 2],
    /// Where it started.
    pub opening: Opening<Chess>,
    /// The moves after the opening.
    pub moves: Vec<Move>,
    /// The result.
    pub result: GameResult,
}

/// The pairs of games of a calibration: each entrant against the next and the one after it.
#[must_use]
pub fn schedule(entrants: &[Entrant], pairs: u64, seed: u64) -> Vec<Match> {
    let mut rng = Rng::new(seed);
    let mut all = Vec::new();
    for _ in 0..pairs {
        for (index, &first) in entrants.iter().enumerate() {
            for &second in entrants.iter().skip(index + 1).take(2) {
                let seed = rng.next_u64();
                all.push(Match {
                    first,
                    second,
                    seed,
                });
            }
        }
    }
    all
}

/// Plays both games of a pair.
#[must_use]
pub fn play(pair: &Match) -> [GameRecord; 2] {
    let mut rng = Rng::new(pair.seed);
    let openings = Openings {
        plies: 4..=6,
        ..Openings::default()
    };
    let opening = openings
        .draw(&mut rng)
        .expect("few random moves end no game");
    [[pair.first, pair.second], [pair.second, pair.first]]
        .map(|players| play_game(players, opening.clone(), &mut rng))
}

fn play_game(players: [Entrant; 2], opening: Opening<Chess>, rng: &mut Rng) -> GameRecord {
    let seeds = players.map(|_| rng.next_u64());
    let mut position: Position = opening.position();
    let mut moves = Vec::new();
    let result = loop {
        if let Some(outcome) = position.outcome() {
            break outcome.result();
        }
        let side = position.side_to_move().index();
        let choice = players[side].choose(&position, seeds[side]);
        let Some(mv) = choice.filter(|_| moves.len() < MAX_PLIES) else {
            break GameResult::Draw;
        };
        position.play(mv);
        moves.push(mv);
    };
    GameRecord {
        players,
        opening,
        moves,
        result,
    }
}

/// All games as a tournament, its players named by their Elo.
#[must_use]
pub fn tournament<'a>(pairs: impl IntoIterator<Item = &'a [GameRecord; 2]>) -> Tournament {
    let mut tournament = Tournament::new();
    for pair in pairs {
        let [first, second] = pair.each_ref().map(|game| {
            let [white, black] = game
                .players
                .map(|entrant| tournament.player(&entrant.to_string()));
            let outcome = match game.result {
                GameResult::WhiteWins => Outcome::Win,
                GameResult::BlackWins => Outcome::Loss,
                GameResult::Draw | GameResult::Unknown => Outcome::Draw,
            };
            Played {
                white,
                black,
                outcome,
            }
        });
        tournament.add_pair(first, second);
    }
    tournament
}
