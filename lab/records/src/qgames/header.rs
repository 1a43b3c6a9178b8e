//! The file header: how the games were made.

use std::fs::File;
use std::io::{self, Read, Seek};
use std::path::Path;

use chess::Chess;
use game::Rules;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::error::Error;
use super::read_at;

/// The magic bytes of a file. The last two detect transfers that change line ends or strip a bit.
pub(super) const MAGIC: [u8; 8] = *b"QGAMES\x9A\n";
/// The format version.
pub(super) const VERSION: u32 = 1;
/// Magic, version and JSON length.
const FIXED_BYTES: usize = 16;
/// The maximum JSON length.
const MAX_JSON_BYTES: usize = 1 << 24;

/// How the games of a file were made. Stored as JSON; missing keys are left out, and unknown keys are
/// kept in `other`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// The game, by its name in UCI.
    pub game: String,
    /// The program that played the games, with its version.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub engine: Option<String>,
    /// The node count that its `bench` prints.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bench: Option<u64>,
    /// The hash of its network.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub network: Option<String>,
    /// The seed of its random numbers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// Its settings: node limits, openings, adjudication.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub settings: Map<String, Value>,
    /// Other keys.
    #[serde(flatten)]
    pub other: Map<String, Value>,
}

impl Default for Header {
    fn default() -> Self {
        Self::of::<Chess>()
    }
}

impl Header {
    /// A header that says only the game.
    pub fn of<R: Rules>() -> Self {
        Self {
            game: R::NAME.to_owned(),
            engine: None,
            bench: None,
            network: None,
            seed: None,
            settings: Map::new(),
            other: Map::new(),
        }
    }
}

/// Why a header is invalid.
pub(super) enum BadHeader {
    Foreign,
    Version(u32),
    OtherGame(String),
    Damaged(String),
}

impl Header {
    /// The header as bytes.
    pub(super) fn to_bytes(&self) -> Result<Vec<u8>, serde_json::Error> {
        let json = serde_json::to_vec(self)?;
        let mut bytes = MAGIC.to_vec();
        bytes.extend_from_slice(&VERSION.to_le_bytes());
        bytes.extend_from_slice(&(json.len() as u32).to_le_bytes());
        bytes.extend_from_slice(&json);
        let checksum = crc32fast::hash(&bytes);
        bytes.extend_from_slice(&checksum.to_le_bytes());
        Ok(bytes)
    }

    /// Reads the header of a file of this game; returns the offset of the first block with it.
    pub(super) fn read<R: Rules>(bytes: &[u8]) -> Result<(Self, usize), BadHeader> {
        let (header, end) = Self::parse(bytes)?;
        match header.game == R::NAME {
            true => Ok((header, end)),
            false => Err(BadHeader::OtherGame(header.game)),
        }
    }

    /// Reads the header of a file of any game.
    ///
    /// # Errors
    /// If the file cannot be read or is not a `.qgames` file.
    pub fn of_file(path: &Path) -> Result<Self, Error> {
        let mut file = File::open(path).map_err(Error::io(path))?;
        let bytes = Self::bytes_of(&mut file).map_err(Error::io(path))?;
        let (header, _) = Self::parse(&bytes).map_err(|bad| bad.of::<Chess>(path))?;
        Ok(header)
    }

    /// The bytes of the header of a file; of another file some bytes.
    pub(super) fn bytes_of(file: &mut (impl Read + Seek)) -> io::Result<Vec<u8>> {
        let mut bytes = read_at(file, 0, FIXED_BYTES)?;
        if let Some(length) = bytes.last_chunk() {
            let length = (u32::from_le_bytes(*length) as usize).min(MAX_JSON_BYTES);
            bytes.extend(read_at(file, FIXED_BYTES as u64, length + 4)?);
        }
        Ok(bytes)
    }

    fn parse(bytes: &[u8]) -> Result<(Self, usize), BadHeader> {
        let damaged = |reason: &str| BadHeader::Damaged(reason.to_owned());
        if !bytes.starts_with(&MAGIC) {
            return Err(BadHeader::Foreign);
        }
        let number = |at: usize| {
            let bytes = bytes.get(at..)?.first_chunk()?;
            Some(u32::from_le_bytes(*bytes))
        };
        let cut = || damaged("it is truncated");
        let version = number(8).ok_or_else(cut)?;
        if version != VERSION {
            return Err(BadHeader::Version(version));
        }
        let length = number(12).ok_or_else(cut)? as usize;
        if length > MAX_JSON_BYTES {
            return Err(damaged("its length is invalid"));
        }
        let end = FIXED_BYTES + length;
        let checksum = number(end).ok_or_else(cut)?;
        if crc32fast::hash(&bytes[..end]) != checksum {
            return Err(damaged("its checksum does not match"));
        }
        let header: Self = serde_json::from_slice(&bytes[FIXED_BYTES..end])
            .map_err(|error| BadHeader::Damaged(error.to_string()))?;
        Ok((header, end + 4))
    }

