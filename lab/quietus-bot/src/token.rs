//! The access token: from the environment or a file, never from an argument, never in a log.

use std::path::Path;
use std::{env, fmt, fs};

/// The environment variable that holds the token.
pub const TOKEN_VARIABLE: &str = "LICHESS_TOKEN";

/// An access token. It prints as dots.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

impl Token {
    /// The token of the environment, or else of the file.
    ///
    /// # Errors
    /// Says what to do.
    pub fn find(file: &Path) -> Result<Self, String> {
        if let Some(text) = env::var_os(TOKEN_VARIABLE) {
            return Self::parse(&text.to_string_lossy())
                .map_err(|error| format!("{TOKEN_VARIABLE}: {error}"));
        }
        if file.as_os_str().is_empty() {
            return Err(format!(
                "no token: set the environment variable {TOKEN_VARIABLE}, or name a file that holds it \
                 (token_file in [account])"
            ));
        }
        let text = fs::read_to_string(file)
            .map_err(|error| format!("cannot read the token file {}: {error}", file.display()))?;
        Self::parse(&text).map_err(|error| format!("{}: {error}", file.display()))
    }

    /// A token from text, which may end with a line break.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let text = text.trim();
        let is_fit = |c: char| c.is_ascii_alphanumeric() || c == '_';
        match text.is_empty() || !text.chars().all(is_fit) {
            true => Err("a token has letters, digits and _ only".to_owned()),
            false => Ok(Self(text.to_owned())),
        }
    }

    /// The value of the `Authorization` header.
    pub(crate) fn bearer(&self) -> String {
        format!("Bearer {}", self.0)
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(...)")
    }
}

/// Whether others than its owner may read a file.
#[cfg(unix)]
pub(crate) fn is_readable_by_others(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;

    fs::metadata(file).is_ok_and(|file| file.permissions().mode() & 0o077 != 0)
}

/// Whether others than its owner may read a file; not known here.
#[cfg(not(unix))]
pub(crate) fn is_readable_by_others(_file: &Path) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::Token;

    #[test]
    fn tokens_are_checked_and_never_printed() {
        let token = Token::parse(" lip_Ab0\n").unwrap();
        assert_eq!(token.bearer(), "Bearer lip_Ab0");
        assert_eq!(format!("{token:?}"), "Token(...)");
        for bad in ["", "\n", "two words", "lip-x", "tökn", "a\r\nb"] {
            assert!(Token::parse(bad).is_err(), "{bad:?}");
        }
    }
}
