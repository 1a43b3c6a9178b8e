//! Why a file was refused.

use std::fmt;

use super::{MAX_CARD_LEN, VERSION};
use crate::architecture::ArchitectureError;
use crate::network::NetworkError;

/// Why bytes are no network that can be evaluated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ContainerError {
    /// It is something else.
    Foreign,
    /// The first bytes were changed as a text's line ends are.
    TextTransfer,
    /// Another version of the format.
    Version(u16),
    /// It is shorter than its header says, or too short for a header.
    Truncated,
    /// It is longer than its header says, by so many bytes.
    TooLong(u64),
    /// The card is longer than any card may be.
    CardLength(u64),
    /// The card is not UTF-8.
    CardText,
    /// The contents are not those that were written.
    Checksum,
    /// A name in the header that means nothing to this version: the field, and the name.
    Name(&'static str, String),
    /// A field of the header that must be something else: the field, and what it is.
    Field(&'static str, u64),
    /// The parameters take up more or less room than the description says.
    Payload {
        /// By the description, in bytes.
        expected: u64,
        /// By the header, in bytes.
        found: u64,
    },
    /// The description or the parameters cannot be evaluated.
    Network(NetworkError),
}

impl fmt::Display for ContainerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Foreign => f.write_str("not a network file"),
            Self::TextTransfer => f.write_str("damaged by a transfer as text"),
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
                "{found} bytes of parameters, but the description needs {expected}"
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
