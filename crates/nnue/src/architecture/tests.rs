//! What is supported, and what is said about the rest.

use super::{Activation, Architecture, Hidden, HiddenActivation, Scales};
use crate::features::{BucketMap, FeatureSet};

fn plain() -> Architecture {
    Architecture {
        features: FeatureSet::PieceSquare { mirrored: true },
        width: 256,
        activation: Activation::SquaredClippedRelu,
        hidden: None,
        buckets: 8,
        scales: Scales {
            first: 255,
            output: 64,
            evaluation: 400,
        },
    }
}

fn layered() -> Architecture {
    Architecture {
        activation: Activation::Pairwise,
        hidden: Some(Hidden {
            sizes: vec![16, 32],
            activation: HiddenActivation::SquaredClippedRelu,
            sum_bits: 13,
        }),
        scales: Scales {
            first: 255,
            output: 1024,
            evaluation: 400,
        },
        ..plain()
    }
}

/// What is said about a description after a change.
fn refusal(mut architecture: Architecture, change: impl FnOnce(&mut Architecture)) -> String {
    change(&mut architecture);
    architecture.validate().unwrap_err().to_string()
}

fn hidden(architecture: &mut Architecture) -> &mut Hidden {
    architecture.hidden.as_mut().unwrap()
}

#[test]
fn good_descriptions_pass_and_read_well() {
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
    for width in [32, 4096] {
        assert_eq!(Architecture { width, ..plain() }.validate(), Ok(()));
    }
}

#[test]
fn sizes_out_of_range_are_named() {
    for width in [0, 31, 48, 4128] {
        let said = refusal(plain(), |a| a.width = width);
        assert!(said.contains(&format!("width is {width},")), "{said}");
    }
    assert!(refusal(layered(), |a| a.width = 96).contains("multiple of 64"));
    for buckets in [0, 9] {
        let said = refusal(plain(), |a| a.buckets = buckets);
        assert!(
            said.contains(&format!("{buckets} output buckets")),
            "{said}"
        );
    }
    assert!(refusal(layered(), |a| hidden(a).sizes[1] = 24).contains("24 neurons"));
    assert!(refusal(layered(), |a| hidden(a).sizes.clear()).contains("0 small layers"));
    assert!(refusal(layered(), |a| hidden(a).sum_bits = 11).contains("2^11"));
}

#[test]
fn scales_out_of_range_are_named() {
    assert!(refusal(plain(), |a| a.scales.first = 256).contains("first scale is 256"));
    assert!(refusal(plain(), |a| a.scales.output = 0).contains("output scale is 0"));
    assert!(refusal(plain(), |a| a.scales.evaluation = -1).contains("evaluation scale is -1"));
    assert!(refusal(layered(), |a| a.scales.output = 1000).contains("power of two"));
    assert!(refusal(layered(), |a| a.scales.first = 127).contains("first scale of 127"));
    assert!(refusal(layered(), |a| a.activation = Activation::Relu).contains("Relu"));
}

#[test]
fn king_buckets_leave_no_gap() {
    let mut map = [0; 32];
    map[31] = 2;
    let said = refusal(plain(), |a| {
        a.features = FeatureSet::KingBucket(BucketMap(map));
    });
    assert!(said.contains("up to 2"), "{said}");
}

#[test]
fn buckets_split_the_pieces_evenly() {
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
