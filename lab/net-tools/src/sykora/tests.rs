//! Handmade files.

use nnue::Activation;

use super::{SykoraError, Version, read};

/// A file whose numbers all differ, so that each is known by its value.
fn file(version: Version, neurons: u16) -> Vec<u8> {
    let mut bytes = version.magic().as_bytes().to_vec();
    match version {
        Version::One => bytes.extend([1, 0]),
        Version::Two => bytes.extend([2, 0]),
    }
    bytes.extend(neurons.to_le_bytes());
    if version == Version::Two {
        bytes.push(1);
    }
    bytes.extend((-70_000_i32).to_le_bytes());
    let numbers = usize::from(neurons) * (1 + 768 + 2);
    for index in 0..numbers {
        bytes.extend((index as i16 % 1000).to_le_bytes());
    }
    bytes
}

#[test]
fn parameters_are_read_in_order_and_padded() {
    for (version, activation) in [
        (Version::One, Activation::Crelu),
        (Version::Two, Activation::Screlu),
    ] {
        // 20 is padded to 32.
        let network = read(&file(version, 20)).unwrap();
        assert_eq!(network.architecture().activation, activation);
        assert_eq!(network.architecture().width, 32);
        let parameters = network.parameters();
        assert_eq!(*parameters.output_biases, [-70_000]);
        let value = |index: usize| index as i16 % 1000;
        for neuron in 0..32 {
            let (expected, expected_last, theirs) = if neuron < 20 {
                let last = 20 + 767 * 20 + neuron;
                (value(neuron), value(last), value(last + 40))
            } else {
                (0, 0, 0)
            };
            assert_eq!(parameters.ft_biases[neuron], expected);
            assert_eq!(parameters.ft_weights[767 * 32 + neuron], expected_last);
            assert_eq!(parameters.output_weights[32 + neuron], theirs);
        }
    }
}

#[test]
fn invalid_files_are_refused_with_a_reason() {
    let good = file(Version::Two, 8);
    let changed = |at: usize, value: u8| {
        let mut bytes = good.clone();
        bytes[at] = value;
        read(&bytes).map(drop).unwrap_err()
    };
    assert_eq!(changed(0, b'X'), SykoraError::Foreign);
    assert_eq!(changed(7, b'3'), SykoraError::Foreign);
    assert_eq!(changed(7, b'1'), SykoraError::Version(2));
    assert_eq!(changed(8, 9), SykoraError::Version(9));
    assert_eq!(changed(10, 0), SykoraError::Neurons(0));
    assert_eq!(changed(11, 0xFF), SykoraError::Neurons(0xFF08));
    assert_eq!(changed(12, 2), SykoraError::Activation(2));
    let whole = good.len();
    assert_eq!(
        changed(10, 9).to_string(),
        format!("truncated: {whole} bytes of {}", whole + 2 * 771)
    );
    assert_eq!(changed(10, 7).to_string(), "1542 bytes too long");
    for length in 8..17 {
        let error = read(&good[..length]).map(drop).unwrap_err();
        assert_eq!(error, SykoraError::Truncated, "{length}");
    }
    for length in [0, 7] {
        let error = read(&good[..length]).map(drop).unwrap_err();
        assert_eq!(error, SykoraError::Foreign, "{length}");
    }
}

#[test]
fn weights_that_could_overflow_are_refused() {
    let mut bytes = file(Version::Two, 8);
    let weights = 17 + 2 * 8;
    for weight in bytes[weights..weights + 2 * 8 * 768].chunks_mut(2) {
        weight.copy_from_slice(&i16::MAX.to_le_bytes());
    }
    assert!(matches!(read(&bytes), Err(SykoraError::Network(_))));
}
