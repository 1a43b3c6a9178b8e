//! The quantization error of a network trained on games is small.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use datagen::{Goal, NodeLimits, Run, Settings, generate};
use evaluation::handcrafted::Handcrafted;
use openings::Openings;
use records::{Header, Writer};
use trainer::{Config, Finished, Job, Outcome, Start, train};

/// The design's limits in centipawns.
const MEAN: f64 = 2.0;
const WORST: f64 = 30.0;

/// Games of the engine against itself, as quick as they can be.
fn play(path: &Path) {
    let mut settings = Settings {
        nodes: NodeLimits::soft(40),
        table: 1,
        ..Settings::default()
    };
    settings.openings.verification = NodeLimits::soft(0);
    let writer = <Writer>::create(path, &Header::default()).expect("a new file");
    let run = Run {
        tables: None,
        settings: &settings,
        openings: &Openings::default(),
        threads: 2,
        first: 0,
        goal: Goal {
            games: Some(700),
            ..Goal::default()
        },
        stop: &AtomicBool::new(false),
    };
    generate(&run, Handcrafted::without_clock, |played, _| {
        writer.write(&played.game)?;
        Ok(())
    })
    .expect("games");
    writer.finish().expect("room for it");
}

fn trained(config: &Config) -> Finished {
    let job = Job {
        config,
        start: Start::New,
        commit: None,
        stop: &AtomicBool::new(false),
    };
    match train(job, &mut |_| {}).expect("a good run") {
        Outcome::Finished(finished) => *finished,
        Outcome::Stopped { .. } => panic!("nobody stopped it"),
    }
}

#[test]
fn the_quantization_error_of_a_narrow_network_is_small() {
    let folder = tempfile::tempdir().expect("a folder");
    let games = folder.path().join("games.qgames");
    play(&games);
    let config = Config {
        name: "narrow".to_owned(),
        output: folder.path().join("run"),
        data: vec![games],
        validation: 0.25,
        // As many as can be: this is about held-out positions.
        no_noisy: false,
        // As in the recipe of the first network, with smaller steps for fewer positions.
        width: 64,
        weight_decay: 1.0,
        wdl: 0.1,
        final_wdl: 0.1,
        batch_size: 512,
        epochs: 12.0,
        backend: trainer::config::BackendKind::Cpu,
        ..Config::default()
    };
    let finished = trained(&config);
    let error = &finished.quantization_error;
    assert_eq!(error.positions, 10_000);
    // It has learned something that could get lost.
    assert!(error.mean_value > 100.0, "{error:?}");
    assert!(error.mean < MEAN, "{error:?}");
    assert!(error.worst < WORST, "{error:?}");
}
