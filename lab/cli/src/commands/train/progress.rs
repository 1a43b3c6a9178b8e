//! How far a run has come: a bar on a terminal, a line for each checkpoint otherwise.

use std::io::IsTerminal;

use indicatif::{ProgressBar, ProgressStyle};
use trainer::{Event, Progress};

#[derive(Default)]
pub struct Display {
    bar: Option<ProgressBar>,
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
                eprintln!("{training} positions to learn from, {held_out} held out");
                eprintln!("{steps} steps, {step} of them made before");
                self.bar = bar(*step, *steps);
            }
            Event::Progress(progress) => {
                if let Some(bar) = &self.bar {
                    bar.set_position(progress.step);
                    bar.set_message(words(progress));
                }
            }
            Event::Checkpoint(progress) => {
                let line = format!(
                    "step {}/{}: {}",
                    progress.step,
                    progress.steps,
                    words(progress)
                );
                match &self.bar {
                    Some(bar) => {
                        bar.set_position(progress.step);
                        bar.println(line);
                    }
                    None => eprintln!("{line}"),
                }
            }
        }
    }

    pub fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

fn bar(step: u64, steps: u64) -> Option<ProgressBar> {
    std::io::stderr().is_terminal().then(|| {
        let bar = ProgressBar::new(steps);
        let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} {msg}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        bar.set_position(step);
        bar
    })
}

fn words(progress: &Progress) -> String {
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
