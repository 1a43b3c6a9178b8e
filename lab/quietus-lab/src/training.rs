//! A training run on a terminal.

mod generation;
mod progress;

use std::path::Path;
use std::sync::atomic::AtomicBool;

use anyhow::Context;
use games::for_game;
use net_tools::{Inspected, Scores, reference_positions};
use trainer::{Config, Finished, Job, Outcome, Start};

use crate::files::print;
use generation::Generation;
use progress::Display;

/// Plays the games of a configuration that wants some, trains with a progress display, and prints a
/// summary; nothing if it was interrupted.
pub fn train(
    config: &Config,
    start: Start,
    stop: &AtomicBool,
) -> anyhow::Result<Option<Box<Finished>>> {
    let Some(generation) = Generation::of(config)? else {
        return train_on_data(config, start, stop);
    };
    let mut config = config.clone();
    config.data.push(generation.games.clone());
    // What is wrong is better noticed now than after the games.
    trainer::check_start(&config, start)?;
    match generation.play(stop)? {
        true => train_on_data(&config, start, stop),
        false => Ok(None),
    }
}

fn train_on_data(
    config: &Config,
    start: Start,
    stop: &AtomicBool,
) -> anyhow::Result<Option<Box<Finished>>> {
    let job = Job {
        config,
        start,
        commit: engine::COMMIT,
        stop,
    };
    let mut display = Display::default();
    let outcome = trainer::train(job, &mut |event| display.tell(event));
    display.finish();
    match outcome? {
        Outcome::Finished(finished) => {
            print(&summary(&finished))?;
            if !finished.quantization_error.is_small() {
                warn!("warning: the quantization error is large");
            }
            for_game!(config.game, G => warn_of_senseless_values::<G>(&finished.network)?);
            Ok(Some(finished))
        }
        Outcome::Stopped {
            step,
            steps,
            checkpoint,
        } => {
            let place = checkpoint.display();
            warn!("stopped after {step} of {steps} steps; --resume continues from {place}");
            Ok(None)
        }
    }
}

/// Says so if the network's piece values make no sense, as after training on too few positions.
fn warn_of_senseless_values<G: Inspected>(path: &Path) -> anyhow::Result<()> {
    let network = nnue::load_file::<G::Features>(path)
        .with_context(|| format!("cannot read {}", path.display()))?
        .network;
    let found = net_tools::sanity(&network, &reference_positions::<G>());
    if !found.values_material() {
        let values = found.values_line();
        warn!("warning: the network's piece values make no sense: {values}");
        warn!("warning: it will play badly; train on more positions, or for more epochs");
    }
    Ok(())
}

fn summary(finished: &Finished) -> String {
    let loss = finished.validation_loss;
    let loss = loss.map_or("none".to_owned(), |loss| format!("{loss:.6}"));
    let scores = Scores::of_card(&finished.card).facts().into_iter();
    let scores = scores.filter_map(|(title, fact)| Some(format!("{title:<17} {}\n", fact?)));
    let scores: String = scores.collect();
    let density = finished.density;
    let density = density.map(|density| format!("active inputs     {density}\n"));
    let error = &finished.quantization_error;
    format!(
        "network           {}\nreport            {}\nvalidation loss   {loss}\n{scores}\
         speed             {:.0} positions/s\n\
         quantization      mean error {:.2} cp, max {:.2} cp ({} positions)\n{}",
        finished.network.display(),
        finished.report.display(),
        finished.speed,
        error.mean,
        error.worst,
        error.positions,
        density.unwrap_or_default(),
    )
}
