//! What a page watches: whenever the state of a run or a report is written, the page hears of it
//! through its event stream.

use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;
use std::thread;
use std::time::{Duration, SystemTime};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Failure;
use super::search::{Done, listening_tab};
use crate::folders::{Found, REPORTS, RUNS, find_files};
use crate::tab::Tab;
use crate::turns::Turn;
use crate::{Backend, Site};

/// The time between two looks at the files.
const INTERVAL: Duration = Duration::from_millis(500);
/// Looks at known files between two searches for others.
const LOOKS: usize = 6;
/// Runs that are watched, the newest.
const MAX_RUNS: usize = 40;

/// A page that wants to watch.
#[derive(Deserialize)]
pub struct Query {
    /// The page.
    tab: String,
    /// A number of the page; another one ends this, 0 for good.
    id: u64,
}

/// The state of a run.
#[derive(Serialize)]
struct Run<'a> {
    #[serde(flatten)]
    file: &'a Found,
    data: Value,
}

/// Watches runs and reports for a page: it hears of each at first, and then of changes.
pub fn start(site: &Site, query: &Query) -> Result<Done, Failure> {
    let tab = listening_tab(site, &query.tab)?;
    tab.watch.stop();
    if query.id > 0 && !site.backend.folders.is_empty() {
        // Of many that begin at once, the last one watches for all.
        if let Some(turn) = tab.watch.begin() {
            let backend = site.backend.clone();
            let thread = thread::Builder::new().name("watch".to_owned());
            thread
                .spawn(move || watch(&backend, &tab, &turn))
                .map_err(|error| error.to_string())?;
        }
    }
    Ok(Done {})
}

fn watch(backend: &Backend, tab: &Tab, turn: &Turn) {
    let mut told: HashMap<PathBuf, SystemTime> = HashMap::new();
    let mut files = Vec::new();
    let mut reports = Vec::new();
    for look in 0.. {
        if !turn.is_wanted() || !tab.log.is_open() {
            return;
        }
        if look % LOOKS == 0 {
            files = find_files(&backend.folders, RUNS);
            files.truncate(MAX_RUNS);
            let found = find_files(&backend.folders, REPORTS);
            let stamps: Vec<_> = found
                .iter()
                .map(|file| (file.id.clone(), file.written))
                .collect();
            if stamps != reports {
                tab.log.push("reports", &found);
                reports = stamps;
            }
        }
        for file in files.iter_mut().rev() {
            file.look_again();
            let is_news = told.insert(file.path.clone(), file.written) != Some(file.written);
            let text = is_news.then(|| fs::read(&file.path).ok()).flatten();
            // What is not JSON is of another program, or no longer there.
            let data = text.and_then(|text| serde_json::from_slice(&text).ok());
            if let Some(data) = data {
                tab.log.push("run", &Run { file, data });
            }
        }
        turn.pause(INTERVAL);
    }
}
