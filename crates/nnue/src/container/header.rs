//! The header: the architecture of the network, and the length of each part of the file.

use super::{CHECKSUM_LEN, ContainerError, HEADER_LEN, MAGIC, MAX_CARD_LEN, VERSION};
use crate::activation::Activation;
use crate::architecture::{Architecture, Hidden, MAX_HIDDEN_LAYERS, Scales};
use crate::features::{FeatureFields, Features};

/// Where each field starts.
mod offset {
    pub const VERSION: usize = 8;
    pub const HEADER_LEN: usize = 10;
    pub const CARD_LEN: usize = 12;
    pub const PAYLOAD_LEN: usize = 16;
    pub const FEATURES: usize = 24;
    pub const ACTIVATION: usize = 40;
    pub const HIDDEN_ACTIVATION: usize = 56;
    pub const WIDTH: usize = 72;
    pub const MIRRORED: usize = 74;
    pub const BUCKETS: usize = 75;
    pub const HIDDEN_COUNT: usize = 76;
    pub const SUM_BITS: usize = 77;
    pub const HIDDEN_SIZES: usize = 78;
    pub const SCALES: usize = 84;
    pub const KING_BUCKETS: usize = 96;
    pub const GAME: usize = 128;
    pub const DUAL: usize = 144;
    pub const RESERVED: usize = 145;
}

/// Bytes of a name; shorter ones end with zeros.
const NAME_LEN: usize = 16;

/// The game of files that name none.
const DEFAULT_GAME: &str = "chess";

/// A header whose lengths are those of the file.
pub struct Header<'a> {
    bytes: &'a [u8; HEADER_LEN],
    /// How many bytes of parameters there are.
    pub payload_len: u64,
}

impl<'a> Header<'a> {
    /// Reads what is needed to know that the file is complete.
    pub fn read(file: &'a [u8]) -> Result<Self, ContainerError> {
        if !file.starts_with(&MAGIC) {
            let looks_like_it = file.starts_with(&MAGIC[..4]);
            return Err(match looks_like_it {
                true if MAGIC.starts_with(file) => ContainerError::Truncated,
                true => ContainerError::TextTransfer,
                false => ContainerError::Foreign,
            });
        }
        // The version first: nothing behind it means the same in another one.
        let version = file.get(offset::VERSION..offset::VERSION + 2);
        let version = version.ok_or(ContainerError::Truncated)?;
        let version = u16::from_le_bytes([version[0], version[1]]);
        if version != VERSION {
            return Err(ContainerError::Version(version));
        }
        let bytes = file.first_chunk().ok_or(ContainerError::Truncated)?;
        let header = Self {
            bytes,
            payload_len: u64::from_le_bytes(field(bytes, offset::PAYLOAD_LEN)),
        };
        header.check_lengths(file.len() as u64)?;
        Ok(header)
    }

    fn check_lengths(&self, file_len: u64) -> Result<(), ContainerError> {
        let header_len = self.u16_at(offset::HEADER_LEN);
        if usize::from(header_len) != HEADER_LEN {
            return Err(ContainerError::Field("header length", header_len.into()));
        }
        let card_len = u64::from(u32::from_le_bytes(field(self.bytes, offset::CARD_LEN)));
        if card_len > MAX_CARD_LEN as u64 {
            return Err(ContainerError::CardLength(card_len));
        }
        let around = (HEADER_LEN + CHECKSUM_LEN) as u64 + card_len;
        let whole = around.saturating_add(self.payload_len);
        match file_len.checked_sub(whole) {
            None => Err(ContainerError::Truncated),
            Some(0) => Ok(()),
            Some(rest) => Err(ContainerError::TooLong(rest)),
        }
    }

    /// The architecture, if it is supported.
    pub fn architecture<F: Features>(&self) -> Result<Architecture<F>, ContainerError> {
        self.check_game::<F>()?;
        let reserved = &self.bytes[offset::RESERVED..];
        if let Some(byte) = reserved.iter().find(|byte| **byte != 0) {
            return Err(ContainerError::Field("reserved byte", (*byte).into()));
        }
        let scale =
            |index: usize| i32::from_le_bytes(field(self.bytes, offset::SCALES + 4 * index));
        let architecture = Architecture {
            features: self.features()?,
            width: self.u16_at(offset::WIDTH).into(),
            activation: self.activation()?,
            hidden: self.hidden()?,
            buckets: self.bytes[offset::BUCKETS].into(),
            scales: Scales {
                qa: scale(0),
                qb: scale(1),
                eval: scale(2),
            },
        };
        architecture.validate()?;
        Ok(architecture)
    }

    fn check_game<F: Features>(&self) -> Result<(), ContainerError> {
        let name = self.name_at(offset::GAME);
        if name == F::GAME {
            return Ok(());
        }
        Err(ContainerError::Game {
            found: named(&name),
            expected: named(F::GAME),
        })
    }

    fn features<F: Features>(&self) -> Result<F, ContainerError> {
        let fields = FeatureFields {
            name: self.name_at(offset::FEATURES),
            mirrored: self.bytes[offset::MIRRORED],
            king_buckets: field(self.bytes, offset::KING_BUCKETS),
        };
        let set = F::of_header(&fields)?;
        let expected = set.to_header().king_buckets;
        let pairs = fields.king_buckets.iter().zip(&expected);
        match pairs
            .into_iter()
            .find(|(found, expected)| found != expected)
        {
            Some((found, _)) => Err(ContainerError::Field("king bucket", (*found).into())),
            None => Ok(set),
        }
    }

