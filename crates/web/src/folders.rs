//! Reports that other programs write: HTML pages in folders. The folders come from the command line
//! and are searched anew each time, so that runs appear while they go on.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use serde::Serialize;

/// How deep folders are searched.
const MAX_DEPTH: usize = 4;
/// Files and folders looked at, so that a wrong folder costs little.
const MAX_ENTRIES: usize = 20_000;
/// Reports shown, the newest.
const MAX_SHOWN: usize = 200;
/// The largest report.
const MAX_BYTES: u64 = 16 << 20;

/// A report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Report {
    /// Names it in requests.
    pub id: String,
    /// Its path below the folder.
    pub name: String,
    /// Seconds since it was written.
    pub age: u64,
    #[serde(skip)]
    path: PathBuf,
}

/// The reports of some folders, the newest first.
pub fn list(folders: &[PathBuf]) -> Vec<Report> {
    let mut reports = Vec::new();
    let mut budget = MAX_ENTRIES;
    for folder in folders {
        collect(folder, folder, MAX_DEPTH, &mut budget, &mut reports);
    }
    reports.sort_by(|a, b| a.age.cmp(&b.age).then_with(|| a.name.cmp(&b.name)));
    reports.truncate(MAX_SHOWN);
    reports
}

/// The report that a request names, if it is still there.
pub fn read(folders: &[PathBuf], id: &str) -> Option<Vec<u8>> {
    let report = list(folders).into_iter().find(|report| report.id == id)?;
    fs::read(report.path).ok()
}

fn collect(
    root: &Path,
    folder: &Path,
    depth: usize,
    budget: &mut usize,
    reports: &mut Vec<Report>,
) {
    // What cannot be read is not shown.
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if *budget == 0 {
            return;
        }
        *budget -= 1;
        let path = entry.path();
        // Links are not followed.
        let Ok(kind) = entry.file_type() else {
            continue;
        };
        if kind.is_dir() && depth > 0 {
            collect(root, &path, depth - 1, budget, reports);
        } else if kind.is_file() && path.extension().is_some_and(|ending| ending == "html") {
            reports.extend(report(root, path));
        }
    }
}

fn report(root: &Path, path: PathBuf) -> Option<Report> {
    let metadata = fs::metadata(&path).ok()?;
    let age = SystemTime::now().duration_since(metadata.modified().ok()?);
    let mut hasher = DefaultHasher::new();
    path.hash(&mut hasher);
    let name = path.strip_prefix(root).unwrap_or(&path);
    let name = name.to_string_lossy().into_owned();
    (metadata.len() <= MAX_BYTES).then(|| Report {
        id: format!("{:016x}", hasher.finish()),
        name,
        age: age.map_or(0, |age| age.as_secs()),
        path,
    })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::{list, read};

    #[test]
    fn reports_are_found_and_read_by_their_names_alone() {
        let folder = std::env::temp_dir().join(format!("quietus-reports-{}", std::process::id()));
        fs::create_dir_all(folder.join("run")).unwrap();
        fs::write(folder.join("run/match.html"), "<p>1</p>").unwrap();
        fs::write(folder.join("secret.txt"), "no").unwrap();
        let folders = [folder.clone()];
        let reports = list(&folders);
        assert_eq!(reports.len(), 1, "{reports:?}");
        assert!(reports[0].name.ends_with("match.html") && reports[0].age < 60);
        assert_eq!(read(&folders, &reports[0].id).unwrap(), b"<p>1</p>");
        for other in ["", "../secret.txt", "0000000000000000"] {
            assert_eq!(read(&folders, other), None);
        }
        fs::remove_dir_all(folder).unwrap();
        assert!(list(&folders).is_empty());
    }
}
