//! A strict parser of `option` lines.

/// The keywords of an option line.
const KEYWORDS: [&str; 5] = ["type", "default", "min", "max", "var"];

/// A parsed option line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct OptionLine {
    pub(super) name: String,
    pub(super) kind: String,
    default: Option<String>,
    min: Option<String>,
    max: Option<String>,
    vars: Vec<String>,
}

/// Parses a line that starts with `option`.
pub(super) fn parse(line: &str) -> Result<OptionLine, String> {
    let mut words = line.split_ascii_whitespace();
    if words.next() != Some("option") || words.next() != Some("name") {
        return Err("an option line must start with `option name`".to_owned());
    }
    let mut option = OptionLine::default();
    let mut keyword = "name";
    let mut value = String::new();
    for word in words {
        if KEYWORDS.contains(&word) {
            option.take(keyword, std::mem::take(&mut value))?;
            keyword = word;
        } else {
            if !value.is_empty() {
                value.push(' ');
            }
            value.push_str(word);
        }
    }
    option.take(keyword, value)?;
    option.check_form()?;
    Ok(option)
}

impl OptionLine {
    fn take(&mut self, keyword: &str, value: String) -> Result<(), String> {
        let slot = match keyword {
            "name" => {
                self.name = value;
                return Ok(());
            }
            "type" => {
                self.kind = value;
                return Ok(());
            }
            "var" => {
                self.vars.push(value);
                return Ok(());
            }
            "default" => &mut self.default,
            "min" => &mut self.min,
            _ => &mut self.max,
        };
        match slot.replace(value) {
            None => Ok(()),
            Some(_) => Err(format!("{keyword} is given twice")),
        }
    }

    fn check_form(&self) -> Result<(), String> {
        if self.name.is_empty() {
            return Err("the option has no name".to_owned());
        }
        let has_default = self.default.is_some();
        match self.kind.as_str() {
            "check" | "string" | "spin" | "combo" if !has_default => {
                Err(format!("a {} needs a default", self.kind))
            }
            "spin" if self.min.is_none() || self.max.is_none() => {
                Err("a spin needs min and max".to_owned())
            }
            "combo" if self.vars.is_empty() => Err("a combo needs var".to_owned()),
            "button" if has_default => Err("a button has no default".to_owned()),
            "check" | "spin" | "combo" | "button" | "string" => Ok(()),
            kind => Err(format!("unknown type {kind:?}")),
        }
    }

    /// Checks that the default is a valid value of the option.
    pub(super) fn check_default(&self) -> Result<(), String> {
        let default = self.default.as_deref().unwrap_or_default();
        let number = |what: &str, text: Option<&str>| {
            let text = text.unwrap_or_default();
            text.parse::<i64>()
                .map_err(|_| format!("{what} {text:?} is not an integer"))
        };
        match self.kind.as_str() {
            "check" if default != "true" && default != "false" => {
                Err(format!("default {default:?} is neither true nor false"))
            }
            "combo" if !self.vars.iter().any(|var| var == default) => {
                Err(format!("default {default:?} is not one of its values"))
            }
            "spin" => {
                let min = number("min", self.min.as_deref())?;
                let max = number("max", self.max.as_deref())?;
                let default = number("default", Some(default))?;
                if (min..=max).contains(&default) {
                    Ok(())
                } else {
                    Err(format!("default {default} is not between {min} and {max}"))
                }
            }
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn valid_options_pass() {
        for line in [
            "option name Hash type spin default 16 min 1 max 1024",
            "option name Clear Hash type button",
            "option name Debug Log File type string default",
            "option name Style type combo default Very Solid var Very Solid var Risky",
            "option name Ponder type check default false",
        ] {
            parse(line).unwrap().check_default().unwrap();
        }
    }

    #[test]
    fn invalid_options_are_refused() {
        for (line, reason) in [
            (
                "option Hash",
                "an option line must start with `option name`",
            ),
            (
                "option name X type slider default 1",
                "unknown type \"slider\"",
            ),
            (
                "option name X type spin default 1 min 0",
                "a spin needs min and max",
            ),
            ("option name X type check", "a check needs a default"),
            (
                "option name type check default true",
                "the option has no name",
            ),
        ] {
            assert_eq!(parse(line).unwrap_err(), reason);
        }
        for (line, reason) in [
            (
                "option name X type spin default 9 min 0 max 8",
                "default 9 is not between 0 and 8",
            ),
            (
                "option name X type check default on",
                "default \"on\" is neither true nor false",
            ),
            (
                "option name X type combo default c var a var b",
                "default \"c\" is not one of its values",
            ),
        ] {
            assert_eq!(parse(line).unwrap().check_default().unwrap_err(), reason);
        }
    }
}
