//! Why a file of Sykora is refused.

use game::error_enum;
use nnue::NetworkError;
use nnue::architecture::MAX_WIDTH;

error_enum! {
    /// Why bytes are not a supported network of these formats.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum SykoraError {
        /// Neither format.
        Foreign => "not a SYKNNUE1 or SYKNNUE2 file";
        /// Too short for a header.
        Truncated => "truncated";
        /// A version number that does not match the magic bytes.
        Version(version: u16) => "unexpected version {version} in the header";
        /// No neurons, or too many.
        Neurons(count: usize) => "a feature transformer of {count} neurons, not 1 to {MAX_WIDTH}";
        /// An unknown activation.
        Activation(activation: u8) => "unknown activation {activation}";
        /// The file's length in bytes is not what its header says.
        Length {
            /// By the header.
            expected: usize,
            /// In fact.
            found: usize,
        } => "{}", wrong_length(*expected, *found);
        /// The parameters are not supported.
        Network(error: NetworkError) => "{error}";
    }
}

fn wrong_length(expected: usize, found: usize) -> String {
    match found.checked_sub(expected) {
        None => format!("truncated: {found} bytes of {expected}"),
        Some(surplus) => format!("{surplus} bytes too long"),
    }
}

impl From<NetworkError> for SykoraError {
    fn from(error: NetworkError) -> Self {
        Self::Network(error)
    }
}
