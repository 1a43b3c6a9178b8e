//! What networks are measured with for their cards.

use std::path::{Path, PathBuf};

use game::Codes;
use nnue::{FeatureSet, Features, Network};

use crate::{Card, ResultPositions, ResultScore, TestScore, TestSetError};

/// Games with deep labels, and games with results, where they are given.
#[derive(Clone)]
pub struct Yardsticks<F: Features = FeatureSet> {
    test_set: Option<PathBuf>,
    results: Option<ResultPositions<F>>,
}

/// What they say of a network.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scores {
    pub test_loss: Option<TestScore>,
    pub results: Option<ResultScore>,
}

impl<F: Features> Default for Yardsticks<F> {
    fn default() -> Self {
        Self {
            test_set: None,
            results: None,
        }
    }
}

impl<F: Features<Game: Codes>> Yardsticks<F> {
    /// Opens the files that are given.
    ///
    /// # Errors
    /// If one cannot be read.
    pub fn open(test_set: Option<&Path>, results: Option<&Path>) -> Result<Self, TestSetError> {
        if let Some(path) = test_set {
            records::Reader::<F::Game>::open(path)?;
        }
        let results = results.map(ResultPositions::read);
        Ok(Self {
            test_set: test_set.map(Path::to_owned),
            results: results.transpose()?,
        })
    }

    /// Measures a network.
    ///
    /// # Errors
    /// If the test set cannot be read.
    pub fn measure(&self, network: &Network<F>) -> Result<Scores, TestSetError> {
        let test_set = self.test_set.as_deref();
        let test_loss = test_set.map(|path| TestScore::measure(network, path));
        Ok(Scores {
            test_loss: test_loss.transpose()?,
            results: self.results.as_ref().map(|results| results.score(network)),
        })
    }
}

impl Scores {
    /// The scores of a card.
    pub fn of_card(card: &Card) -> Self {
        Self {
            test_loss: card.test_loss.clone(),
            results: card.results.clone(),
        }
    }

    /// Writes those that were measured to a card.
    pub fn write_to(self, card: &mut Card) {
        card.test_loss = self.test_loss.or(card.test_loss.take());
        card.results = self.results.or(card.results.take());
    }

    /// What each says, by its title. There is one for each score, given or not.
    pub fn facts(&self) -> [(&'static str, Option<String>); 2] {
        [
            (
                "test loss",
                self.test_loss.as_ref().map(ToString::to_string),
            ),
            (
                "correlation",
                self.results.as_ref().map(ToString::to_string),
            ),
        ]
    }
}
