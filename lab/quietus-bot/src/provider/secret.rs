//! The secret that a provider shares with Lichess, made once and kept in a file.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

use super::shown;

/// The fewest characters that Lichess takes.
const SHORTEST: usize = 16;

/// The secret of a file, which is made if it is missing.
///
/// # Errors
/// If the file cannot be read or written, or holds no secret.
pub(super) fn find(file: &Path) -> Result<String, String> {
    let failed = |error: io::Error| format!("{}: {error}", shown(file));
    let text = match fs::read_to_string(file) {
        Ok(text) => text.trim().to_owned(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => make(file).map_err(failed)?,
        Err(error) => return Err(failed(error)),
    };
    match text.len() >= SHORTEST && text.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        true => Ok(text),
        false => Err(format!(
            "{} holds no secret: at least {SHORTEST} letters and digits",
            shown(file)
        )),
    }
}

fn make(file: &Path) -> io::Result<String> {
    let mut bytes = [0; 24];
    getrandom::fill(&mut bytes).map_err(|error| io::Error::other(error.to_string()))?;
    let secret: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(file)?.write_all(secret.as_bytes())?;
    Ok(secret)
}

#[cfg(test)]
mod tests {
    use super::find;

    #[test]
    fn secrets_are_made_once() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("secret");
        let secret = find(&file).unwrap();
        assert_eq!(secret.len(), 48);
        assert_eq!(find(&file).unwrap(), secret);
        assert!(!crate::token::is_readable_by_others(&file));
        std::fs::write(&file, "short\n").unwrap();
        assert!(find(&file).is_err());
    }
}
