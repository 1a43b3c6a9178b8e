//! Why a `.qnn` file is refused.

use game::error_enum;

use super::{MAX_CARD_LEN, VERSION};
use crate::architecture::ArchitectureError;
use crate::network::NetworkError;

error_enum! {
    /// Why bytes are not a supported network.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum ContainerError {
        /// Not a `.qnn` file.
        Foreign => "not a network file";
        /// Line ends in the magic bytes were converted.
        TextTransfer => "damaged by a text-mode transfer";
        /// Another version of the format.
        Version(version: u16) => "version {version} of the format, not {VERSION}";
        /// Shorter than its header says, or than a header.
        Truncated => "truncated";
        /// Longer than its header says, by so many bytes.
        TooLong(bytes: u64) => "{bytes} bytes too long";
        /// The card is too long.
        CardLength(bytes: u64) => "a card of {bytes} bytes, not {MAX_CARD_LEN} at most";
        /// The card is not UTF-8.
        CardText => "the card is not UTF-8";
        /// The checksum does not match.
        Checksum => "damaged: the checksum does not match";
        /// A network of another game.
        Game {
            /// Whose it is.
            found: String,
            /// Whose it should be.
            expected: String,
        } => "a network of {found:?}, not of {expected:?}";
        /// An unknown name in the header: the field, and the name.
        Name(field: &'static str, name: String) => "unknown {field} {name:?}";
        /// An invalid value in the header: the field, and the value.
        Field(field: &'static str, value: u64) => "unexpected {field} {value}";
        /// The parameters' length does not fit the architecture.
        Payload {
            /// By the architecture, in bytes.
            expected: u64,
            /// By the header, in bytes.
            found: u64,
        } => "{found} bytes of parameters, but the architecture needs {expected}";
        /// The architecture or the parameters are not supported.
        Network(error: NetworkError) => "{error}";
    }
}

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
