//! Valid files read back, others are refused.

use super::{Container, ContainerError, HEADER_LEN, crc32, parameters};
use crate::Activation;
use crate::architecture::{Architecture, Hidden, Scales};
use crate::features::{BucketMap, FeatureSet};
use crate::network::Network;

fn architectures() -> Vec<Architecture> {
    let mut map = [0; 32];
    map[4..].fill(1);
    map[16..].fill(2);
    let direct = Architecture {
        features: FeatureSet::PieceSquare { mirrored: true },
        width: 64,
        activation: Activation::Screlu,
        hidden: None,
        buckets: 1,
        scales: Scales::default(),
    };
    let hidden = |sizes: &[usize], activation| {
        Some(Hidden {
            sizes: sizes.to_vec(),
            activation,
            dual: true,
            sum_bits: 14,
        })
    };
    vec![
        direct.clone(),
        Architecture {
            features: FeatureSet::PieceSquare { mirrored: false },
            activation: Activation::Relu,
            ..direct.clone()
        },
        Architecture {
            features: FeatureSet::KingBucket(BucketMap(map)),
            activation: Activation::Pairwise,
            hidden: hidden(&[16, 32], Activation::Screlu),
            buckets: 8,
            ..direct.clone()
        },
        Architecture {
            features: FeatureSet::Threats,
            ..direct.clone()
        },
        Architecture {
            features: FeatureSet::HalfKp,
            width: 32,
            activation: Activation::Crelu,
            hidden: hidden(&[32], Activation::Crelu),
            buckets: 3,
            ..direct
        },
    ]
}

fn file(architecture: Architecture, card: &str) -> Vec<u8> {
    let container = Container {
        network: Network::random(architecture, 1).unwrap(),
        card: card.to_owned(),
    };
    container.write().unwrap()
}

/// A small file of the first architecture.
fn small() -> Vec<u8> {
    file(architectures().swap_remove(0), "{\"name\": \"ä\"}")
}

fn refusal(bytes: &[u8]) -> ContainerError {
    Container::<FeatureSet>::read(bytes).map(drop).unwrap_err()
}

/// The error after some bytes were changed and the checksum made good again.
fn refusal_of_forged(at: usize, value: &[u8]) -> ContainerError {
    let mut bytes = small();
    bytes[at..at + value.len()].copy_from_slice(value);
    let content = bytes.len() - 4;
    let checksum = crc32(&bytes[..content]);
    bytes[content..].copy_from_slice(&checksum.to_le_bytes());
    refusal(&bytes)
}

#[test]
fn networks_round_trip() {
    for architecture in architectures() {
        let bytes = file(architecture.clone(), "{}");
        let network = Network::random(architecture.clone(), 1).unwrap();
        let read = Container::read(&bytes).unwrap();
        assert_eq!(*read.network.architecture(), architecture);
        assert_eq!(read.network.parameters(), network.parameters());
        assert_eq!(read.card, "{}");
        assert_eq!(read.write().unwrap(), bytes);
        let payload = parameters::len(&architecture) as usize;
        assert_eq!(bytes.len(), HEADER_LEN + payload + 2 + 4);
    }
}

#[test]
fn fields_are_at_documented_offsets() {
    let bytes = small();
    assert_eq!(bytes[..8], *b"\x89QNN\r\n\x1a\n");
    assert_eq!(bytes[8..12], [1, 0, 192, 0]);
    assert_eq!(bytes[12..16], [14, 0, 0, 0]);
    assert_eq!(bytes[24..40], *b"piece_square\0\0\0\0");
    assert_eq!(bytes[40..56], *b"screlu\0\0\0\0\0\0\0\0\0\0");
    assert_eq!(bytes[72..84], [64, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0]);
    assert_eq!(bytes[84..96], [255, 0, 0, 0, 64, 0, 0, 0, 144, 1, 0, 0]);
    let network = Network::random(architectures().swap_remove(0), 1).unwrap();
    let weight = network.parameters().ft_weights[1];
    assert_eq!(bytes[194..196], weight.to_le_bytes());
    let card = bytes.len() - 4 - 14;
    let bias = network.parameters().output_biases[0];
    assert_eq!(bytes[card - 4..card], bias.to_le_bytes());
}

