//! The progress of a training run: a bar on a terminal, and a line for each checkpoint.

use std::time::Duration;

use arena::runner::human_time;
use support::Progress;
use trainer::{Event, Progress as Step};

#[derive(Default)]
pub struct Display {
    progress: Option<Progress>,
}

impl Display {
    pub fn tell(&mut self, event: &Event) {
        match event {
            Event::Damage(text) => eprintln!("{text}"),
            Event::NoGpu(reason) => eprintln!("{reason}: training on the CPU"),
            Event::Started {
                network,
                backend,
                positions: [training, held_out],
                step,
                steps,
            } => {
                eprintln!("{network}; {backend}");
                eprintln!("{training} positions for training, {held_out} for validation");
                eprintln!("{steps} steps, {step} of them done before");
                let progress = Progress::bar(*steps);
                progress.show(*step, "");
                self.progress = Some(progress);
            }
            Event::Progress(step) => {
                if let Some(progress) = &self.progress {
                    progress.show(step.step, words(step));
                }
            }
            Event::Checkpoint(step) => {
                let line = format!("step {}/{}: {}", step.step, step.steps, words(step));
                match &self.progress {
                    Some(progress) => progress.line(&line),
                    None => eprintln!("{line}"),
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

fn words(progress: &Step) -> String {
    let loss = |loss: Option<f64>| loss.map_or("-".to_owned(), |loss| format!("{loss:.6}"));
    format!(
        "loss {}, validation {}, {:.2} M positions/s, {} left",
        loss(progress.loss),
        loss(progress.validation),
        progress.speed / 1e6,
        human_time(Duration::from_secs_f64(progress.seconds_left.min(1e9))),
    )
}
