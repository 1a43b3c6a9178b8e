//! The progress of a training run: a bar on a terminal, and a line for each checkpoint.

use std::time::Duration;

use support::{Progress, human_time};
use trainer::{Event, Progress as Step};

/// Fewer positions are worth a warning.
const FEW_POSITIONS: usize = 500_000;

const ADVICE: &str = "a first network needs about a million, a strong one tens of millions";

#[derive(Default)]
pub struct Display {
    progress: Option<Progress>,
}

impl Display {
    pub fn tell(&mut self, event: &Event) {
        match event {
            Event::Damage(text) => warn!("{text}"),
            Event::NoGpu(reason) => warn!("{reason}: training on the CPU"),
            Event::Started {
                network,
                backend,
                positions: [training, held_out],
                step,
                steps,
            } => {
                warn!("{network}; {backend}");
                warn!("{training} positions for training, {held_out} for validation");
                if *training < FEW_POSITIONS {
                    warn!("warning: too few positions: {ADVICE}");
                }
                warn!("{steps} steps, {step} of them done before");
                let progress = Progress::bar(*step, *steps);
                progress.show(*step, "");
                self.progress = Some(progress);
            }
            Event::Progress(step) => {
                if let Some(progress) = &self.progress {
                    progress.show(step.step, &figures(step));
                }
            }
            Event::Checkpoint(step) => {
                let left = Duration::from_secs_f64(step.seconds_left.min(1e9));
                let (left, figures) = (human_time(left), figures(step));
                let line = format!("step {}/{}: {figures}, {left} left", step.step, step.steps);
                match &self.progress {
                    Some(progress) => progress.line(&line),
                    None => warn!("{line}"),
                }
            }
        }
    }

    pub fn finish(&self) {
        if let Some(progress) = &self.progress {
            progress.finish();
        }
    }
}

fn figures(progress: &Step) -> String {
    let loss = |loss: Option<f64>| loss.map_or("-".to_owned(), |loss| format!("{loss:.6}"));
    format!(
        "loss {}, validation {}, {:.2} M positions/s",
        loss(progress.loss),
        loss(progress.validation),
        progress.speed / 1e6,
    )
}
