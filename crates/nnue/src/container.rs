//! The `.qnn` file: a quantized network with its metadata card.
//!
//! A header of fixed size, the parameters, the card and a checksum over all of it; every number is
//! little-endian. `docs/reference/net-format.md` specifies it. Reading allocates at most a small
//! multiple of the file's size, whatever the header claims. The encoding is unique, so a valid file
//! is written back byte for byte.

mod error;
mod header;
mod parameters;

use crate::features::{FeatureSet, Features};
use crate::network::Network;

pub use crc32fast::hash as crc32;
pub use error::ContainerError;
use header::Header;
pub use header::game_name;

/// The first bytes of every file. As in PNG, a first byte beyond ASCII and both kinds of line ends
/// reveal a transfer in text mode.
pub const MAGIC: [u8; 8] = *b"\x89QNN\r\n\x1a\n";

/// The version of the format that is read and written.
pub const VERSION: u16 = 1;

/// Where the parameters start.
pub const HEADER_LEN: usize = 192;

/// The longest card.
pub const MAX_CARD_LEN: usize = 1 << 20;

/// Bytes of the checksum at the end.
const CHECKSUM_LEN: usize = 4;

/// The contents of a file.
#[derive(Clone, Debug)]
pub struct Container<F: Features = FeatureSet> {
    pub network: Network<F>,
    /// Its metadata as JSON, or empty. Not parsed here.
    pub card: String,
}

impl<F: Features> Container<F> {
    /// Reads a whole file.
    ///
    /// # Errors
    /// If the bytes are not a supported network of the game.
    pub fn read(bytes: &[u8]) -> Result<Self, ContainerError> {
        let header = Header::read(bytes)?;
        let (content, checksum) = bytes
            .split_last_chunk::<CHECKSUM_LEN>()
            .ok_or(ContainerError::Truncated)?;
        if crc32(content) != u32::from_le_bytes(*checksum) {
            return Err(ContainerError::Checksum);
        }
        let architecture = header.architecture::<F>()?;
        let expected = parameters::len(&architecture);
        if expected != header.payload_len {
            return Err(ContainerError::Payload {
                expected,
                found: header.payload_len,
            });
        }
        let (payload, card) = content[HEADER_LEN..].split_at(header.payload_len as usize);
        let card = std::str::from_utf8(card).map_err(|_| ContainerError::CardText)?;
        let parameters = parameters::read(&architecture, payload);
        let network = Network::new(architecture, parameters)?;
        Ok(Self {
            network,
            card: card.to_owned(),
        })
    }

    /// The bytes of the file.
    ///
    /// # Errors
    /// If the card is too long.
    pub fn write(&self) -> Result<Vec<u8>, ContainerError> {
        if self.card.len() > MAX_CARD_LEN {
            return Err(ContainerError::CardLength(self.card.len() as u64));
        }
        let architecture = self.network.architecture();
        let payload_len = parameters::len(architecture);
        let mut bytes = Vec::with_capacity(HEADER_LEN + payload_len as usize + self.card.len() + 4);
        bytes.extend(header::write(architecture, payload_len, self.card.len()));
        parameters::write(self.network.parameters(), &mut bytes);
        bytes.extend(self.card.as_bytes());
        let checksum = crc32(&bytes);
        bytes.extend(checksum.to_le_bytes());
        Ok(bytes)
    }
}

#[cfg(test)]
mod tests;
