//! The provenance card: where a network comes from, as JSON inside its file.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// What a network was made from, and how. Every key may be missing; keys that this version does
/// not know are kept.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Card {
    /// What people call it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The SHA-256 of the file it was trained on from, or converted from, in hexadecimal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parent: Option<String>,
    /// The commit of the program that made it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub commit: Option<String>,
    /// The seed of its first weights and of the order of its positions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// The loss on positions that it was not trained on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub validation_loss: Option<f64>,
    /// The sets of positions it was trained on.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub data: Vec<DataSet>,
    /// How it was trained: whatever the trainer can be told.
    #[serde(skip_serializing_if = "Value::is_null")]
    pub recipe: Value,
    /// Everything else.
    #[serde(flatten)]
    pub other: Map<String, Value>,
}

/// A set of positions.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct DataSet {
    /// What people call it.
    pub name: String,
    /// The SHA-256 of its file, in hexadecimal.
    pub sha256: String,
    /// How many positions were used.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub positions: Option<u64>,
    /// Everything else.
    #[serde(flatten)]
    pub other: Map<String, Value>,
}

/// Why the text in a file is no card.
#[derive(Debug, thiserror::Error)]
pub enum CardError {
    /// It is no JSON, or a known key has a value of the wrong kind.
    #[error("the card is not as it should be: {0}")]
    Malformed(#[from] serde_json::Error),
    /// A hash that is none.
    #[error("the card's {key} is no SHA-256 in hexadecimal: {text:?}")]
    Hash {
        /// Where it stands.
        key: &'static str,
        /// What stands there.
        text: String,
    },
}

impl Card {
    /// Reads a card. No text at all is a card that says nothing.
    ///
    /// # Errors
    /// Says what is wrong, and where.
    pub fn parse(text: &str) -> Result<Self, CardError> {
        if text.is_empty() {
            return Ok(Self::default());
        }
        let card: Self = serde_json::from_str(text)?;
        let hashes = card.data.iter().map(|set| ("data set", &set.sha256));
        let parent = card.parent.iter().map(|hash| ("parent", hash));
        for (key, hash) in parent.chain(hashes) {
            if !is_sha256(hash) {
                let text = hash.clone();
                return Err(CardError::Hash { key, text });
            }
        }
        Ok(card)
    }

    /// The text to put into a file: nothing where nothing is said.
    #[must_use]
    pub fn to_text(&self) -> String {
        if *self == Self::default() {
            return String::new();
        }
        serde_json::to_string_pretty(self).expect("strings, numbers and lists are JSON")
    }
}

fn is_sha256(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

#[cfg(test)]
mod tests {
    use super::{Card, DataSet};

    #[test]
    fn a_card_survives_its_text_with_keys_that_nobody_knows() {
        let card = Card {
            name: Some("first".to_owned()),
            seed: Some(7),
            validation_loss: Some(0.0625),
            data: vec![DataSet {
                name: "games".to_owned(),
                sha256: "0f".repeat(32),
                ..DataSet::default()
            }],
            recipe: serde_json::json!({"batch": 16384}),
            ..Card::default()
        };
        assert_eq!(Card::parse(&card.to_text()).unwrap(), card);
        let text = "{\"name\":\"a\",\"weather\":\"fine\"}";
        let card = Card::parse(text).unwrap();
        assert_eq!(card.other["weather"], "fine");
        assert!(card.to_text().contains("weather"));
    }

    #[test]
    fn saying_nothing_takes_no_room() {
        assert_eq!(Card::default().to_text(), "");
        assert_eq!(Card::parse("").unwrap(), Card::default());
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (text, words) in [
            ("{", "not as it should be"),
            ("{\"seed\":\"x\"}", "not as it should be"),
            ("{\"parent\":\"abc\"}", "parent is no SHA-256"),
            ("{\"data\":[{\"name\":\"a\"}]}", "data set is no SHA-256"),
        ] {
            let error = Card::parse(text).unwrap_err().to_string();
            assert!(error.contains(words), "{error}");
        }
    }
}
