//! The answer to `uci`: name, author and options.

use support::printable_line;
use uci::UciOption;

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

impl Identity {
    /// Reads one line of the answer to `uci`.
    pub(super) fn read(&mut self, line: &str) {
        self.lines.push(line.to_owned());
        let mut words = line.split_ascii_whitespace();
        match (words.next(), words.next()) {
            (Some("id"), Some("name")) => self.name = text(words),
            (Some("id"), Some("author")) => self.author = text(words),
            (Some("option"), Some("name")) => self.options.extend(line.parse::<UciOption>()),
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

#[cfg(test)]
mod tests {
    use super::Identity;

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
        assert!(hash.check("1024").is_ok() && hash.check("1025").is_err());
        assert!(
            identity
                .option("style")
                .unwrap()
                .check("very risky")
                .is_ok()
        );
    }
}
