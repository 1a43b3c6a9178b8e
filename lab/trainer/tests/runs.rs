//! Whole runs through files: stopped, resumed, refused.

use std::cell::Cell;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use game::{Codes, Rng};
use games::{Chess, GameId, Xiangqi};
use net_tools::{Card, TestScore, random_positions};
use nnue::{Container, FeatureSet};
use records::{Game, GameResult, Header, Ply, Record, Writer};
use trainer::config::FeatureKind;
use trainer::{Checkpoint, Config, Event, Finished, Job, Outcome, Start, TrainError, train};

/// A folder with positions, and a configuration to train on them.
fn prepare(folder: &Path) -> Config {
    let positions = random_positions::<Chess>(1500, 3).into_iter().zip(0..);
    let record = |(position, number): (chess::Position, i16)| {
        let result = [GameResult::WhiteWins, GameResult::BlackWins][number as usize % 2];
        Record::new::<Chess>(&position, number % 301 - 150, result)
    };
    let records: Vec<Record> = positions.map(record).collect();
    let data = folder.join("positions.bin");
    fs::write(&data, Record::as_bytes(&records)).expect("room for it");
    Config {
        name: "test".to_owned(),
        output: folder.join("run"),
        data: vec![data],
        validation: 0.1,
        width: 32,
        batch_size: 64,
        epochs: 3.0,
        checkpoints: 5,
        threads: 2,
        ..Config::default()
    }
}

/// A file of random games.
fn random_games<G: Codes>(folder: &Path, name: &str, count: usize) -> PathBuf {
    let path = folder.join(name);
    let writer = Writer::<G>::create(&path, &Header::of::<G>()).expect("room for it");
    let mut rng = Rng::new(3);
    for _ in 0..count {
        let mut position = G::start();
        let mut game = Game::default();
        while game.plies.len() < 60 {
            let Some(&mv) = rng.choose(&G::legal_moves(&position)) else {
                break;
            };
            game.plies
                .push(Ply::scored(mv, rng.below(201) as i16 - 100));
            G::play(&mut position, mv);
        }
        game.result = GameResult::Draw;
        writer.write(&game).expect("room for it");
    }
    writer.finish().expect("room for it");
    path
}

#[test]
fn a_test_set_is_never_trained_on() {
    let folder = tempfile::tempdir().unwrap();
    let test_set = random_games::<Chess>(folder.path(), "test.qgames", 20);
    let copy = folder.path().join("copy.qgames");
    fs::copy(&test_set, &copy).unwrap();
    let mut config = prepare(folder.path());
    (config.test_set, config.data) = (test_set, vec![copy]);
    let error = run(&config, Start::New).unwrap_err().to_string();
    assert!(
        error.contains("test_set") && error.contains("also in field data"),
        "{error}"
    );
    config.test_set = folder.path().join("none.qgames");
    let error = run(&config, Start::New).unwrap_err().to_string();
    assert!(
        error.contains("test_set") && error.contains("none.qgames"),
        "{error}"
    );
}

fn run(config: &Config, start: Start) -> Result<Finished, TrainError> {
    let job = Job {
        config,
        start,
        commit: Some("abc"),
        stop: &AtomicBool::new(false),
    };
    match train(job, &mut |_| {})? {
        Outcome::Finished(finished) => Ok(*finished),
        Outcome::Stopped { .. } => panic!("nobody stopped it"),
    }
}

/// Runs until some events were reported, and stops.
fn run_until(config: &Config, start: Start, events: usize) -> Outcome {
    let stop = AtomicBool::new(false);
    let told = Cell::new(0);
    let job = Job {
        config,
        start,
        commit: None,
        stop: &stop,
    };
    let mut tell = |event: &Event| {
        if matches!(event, Event::Progress(_) | Event::Checkpoint(_)) {
            told.set(told.get() + 1);
            stop.store(told.get() >= events, Ordering::Relaxed);
        }
    };
    train(job, &mut tell).expect("a run")
}

