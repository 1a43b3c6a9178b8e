//! What the folders of a lab hold beside runs: ledgers and networks.

use std::path::PathBuf;

use ::ledger::{Entry, Ledger};
use gate::Catalog;
use serde_json::Value;
use web::QueueOrder;

use super::queue::Queue;

/// What the page asks of the lab: folders that were named on the command line, and a queue of runs.
pub struct Folders {
    pub folders: Vec<PathBuf>,
    pub queue: Queue,
}

impl Folders {
    fn catalog(&self) -> Catalog {
        let paths = |is_wanted: fn(&str) -> bool| -> Vec<PathBuf> {
            let found = web::find_files(&self.folders, is_wanted).into_iter();
            found.map(|file| file.path).collect()
        };
        Catalog {
            tables: paths(|name| name == "LINEAGE.md"),
            files: paths(|name| name.ends_with(".qnn")),
        }
    }
}

impl web::Lab for Folders {
    fn ledger(&self) -> Result<Value, String> {
        let mut entries = Vec::new();
        for file in web::find_files(&self.folders, |name| name.ends_with(".sqlite")) {
            let read = Ledger::open_to_read(&file.path).and_then(|mut ledger| ledger.entries(None));
            // A database of another program is none of ours.
            if let Ok(read) = read {
                entries.extend(read.iter().map(shown));
            }
        }
        Ok(Value::Array(entries))
    }

    fn networks(&self) -> Result<Value, String> {
        serde_json::to_value(self.catalog().nodes()).map_err(|error| error.to_string())
    }

    fn queue(&self, order: &QueueOrder) -> Result<Value, String> {
        match order {
            QueueOrder::List => {}
            QueueOrder::Start(command) => self.queue.add(command)?,
            QueueOrder::Resume(folder) => self.queue.resume(folder)?,
            QueueOrder::Stop(id) => self.queue.stop(*id)?,
        }
        serde_json::to_value(self.queue.list()).map_err(|error| error.to_string())
    }

    fn network(&self, id: &str) -> Option<String> {
        net_tools::default_page(self.catalog().find(id)?).ok()
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
