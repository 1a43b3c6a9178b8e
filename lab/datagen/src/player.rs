//! Self-play of a single game.

use game::{Codes, Dense, EndgameTables, Evaluator, Position, Rng, Rules, Score};
use openings::{Opening, Openings};
use records::{Ply, Sibling};
use search::{Limits, SingleThreadSearch, TranspositionTable};

use crate::ending::Ending;
use crate::error::Error;
use crate::recorder::{GameRecorder, PlayedGame};
use crate::settings::{NodeLimits, Settings};

/// Rejected openings in a row before giving up: the settings must be wrong.
const MAX_OPENING_TRIES: u64 = 1000;

/// Plays games against itself: one searcher per side, with a TT of its own, cleared before each game.
pub struct Player<'a, R: Codes, E> {
    sides: [SingleThreadSearch<R, E>; 2],
    settings: &'a Settings,
    openings: &'a Openings<R>,
    tables: Option<&'a dyn EndgameTables<R>>,
}

impl<'a, R: Codes, E: Evaluator<R>> Player<'a, R, E> {
    /// A player whose searchers use the evaluators that `evaluator` makes. Scores are raw: correction
    /// history is off.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub fn new(
        settings: &'a Settings,
        openings: &'a Openings<R>,
        evaluator: impl Fn() -> E,
    ) -> Result<Self, Error> {
        let side = || raw_searcher(settings.table, evaluator());
        Ok(Self {
            sides: [side()?, side()?],
            settings,
            openings,
            tables: None,
        })
    }

    /// The same player, whose games end in positions that tablebases hold.
    #[must_use]
    pub const fn with_tables(mut self, tables: Option<&'a dyn EndgameTables<R>>) -> Self {
        self.tables = tables;
        self
    }

    /// Plays the game with this number. It depends on the settings and the number alone.
    ///
    /// # Errors
    /// If no opening can be found.
    pub fn play(&mut self, number: u64) -> Result<PlayedGame<R>, Error> {
        let mut rng = game_rng(self.settings.seed, number);
        let (opening, rejected, nodes) = self.opening(&mut rng)?;
        self.sides.iter_mut().for_each(SingleThreadSearch::clear);
        let is_played_out = chance(self.settings.play_out, &mut rng);
        let mut game = GameRecorder::new(self.settings, &opening, is_played_out);
        let tables = self.tables.filter(|_| !is_played_out);
        loop {
            let by_tables = tables.and_then(|tables| tables.result(game.position()));
            let by_tables = by_tables.map(|result| (Ending::Tablebase, result));
            if let Some(verdict) = by_tables.or_else(|| game.verdict()) {
                return Ok(game.finish(verdict, rejected, nodes));
            }
            let (ply, nodes) = self.search(game.position(), &mut rng);
            game.play(ply, nodes);
        }
    }

    /// A random opening that passes verification, how many did not, and the nodes that it took.
    fn opening(&mut self, rng: &mut Rng) -> Result<(Opening<R>, u64, u64), Error> {
        let settings = &self.settings.openings;
        let mut nodes = 0;
        for rejected in 0..MAX_OPENING_TRIES {
            let opening = self.openings.draw(rng)?;
            if settings.verification.soft == 0 {
                return Ok((opening, rejected, nodes));
            }
            let position = opening.position();
            let side = &mut self.sides[position.side_to_move().index()];
            side.clear();
            let outcome = side.search(&position, limits(settings.verification));
            nodes += outcome.nodes;
            if outcome.score.raw().abs() <= settings.cut {
                return Ok((opening, rejected, nodes));
            }
        }
        Err(Error::OneSided {
            tries: MAX_OPENING_TRIES,
            cut: settings.cut,
        })
    }

    /// Searches a position, and a sibling if one is drawn; also returns the nodes that it took.
    fn search(&mut self, position: &R::Position, rng: &mut Rng) -> (Ply<R::Move>, u64) {
        let us = position.side_to_move().index();
        let nodes = self.settings.nodes;
        let side = &mut self.sides[us];
        let outcome = side.search(position, limits(nodes));
        let mv = outcome.best.expect("the game is not over");
        let mut ply = Ply::scored(mv, to_i16(white_relative(outcome.score, us)));
        let mut searched = outcome.nodes;
        if let Some(other) = self.draw_sibling(position, mv, rng) {
            let side = &mut self.sides[us];
            let mut after = position.clone();
            R::play(&mut after, other);
            let outcome = side.search(&after, limits(nodes));
            searched += outcome.nodes;
            ply.sibling = Some(Sibling {
                mv: other,
                score: to_i16(white_relative(outcome.score, 1 - us)),
            });
        }
        (ply, searched)
    }

    /// A random move other than the best one, in the configured share of positions.
    fn draw_sibling(
        &self,
        position: &R::Position,
        best: R::Move,
        rng: &mut Rng,
    ) -> Option<R::Move> {
        if !chance(self.settings.siblings, rng) {
            return None;
        }
        let moves = R::legal_moves(position);
        let others: Vec<R::Move> = moves.iter().copied().filter(|&mv| mv != best).collect();
        rng.choose(&others).copied()
    }
}

/// A searcher with raw scores.
pub(crate) fn raw_searcher<R: Rules, E: Evaluator<R>>(
    table: usize,
    evaluator: E,
) -> Result<SingleThreadSearch<R, E>, Error> {
    let table = TranspositionTable::new(table).ok_or(Error::Memory(table))?;
    let mut searcher = SingleThreadSearch::new(&R::start(), table, evaluator);
    searcher.set_correction_history(false);
    Ok(searcher)
}

/// The generator of a game. Hashed twice: neighboring states of the generator would give overlapping
/// streams.
pub fn game_rng(seed: u64, number: u64) -> Rng {
    let mixed = Rng::new(seed).next_u64() ^ number;
    Rng::new(Rng::new(mixed).next_u64())
}

pub(crate) fn limits<M>(nodes: NodeLimits) -> Limits<M> {
    Limits {
        soft_nodes: Some(nodes.soft),
        nodes: Some(nodes.hard),
        ..Limits::default()
    }
}

/// The score of a side, by its index, from White's view.
pub(crate) fn white_relative(score: Score, us: usize) -> i32 {
    match us {
        0 => score.raw(),
        _ => -score.raw(),
    }
}

/// Scores fit into 16 bits.
pub(crate) fn to_i16(score: i32) -> i16 {
    i16::try_from(score).unwrap_or(if score > 0 { i16::MAX } else { i16::MIN + 1 })
}

/// True with this probability. Nothing is drawn for 0, so that unused features do not change games.
pub fn chance(probability: f64, rng: &mut Rng) -> bool {
    const PARTS: usize = 1 << 20;
    probability > 0.0 && (rng.below(PARTS) as f64) < probability * PARTS as f64
}

#[cfg(test)]
mod tests;