#[test]
fn a_run_writes_a_network_with_a_card_and_a_report() {
    let folder = tempfile::tempdir().unwrap();
    let config = Config {
        test_set: random_games::<Chess>(folder.path(), "test.qgames", 20),
        ..prepare(folder.path())
    };
    let finished = run(&config, Start::New).unwrap();
    let container = Container::<FeatureSet>::read(&fs::read(&finished.network).unwrap()).unwrap();
    let card = Card::parse(&container.card).unwrap();
    assert_eq!(card, finished.card);
    assert_eq!(card.commit.as_deref(), Some("abc"));
    assert_eq!((card.seed, card.data[0].positions), (Some(1), Some(1500)));
    assert_eq!(card.validation_loss, finished.validation_loss);
    assert_eq!(card.recipe["batch_size"], 64);
    let score = card.test_loss.expect("a test set was given");
    let measured = TestScore::measure(&container.network, &config.test_set).unwrap();
    assert_eq!(score, measured);
    assert!(score.positions > 100 && score.loss > 0.0, "{score:?}");
    assert!(!container.card.contains(folder.path().to_str().unwrap()));
    let error = &finished.quantization_error;
    assert!(error.mean < 2.0, "{error:?}");
    let page = fs::read_to_string(&finished.report).unwrap();
    assert_eq!(page.matches("</svg>").count(), 2);
    let log: serde_json::Value =
        serde_json::from_slice(&fs::read(config.output.join("test.json")).unwrap()).unwrap();
    assert!(log["history"]["points"].as_array().unwrap().len() >= 5);
}

#[test]
fn a_run_that_starts_from_another_keeps_the_factorizer_apart() {
    let folder = tempfile::tempdir().unwrap();
    let first = Config {
        features: FeatureKind::KingBucket,
        ..prepare(folder.path())
    };
    let parent = run(&first, Start::New).unwrap();
    let path = first.output.join("checkpoint");
    let hash = support::hash_file(&parent.network).unwrap().sha256;
    let second = Config {
        output: folder.path().join("second"),
        parent: path.clone(),
        learning_rate: 1e-12,
        final_learning_rate: 0.0,
        ..first.clone()
    };
    let child = run(&second, Start::New).unwrap();
    assert_eq!(child.card.parent, Some(hash));
    let state = |path: &Path| Checkpoint::read(path).unwrap().state;
    let (before, after) = (state(&path), state(&second.output.join("checkpoint")));
    let pairs = before.best().iter().zip(&after.parameters);
    let apart = pairs.map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
    assert!(apart < 1e-6, "{apart}");
    let other = Config {
        output: folder.path().join("third"),
        factorizer: false,
        ..second
    };
    assert!(matches!(
        run(&other, Start::New),
        Err(TrainError::Parent { .. })
    ));
}

#[test]
fn a_resumed_run_equals_the_uninterrupted_one_bit_for_bit() {
    let folder = tempfile::tempdir().unwrap();
    let whole = prepare(folder.path());
    run(&whole, Start::New).unwrap();
    let pieces = Config {
        output: folder.path().join("pieces"),
        threads: 1,
        ..whole.clone()
    };
    for (start, events) in [(Start::New, 3), (Start::Resume, 1), (Start::Resume, 7)] {
        let outcome = run_until(&pieces, start, events);
        assert!(matches!(outcome, Outcome::Stopped { .. }), "{outcome:?}");
    }
    run(&pieces, Start::Resume).unwrap();
    let end = |config: &Config| Checkpoint::read(&config.output.join("checkpoint")).unwrap();
    let (whole_end, pieces_end) = (end(&whole), end(&pieces));
    assert!(whole_end.state == pieces_end.state);
    assert_eq!(whole_end.history.points, pieces_end.history.points);
    let parameters = |config: &Config| {
        let bytes = fs::read(config.output.join("test.qnn")).unwrap();
        Container::<nnue::FeatureSet>::read(&bytes)
            .unwrap()
            .network
            .parameters()
            .clone()
    };
    assert!(parameters(&whole) == parameters(&pieces));
}

#[test]
fn a_run_can_start_from_a_finished_one() {
    let folder = tempfile::tempdir().unwrap();
    let first = prepare(folder.path());
    let finished = run(&first, Start::New).unwrap();
    let second = Config {
        output: folder.path().join("second"),
        parent: finished.network,
        epochs: 1.0,
        ..first.clone()
    };
    let finished = run(&second, Start::New).unwrap();
    assert_eq!(finished.card.parent.unwrap().len(), 64);
    let wider = Config {
        width: 64,
        output: folder.path().join("third"),
        ..second
    };
    let error = run(&wider, Start::New).unwrap_err().to_string();
    assert!(error.contains("field parent"), "{error}");
    assert!(error.contains("768 mirrored -> 64"), "{error}");
}

