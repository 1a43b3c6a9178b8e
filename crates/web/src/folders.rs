//! Files that other programs write: reports, and the state of runs. The folders come from the command
//! line and are searched anew each time, so that runs appear while they go on.

use std::fs::{self, File};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use serde::Serialize;

/// How deep folders are searched.
const MAX_DEPTH: usize = 4;
/// Files and folders looked at, so that a wrong folder costs little.
const MAX_ENTRIES: usize = 20_000;
/// Files shown, the newest.
const MAX_SHOWN: usize = 200;
/// The largest file.
const MAX_BYTES: u64 = 64 << 20;

/// What to look for: says so of a file's name.
pub type Wanted = fn(&str) -> bool;

/// Pages for people.
pub const REPORTS: Wanted = |name| name.ends_with(".html");
/// The state of matches, trainings and gates.
pub const RUNS: Wanted = |name| matches!(name, "live.json" | "gate.json");

/// A file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Found {
    /// Names it in requests.
    pub id: String,
    /// Its path below the folder.
    pub name: String,
    /// Seconds since it was written.
    pub age: u64,
    /// When it was written.
    #[serde(skip)]
    pub written: SystemTime,
    /// Where it is.
    #[serde(skip)]
    pub path: PathBuf,
}

impl Found {
    /// Looks when the file was last written.
    pub(crate) fn look_again(&mut self) {
        let metadata = fs::metadata(&self.path);
        if let Ok(written) = metadata.and_then(|metadata| metadata.modified()) {
            self.written = written;
            self.age = age(written);
        }
    }
}

/// The end of a text file that is still written: its last `most` bytes.
///
/// # Errors
/// If it cannot be read.
pub fn tail(path: &Path, most: u64) -> io::Result<String> {
    let mut file = File::open(path)?;
    let length = file.metadata()?.len();
    file.seek(SeekFrom::Start(length.saturating_sub(most)))?;
    let mut bytes = Vec::new();
    file.take(most).read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Seconds since a time.
fn age(written: SystemTime) -> u64 {
    let age = SystemTime::now().duration_since(written);
    age.map_or(0, |age| age.as_secs())
}

/// The wanted files of some folders, the newest first.
#[must_use]
pub fn find_files(folders: &[PathBuf], wanted: Wanted) -> Vec<Found> {
    let mut search = Search {
        wanted,
        budget: MAX_ENTRIES,
        found: Vec::new(),
    };
    for folder in folders {
        search.collect(folder, folder, MAX_DEPTH);
    }
    let mut found = search.found;
    found.sort_by(|a, b| b.written.cmp(&a.written).then_with(|| a.name.cmp(&b.name)));
    found.truncate(MAX_SHOWN);
    found
}

/// The wanted file that a request names, if it is still there.
#[must_use]
pub fn find_file(folders: &[PathBuf], wanted: Wanted, id: &str) -> Option<Found> {
    let mut found = find_files(folders, wanted).into_iter();
    found.find(|file| file.id == id)
}

struct Search {
    wanted: Wanted,
    budget: usize,
    found: Vec<Found>,
}

impl Search {
    fn collect(&mut self, root: &Path, folder: &Path, depth: usize) {
        // What cannot be read is not shown.
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            if self.budget == 0 {
                return;
            }
            self.budget -= 1;
            // Links are not followed.
            let Ok(kind) = entry.file_type() else {
                continue;
            };
            if kind.is_dir() && depth > 0 {
                self.collect(root, &entry.path(), depth - 1);
            } else if kind.is_file() && (self.wanted)(&entry.file_name().to_string_lossy()) {
                self.found.extend(found(root, entry.path()));
            }
        }
    }
}

fn found(root: &Path, path: PathBuf) -> Option<Found> {
    let metadata = fs::metadata(&path).ok()?;
    let written = metadata.modified().ok()?;
    let mut hasher = DefaultHasher::new();
    path.hash(&mut hasher);
    let name = path.strip_prefix(root).unwrap_or(&path);
    let name = name.to_string_lossy().into_owned();
    (metadata.len() <= MAX_BYTES).then(|| Found {
        id: format!("{:016x}", hasher.finish()),
        name,
        age: age(written),
        written,
        path,
    })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::{REPORTS, RUNS, find_file, find_files, tail};

    #[test]
    fn reports_are_found_and_read_by_their_names_alone() {
        let folder = std::env::temp_dir().join(format!("quietus-reports-{}", std::process::id()));
        fs::create_dir_all(folder.join("run")).unwrap();
        fs::write(folder.join("run/match.html"), "<p>1</p>").unwrap();
        fs::write(folder.join("secret.txt"), "no").unwrap();
        let folders = [folder.clone()];
        let reports = find_files(&folders, REPORTS);
        assert_eq!(reports.len(), 1, "{reports:?}");
        assert!(reports[0].name.ends_with("match.html") && reports[0].age < 60);
        let found = find_file(&folders, REPORTS, &reports[0].id).unwrap();
        assert_eq!(fs::read(found.path).unwrap(), b"<p>1</p>");
        assert!(find_file(&folders, RUNS, &reports[0].id).is_none());
        assert_eq!(tail(&folder.join("secret.txt"), 1).unwrap(), "o");
        assert_eq!(tail(&folder.join("secret.txt"), 9).unwrap(), "no");
        for other in ["", "../secret.txt", "0000000000000000"] {
            assert_eq!(find_file(&folders, REPORTS, other), None);
        }
        fs::remove_dir_all(folder).unwrap();
        assert!(find_files(&folders, REPORTS).is_empty());
    }
}
