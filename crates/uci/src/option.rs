//! An option that an engine has, as its answer to `uci` lists it.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use crate::info::OutputError;

/// An `option` line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UciOption {
    /// The name, which may have spaces.
    pub name: String,
    /// The type, with default and range.
    pub kind: OptionKind,
}

/// The type of an option, with its default and range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// True or false.
    Check { default: bool },
    /// A whole number.
    Spin {
        default: i64,
        /// The smallest and the largest value.
        range: RangeInclusive<i64>,
    },
    /// One of several texts.
    Combo {
        default: String,
        /// The texts.
        choices: Vec<String>,
    },
    /// No value, only an effect.
    Button,
    /// Any text.
    Text { default: String },
}

/// How UCI writes an empty text.
const EMPTY: &str = "<empty>";

/// The text that a word of UCI means.
pub fn text_of(word: &str) -> &str {
    match word {
        EMPTY => "",
        text => text,
    }
}

impl OptionKind {
    /// What UCI calls the type.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Check { .. } => "check",
            Self::Spin { .. } => "spin",
            Self::Combo { .. } => "combo",
            Self::Button => "button",
            Self::Text { .. } => "string",
        }
    }

    /// The default as `setoption` sets it; nothing for a button.
    pub fn default_text(&self) -> Option<String> {
        match self {
            Self::Check { default } => Some(default.to_string()),
            Self::Spin { default, .. } => Some(default.to_string()),
            Self::Combo { default, .. } => Some(default.clone()),
            Self::Button => None,
            Self::Text { default } if default.is_empty() => Some(EMPTY.to_owned()),
            Self::Text { default } => Some(default.clone()),
        }
    }
}

impl UciOption {
    /// Whether a value fits the option's type and range.
    ///
    /// # Errors
    /// Says what is expected.
    pub fn check(&self, value: &str) -> Result<(), String> {
        let (fits, expected) = match &self.kind {
            OptionKind::Spin { range, .. } => (
                value.parse().is_ok_and(|number| range.contains(&number)),
                format!("a number from {} to {}", range.start(), range.end()),
            ),
            OptionKind::Check { .. } => (
                ["true", "false"]
                    .iter()
                    .any(|word| word.eq_ignore_ascii_case(value)),
                "true or false".to_owned(),
            ),
            OptionKind::Combo { choices, .. } => (
                choices
                    .iter()
                    .any(|choice| choice.eq_ignore_ascii_case(value)),
                format!("one of {}", choices.join(", ")),
            ),
            OptionKind::Button | OptionKind::Text { .. } => return Ok(()),
        };
        match fits {
            true => Ok(()),
            false => Err(format!("expected {expected}")),
        }
    }
}

/// What an engine leaves out or misspells does not restrict: a spin without limits takes any number, and
/// a type that UCI does not know is text.
impl FromStr for UciOption {
    type Err = OutputError;

    fn from_str(line: &str) -> Result<Self, OutputError> {
        let mut words = line.split_ascii_whitespace();
        if (words.next(), words.next()) != (Some("option"), Some("name")) {
            return Err(OutputError::OtherLine("option name"));
        }
        let mut parts = Parts::default();
        let mut key = "name";
        let mut value: Vec<&str> = Vec::new();
        for word in words {
            // A text may have any words in it.
            let is_text = parts.kind == "string" && key == "default";
            if matches!(word, "type" | "default" | "min" | "max" | "var") && !is_text {
                parts.set(key, &value);
                (key, value) = (word, Vec::new());
            } else {
                value.push(word);
            }
        }
        parts.set(key, &value);
        match parts.name.is_empty() {
            true => Err(OutputError::NoName),
            false => Ok(parts.option()),
        }
    }
}

/// The parts of an `option` line.
#[derive(Default)]
struct Parts {
    name: String,
    kind: String,
    default: String,
    min: Option<i64>,
    max: Option<i64>,
    choices: Vec<String>,
}

impl Parts {
    fn set(&mut self, key: &str, words: &[&str]) {
        let value = words.join(" ");
        match key {
            "name" => self.name = value,
            "type" => self.kind = value,
            "default" => self.default = value,
            "min" => self.min = value.parse().ok(),
            "max" => self.max = value.parse().ok(),
            _var => self.choices.push(value),
        }
    }

    fn option(self) -> UciOption {
        let kind = match self.kind.as_str() {
            "check" => OptionKind::Check {
                default: self.default.eq_ignore_ascii_case("true"),
            },
            "spin" => {
                let range = self.min.unwrap_or(i64::MIN)..=self.max.unwrap_or(i64::MAX);
                let default = self.default.parse().unwrap_or(0);
                OptionKind::Spin { default, range }
            }
            "combo" => OptionKind::Combo {
                default: self.default,
                choices: self.choices,
            },
            "button" => OptionKind::Button,
            _ => OptionKind::Text {
                default: text_of(&self.default).to_owned(),
            },
        };
        UciOption {
            name: self.name,
            kind,
        }
    }
}

impl fmt::Display for UciOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "option name {} type {}", self.name, self.kind.name())?;
        if let Some(default) = self.kind.default_text() {
            write!(f, " default {default}")?;
        }
        match &self.kind {
            OptionKind::Spin { range, .. } => {
                write!(f, " min {} max {}", range.start(), range.end())
            }
            OptionKind::Combo { choices, .. } => choices
                .iter()
                .try_for_each(|choice| write!(f, " var {choice}")),
            OptionKind::Check { .. } | OptionKind::Button | OptionKind::Text { .. } => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{OptionKind, OutputError, UciOption};

    fn option(line: &str) -> UciOption {
        line.parse().unwrap()
    }

    #[test]
    fn options_of_other_engines_are_read() {
        assert_eq!(
            option("option name Clear Hash type button").kind,
            OptionKind::Button
        );
        let style = option("option name Style type combo default Normal var Solid var Very Risky");
        let choices = vec!["Solid".to_owned(), "Very Risky".to_owned()];
        let default = "Normal".to_owned();
        assert_eq!(style.kind, OptionKind::Combo { default, choices });
        let path = option("option name Path type string default my max value");
        assert_eq!(path.kind.default_text().as_deref(), Some("my max value"));
        let spin = option("option name X type spin default much");
        assert_eq!(spin.check("-5"), Ok(()));
        assert_eq!(
            "option name type spin".parse::<UciOption>(),
            Err(OutputError::NoName)
        );
        assert!("option Hash".parse::<UciOption>().is_err());
    }

    #[test]
    fn values_are_checked_against_type_and_range() {
        let hash = option("option name Hash type spin default 16 min 1 max 1024");
        assert!(hash.check("64").is_ok());
        for wrong in ["abc", "0", "1025", "", "1.5"] {
            let expected = "expected a number from 1 to 1024".to_owned();
            assert_eq!(hash.check(wrong), Err(expected), "{wrong}");
        }
        let own_book = option("option name OwnBook type check default false");
        assert!(own_book.check("true").is_ok() && own_book.check("yes").is_err());
        let style = option("option name Style type combo default Normal var Solid var Normal");
        assert!(style.check("solid").is_ok() && style.check("wild").is_err());
        let file = option("option name EvalFile type string");
        assert!(file.check("a b").is_ok());
    }
}
