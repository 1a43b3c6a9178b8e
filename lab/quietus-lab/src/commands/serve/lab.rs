//! What the folders of a lab hold beside runs: ledgers and networks.

use std::path::PathBuf;

use ::ledger::{Entry, Ledger};
use serde_json::Value;

use super::networks;

/// Folders that were named on the command line.
pub struct Folders(pub Vec<PathBuf>);

impl web::Lab for Folders {
    fn ledger(&self) -> Result<Value, String> {
        let mut entries = Vec::new();
        for file in web::find_files(&self.0, |name| name.ends_with(".sqlite")) {
            let read = Ledger::open_to_read(&file.path).and_then(|mut ledger| ledger.entries(None));
            // A database of another program is none of ours.
            if let Ok(read) = read {
                entries.extend(read.iter().map(shown));
            }
        }
        Ok(Value::Array(entries))
    }

    fn networks(&self) -> Result<Value, String> {
        networks::list(&self.0).map_err(|error| error.to_string())
    }

    fn network(&self, id: &str) -> Option<String> {
        let path = networks::find(&self.0, id)?;
        net_tools::default_page(&path).ok()
    }
}

/// An entry without what is long and for programs.
fn shown(entry: &Entry) -> Value {
    let mut value = serde_json::to_value(entry).unwrap_or_default();
    if let Value::Object(fields) = &mut value {
        for long in ["settings", "card", "players"] {
            fields.remove(long);
        }
        fields.insert("name".to_owned(), entry.name().into());
        fields.insert("summary".to_owned(), entry.summary().into());
    }
    value
}
