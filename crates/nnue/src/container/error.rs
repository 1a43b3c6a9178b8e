//! Why a `.qnn` file is refused.

use std::fmt;

use super::{MAX_CARD_LEN, VERSION};
use crate::architecture::ArchitectureError;
use crate::network::NetworkError;

/// Why bytes are not a supported network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ContainerError {
    /// Not a `.qnn` file.
    Foreign,
    /// Line ends in the magic bytes were converted.
    TextTransfer,
    /// Another version of the format.
    Version(u16),
    /// Shorter than its header says, or than a header.
    Truncated,
    /// Longer than its header says, by so many bytes.
    TooLong(u64),
    /// The card is too long.
    CardLength(u64),
    /// The card is not UTF-8.
    CardText,
    /// The checksum does not match.
    Checksum,
    /// An unknown name in the header: the field, and the name.
    Name(&'static str, String),
    /// An invalid value in the header: the field, and the value.
    Field(&'static str, u64),
    /// The parameters' length does not fit the architecture.
    Payload {
        /// By the architecture, in bytes.
        expected: u64,
        /// By the header, in bytes.
        found: u64,
    },
    /// The architecture or the parameters are not supported.
    Network(NetworkError),
}

impl fmt::Display for ContainerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Foreign => f.write_str("not a network file"),
            Self::TextTransfer => f.write_str("damaged by a text-mode transfer"),
            Self::Version(version) => {
                write!(f, "version {version} of the format, not {VERSION}")
            }
            Self::Truncated => f.write_str("truncated"),
            Self::TooLong(bytes) => write!(f, "{bytes} bytes too long"),
            Self::CardLength(bytes) => {
                write!(f, "a card of {bytes} bytes, not {MAX_CARD_LEN} at most")
            }
            Self::CardText => f.write_str("the card is not UTF-8"),
            Self::Checksum => f.write_str("damaged: the checksum does not match"),
            Self::Name(field, name) => write!(f, "unknown {field} {name:?}"),
            Self::Field(field, value) => write!(f, "unexpected {field} {value}"),
            Self::Payload { expected, found } => write!(
                f,
                "{found} bytes of parameters, but the architecture needs {expected}"
            ),
            Self::Network(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ContainerError {}

impl From<NetworkError> for ContainerError {
    fn from(error: NetworkError) -> Self {
        Self::Network(error)
    }
}

impl From<ArchitectureError> for ContainerError {
    fn from(error: ArchitectureError) -> Self {
        Self::Network(NetworkError::Architecture(error))
    }
}
