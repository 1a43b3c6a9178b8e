//! The network of the engine: the embedded one, or one from a file (`EvalFile`).

use std::path::Path;
use std::sync::Arc;

use evaluation::embedded;
use nnue::Network;

use crate::error::{Error, require_regular_file};
use crate::option_table::{check, options, spin, text};

options! {
    /// How networks are used.
    NetworkOptions {}
    /// Whether a network evaluates, if there is one.
    is_used: bool = "UseNNUE", check(true, |s, on| s.is_used = on), Evaluation;
    /// The network file; empty for the embedded network.
    file: String = "EvalFile", text(|s, text| text.clone_into(&mut s.file)), Network;
    /// The network's share of the evaluation, in percent; the rest is handcrafted.
    blend: i32 = "NnueBlend", spin(100, 0..=100, |s, n| s.blend = n as i32), Evaluation;
    /// The factor of the network's evaluation, in percent.
    scale: i32 = "NnueScale", spin(100, 10..=1000, |s, n| s.scale = n as i32), Evaluation;
}

/// The network of a file; for an empty path, the embedded one.
pub fn from_file(path: &str) -> Result<Option<Arc<Network>>, Error> {
    if path.is_empty() {
        return Ok(embedded());
    }
    let container = require_regular_file(path)
        .map_err(|error| error.to_string())
        .and_then(|()| nnue::load_file(Path::new(path)).map_err(|error| error.to_string()))
        .map_err(|error| Error::Failed(format!("cannot use the network {path:?}: {error}")))?;
    Ok(Some(Arc::new(container.network)))
}

#[cfg(test)]
mod tests {
    use evaluation::EMBEDDED;

    use super::{embedded, from_file};

    #[test]
    fn what_is_built_in_can_be_read_and_other_files_say_why_not() {
        assert_eq!(embedded().is_some(), EMBEDDED.is_some());
        assert!(from_file("").is_ok());
        let problem = from_file("no such file.qnn").unwrap_err().to_string();
        assert!(problem.contains("no such file.qnn"), "{problem}");
        assert_eq!(problem.lines().count(), 1);
    }
}