    /// The fields in which another header differs, for people to read.
    pub(super) fn difference(&self, other: &Self) -> Option<String> {
        let value = |header: &Self| serde_json::to_value(header).unwrap_or_default();
        let mut found = Vec::new();
        compare("", &value(self), &value(other), &mut found);
        (!found.is_empty()).then(|| found.join("; "))
    }
}

/// Names every field that differs, at any depth.
fn compare(name: &str, ours: &Value, theirs: &Value, found: &mut Vec<String>) {
    if let (Value::Object(our_fields), Value::Object(their_fields)) = (ours, theirs) {
        let only_theirs = |key: &&String| !our_fields.contains_key(*key);
        let keys = our_fields
            .keys()
            .chain(their_fields.keys().filter(only_theirs));
        for key in keys {
            let field = match name {
                "" => key.clone(),
                _ => format!("{name}.{key}"),
            };
            compare(&field, &ours[key], &theirs[key], found);
        }
    } else if ours != theirs {
        let show = |value: &Value| match value {
            Value::Null => "not set".to_owned(),
            value => value.to_string(),
        };
        found.push(format!(
            "{name} is {} in the file and {} now",
            show(ours),
            show(theirs)
        ));
    }
}

#[cfg(test)]
mod tests {
    use super::{BadHeader, Header, Value};
    use chess::Chess;
    use serde_json::json;
    use xiangqi::Xiangqi;

    fn header() -> Header {
        let mut header = Header {
            engine: Some("Quietus 0.1".to_owned()),
            bench: Some(1_234_567),
            seed: Some(u64::MAX),
            ..Header::default()
        };
        header.settings.insert("nodes".to_owned(), json!(5000));
        header.other.insert("note".to_owned(), json!("first try"));
        header
    }

    #[test]
    fn headers_round_trip() {
        let bytes = header().to_bytes().unwrap();
        let (read, end) = Header::read::<Chess>(&[&bytes[..], b"blocks"].concat())
            .ok()
            .unwrap();
        assert_eq!(read, header());
        assert_eq!(end, bytes.len());
    }

    #[test]
    fn files_of_another_game_are_refused() {
        let bytes = Header::of::<Xiangqi>().to_bytes().unwrap();
        let refused = Header::read::<Chess>(&bytes);
        assert!(matches!(refused, Err(BadHeader::OtherGame(game)) if game == "xiangqi"));
        assert!(Header::read::<Xiangqi>(&bytes).is_ok());
    }

    #[test]
    fn damage_is_detected_and_foreign_files_are_refused() {
        let bytes = header().to_bytes().unwrap();
        for bit in 0..8 * bytes.len() {
            let mut damaged = bytes.clone();
            damaged[bit / 8] ^= 1 << (bit % 8);
            assert!(Header::read::<Chess>(&damaged).is_err(), "bit {bit}");
        }
        for cut in 8..bytes.len() {
            let result = Header::read::<Chess>(&bytes[..cut]);
            assert!(matches!(result, Err(BadHeader::Damaged(_))), "{cut}");
        }
        assert!(matches!(
            Header::read::<Chess>(b"PK\x03\x04"),
            Err(BadHeader::Foreign)
        ));
        let mut later = bytes;
        later[8] = 2;
        assert!(matches!(
            Header::read::<Chess>(&later),
            Err(BadHeader::Version(2))
        ));
    }

    #[test]
    fn differences_are_named() {
        let mut other = header();
        assert_eq!(header().difference(&other), None);
        other.seed = Some(2);
        let difference = header().difference(&other).unwrap();
        assert_eq!(
            difference,
            format!("seed is {} in the file and 2 now", u64::MAX)
        );
        let with = |nodes: Value| {
            let mut header = header();
            header.settings.insert("nodes".to_owned(), nodes);
            header
        };
        let before = with(json!({"soft": 600, "hard": 4800}));
        let now = with(json!({"soft": 700, "hard": 4800, "extra": [1]}));
        let difference = before.difference(&now).unwrap();
        assert_eq!(
            difference,
            "settings.nodes.soft is 600 in the file and 700 now; \
             settings.nodes.extra is not set in the file and [1] now"
        );
    }
}
