//! The loss curves of a run.

use serde::{Deserialize, Serialize};

use crate::validation::MeanLoss;

/// A point of the curves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Point {
    /// Completed steps.
    pub step: u64,
    /// The learning rate of the last step.
    pub learning_rate: f64,
    /// The mean loss since the point before.
    pub loss: f64,
    /// Its error, if there was more than one step.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub loss_error: Option<f64>,
    /// The validation loss, where it was computed.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub validation: Option<f64>,
    /// Its error.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub validation_error: Option<f64>,
}

/// The loss curves so far.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct History {
    /// The points of the curves.
    pub points: Vec<Point>,
    /// Losses since the last point: their sum.
    pub pending_loss: f64,
    /// Losses since the last point: the sum of their squares.
    #[serde(default)]
    pub pending_squares: f64,
    /// Losses since the last point: how many.
    pub pending_steps: u64,
    /// Seconds of training so far.
    pub seconds: f64,
}

impl History {
    /// Adds the losses of more steps.
    pub fn add(&mut self, losses: &[f64]) {
        for loss in losses {
            self.pending_loss += loss;
            self.pending_squares += loss * loss;
        }
        self.pending_steps += losses.len() as u64;
    }

    /// The mean loss since the last point; that of the last point if nothing happened since.
    pub fn loss(&self) -> Option<f64> {
        match self.pending_steps {
            0 => self.points.last().map(|point| point.loss),
            steps => Some(self.pending_loss / steps as f64),
        }
    }

    /// The last validation loss.
    pub fn validation(&self) -> Option<f64> {
        self.points.iter().rev().find_map(|point| point.validation)
    }

    /// Adds a point to the curves.
    pub fn mark(&mut self, step: u64, learning_rate: f64, validation: Option<MeanLoss>) {
        let pending = MeanLoss::of(self.pending_loss, self.pending_squares, self.pending_steps);
        self.points.push(Point {
            step,
            learning_rate,
            loss: self.loss().unwrap_or_default(),
            loss_error: pending.and_then(|mean| mean.error),
            validation: validation.map(|mean| mean.loss),
            validation_error: validation.and_then(|mean| mean.error),
        });
        self.pending_loss = 0.0;
        self.pending_squares = 0.0;
        self.pending_steps = 0;
    }
}
