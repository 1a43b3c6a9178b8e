//! The answer to `uci`: name, author and options.

use support::printable_line;

/// The name, author and options that an engine advertises.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Identity {
    /// From `id name`.
    pub name: String,
    /// From `id author`.
    pub author: String,
    /// From the `option` lines, in their order.
    pub options: Vec<UciOption>,
    /// All lines of the answer, verbatim.
    pub lines: Vec<String>,
}

/// An option as advertised.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UciOption {
    /// The name, which may have spaces.
    pub name: String,
    /// `check`, `spin`, `combo`, `button` or `string`.
    pub kind: String,
    /// The default value, if there is one.
    pub default: Option<String>,
    /// The smallest value, as text.
    pub min: Option<String>,
    /// The largest value, as text.
    pub max: Option<String>,
    /// The values of a combo.
    pub vars: Vec<String>,
}

impl Identity {
    /// Reads one line of the answer to `uci`.
    pub(super) fn read(&mut self, line: &str) {
        self.lines.push(line.to_owned());
        let mut words = line.split_ascii_whitespace();
        match (words.next(), words.next()) {
            (Some("id"), Some("name")) => self.name = text(words),
            (Some("id"), Some("author")) => self.author = text(words),
            (Some("option"), Some("name")) => self.options.extend(UciOption::parse(line)),
            _ => {}
        }
    }

    /// The option of this name; UCI option names are case-insensitive.
    pub fn option(&self, name: &str) -> Option<&UciOption> {
        let is_it = |option: &&UciOption| option.name.eq_ignore_ascii_case(name);
        self.options.iter().find(is_it)
    }
}

/// Words of an engine for people and files.
fn text<'a>(words: impl Iterator<Item = &'a str>) -> String {
    printable_line(&words.collect::<Vec<_>>().join(" "))
}

impl UciOption {
    /// Parses an `option name … type …` line; `None` if it is not one.
    pub fn parse(line: &str) -> Option<Self> {
        let mut words = line.split_ascii_whitespace().peekable();
        if (words.next(), words.next()) != (Some("option"), Some("name")) {
            return None;
        }
        let mut option = Self::default();
        let mut key = "name";
        let mut value: Vec<&str> = Vec::new();
        for word in words {
            if matches!(word, "type" | "default" | "min" | "max" | "var") {
                option.set(key, &value);
                (key, value) = (word, Vec::new());
            } else {
                value.push(word);
            }
        }
        option.set(key, &value);
        (!option.name.is_empty()).then_some(option)
    }

    /// Whether a value fits the option's type and range.
    ///
    /// # Errors
    /// Says what is expected.
    pub fn check(&self, value: &str) -> Result<(), String> {
        let bound = |text: &Option<String>| text.as_ref().and_then(|text| text.parse().ok());
        let (min, max) = (bound(&self.min), bound(&self.max));
        let range = min.unwrap_or(i64::MIN)..=max.unwrap_or(i64::MAX);
        let is_one_of = |words: &[String]| words.iter().any(|w| w.eq_ignore_ascii_case(value));
        let (fits, expected) = match self.kind.as_str() {
            "spin" => (
                value.parse().is_ok_and(|number| range.contains(&number)),
                format!("a number from {} to {}", range.start(), range.end()),
            ),
            "check" => (
                is_one_of(&["true", "false"].map(str::to_owned)),
                "true or false".to_owned(),
            ),
            "combo" => (
                is_one_of(&self.vars),
                format!("one of {}", self.vars.join(", ")),
            ),
            _ => return Ok(()),
        };
        match fits {
            true => Ok(()),
            false => Err(format!("expected {expected}")),
        }
    }

    fn set(&mut self, key: &str, words: &[&str]) {
        let value = words.join(" ");
        match key {
            "name" => self.name = value,
            "type" => self.kind = value,
            "default" => self.default = Some(value),
            "min" => self.min = Some(value),
            "max" => self.max = Some(value),
            _ => self.vars.push(value),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Identity, UciOption};

    #[test]
    fn answers_to_uci_are_understood() {
        let mut identity = Identity::default();
        let lines = [
            "id name Some \u{1b}[2JEngine 1.0",
            "id author A and B",
            "option name Clear Hash type button",
            "option name Hash type spin default 16 min 1 max 1024",
            "option name Style type combo default Normal var Solid var Very Risky",
            "Some banner",
        ];
        lines.iter().for_each(|line| identity.read(line));
        assert_eq!(identity.name, "Some �[2JEngine 1.0");
        assert_eq!(identity.author, "A and B");
        assert_eq!(identity.options[0].name, "Clear Hash");
        let hash = identity.option("hash").unwrap();
        assert_eq!(hash.max.as_deref(), Some("1024"));
        assert_eq!(identity.options[2].vars, ["Solid", "Very Risky"]);
        assert_eq!(UciOption::parse("option name type spin"), None);
    }

    #[test]
    fn values_are_checked_against_type_and_range() {
        let option = |line: &str| UciOption::parse(line).unwrap();
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
        assert!(
            option("option name EvalFile type string")
                .check("a b")
                .is_ok()
        );
    }
}
