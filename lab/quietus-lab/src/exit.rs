//! Exit codes, the same for all commands, and how errors are printed.

use std::process::ExitCode;

use arena::runner::MatchError;
use records::convert::{ConvertError, Mismatch};
use spsa::{ChangedSettings, PlanError, SelectError};
use stats::SprtError;
use trainer::{ConfigError, TrainError};

/// The scheme, for the help.
pub const HELP: &str = "\
Exit codes of all commands:
  0    success
  1    it ran, but the verdict is negative: a check failed, H1 was not accepted,
       no network passed the gate, a suite's score is too low
  2    wrong usage
  3    it could not be done: a file cannot be read or written or is damaged, an
       engine does not start
  130  interrupted by Ctrl-C";

/// How a command that ran has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// All is well.
    Success,
    /// The question that was asked has a negative answer.
    Negative,
    /// Ctrl-C came before the end.
    Interrupted,
}

impl Exit {
    /// The answer to a question.
    pub const fn verdict(is_positive: bool) -> Self {
        match is_positive {
            true => Self::Success,
            false => Self::Negative,
        }
    }

    /// Success, unless the work was interrupted.
    pub const fn unless(interrupted: bool) -> Self {
        match interrupted {
            true => Self::Interrupted,
            false => Self::Success,
        }
    }
}

/// Arguments that do not fit together, or not what they name.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Usage(pub String);

/// Returns with a usage error.
macro_rules! bail_usage {
    ($($words:tt)*) => {
        return Err($crate::exit::Usage(format!($($words)*)).into())
    };
}
pub(crate) use bail_usage;

/// The exit code of what a command returned; an error is printed.
pub fn code(result: &anyhow::Result<Exit>) -> ExitCode {
    ExitCode::from(match result {
        Ok(Exit::Success) => 0,
        Ok(Exit::Negative) => 1,
        Ok(Exit::Interrupted) => 130,
        Err(error) => {
            warn!("error: {}", message(error));
            if is_usage(error) { 2 } else { 3 }
        }
    })
}

fn is_usage(error: &anyhow::Error) -> bool {
    error.is::<Usage>()
        || error.is::<SprtError>()
        || error.is::<ConfigError>()
        || error.is::<ChangedSettings>()
        || error.is::<PlanError>()
        || error.is::<Mismatch>()
        || error.is::<SelectError>()
        || matches!(error.downcast_ref(), Some(MatchError::Settings(_)))
        || matches!(error.downcast_ref(), Some(TrainError::Config(_)))
        || matches!(error.downcast_ref(), Some(ConvertError::Mismatch(_)))
}

/// The error and its causes on one line, without those that the text before ends with already.
fn message(error: &anyhow::Error) -> String {
    let mut text = String::new();
    for cause in error.chain().map(ToString::to_string) {
        if text.is_empty() {
            text = cause;
        } else if !text.ends_with(&cause) {
            text = format!("{text}: {cause}");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use std::io;

    use anyhow::Context;

    use super::{Usage, is_usage, message};

    #[test]
    fn causes_are_told_once() {
        let system = || io::Error::other("no space");
        let error = Err::<(), _>(system()).context("cannot write a: no space");
        assert_eq!(message(&error.unwrap_err()), "cannot write a: no space");
        let error = Err::<(), _>(system()).context("cannot write a");
        assert_eq!(message(&error.unwrap_err()), "cannot write a: no space");
    }

    #[test]
    fn usage_is_seen_behind_its_context() {
        let error: anyhow::Error = Usage("--x needs --y".to_owned()).into();
        assert!(is_usage(&error.context("more words")));
        assert!(!is_usage(&anyhow::anyhow!("a failure")));
    }
}
