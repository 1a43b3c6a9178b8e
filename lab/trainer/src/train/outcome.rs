//! What a run leaves behind.

use std::path::{Path, PathBuf};

use net_tools::{Card, DataSet};
use nnue::{Container, Network};
use serde::Serialize;
use serde_json::json;

use super::TrainError;
use super::run::write_error;
use crate::backend::Plan;
use crate::config::Config;
use crate::export::{Comparison, ExportError, Room, compare, quantize, quantize_finest, settle};
use crate::history::History;
use crate::report::{self, Report};
use crate::validation::Validation;

/// Positions to compare integers and real numbers on.
const COMPARED: usize = 10_000;

/// Fields that stand elsewhere on the card, or say only where files are on one machine.
const NOT_IN_RECIPE: [&str; 7] = [
    "name", "seed", "data", "output", "parent", "ledger", "threads",
];

/// How a run ended.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// All steps were made.
    Finished(Box<Finished>),
    /// It was stopped, and can be resumed.
    Stopped {
        /// Steps that were made.
        step: u64,
        /// Steps of the whole run.
        steps: u64,
        /// The checkpoint to go on from.
        checkpoint: PathBuf,
    },
}

/// A network, and what is known of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Finished {
    /// The network file.
    pub network: PathBuf,
    /// The page with the curves.
    pub report: PathBuf,
    /// The loss on positions that were not learnt from.
    pub validation_loss: Option<f64>,
    /// How far the integers of the file are from the real numbers.
    pub comparison: Comparison,
    /// Positions a second over the whole run.
    pub speed: f64,
    /// The card in the file.
    pub card: Card,
}

/// Where a network comes from, as far as its run does not know.
#[derive(Clone, Debug, Default)]
pub struct Origin {
    /// The SHA-256 of the network it started from.
    pub parent: Option<String>,
    /// The commit of this program.
    pub commit: Option<String>,
}

/// All that is known when the last step was made.
pub struct End<'a> {
    pub config: &'a Config,
    pub origin: &'a Origin,
    pub plan: &'a Plan,
    pub history: &'a History,
    pub validation: &'a Validation,
}

impl End<'_> {
    /// Writes the network file, the log, and the page with the curves.
    pub fn finish(&self, parameters: &[f32]) -> Result<Finished, TrainError> {
        let Self {
            config,
            plan,
            history,
            validation,
            ..
        } = *self;
        let held_out = &plan.data.validation;
        let (network, comparison) = self.integers(parameters)?;
        let card = self.card();
        let container = Container {
            network,
            card: card.to_text(),
        };
        // Only a card of more than a megabyte does this.
        let no_room = |_| ExportError::Room("card".to_owned());
        let bytes = container.write().map_err(no_room)?;
        let file = |ending: &str| config.output.join(format!("{}.{ending}", config.name));
        put(&file("qnn"), &bytes)?;
        let positions = plan.schedule.steps as f64 * plan.batch as f64;
        let finished = Finished {
            network: file("qnn"),
            report: file("html"),
            validation_loss: validation.loss(),
            comparison,
            speed: positions / history.seconds.max(1e-9),
            card,
        };
        let report = Report {
            config,
            architecture: plan.model.architecture.to_string(),
            positions: [plan.data.training.len(), held_out.len()],
            history,
            validation,
            finished: &finished,
        };
        put(&file("json"), report::json(&report).as_bytes())?;
        put(&file("loss.svg"), report::loss_curves(&report).as_bytes())?;
        put(&file("pieces.svg"), report::by_pieces(&report).as_bytes())?;
        put(&finished.report, report::page(&report).as_bytes())?;
        Ok(finished)
    }

    /// The network of integers, and how far it is from the real numbers on positions that it was not
    /// made with, where there are any.
    fn integers(&self, parameters: &[f32]) -> Result<(Network, Comparison), ExportError> {
        let model = &self.plan.model;
        if self.config.output_scale > 0 {
            return Ok(self.settled(parameters, quantize(model, parameters)?));
        }
        let finest = |room| quantize_finest(model, parameters, room);
        let narrow = self.settled(parameters, finest(Room::Narrow)?);
        if narrow.1.is_near() || model.architecture.hidden.is_some() {
            return Ok(narrow);
        }
        let wide = self.settled(parameters, finest(Room::Wide)?);
        Ok(if wide.1.mean < narrow.1.mean {
            wide
        } else {
            narrow
        })
    }

    /// A network of the nearest integers with better ones where they can be found, and how far it is
    /// from the real numbers.
    fn settled(&self, parameters: &[f32], nearest: Network) -> (Network, Comparison) {
        let Plan { model, data, .. } = self.plan;
        let records = match &data.validation {
            held_out if held_out.is_empty() => &data.training,
            held_out => held_out,
        };
        let distance = |network: &Network| compare(model, parameters, network, records, COMPARED);
        let settled = settle(model, parameters, nearest.clone(), &data.training);
        let (before, after) = (distance(&nearest), distance(&settled));
        // With few positions for many weights, what cancels here may not cancel elsewhere.
        if after.mean < before.mean {
            (settled, after)
        } else {
            (nearest, before)
        }
    }

    /// Where the network comes from.
    fn card(&self) -> Card {
        let sources = self.plan.data.sources.iter();
        let data = sources.map(|source| DataSet {
            name: file_name(&source.path),
            sha256: source.sha256.clone(),
            positions: Some(source.positions),
            ..DataSet::default()
        });
        let mut recipe = json!(self.config);
        if let Some(fields) = recipe.as_object_mut() {
            for field in NOT_IN_RECIPE {
                fields.remove(field);
            }
            fields.insert("steps".to_owned(), json!(self.plan.schedule.steps));
        }
        Card {
            name: Some(self.config.name.clone()),
            parent: self.origin.parent.clone(),
            commit: self.origin.commit.clone(),
            seed: Some(self.config.seed),
            validation_loss: self.validation.loss(),
            data: data.collect(),
            recipe,
            ..Card::default()
        }
    }
}

fn file_name(path: &Path) -> String {
    path.file_name()
        .map(|name| name.to_string_lossy().into_owned())
        .unwrap_or_default()
}

fn put(path: &Path, bytes: &[u8]) -> Result<(), TrainError> {
    support::write_atomic(path, bytes).map_err(|error| write_error(path, error))
}
