//! Matches between levels, neighbors and next neighbors, and of levels against the anchors near them,
//! from random openings with colors reversed.

use std::collections::HashSet;
use std::iter;

use chess::{Chess, Move, Position};
use game::{GameResult, Rng};
use levels::{Level, Player};
use openings::{Opening, Openings};
use stats::{Outcome, Played, Tournament};

use crate::entrant::most_material;
use crate::{Anchor, Anchors, Entrant};

/// A game longer than this is a draw.
const MAX_PLIES: usize = 400;

/// From this level up nobody loses a game that it sees won by so much for so many moves in a row, and
/// nobody resigns too early: the game ends there, which saves a third of the time.
const ADJUDICATED: Level = Level::new(1800);
const WON: i32 = 1_000;
const WON_MOVES: u32 = 3;

/// An anchor plays the levels whose labels are this near, in Elo.
const NEAR: u16 = 250;

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

/// The pairs of games of a calibration: each entrant against the next and the one after it, and each
/// anchor against the levels near it. Levels without an anchor near them play twice as many.
#[must_use]
pub fn schedule(entrants: &[Entrant], anchors: &[Anchor], pairs: u64, seed: u64) -> Vec<Match> {
    let mut pairings = Vec::new();
    for (index, &first) in entrants.iter().enumerate() {
        let above = entrants[index + 1..].iter().take(2).copied();
        let is_near = |elo: &u16| matches!(first, Entrant::Level(level) if level.elo().abs_diff(*elo) <= NEAR);
        let elos = anchors.iter().map(|anchor| anchor.elo).filter(is_near);
        let near: Vec<Entrant> = elos.map(Entrant::Anchor).collect();
        // Anchors tie the levels near them to each other; the others need more games for that.
        let times = if near.is_empty() { 2 } else { 1 };
        let opponents = above.flat_map(|second| iter::repeat_n(second, times));
        let opponents = opponents.chain(near);
        pairings.extend(opponents.map(|second| (first, second)));
    }
    let mut rng = Rng::new(seed);
    let all = (0..pairs).flat_map(|_| &pairings);
    all.map(|&(first, second)| Match {
        first,
        second,
        seed: rng.next_u64(),
    })
    .collect()
}

/// Plays both games of a pair.
///
/// # Errors
/// If an anchor fails.
pub fn play(pair: &Match, anchors: &mut Anchors<'_>) -> anyhow::Result<[GameRecord; 2]> {
    let mut rng = Rng::new(pair.seed);
    let openings = Openings {
        plies: 4..=6,
        ..Openings::default()
    };
    let opening = openings
        .draw(&mut rng)
        .expect("few random moves end no game");
    let mut game = |players| play_game(players, opening.clone(), &mut rng, anchors);
    Ok([
        game([pair.first, pair.second])?,
        game([pair.second, pair.first])?,
    ])
}

fn play_game(
    players: [Entrant; 2],
    opening: Opening<Chess>,
    rng: &mut Rng,
    anchors: &mut Anchors<'_>,
) -> anyhow::Result<GameRecord> {
    let seeds = players.map(|_| rng.next_u64());
    let start: Position = opening.position();
    let mut position = start.clone();
    let mut moves = Vec::new();
    let mut won_moves = 0;
    let result = loop {
        if let Some(outcome) = position.outcome() {
            break outcome.result();
        }
        let side = position.side_to_move().index();
        let seed = seeds[side];
        let choice = match players[side] {
            Entrant::Material => most_material(&position, seed),
            Entrant::Level(level) => {
                let choice = Player { level, seed }.choose::<Chess>(&position, &|| false);
                let score = choice.map_or(0, |choice| choice.score.raw());
                let is_won = level >= ADJUDICATED && score.abs() >= WON;
                won_moves = if is_won { won_moves + 1 } else { 0 };
                if won_moves >= WON_MOVES {
                    let loser = side ^ usize::from(score > 0);
                    break [GameResult::BlackWins, GameResult::WhiteWins][loser];
                }
                choice.map(|choice| choice.mv)
            }
            Entrant::Anchor(elo) => Some(anchors.choose(elo, &start, &moves)?),
        };
        let Some(mv) = choice.filter(|_| moves.len() < MAX_PLIES) else {
            break GameResult::Draw;
        };
        position.play(mv);
        moves.push(mv);
    };
    Ok(GameRecord {
        players,
        opening,
        moves,
        result,
    })
}

/// How many of some games of a level against itself differ within their first moves.
#[must_use]
pub fn distinct_games(level: Level, games: u64) -> usize {
    const PLIES: usize = 30;
    let game = |seed| {
        let mut position = Position::start();
        let choose = |_| {
            let seed = seed ^ position.side_to_move().index() as u64;
            let choice = Player { level, seed }.choose::<Chess>(&position, &|| false)?;
            position.play(choice.mv);
            Some(choice.mv)
        };
        (0..PLIES).map_while(choose).collect::<Vec<Move>>()
    };
    let different: HashSet<_> = (0..games).map(|number| game(2 * number)).collect();
    different.len()
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
