//! Relabeling: new scores for the positions of existing games.

use std::iter;

use chess::Chess;
use game::{Dense, Evaluator, Position, Rules};
use records::{Game, Ply, Sibling};
use search::SingleThreadSearch;

use crate::error::Error;
use crate::parallel::parallel_in_order;
use crate::player::{limits, raw_searcher, to_i16, white_relative};
use crate::settings::NodeLimits;

/// A relabeled game with its statistics.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relabeled<R: Rules = Chess> {
    /// The game: moves and result are unchanged.
    pub game: Game<R>,
    /// The same with the scores of the nested limits.
    pub nested: Vec<Game<R>>,
    /// Positions searched.
    pub positions: u64,
    /// Nodes searched.
    pub nodes: u64,
    /// Scores compared with an old one: neither is a mate.
    pub compared: u64,
    /// Sum of the absolute differences.
    pub difference: u64,
}

/// Relabels games; the TT is cleared before each.
pub struct Relabeler<R: Rules, E> {
    searcher: SingleThreadSearch<R, E>,
    nodes: NodeLimits,
    /// Lower soft limits, of which the same searches give scores.
    nested: Vec<u64>,
    /// Whether unscored plies get a score, too.
    include_unscored: bool,
}

impl<R: Rules, E: Evaluator<R>> Relabeler<R, E> {
    /// A relabeler. With `include_unscored`, plies without a score, such as those of the opening, get
    /// one, too.
    ///
    /// # Errors
    /// If there is not enough memory for a table of so many MiB.
    pub fn new(
        evaluator: E,
        nodes: NodeLimits,
        table: usize,
        include_unscored: bool,
    ) -> Result<Self, Error> {
        Ok(Self {
            searcher: raw_searcher(table, evaluator)?,
            nodes,
            nested: Vec::new(),
            include_unscored,
        })
    }

    /// Also gives games with the scores that searches with lower soft limits would have had.
    #[must_use]
    pub fn with_nested(mut self, soft_limits: &[u64]) -> Self {
        self.nested = soft_limits.to_vec();
        self
    }

    /// Searches every scored position of a game, and every sibling.
    pub fn relabel(&mut self, game: Game<R>) -> Relabeled<R> {
        self.searcher.clear();
        let mut position = game.start.position();
        let mut relabeled = Relabeled {
            nested: vec![game.clone(); self.nested.len()],
            game,
            positions: 0,
            nodes: 0,
            compared: 0,
            difference: 0,
        };
        for number in 0..relabeled.game.plies.len() {
            let Ply {
                mv, score, sibling, ..
            } = relabeled.game.plies[number];
            if score.is_some() || self.include_unscored {
                let scores = self.scores(&position, &mut relabeled);
                relabeled.count(score, scores[0]);
                for (game, score) in relabeled.games().zip(scores) {
                    game.plies[number].score = Some(score);
                }
            }
            if let Some(sibling) = sibling {
                let mut after = position.clone();
                R::play(&mut after, sibling.mv);
                let scores = self.scores(&after, &mut relabeled);
                relabeled.count(Some(sibling.score), scores[0]);
                for (game, score) in relabeled.games().zip(scores) {
                    game.plies[number].sibling = Some(Sibling { score, ..sibling });
                }
            }
            R::play(&mut position, mv);
        }
        relabeled
    }

    /// The scores of a position from White's view: of the whole search, then of the nested limits.
    fn scores(&mut self, position: &R::Position, relabeled: &mut Relabeled<R>) -> Vec<i16> {
        let us = position.side_to_move().index();
        let outcome = self.searcher.search(position, limits(self.nodes));
        relabeled.nodes += outcome.nodes;
        let nested = self.nested.iter();
        // The last iteration may have been cut off by the hard limit.
        let nested = nested.map(|&soft| self.searcher.score_at(soft).unwrap_or(outcome.score));
        iter::once(outcome.score)
            .chain(nested)
            .map(|score| to_i16(white_relative(score, us)))
            .collect()
    }
}

impl<R: Rules> Relabeled<R> {
    /// The game with the scores of the whole searches, and those with the nested ones.
    fn games(&mut self) -> impl Iterator<Item = &mut Game<R>> {
        iter::once(&mut self.game).chain(&mut self.nested)
    }

