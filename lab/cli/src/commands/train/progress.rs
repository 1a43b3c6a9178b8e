//! How far a run has come: a bar on a terminal, a line for each checkpoint otherwise.

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
            Event::NoGpu(reason) => eprintln!("{reason}: the processor trains"),
            Event::Started {
                network,
                backend,
                positions: [training, held_out],
                step,
                steps,
            } => {
                eprintln!("{network}; {backend}");
                eprintln!("{training} positions to learn from, {held_out} held out");
                eprintln!("{steps} steps, {step} of them made before");
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
        time(progress.seconds_left),
    )
}

/// Seconds as people say them.
fn time(seconds: f64) -> String {
    let seconds = seconds.min(1e9).round() as u64;
    match seconds {
        0..60 => format!("{seconds} s"),
        60..3600 => format!("{}:{:02} min", seconds / 60, seconds % 60),
        _ => format!("{}:{:02} h", seconds / 3600, seconds / 60 % 60),
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn times_are_short() {
        let times = [0.4, 59.0, 61.0, 3600.0, 7384.0].map(super::time);
        assert_eq!(times, ["0 s", "59 s", "1:01 min", "1:00 h", "2:03 h"]);
    }
}
