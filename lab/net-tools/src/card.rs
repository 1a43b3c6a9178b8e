//! The provenance card: where a network comes from, as JSON inside its file.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::{ResultScore, TestScore};

/// The provenance of a network. Every key may be missing; unknown keys are kept.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Card {
    /// The name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The SHA-256 of the network it was fine-tuned or converted from, in hexadecimal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parent: Option<String>,
    /// The commit of the trainer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub commit: Option<String>,
    /// The seed of the initial weights and of the data order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// The validation loss.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub validation_loss: Option<f64>,
    /// The test loss.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub test_loss: Option<TestScore>,
    /// The correlation with results.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub results: Option<ResultScore>,
    /// The training data sets.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub data: Vec<DataSet>,
    /// The training settings.
    #[serde(skip_serializing_if = "Value::is_null")]
    pub recipe: Value,
    /// Unknown keys.
    #[serde(flatten)]
    pub other: Map<String, Value>,
}

/// A training data set.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct DataSet {
    pub name: String,
    /// The SHA-256 of its file, in hexadecimal.
    pub sha256: String,
    /// The number of positions used.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub positions: Option<u64>,
    /// Unknown keys.
    #[serde(flatten)]
    pub other: Map<String, Value>,
}

/// Why a card is invalid.
#[derive(Debug, thiserror::Error)]
pub enum CardError {
    /// Not JSON, or a known key has a value of the wrong type.
    #[error("the network's card is invalid: {0}")]
    Malformed(#[from] serde_json::Error),
    /// An invalid hash.
    #[error("the {key} in the network's card is not a SHA-256 in hexadecimal: {text:?}")]
    Hash {
        key: &'static str,
        /// The value.
        text: String,
    },
}

impl Card {
    /// Parses a card. Empty text is an empty card.
    ///
    /// # Errors
    /// If the card is invalid.
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

    /// The card as JSON; empty text for an empty card.
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
    fn a_card_round_trips_with_unknown_keys() {
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
    fn an_empty_card_is_empty_text() {
        assert_eq!(Card::default().to_text(), "");
        assert_eq!(Card::parse("").unwrap(), Card::default());
    }

    #[test]
    fn errors_name_the_key() {
        for (text, words) in [
            ("{", "card is invalid"),
            ("{\"seed\":\"x\"}", "card is invalid"),
            (
                "{\"parent\":\"abc\"}",
                "parent in the network's card is not a SHA-256",
            ),
            (
                "{\"data\":[{\"name\":\"a\"}]}",
                "data set in the network's card is not a SHA-256",
            ),
        ] {
            let error = Card::parse(text).unwrap_err().to_string();
            assert!(error.contains(words), "{error}");
        }
    }
}
