//! The header: `magic, u16 version, u16 neurons, u8 activation, i32 output bias`, the activation in
//! version 2 only.

use nnue::Activation;
use nnue::architecture::MAX_WIDTH;

use super::SykoraError;

/// The formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Version {
    /// `SYKNNUE1`
    One,
    /// `SYKNNUE2`
    Two,
}

impl Version {
    /// The version of a file, by its first bytes.
    pub fn of(bytes: &[u8]) -> Option<Self> {
        let versions = [Self::One, Self::Two];
        versions
            .into_iter()
            .find(|version| bytes.starts_with(version.magic().as_bytes()))
    }

    /// The first bytes of a file.
    pub const fn magic(self) -> &'static str {
        match self {
            Self::One => "SYKNNUE1",
            Self::Two => "SYKNNUE2",
        }
    }
}

/// The header of either version.
pub struct Header {
    /// Neurons of the feature transformer: at least one, and not too many.
    pub neurons: usize,
    /// In our terms.
    pub activation: Activation,
    /// Quantized by QA * QB.
    pub output_bias: i32,
}

impl Header {
    /// The header, and the bytes after it.
    pub fn read(bytes: &[u8]) -> Result<(Self, &[u8]), SykoraError> {
        let version = Version::of(bytes).ok_or(SykoraError::Foreign)?;
        let mut rest = &bytes[version.magic().len()..];
        let number = u16::from_le_bytes(take(&mut rest)?);
        let expected = match version {
            Version::One => 1,
            Version::Two => 2,
        };
        if number != expected {
            return Err(SykoraError::Version(number));
        }
        let neurons = usize::from(u16::from_le_bytes(take(&mut rest)?));
        if !(1..=MAX_WIDTH).contains(&neurons) {
            return Err(SykoraError::Neurons(neurons));
        }
        let activation = match version {
            Version::One => 0,
            Version::Two => u8::from_le_bytes(take(&mut rest)?),
        };
        let activation = match activation {
            0 => Activation::Crelu,
            1 => Activation::Screlu,
            other => return Err(SykoraError::Activation(other)),
        };
        let output_bias = i32::from_le_bytes(take(&mut rest)?);
        let header = Self {
            neurons,
            activation,
            output_bias,
        };
        Ok((header, rest))
    }
}

/// The first bytes of what is left.
fn take<const LEN: usize>(rest: &mut &[u8]) -> Result<[u8; LEN], SykoraError> {
    let (first, behind) = rest.split_first_chunk().ok_or(SykoraError::Truncated)?;
    *rest = behind;
    Ok(*first)
}