#[test]
fn checkpoints_are_not_overwritten_or_mixed_up() {
    let folder = tempfile::tempdir().unwrap();
    let config = prepare(folder.path());
    run_until(&config, Start::New, 1);
    let error = run(&config, Start::New).unwrap_err().to_string();
    assert!(error.contains("--resume"), "{error}");
    let other = Config {
        learning_rate: 2e-3,
        ..config.clone()
    };
    let error = run(&other, Start::Resume).unwrap_err().to_string();
    assert!(error.contains("different learning_rate"), "{error}");
    run(&other, Start::Restart).unwrap();
}

#[test]
fn a_failed_checkpoint_leaves_the_old_one() {
    let folder = tempfile::tempdir().unwrap();
    let config = prepare(folder.path());
    run_until(&config, Start::New, 1);
    let path = config.output.join("checkpoint");
    let before = fs::read(&path).unwrap();
    // Stands in the way of the next checkpoint, like a disk that is full.
    let in_the_way = config.output.join("checkpoint.new");
    fs::create_dir(&in_the_way).unwrap();
    let error = run(&config, Start::Resume).unwrap_err().to_string();
    assert!(error.contains("cannot write"), "{error}");
    assert_eq!(fs::read(&path).unwrap(), before);
    fs::remove_dir(&in_the_way).unwrap();
    run(&config, Start::Resume).unwrap();
}

#[test]
fn a_folder_has_one_run_at_a_time() {
    let folder = tempfile::tempdir().expect("a folder");
    let config = prepare(folder.path());
    let stop = AtomicBool::new(false);
    let job = Job {
        config: &config,
        start: Start::New,
        commit: None,
        stop: &stop,
    };
    let refusals = Cell::new(0);
    let outcome = train(job, &mut |event| {
        if matches!(event, Event::Started { .. }) {
            for start in [Start::New, Start::Resume, Start::Restart] {
                let error = run(&config, start).expect_err("the folder is in use");
                assert!(matches!(error, TrainError::Locked(_)), "{error}");
                refusals.set(refusals.get() + 1);
            }
        }
    });
    assert!(matches!(outcome, Ok(Outcome::Finished(_))), "{outcome:?}");
    assert_eq!(refusals.get(), 3);
    // The file that was locked is still there, the lock is not.
    assert!(config.output.join("lock").exists());
    run(&config, Start::Restart).expect("the folder is free");
}

#[test]
fn networks_of_xiangqi_are_trained_on_games_of_xiangqi() {
    let folder = tempfile::tempdir().unwrap();
    let chess = prepare(folder.path());
    let games = random_games::<Xiangqi>(folder.path(), "xiangqi.qgames", 40);
    for features in [FeatureKind::HomeBucket, FeatureKind::KingBucket] {
        let config = Config {
            game: GameId::Xiangqi,
            features,
            output: folder.path().join(format!("{features:?}")),
            data: vec![games.clone()],
            output_buckets: 2,
            ..chess.clone()
        };
        let finished = run(&config, Start::New).unwrap();
        assert!(finished.quantization_error.mean < 3.0, "{finished:?}");
        let bytes = fs::read(&finished.network).unwrap();
        let read = Container::<nnue::features::xiangqi::FeatureSet>::read(&bytes).unwrap();
        assert_eq!(read.network.architecture().width, 32);
        Container::<nnue::FeatureSet>::read(&bytes)
            .map(drop)
            .unwrap_err();
        // The network is a parent of the next.
        let next = Config {
            output: folder.path().join(format!("{features:?} again")),
            parent: finished.network,
            ..config.clone()
        };
        run(&next, Start::New).unwrap();
        let halves = Config {
            features: FeatureKind::HalfKp,
            ..config.clone()
        };
        assert_eq!(halves.check().unwrap_err().field, "features");
        let of_chess = Config {
            data: chess.data.clone(),
            ..next
        };
        let error = run(&of_chess, Start::Restart).unwrap_err().to_string();
        assert!(error.contains("not of xiangqi"), "{error}");
    }
}
