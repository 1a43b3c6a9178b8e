//! What judges positions, for each game: reviews search with it, and the page looks into its network.

use std::any::Any;
use std::sync::Arc;

use evaluation::{Evaluated, Evaluation};
use game::Rules;
use games::GameId;
use search::Tablebase;

/// What judges the positions of a game.
#[derive(Clone)]
pub struct Judge<G: Evaluated> {
    /// The evaluation.
    pub evaluation: Evaluation<G>,
    /// The tablebases, if there are some.
    pub tablebase: Option<Arc<dyn Tablebase<G>>>,
}

/// One judge for each game.
#[derive(Default)]
pub struct Judges {
    judges: Vec<Box<dyn Any + Send + Sync>>,
    /// The games whose evaluation is a network.
    networks: Vec<GameId>,
}

impl Judges {
    /// Adds the judge of a game.
    pub fn add<G: Evaluated + Rules>(&mut self, judge: Judge<G>) {
        if judge.evaluation.network().is_some() {
            self.networks.push(GameId::of::<G>());
        }
        self.judges.push(Box::new(judge));
    }

    /// The judge of a game: without one, the embedded network alone.
    pub(crate) fn of<G: Evaluated>(&self) -> Judge<G> {
        let judge = self.judges.iter().find_map(|judge| judge.downcast_ref());
        judge.cloned().unwrap_or_else(|| Judge {
            evaluation: Evaluation::embedded(),
            tablebase: None,
        })
    }

    /// The games whose evaluation is a network.
    pub(crate) fn networks(&self) -> &[GameId] {
        &self.networks
    }
}
