//! Supported architectures, and the errors of others.

use super::{Architecture, Hidden, Scales};
use crate::Activation;
use crate::features::{BucketMap, FeatureSet};

fn plain() -> Architecture {
    Architecture {
        features: FeatureSet::PieceSquare { mirrored: true },
        width: 256,
        activation: Activation::Screlu,
        hidden: None,
        buckets: 8,
        scales: Scales::default(),
    }
}

fn layered() -> Architecture {
    Architecture {
        activation: Activation::Pairwise,
        hidden: Some(Hidden {
            sizes: vec![16, 32],
            activation: Activation::Screlu,
            dual: false,
            sum_bits: 13,
        }),
        scales: Scales {
            qa: 255,
            qb: 1024,
            eval: 400,
        },
        ..plain()
    }
}

/// The error of an architecture after a change.
fn error(mut architecture: Architecture, change: impl FnOnce(&mut Architecture)) -> String {
    change(&mut architecture);
    architecture.validate().unwrap_err().to_string()
}

fn hidden(architecture: &mut Architecture) -> &mut Hidden {
    architecture.hidden.as_mut().unwrap()
}

#[test]
fn valid_architectures_pass_and_print() {
    assert_eq!(plain().validate(), Ok(()));
    assert_eq!(
        plain().to_string(),
        "(768 mirrored -> 256)x2 -> 1x8, SCReLU"
    );
    assert_eq!(layered().validate(), Ok(()));
    assert_eq!(
        layered().to_string(),
        "(768 mirrored -> 256)x2 -> 16 -> 32 -> 1x8, pairwise"
    );
    let mut dual = layered();
    hidden(&mut dual).dual = true;
    assert_eq!(dual.validate(), Ok(()));
    assert_eq!(
        dual.to_string(),
        "(768 mirrored -> 256)x2 -> 16 dual -> 32 -> 1x8, pairwise"
    );
    assert_eq!(dual.output_inputs(), 32);
    hidden(&mut dual).sizes.pop();
    assert_eq!(dual.output_inputs(), 32);
    for width in [32, 4096] {
        assert_eq!(Architecture { width, ..plain() }.validate(), Ok(()));
    }
}

#[test]
fn sizes_out_of_range_are_reported() {
    for width in [0, 31, 48, 4128] {
        let said = error(plain(), |a| a.width = width);
        assert!(said.contains(&format!("width is {width},")), "{said}");
    }
    assert!(error(layered(), |a| a.width = 96).contains("multiple of 64"));
    for buckets in [0, 9] {
        let said = error(plain(), |a| a.buckets = buckets);
        assert!(
            said.contains(&format!("{buckets} output buckets")),
            "{said}"
        );
    }
    assert!(error(layered(), |a| hidden(a).sizes[1] = 24).contains("24 neurons"));
    assert!(error(layered(), |a| hidden(a).sizes.clear()).contains("0 hidden layers"));
    let many = error(layered(), |a| {
        hidden(a).dual = true;
        hidden(a).sizes[0] = 80;
    });
    assert!(many.contains("160 outputs"), "{many}");
    assert!(error(layered(), |a| hidden(a).sum_bits = 11).contains("2^11"));
    for activation in [Activation::Relu, Activation::Pairwise] {
        let said = error(layered(), |a| hidden(a).activation = activation);
        assert!(said.contains(activation.name()), "{said}");
    }
}

#[test]
fn scales_out_of_range_are_reported() {
    assert!(error(plain(), |a| a.scales.qa = 256).contains("QA scale is 256"));
    assert!(error(plain(), |a| a.scales.qb = 0).contains("QB scale is 0"));
    assert!(error(plain(), |a| a.scales.eval = -1).contains("evaluation scale is -1"));
    assert!(error(layered(), |a| a.scales.qb = 1000).contains("power of two"));
    assert!(error(layered(), |a| a.scales.qa = 127).contains("QA scale of 127"));
    assert!(error(layered(), |a| a.activation = Activation::Relu).contains("Relu"));
}

#[test]
fn king_buckets_without_gaps() {
    let mut map = [0; 32];
    map[31] = 2;
    let said = error(plain(), |a| {
        a.features = FeatureSet::KingBucket(BucketMap(map));
    });
    assert!(said.contains("up to 2"), "{said}");
}

#[test]
fn output_buckets_split_the_piece_counts_evenly() {
    let eight = plain();
    let buckets: Vec<usize> = (2..=32).map(|pieces| eight.bucket(pieces)).collect();
    assert!(buckets.is_sorted());
    assert_eq!(
        (buckets[0], buckets[3], buckets[4], buckets[30]),
        (0, 0, 1, 7)
    );
    for buckets in 1..=8 {
        let architecture = Architecture { buckets, ..plain() };
        assert_eq!(architecture.bucket(32), buckets - 1, "{buckets}");
        assert_eq!(architecture.bucket(0), 0);
    }
}
