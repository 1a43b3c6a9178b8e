//! The arguments of `setoption`.

use std::fmt;

/// An option's name and value, as given. Both may have spaces in them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetOption {
    pub name: String,
    /// The value; empty if there is none.
    pub value: String,
}

impl SetOption {
    /// Sets an option to a value.
    pub fn new(name: &str, value: impl Into<String>) -> Self {
        Self {
            name: name.to_owned(),
            value: value.into(),
        }
    }

    /// `name` up to the word `value`, and everything after it, as it stands in the line.
    pub(crate) fn parse(words: &[&str], line: &str) -> Self {
        let words = if let ["name", rest @ ..] = words {
            rest
        } else {
            words
        };
        let split = words
            .iter()
            .position(|&word| word == "value")
            .unwrap_or(words.len());
        let value_words = words.len().saturating_sub(split + 1);
        Self {
            name: words[..split].join(" "),
            value: last_words(line, value_words).to_owned(),
        }
    }
}

/// The end of a line from its `count`-last word on, with the spaces that are in it.
fn last_words(line: &str, count: usize) -> &str {
    let start = (0..count).fold(line.len(), |end, _| {
        let before = line[..end].trim_end();
        before.rfind(char::is_whitespace).unwrap_or(0)
    });
    line[start..].trim()
}

impl fmt::Display for SetOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "setoption name {}", self.name)?;
        match self.value.as_str() {
            "" => Ok(()),
            value => write!(f, " value {value}"),
        }
    }
}
