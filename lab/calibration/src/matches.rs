//! Matches between levels, neighbors and next neighbors, and of levels against the anchors near them,
//! from random openings with colors reversed.

use std::collections::HashSet;
use std::iter;
use std::time::Duration;

use chess::{Chess, Move, Position};
use game::{GameResult, Rng};
use levels::{Choice, Level, LookAhead, Player};
use openings::{Opening, Openings};

use crate::anchor::Anchors;
use crate::entrant::most_material;
use crate::{Anchor, Entrant, GameRecord};

/// A game longer than this is a draw.
const MAX_PLIES: usize = 400;

/// From this level up nobody loses a game that it sees won by so much for so many moves in a row, and
/// nobody resigns too early: the game ends there, which saves a third of the time.
const ADJUDICATED: Level = Level::new(1800);
const WON: i32 = 1_000;
const WON_MOVES: u32 = 3;

/// An anchor plays the levels whose labels are this near, in Elo.
const NEAR: u16 = 100;
/// Anchors play in one of so many rounds: they are slow, and tell where the levels are, not how far
/// apart.
const ANCHOR_ROUNDS: u64 = 2;

/// A pair of games between two entrants from one opening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match {
    /// The player with White in the first game, and with Black in the second.
    pub first: Entrant,
    /// The other.
    pub second: Entrant,
    /// Where both games start.
    pub opening: Opening<Chess>,
    /// Fixes errors and choices.
    pub seed: u64,
}

/// The pairs of games of a calibration: in each round one of each entrant against the next and one
/// against the one after it, and now and then one of each anchor against the levels near it.
#[must_use]
pub fn schedule(entrants: &[Entrant], anchors: &[Anchor], rounds: u64, seed: u64) -> Vec<Match> {
    let mut between = Vec::new();
    let mut anchored = Vec::new();
    for (index, &first) in entrants.iter().enumerate() {
        let above = entrants[index + 1..].iter().take(2);
        between.extend(above.map(|&second| (first, second)));
        let is_near = |elo: &u16| matches!(first, Entrant::Level(level) if level.elo().abs_diff(*elo) <= NEAR);
        let near = anchors.iter().map(|anchor| anchor.elo).filter(is_near);
        anchored.extend(near.map(|elo| (first, Entrant::Anchor(elo))));
    }
    let round = |number: u64| {
        let is_anchored = number.is_multiple_of(ANCHOR_ROUNDS);
        let anchored = anchored.iter().filter(move |_| is_anchored);
        anchored.chain(&between)
    };
    let mut rng = Rng::new(seed);
    let pairings = (0..rounds).flat_map(round);
    pairings
        .zip(distinct_openings(seed))
        .map(|(&(first, second), opening)| Match {
            first,
            second,
            opening,
            seed: rng.next_u64(),
        })
        .collect()
}

/// Random openings of which no two lead to the same position.
pub fn distinct_openings(seed: u64) -> impl Iterator<Item = Opening<Chess>> {
    let mut rng = Rng::new(seed);
    let mut seen = HashSet::new();
    let draw = move || Openings::default().draw(&mut rng).ok();
    iter::from_fn(draw)
        .filter(move |opening: &Opening<Chess>| seen.insert(opening.position().keys().full))
}

/// What a thread plays with.
pub struct Worker<'a> {
    anchors: Anchors<'a>,
    search: LookAhead<Chess>,
}

impl<'a> Worker<'a> {
    /// A worker whose anchors are not running yet.
    #[must_use]
    pub fn new(anchors: &'a [Anchor]) -> Self {
        Self {
            anchors: Anchors::new(anchors),
            search: LookAhead::new(),
        }
    }

    fn choose(&mut self, player: Player, position: &Position) -> Option<Choice<Move>> {
        let moves = position.legal_moves();
        player.choose_among(&mut self.search, position, &moves, &|| Duration::MAX)
    }
}

/// Plays both games of a pair.
///
/// # Errors
/// If an anchor fails.
pub fn play(pair: &Match, worker: &mut Worker<'_>) -> anyhow::Result<[GameRecord; 2]> {
    let mut rng = Rng::new(pair.seed);
    let mut game = |players| play_game(players, pair.opening.clone(), &mut rng, worker);
    Ok([
        game([pair.first, pair.second])?,
        game([pair.second, pair.first])?,
    ])
}

fn play_game(
    players: [Entrant; 2],
    opening: Opening<Chess>,
    rng: &mut Rng,
    worker: &mut Worker<'_>,
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
                let choice = worker.choose(Player { level, seed }, &position);
                let score = choice.map_or(0, |choice| choice.score.raw());
                let is_won = level >= ADJUDICATED && score.abs() >= WON;
                won_moves = if is_won { won_moves + 1 } else { 0 };
                if won_moves >= WON_MOVES {
                    let loser = side ^ usize::from(score > 0);
                    break [GameResult::BlackWins, GameResult::WhiteWins][loser];
                }
                choice.map(|choice| choice.mv)
            }
            Entrant::Anchor(elo) => Some(worker.anchors.choose(elo, &start, &moves)?),
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

/// The first moves of a game of a level against itself.
pub fn first_moves(level: Level, seed: u64, worker: &mut Worker<'_>) -> Vec<Move> {
    const PLIES: usize = 16;
    let mut position = Position::start();
    let choose = |_| {
        let seed = 2 * seed + position.side_to_move().index() as u64;
        let choice = worker.choose(Player { level, seed }, &position)?;
        position.play(choice.mv);
        Some(choice.mv)
    };
    (0..PLIES).map_while(choose).collect()
}

/// Plays pairs on some threads until all are played or `is_stopped`, and hands them on in order.
///
/// # Errors
/// The first error of an anchor or of `sink`.
pub fn play_all(
    pairs: &[Match],
    anchors: &[Anchor],
    threads: usize,
    is_stopped: impl Fn() -> bool + Send,
    mut sink: impl FnMut([GameRecord; 2]) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    datagen::parallel_in_order(
        (0..threads).map(|_| Worker::new(anchors)).collect(),
        pairs.iter().take_while(move |_| !is_stopped()),
        |worker, pair| play(pair, worker),
        |pair| sink(pair?),
    )
}