    fn count(&mut self, before: Option<i16>, now: i16) {
        self.positions += 1;
        let is_mate = |score: i16| game::Score::from_raw(i32::from(score)).is_decisive();
        if let Some(before) = before.filter(|&before| !is_mate(before) && !is_mate(now)) {
            self.compared += 1;
            self.difference += u64::from(before.abs_diff(now));
        }
    }
}

/// Relabels games with one thread per worker, and passes them to `sink` in their order.
///
/// # Errors
/// If `sink` fails.
pub fn relabel<R: Rules, E: Evaluator<R>>(
    workers: Vec<Relabeler<R, E>>,
    games: impl Iterator<Item = Game<R>> + Send,
    sink: impl FnMut(Relabeled<R>) -> Result<(), Error>,
) -> Result<(), Error> {
    parallel_in_order(workers, games, |worker, game| worker.relabel(game), sink)
}

#[cfg(test)]
mod tests {
    use evaluation::handcrafted::Handcrafted;
    use openings::Openings;

    use super::{Game, NodeLimits, Relabeler, relabel};
    use crate::player::Player;
    use crate::settings::Settings;

    fn game() -> Game {
        let mut settings = Settings {
            nodes: NodeLimits::soft(50),
            table: 1,
            siblings: 0.5,
            ..Settings::default()
        };
        settings.openings.verification.soft = 0;
        let openings = Openings::default();
        let mut player = Player::new(&settings, &openings, Handcrafted::without_clock).unwrap();
        player.play(4).unwrap().game
    }

    fn relabeled(include_unscored: bool) -> Game {
        let worker = || {
            let nodes = NodeLimits::soft(200);
            Relabeler::new(Handcrafted::without_clock(), nodes, 1, include_unscored).unwrap()
        };
        let mut found = Vec::new();
        let games = [game(), game()].into_iter();
        let sink = |game| {
            found.push(game);
            Ok(())
        };
        relabel(vec![worker(), worker()], games, sink).unwrap();
        assert_eq!(found[0], found[1]);
        assert!(found[0].compared > 0 && found[0].difference > 0);
        assert!(found[0].positions > 0 && found[0].nodes >= 200 * found[0].positions);
        found.remove(0).game
    }

    #[test]
    fn one_search_gives_the_scores_of_several_limits() {
        let worker = |soft| {
            let nodes = NodeLimits {
                soft,
                hard: 100_000,
            };
            Relabeler::new(Handcrafted::without_clock(), nodes, 1, false).unwrap()
        };
        let found = worker(800).with_nested(&[60, 200]).relabel(game());
        assert_eq!(found.game, worker(800).relabel(game()).game);
        let [few, more] = &found.nested[..] else {
            panic!("two limits");
        };
        // The table is empty before the first search only.
        let first = |game: &Game| game.plies.iter().find_map(|ply| ply.score).unwrap();
        for (nested, soft) in [(few, 60), (more, 200)] {
            let alone = worker(soft).relabel(game()).game;
            assert_eq!(first(nested), first(&alone));
            let moves = |game: &Game| game.plies.iter().map(|ply| ply.mv).collect::<Vec<_>>();
            assert_eq!(moves(nested), moves(&alone));
            assert_ne!(nested.plies, found.game.plies);
        }
        assert_ne!(few.plies, more.plies);
        let siblings = |game: &Game| game.plies.iter().filter_map(|ply| ply.sibling).count();
        assert!(siblings(few) > 0 && siblings(few) == siblings(&found.game));
    }

    #[test]
    fn only_scores_change() {
        let (old, new) = (game(), relabeled(false));
        assert_eq!((&old.start, old.result), (&new.start, new.result));
        assert_ne!(old.plies, new.plies);
        for (old, new) in old.plies.iter().zip(&new.plies) {
            assert_eq!((old.mv, old.score.is_some()), (new.mv, new.score.is_some()));
            assert_eq!(old.sibling.map(|s| s.mv), new.sibling.map(|s| s.mv));
        }
        assert_eq!(old.plies.len(), new.plies.len());
        let all = relabeled(true);
        assert!(all.plies.iter().all(|ply| ply.score.is_some()));
    }
}
