//! Relabeling: new scores for the positions of existing games.

use chess::Chess;
use game::{Dense, Evaluator, Position, Rules};
use records::Game;
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
            include_unscored,
        })
    }

    /// Searches every scored position of a game, and every sibling.
    pub fn relabel(&mut self, game: Game<R>) -> Relabeled<R> {
        self.searcher.clear();
        let mut position = game.start.position();
        let mut relabeled = Relabeled {
            game,
            positions: 0,
            nodes: 0,
            compared: 0,
            difference: 0,
        };
        let mut plies = std::mem::take(&mut relabeled.game.plies);
        for ply in &mut plies {
            let us = position.side_to_move().index();
            if ply.score.is_some() || self.include_unscored {
                let outcome = self.searcher.search(&position, limits(self.nodes));
                relabeled.nodes += outcome.nodes;
                let score = to_i16(white_relative(outcome.score, us));
                relabeled.count(ply.score, score);
                ply.score = Some(score);
            }
            if let Some(sibling) = &mut ply.sibling {
                let mut after = position.clone();
                R::play(&mut after, sibling.mv);
                let outcome = self.searcher.search(&after, limits(self.nodes));
                relabeled.nodes += outcome.nodes;
                let score = to_i16(white_relative(outcome.score, 1 - us));
                relabeled.count(Some(sibling.score), score);
                sibling.score = score;
            }
            R::play(&mut position, ply.mv);
        }
        relabeled.game.plies = plies;
        relabeled
    }
}

impl<R: Rules> Relabeled<R> {
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
