//! What can be wrong with a line, and numbers among the arguments of commands.

use std::fmt::{self, Display};
use std::ops::RangeInclusive;
use std::str::FromStr;

game::error_enum! {
    /// Why a line is no command.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum CommandError {
        /// No word of it is a command.
        Unknown(line: String) => "unknown command: {line:?} (see 'help')";
        /// Something is wrong with the arguments.
        Arguments {
            /// What is wrong.
            error: ArgumentError,
            /// How the command is used.
            usage: &'static str,
        } => "{error} (usage: {usage})";
    }
}

game::error_enum! {
    /// What is wrong with the arguments of a command.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum ArgumentError {
        /// Something is missing.
        Missing {
            /// The command or argument that needs it.
            argument: String,
            /// What it needs.
            needed: &'static str,
        } => "{argument} needs {needed}";
        /// A value that cannot be.
        Value {
            argument: String,
            /// What its value must be.
            expected: String,
            /// What it is.
            text: String,
        } => "{argument} must be {expected}: {text:?}";
        /// An argument that the command does not have.
        Unknown {
            command: &'static str,
            /// The argument.
            word: String,
        } => "unknown argument of {command}: {word:?}";
        /// More arguments than the command has.
        TooMany => "too many arguments";
        /// Two arguments that cannot both be.
        Exclusive(options: &'static str) => "{options} exclude each other";
    }
}

impl ArgumentError {
    pub(crate) fn missing(argument: &str, needed: &'static str) -> Self {
        let argument = argument.to_owned();
        Self::Missing { argument, needed }
    }

    pub(crate) fn value(argument: &str, expected: impl Display, text: &str) -> Self {
        Self::Value {
            argument: argument.to_owned(),
            expected: expected.to_string(),
            text: text.to_owned(),
        }
    }

    pub(crate) fn unknown(command: &'static str, word: &str) -> Self {
        let word = word.to_owned();
        Self::Unknown { command, word }
    }

    /// The error of a command that is used like this.
    pub(crate) const fn with_usage(self, usage: &'static str) -> CommandError {
        CommandError::Arguments { error: self, usage }
    }
}

/// A number in a range.
pub(crate) fn number<T: FromStr + PartialOrd + Display>(
    argument: &str,
    text: &str,
    range: RangeInclusive<T>,
) -> Result<T, ArgumentError> {
    let number = text.parse().ok().filter(|number| range.contains(number));
    number.ok_or_else(|| {
        let (min, max) = (range.start(), range.end());
        ArgumentError::value(argument, format_args!("from {min} to {max}"), text)
    })
}

/// Writes a word and its value, if there is one.
pub(crate) fn write_option(
    f: &mut fmt::Formatter<'_>,
    word: &str,
    value: Option<impl Display>,
) -> fmt::Result {
    match value {
        Some(value) => write!(f, " {word} {value}"),
        None => Ok(()),
    }
}