#[test]
fn damaged_files_are_refused_with_a_reason() {
    let good = small();
    assert_eq!(refusal(b""), ContainerError::Foreign);
    assert_eq!(refusal(b"\x89PNG\r\n\x1a\n"), ContainerError::Foreign);
    assert_eq!(refusal(&good[..6]), ContainerError::Truncated);
    assert_eq!(refusal(b"\x89QNN\n\x1a\n"), ContainerError::TextTransfer);
    for length in [8, 9, 100, 191, 192, 1000, good.len() - 1] {
        assert_eq!(
            refusal(&good[..length]),
            ContainerError::Truncated,
            "{length}"
        );
    }
    let longer = [&good[..], &[0; 5]].concat();
    assert_eq!(refusal(&longer), ContainerError::TooLong(5));
    let mut damaged = good;
    damaged[5000] ^= 1;
    assert_eq!(refusal(&damaged), ContainerError::Checksum);
}

#[test]
fn invalid_fields_are_refused_with_a_reason() {
    for (at, value, words) in [
        (8, &[2][..], "version 2 of the format, not 1"),
        (10, &[193], "unexpected header length 193"),
        (14, &[255], "a card of 16711694 bytes, not 1048576 at most"),
        (16, &[255; 8], "truncated"),
        (24, b"threats", "unknown feature set \"threatsquare\""),
        (40, b"tanh\0\0", "unknown activation \"tanh\""),
        (56, b"tanh", "unknown hidden activation \"tanh\""),
        (72, &[65], "width is 65, not a multiple of 32"),
        (
            72,
            &[128],
            "98692 bytes of parameters, but the architecture needs",
        ),
        (74, &[2], "unexpected mirroring 2"),
        (75, &[9], "9 output buckets, not 1 to 8"),
        (76, &[4], "unexpected number of hidden layers 4"),
        (76, &[1], "unknown hidden activation \"\""),
        (77, &[14], "unexpected sum bits 14"),
        (78, &[16], "unexpected hidden layer size 16"),
        (84, &[0; 4], "QA scale is 0, not 1 to 255"),
        (96, &[0, 3], "unexpected king bucket 3"),
        (144, &[1], "unexpected dual activation 1"),
        (145, &[7], "unexpected reserved byte 7"),
        (191, &[7], "unexpected reserved byte 7"),
    ] {
        let text = refusal_of_forged(at, value).to_string();
        assert!(text.contains(words), "{at}: {text}");
        assert!(!text.contains('\n'), "{text}");
    }
    let card = small().len() - 4 - 3;
    assert_eq!(
        refusal_of_forged(card - 1, &[0xFF]),
        ContainerError::CardText
    );
}

#[test]
fn dual_activation_is_a_byte_of_the_header() {
    let with = |dual: bool| {
        let mut architectures = architectures().into_iter();
        let mut architecture = architectures.find(|it| it.hidden.is_some()).unwrap();
        architecture.hidden.as_mut().unwrap().dual = dual;
        let network = Network::random(architecture, 1).unwrap();
        let card = String::new();
        Container { network, card }.write().unwrap()
    };
    let mut bytes = with(true);
    assert_eq!((with(false)[144], bytes[144]), (0, 1));
    let network = Container::<FeatureSet>::read(&bytes).unwrap().network;
    assert!(network.architecture().hidden.as_ref().unwrap().dual);
    // Nothing but the checksum tells the others apart, and the number of parameters.
    for (value, words) in [
        (2, "unexpected dual activation 2"),
        (0, "bytes of parameters"),
    ] {
        bytes[144] = value;
        let (content, checksum) = bytes.split_last_chunk_mut::<4>().unwrap();
        *checksum = crc32(content).to_le_bytes();
        let text = refusal(&bytes).to_string();
        assert!(text.contains(words), "{text}");
    }
}

#[test]
fn long_cards_are_refused() {
    let container = Container {
        network: Network::random(architectures().swap_remove(0), 1).unwrap(),
        card: "x".repeat((1 << 20) + 1),
    };
    let error = container.write().unwrap_err();
    assert_eq!(error, ContainerError::CardLength((1 << 20) + 1));
}
