//! Configurations: their text, and the errors of bad ones.

use std::path::PathBuf;

use nnue::Activation;

use super::{ActivationKind, Config, Settings};

fn good() -> Config {
    Config {
        data: vec![PathBuf::from("a.bin")],
        ..Config::default()
    }
}

#[test]
fn configurations_round_trip_through_toml() {
    let config = Config {
        hidden: vec![16, 32],
        activation: ActivationKind(Activation::Pairwise),
        ..good()
    };
    let text = config.to_toml();
    assert!(
        text.contains("# Neurons of the feature transformer"),
        "{text}"
    );
    assert_eq!(Settings::parse(&text).unwrap().resolve(), config);
}

#[test]
fn flags_override_the_file_and_the_file_the_defaults() {
    let file = Settings::parse("width = 256\nbatch_size = 32").unwrap();
    let flags = Settings {
        width: Some(512),
        ..Settings::default()
    };
    let config = flags.or(file).resolve();
    assert_eq!((config.width, config.batch_size, config.seed), (512, 32, 1));
}

#[test]
fn bad_files_name_the_field() {
    for (text, field) in [
        ("widht = 128", "widht"),
        ("width = \"wide\"", "width"),
        ("width = -1", "width"),
        ("activation = \"tanh\"", "activation"),
        ("learning_rate = 1", "learning_rate"),
    ] {
        let read = Settings::parse(text);
        match read {
            Ok(_) => assert_eq!(field, "learning_rate", "{text} was taken"),
            Err(error) => assert!(error.to_string().contains(field), "{error}"),
        }
    }
}

#[test]
fn bad_values_name_the_field() {
    let change = |change: fn(&mut Config)| {
        let mut config = good();
        change(&mut config);
        config.check().unwrap_err().field
    };
    assert_eq!(good().check(), Ok(()));
    assert_eq!(change(|c| c.width = 100), "width");
    assert_eq!(change(|c| c.output_buckets = 9), "output_buckets");
    assert_eq!(change(|c| c.data.clear()), "data");
    assert_eq!(change(|c| c.batch_size = 0), "batch_size");
    assert_eq!(change(|c| c.learning_rate = f64::NAN), "learning_rate");
    assert_eq!(change(|c| c.hidden = vec![20]), "hidden");
    let activation = |c: &mut Config| {
        c.hidden = vec![16];
        c.hidden_activation = ActivationKind(Activation::Relu);
    };
    assert_eq!(change(activation), "hidden_activation");
    let dual = |c: &mut Config| {
        c.hidden = vec![128];
        c.hidden_dual = true;
        c.activation = ActivationKind(Activation::Pairwise);
        c.qb = 512;
    };
    assert_eq!(change(dual), "hidden_dual");
    assert_eq!(change(|c| c.qa = 300), "qa");
    assert_eq!(change(|c| c.swa = 1.5), "swa");
    assert_eq!(change(|c| c.own_decay_factor = -1.0), "own_decay_factor");
    assert_eq!(change(|c| c.hidden_rate_factor = 1e9), "hidden_rate_factor");
    assert_eq!(change(|c| c.checkpoints = 0), "checkpoints");
    let buckets = |c: &mut Config| {
        c.features = super::FeatureKind::KingBucket;
        c.king_buckets.pop();
    };
    assert_eq!(change(buckets), "king_buckets");
}

#[test]
fn fields_are_read_from_the_command_line() {
    let parse = Settings::parse_field;
    assert_eq!(parse("width", &["256"]).unwrap().width, Some(256));
    assert_eq!(parse("skip", &["1"]).unwrap().skip, Some(1.0));
    assert_eq!(parse("name", &["7"]).unwrap().name, Some("7".to_owned()));
    let hidden = |words: &[&str]| parse("hidden", words).unwrap().hidden;
    assert_eq!(hidden(&["16"]), Some(vec![16]));
    assert_eq!(hidden(&["16", "32"]), Some(vec![16, 32]));
    let data = parse("data", &["a.bin", "5"]).unwrap().data;
    assert_eq!(data, Some(vec![PathBuf::from("a.bin"), PathBuf::from("5")]));
    let activation = parse("activation", &["pairwise"]).unwrap().activation;
    assert_eq!(activation, Some(ActivationKind(Activation::Pairwise)));
    let error = parse("activation", &["tanh"]).unwrap_err();
    assert!(error.contains("screlu"), "{error}");
    for (name, word) in [("width", "many"), ("width", ""), ("widht", "1")] {
        parse(name, &[word]).unwrap_err();
    }
    for (name, help) in Settings::FIELDS {
        assert!(!help.is_empty() && help.trim() == *help, "{name}");
    }
}
