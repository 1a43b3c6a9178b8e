//! Why a file of Sykora is refused.

use std::fmt;

use crate::architecture::MAX_WIDTH;
use crate::network::NetworkError;

/// Why bytes are not a supported network of these formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SykoraError {
    /// Neither format.
    Foreign,
    /// Too short for a header.
    Truncated,
    /// A version number that does not match the magic bytes.
    Version(u16),
    /// No neurons, or too many.
    Neurons(usize),
    /// An unknown activation.
    Activation(u8),
    /// The file's length in bytes is not what its header says.
    Length {
        /// By the header.
        expected: usize,
        /// In fact.
        found: usize,
    },
    /// The parameters are not supported.
    Network(NetworkError),
}

impl fmt::Display for SykoraError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Foreign => f.write_str("not a SYKNNUE1 or SYKNNUE2 file"),
            Self::Truncated => f.write_str("truncated"),
            Self::Version(version) => write!(f, "unexpected version {version} in the header"),
            Self::Neurons(neurons) => {
                write!(
                    f,
                    "a feature transformer of {neurons} neurons, not 1 to {MAX_WIDTH}"
                )
            }
            Self::Activation(activation) => write!(f, "unknown activation {activation}"),
            Self::Length { expected, found } if found < expected => {
                write!(f, "truncated: {found} bytes of {expected}")
            }
            Self::Length { expected, found } => {
                write!(f, "{} bytes too long", found - expected)
            }
            Self::Network(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for SykoraError {}

impl From<NetworkError> for SykoraError {
    fn from(error: NetworkError) -> Self {
        Self::Network(error)
    }
}
