//! The results of a run: quantized network, card, report.

use std::path::{Path, PathBuf};

use net_tools::{Card, DataSet, Yardsticks};
use nnue::{Container, Network};
use serde::Serialize;
use serde_json::json;

use super::TrainError;
use super::run::write_error;
use crate::backend::Plan;
use crate::config::Config;
use crate::export::{
    Density, ExportError, QuantizationError, WeightRange, arrange, calibrate, quantization_error,
    quantize, quantize_with_scale_search,
};
use crate::history::History;
use crate::report::{self, Report};
use crate::trained::Trained;
use crate::validation::Validation;

/// Positions to measure the quantization error on.
const MEASURED: usize = 10_000;

/// Fields that are elsewhere on the card, or only name files of one machine.
const NOT_IN_RECIPE: [&str; 9] = [
    "name", "seed", "data", "output", "parent", "test_set", "results", "ledger", "threads",
];

/// How a run ended.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// All steps were completed.
    Finished(Box<Finished>),
    /// Stopped, and can be resumed.
    Stopped {
        /// Completed steps.
        step: u64,
        /// Steps of the whole run.
        steps: u64,
        /// The checkpoint to resume from.
        checkpoint: PathBuf,
    },
}

/// A trained network and its metrics.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Finished {
    /// The network file.
    pub network: PathBuf,
    /// The HTML report.
    pub report: PathBuf,
    pub validation_loss: Option<f64>,
    /// The quantization error of the network file.
    pub quantization_error: QuantizationError,
    /// How sparse the inputs of the first hidden layer are, if there is one.
    pub density: Option<Density>,
    /// Positions a second over the whole run.
    pub speed: f64,
    /// The card in the file.
    pub card: Card,
}

/// The parts of a network's card that its run does not know.
#[derive(Clone, Debug, Default)]
pub struct Origin {
    /// The SHA-256 of the network it started from.
    pub parent: Option<String>,
    /// The commit of this program.
    pub commit: Option<String>,
}

/// The inputs of the results, after the last step.
pub struct End<'a, F: Trained> {
    pub config: &'a Config,
    pub origin: &'a Origin,
    pub plan: &'a Plan<F>,
    pub history: &'a History,
    pub validation: &'a Validation,
    pub yardsticks: &'a Yardsticks<F>,
}

impl<F: Trained> End<'_, F> {
    /// Writes the network file and the report.
    pub fn finish(&self, parameters: &[f32]) -> Result<Finished, TrainError> {
        let Self {
            config,
            plan,
            history,
            validation,
            ..
        } = *self;
        let held_out = &plan.data.validation;
        let (network, quantization_error) = self.quantized(parameters)?;
        let (network, density) = arrange(network, &plan.data.training);
        let card = self.card(&network)?;
        let container = Container {
            network,
            card: card.to_text(),
        };
        // Only a card of more than a megabyte fails.
        let too_long = |_| ExportError::OutOfRange("card".to_owned());
        let bytes = container.write().map_err(too_long)?;
        let file = |ending: &str| config.output.join(format!("{}.{ending}", config.name));
        put(&file("qnn"), &bytes)?;
        let positions = plan.schedule.steps as f64 * plan.batch_size as f64;
        let finished = Finished {
            network: file("qnn"),
            report: file("html"),
            validation_loss: validation.loss(),
            quantization_error,
            density,
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

    /// The quantized network and its error.
    fn quantized(
        &self,
        parameters: &[f32],
    ) -> Result<(Network<F>, QuantizationError), ExportError> {
        let model = &self.plan.model;
        if self.config.qb > 0 {
            return Ok(self.calibrated(parameters, quantize(model, parameters)?));
        }
        let searched = |range| quantize_with_scale_search(model, parameters, range);
        let narrow = self.calibrated(parameters, searched(WeightRange::Narrow)?);
        if narrow.1.is_small() || model.architecture.hidden.is_some() {
            return Ok(narrow);
        }
        let wide = self.calibrated(parameters, searched(WeightRange::Wide)?);
        Ok(if wide.1.mean < narrow.1.mean {
            wide
        } else {
            narrow
        })
    }

    /// The better of a network rounded to nearest and its calibrated rounding, with its error on
    /// validation positions, where there are any.
    fn calibrated(
        &self,
        parameters: &[f32],
        nearest: Network<F>,
    ) -> (Network<F>, QuantizationError) {
        let Plan { model, data, .. } = self.plan;
        let records = match &data.validation {
            held_out if held_out.is_empty() => &data.training,
            held_out => held_out,
        };
        let error = |network: &Network<F>| {
            quantization_error(model, parameters, network, records, MEASURED)
        };
        let calibrated = calibrate(model, parameters, nearest.clone(), &data.training);
        let (before, after) = (error(&nearest), error(&calibrated));
        // With few positions for many weights, the calibration may not generalize.
        if after.mean < before.mean {
            (calibrated, after)
        } else {
            (nearest, before)
        }
    }

    /// The network's metadata.
    fn card(&self, network: &Network<F>) -> Result<Card, TrainError> {
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
        let mut card = Card {
            name: Some(self.config.name.clone()),
            parent: self.origin.parent.clone(),
            commit: self.origin.commit.clone(),
            seed: Some(self.config.seed),
            validation_loss: self.validation.loss(),
            data: data.collect(),
            recipe,
            ..Card::default()
        };
        self.yardsticks.measure(network)?.write_to(&mut card);
        Ok(card)
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
