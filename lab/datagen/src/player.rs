//! Playing one game against oneself.

use chess::{Chess, Color, Move, Position};
use game::{Evaluator, Rng, Score};
use openings::{Opening, Openings};
use records::{Game, Ply, Sibling, Start};
use search::{Limits, SingleThreadSearch, TranspositionTable};

use crate::adjudication::Adjudicator;
use crate::ending::Ending;
use crate::error::Error;
use crate::settings::{NodeLimits, Settings};

/// After so many openings in a row that were too one-sided, something is wrong with the settings.
const TRIES: u64 = 1000;
/// From this ply on a position counts as one to learn from.
const FIRST_KEPT_PLY: u32 = 16;

/// A game and what it took.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Played {
    /// The game.
    pub game: Game,
    /// Why it ended.
    pub ending: Ending,
    /// Keys of the positions worth learning from: late enough, out of check, and answered by a
    /// quiet move.
    pub kept: Vec<u64>,
    /// Positions with a score, siblings included.
    pub positions: u64,
    /// Siblings.
    pub siblings: u64,
    /// Nodes of all searches.
    pub nodes: u64,
    /// Openings that were too one-sided.
    pub rejected: u64,
}

/// Two players with a memory each, who forget everything before each game.
pub struct Player<'a, E> {
    sides: [SingleThreadSearch<Chess, E>; 2],
    settings: &'a Settings,
    openings: &'a Openings,
}

impl<'a, E: Evaluator<Chess>> Player<'a, E> {
    /// Players who evaluate by what `evaluator` gives. Their scores are those of the evaluator and
    /// the search alone: nothing is learned that would correct them.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub fn new(
        settings: &'a Settings,
        openings: &'a Openings,
        evaluator: impl Fn() -> E,
    ) -> Result<Self, Error> {
        let side = || solo(settings.table, evaluator());
        Ok(Self {
            sides: [side()?, side()?],
            settings,
            openings,
        })
    }

    /// Plays the game with this number. It is the same whoever plays it, and whatever was played
    /// before.
    ///
    /// # Errors
    /// If no opening can be found.
    pub fn play(&mut self, number: u64) -> Result<Played, Error> {
        let mut rng = game_rng(self.settings.seed, number);
        let mut played = Played::default();
        let opening = self.opening(&mut rng, &mut played)?;
        self.sides.iter_mut().for_each(SingleThreadSearch::forget);
        played.game.start = Start::of(&opening.start);
        played.game.plies = opening.moves.iter().map(|&mv| Ply::unscored(mv)).collect();
        let mut position = opening.position();
        let rules = self.settings.adjudication;
        let mut adjudicator = Adjudicator::new(rules, happens(rules.play_out, &mut rng));
        (played.ending, played.game.result) = loop {
            if let Some(verdict) = adjudicator.verdict(&position, played.game.plies.len()) {
                break verdict;
            }
            let (ply, score) = self.think(&position, &mut rng, &mut played);
            let number = u32::try_from(played.game.plies.len()).unwrap_or(u32::MAX);
            note_kept(&mut played, &position, ply.mv, number);
            played.game.plies.push(ply);
            position.play(ply.mv);
            adjudicator.add(score, number);
        };
        Ok(played)
    }

    /// An opening that gives both sides a game.
    fn opening(&mut self, rng: &mut Rng, played: &mut Played) -> Result<Opening, Error> {
        let settings = &self.settings.openings;
        for _ in 0..TRIES {
            let opening = self.openings.draw(rng)?;
            if settings.verification.soft == 0 {
                return Ok(opening);
            }
            let position = opening.position();
            let side = &mut self.sides[position.side_to_move().index()];
            side.forget();
            let outcome = side.search(&position, limits(settings.verification));
            played.nodes += outcome.nodes;
            if outcome.score.raw().abs() <= settings.cut {
                return Ok(opening);
            }
            played.rejected += 1;
        }
        Err(Error::OneSided {
            tries: TRIES,
            cut: settings.cut,
        })
    }

    /// Searches a position, and perhaps a move beside the best; also gives the score from white's
    /// view.
    fn think(&mut self, position: &Position, rng: &mut Rng, played: &mut Played) -> (Ply, i32) {
        let us = position.side_to_move();
        let nodes = self.settings.nodes;
        let side = &mut self.sides[us.index()];
        let outcome = side.search(position, limits(nodes));
        let mv = outcome.best.expect("the game is not over");
        let score = for_white(outcome.score, us);
        played.nodes += outcome.nodes;
        played.positions += 1;
        let mut ply = Ply::scored(mv, stored(score));
        if let Some(other) = self.draw_sibling(position, mv, rng) {
            let side = &mut self.sides[us.index()];
            let outcome = side.search(&position.after(other), limits(nodes));
            played.nodes += outcome.nodes;
            played.positions += 1;
            played.siblings += 1;
            ply.sibling = Some(Sibling {
                mv: other,
                score: stored(for_white(outcome.score, !us)),
            });
        }
        (ply, score)
    }

    /// A random move beside the best one, in the share of positions that is wanted.
    fn draw_sibling(&self, position: &Position, best: Move, rng: &mut Rng) -> Option<Move> {
        if !happens(self.settings.siblings, rng) {
            return None;
        }
        let moves = position.legal_moves();
        let others: Vec<Move> = moves.iter().copied().filter(|&mv| mv != best).collect();
        rng.choose(&others).copied()
    }
}

/// A search whose scores are raw.
pub(crate) fn solo<E: Evaluator<Chess>>(
    table: usize,
    evaluator: E,
) -> Result<SingleThreadSearch<Chess, E>, Error> {
    let table = TranspositionTable::new(table).ok_or(Error::Memory(table))?;
    let mut solo = SingleThreadSearch::new(&Position::start(), table, evaluator);
    solo.set_correction_history(false);
    Ok(solo)
}

/// The random numbers of a game. Neighboring numbers must not give neighboring states of the
/// generator, whose streams would overlap.
fn game_rng(seed: u64, number: u64) -> Rng {
    let mixed = Rng::new(seed).next_u64() ^ number;
    Rng::new(Rng::new(mixed).next_u64())
}

pub(crate) fn limits(nodes: NodeLimits) -> Limits<Move> {
    Limits {
        soft_nodes: Some(nodes.soft),
        nodes: Some(nodes.hard),
        ..Limits::default()
    }
}

pub(crate) fn for_white(score: Score, us: Color) -> i32 {
    match us {
        Color::White => score.raw(),
        Color::Black => -score.raw(),
    }
}

/// Scores fit the 16 bits that are kept of them.
pub(crate) fn stored(score: i32) -> i16 {
    i16::try_from(score).unwrap_or(if score > 0 { i16::MAX } else { i16::MIN + 1 })
}

/// Whether something happens that has this chance. Nothing is drawn where it never does.
fn happens(chance: f64, rng: &mut Rng) -> bool {
    const PARTS: usize = 1 << 20;
    chance > 0.0 && (rng.below(PARTS) as f64) < chance * PARTS as f64
}

fn note_kept(played: &mut Played, position: &Position, mv: Move, number: u32) {
    if number >= FIRST_KEPT_PLY && !position.in_check() && !position.is_tactical(mv) {
        played.kept.push(position.keys().full);
    }
}

#[cfg(test)]
mod tests;