    fn activation(&self) -> Result<Activation, ContainerError> {
        let name = self.name_at(offset::ACTIVATION);
        Activation::of_name(&name).ok_or(ContainerError::Name("activation", name))
    }

    fn hidden(&self) -> Result<Option<Hidden>, ContainerError> {
        let name = self.name_at(offset::HIDDEN_ACTIVATION);
        let count = self.bytes[offset::HIDDEN_COUNT];
        let sum_bits = self.bytes[offset::SUM_BITS];
        let dual = match (self.bytes[offset::DUAL], count) {
            (0, _) => false,
            (1, 1..) => true,
            (other, _) => {
                return Err(ContainerError::Field("dual activation", other.into()));
            }
        };
        let all = [0, 1, 2].map(|index| self.u16_at(offset::HIDDEN_SIZES + 2 * index));
        let Some((sizes, unused)) = all.split_at_checked(count.into()) else {
            return Err(ContainerError::Field(
                "number of hidden layers",
                count.into(),
            ));
        };
        if let Some(size) = unused.iter().find(|size| **size != 0) {
            return Err(ContainerError::Field("hidden layer size", (*size).into()));
        }
        let activation = match (name.as_str(), count) {
            ("", 0) if sum_bits == 0 => return Ok(None),
            ("", 0) => return Err(ContainerError::Field("sum bits", sum_bits.into())),
            (_, 0) => None,
            (name, _) => Activation::of_name(name).filter(|found| found.fits_hidden_layers()),
        };
        let activation = activation.ok_or(ContainerError::Name("hidden activation", name))?;
        Ok(Some(Hidden {
            sizes: sizes.iter().map(|size| usize::from(*size)).collect(),
            activation,
            dual,
            sum_bits: sum_bits.into(),
        }))
    }

    fn u16_at(&self, start: usize) -> u16 {
        u16::from_le_bytes(field(self.bytes, start))
    }

    /// A name without the zeros at its end. One with zeros inside keeps them, and so is unknown.
    fn name_at(&self, start: usize) -> String {
        let name: [u8; NAME_LEN] = field(self.bytes, start);
        let end = name.iter().rposition(|byte| *byte != 0);
        let used = &name[..end.map_or(0, |last| last + 1)];
        used.iter().map(|byte| char::from(*byte)).collect()
    }
}

/// The game whose network a file holds.
///
/// # Errors
/// If the bytes are no network file, or not all of one.
pub fn game_name(file: &[u8]) -> Result<String, ContainerError> {
    let header = Header::read(file)?;
    Ok(named(&header.name_at(offset::GAME)))
}

/// The game of a name in a file.
fn named(name: &str) -> String {
    match name {
        "" => DEFAULT_GAME.to_owned(),
        name => name.to_owned(),
    }
}

/// Some bytes of the header.
fn field<const LEN: usize>(bytes: &[u8; HEADER_LEN], start: usize) -> [u8; LEN] {
    let mut value = [0; LEN];
    value.copy_from_slice(&bytes[start..start + LEN]);
    value
}

/// The header of a file.
pub fn write<F: Features>(
    architecture: &Architecture<F>,
    payload_len: u64,
    card_len: usize,
) -> [u8; HEADER_LEN] {
    let mut bytes = [0; HEADER_LEN];
    let mut put = |start: usize, value: &[u8]| {
        bytes[start..start + value.len()].copy_from_slice(value);
    };
    put(0, &MAGIC);
    put(offset::VERSION, &VERSION.to_le_bytes());
    put(offset::HEADER_LEN, &(HEADER_LEN as u16).to_le_bytes());
    put(offset::CARD_LEN, &(card_len as u32).to_le_bytes());
    put(offset::PAYLOAD_LEN, &payload_len.to_le_bytes());
    let features = architecture.features.to_header();
    put(offset::FEATURES, features.name.as_bytes());
    put(offset::MIRRORED, &[features.mirrored]);
    put(offset::KING_BUCKETS, &features.king_buckets);
    put(offset::GAME, F::GAME.as_bytes());
    put(
        offset::ACTIVATION,
        architecture.activation.name().as_bytes(),
    );
    put(offset::WIDTH, &(architecture.width as u16).to_le_bytes());
    put(offset::BUCKETS, &[architecture.buckets as u8]);
    if let Some(hidden) = &architecture.hidden {
        let name = hidden.activation.name();
        put(offset::HIDDEN_ACTIVATION, name.as_bytes());
        put(offset::HIDDEN_COUNT, &[hidden.sizes.len() as u8]);
        put(offset::SUM_BITS, &[hidden.sum_bits as u8]);
        put(offset::DUAL, &[hidden.dual.into()]);
        for (index, size) in hidden.sizes.iter().enumerate().take(MAX_HIDDEN_LAYERS) {
            let size = *size as u16;
            put(offset::HIDDEN_SIZES + 2 * index, &size.to_le_bytes());
        }
    }
    let Scales { qa, qb, eval } = architecture.scales;
    for (index, scale) in [qa, qb, eval].into_iter().enumerate() {
        put(offset::SCALES + 4 * index, &scale.to_le_bytes());
    }
    bytes
}
