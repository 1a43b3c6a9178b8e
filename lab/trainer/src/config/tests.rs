//! Configurations: their text, and what is said of bad ones.

use std::path::PathBuf;

use super::{ActivationWord, Config, Settings};

fn good() -> Config {
    Config {
        data: vec![PathBuf::from("a.bin")],
        ..Config::default()
    }
}

#[test]
fn the_text_of_a_configuration_reads_back_as_it_was() {
    let config = Config {
        hidden: vec![16, 32],
        activation: ActivationWord::Pairwise,
        ..good()
    };
    let text = config.to_toml();
    assert!(text.contains("# Neurons of the first layer"), "{text}");
    assert_eq!(Settings::parse(&text).unwrap().resolve(), config);
}

#[test]
fn flags_go_before_the_file_and_the_file_before_defaults() {
    let file = Settings::parse("width = 256\nbatch = 32").unwrap();
    let flags = Settings {
        width: Some(512),
        ..Settings::default()
    };
    let config = flags.or(file).resolve();
    assert_eq!((config.width, config.batch, config.seed), (512, 32, 1));
}

#[test]
fn bad_files_name_the_field() {
    for (text, field) in [
        ("widht = 128", "widht"),
        ("width = \"wide\"", "width"),
        ("width = -1", "width"),
        ("activation = \"tanh\"", "activation"),
        ("rate = 1", "rate"),
    ] {
        let read = Settings::parse(text);
        match read {
            Ok(_) => assert_eq!(field, "rate", "{text} was taken"),
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
    assert_eq!(change(|c| c.batch = 0), "batch");
    assert_eq!(change(|c| c.rate = f64::NAN), "rate");
    assert_eq!(change(|c| c.hidden = vec![20]), "hidden");
    assert_eq!(change(|c| c.first_scale = 300), "first_scale");
    assert_eq!(change(|c| c.average = 1.5), "average");
    assert_eq!(change(|c| c.checkpoints = 0), "checkpoints");
    let buckets = |c: &mut Config| {
        c.features = super::FeatureWord::KingBucket;
        c.king_buckets.pop();
    };
    assert_eq!(change(buckets), "king_buckets");
}
