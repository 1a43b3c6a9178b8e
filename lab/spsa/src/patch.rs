//! Tuned values as a patch of the source with the parameters' table:
//!
//! ```text
//! group {
//!     name:    default, min..=max, step;
//! }
//! ```
//!
//! A table for several games has a column of defaults for each.

use thiserror::Error;

use crate::Run;

/// Unchanged lines around a change.
const CONTEXT: usize = 3;

/// Why there is no patch.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PatchError {
    /// The source has no such parameter.
    #[error("the source has no parameter {0}")]
    Missing(String),
}

/// A unified diff that sets one column of defaults in `source`, from zero, to the values of a run;
/// empty if nothing changes. `path` is the source's name in the diff.
///
/// # Errors
/// If a parameter is not in the source.
pub fn patch(run: &Run, source: &str, path: &str, column: usize) -> Result<String, PatchError> {
    let old: Vec<&str> = source.lines().collect();
    let mut new: Vec<String> = old.iter().map(|&line| line.to_owned()).collect();
    let values = run.optimizer().values().iter();
    for (parameter, value) in run.plan().parameters.iter().zip(values) {
        let missing = || PatchError::Missing(parameter.name.clone());
        let (group, name) = parameter.name.split_once('.').ok_or_else(missing)?;
        let line = find(&old, group, name).ok_or_else(missing)?;
        new[line] = with_default(old[line], column, value.round() as i64).ok_or_else(missing)?;
    }
    Ok(diff(&old, &new, path))
}

/// The line of a parameter.
fn find(lines: &[&str], group: &str, name: &str) -> Option<usize> {
    let is_start = |line: &&str| line.trim().strip_suffix('{').map(str::trim) == Some(group);
    let start = lines.iter().position(is_start)?;
    let table = lines[start..].iter().take_while(|line| line.trim() != "}");
    let is_it = |line: &&str| line.trim().split(':').next() == Some(name);
    table.clone().position(is_it).map(|line| start + line)
}

/// A line with another default in a column, aligned like the old one.
fn with_default(line: &str, column: usize, value: i64) -> Option<String> {
    let (name, cells) = line.split_once(':')?;
    let mut cells: Vec<String> = cells.split(',').map(str::to_owned).collect();
    let cell = cells.get_mut(column)?;
    if cell.trim().parse::<i64>().ok()? != value {
        *cell = format!(" {value:>width$}", width = cell.len().saturating_sub(1));
    }
    Some(format!("{name}:{}", cells.join(",")))
}

/// The unified diff of two texts with the same number of lines.
fn diff(old: &[&str], new: &[String], path: &str) -> String {
    let is_changed = |line: &usize| old[*line] != new[*line];
    let changed: Vec<usize> = (0..old.len()).filter(is_changed).collect();
    if changed.is_empty() {
        return String::new();
    }
    let mut text = format!("--- a/{path}\n+++ b/{path}\n");
    for hunk in changed.chunk_by(|a, b| b - a <= 2 * CONTEXT) {
        let start = hunk[0].saturating_sub(CONTEXT);
        let end = (hunk[hunk.len() - 1] + CONTEXT + 1).min(old.len());
        let (first, count) = (start + 1, end - start);
        text.push_str(&format!("@@ -{first},{count} +{first},{count} @@\n"));
        let lines: Vec<usize> = (start..end).collect();
        for block in lines.chunk_by(|a, b| is_changed(a) == is_changed(b)) {
            if is_changed(&block[0]) {
                let minus = block.iter().map(|&line| format!("-{}\n", old[line]));
                text.extend(minus);
                text.extend(block.iter().map(|&line| format!("+{}\n", new[line])));
            } else {
                text.extend(block.iter().map(|&line| format!(" {}\n", old[line])));
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{diff, find, with_default};

    const SOURCE: &str = "\
params! {
    razoring {
        max_depth:                4,    1..=8,        1;
        base_margin:            240,    60..=500,     30;
    }
    probcut {
        min_depth:                5,    3..=8,        1;
        base_margin:            190,    100..=320,    20;
        wide:                 -40,  -300..=200,  30;
    }
}
";

    #[test]
    fn defaults_are_replaced_in_place() {
        let old: Vec<&str> = SOURCE.lines().collect();
        assert_eq!(find(&old, "razoring", "base_margin"), Some(3));
        assert_eq!(find(&old, "probcut", "base_margin"), Some(7));
        assert_eq!(find(&old, "probcut", "max_depth"), None);
        assert_eq!(
            with_default(old[7], 0, 95).as_deref(),
            Some("        base_margin:             95,    100..=320,    20;")
        );
        assert_eq!(
            with_default(old[8], 0, 123_456).as_deref(),
            Some("        wide:              123456,  -300..=200,  30;")
        );
        assert_eq!(with_default(old[0], 0, 1), None);
        assert_eq!(with_default(old[7], 1, 95), None);
        assert_eq!(
            with_default("    a:  24,    30,  10..=60,  2;", 1, 7).as_deref(),
            Some("    a:  24,     7,  10..=60,  2;")
        );
    }

    #[test]
    fn the_diff_has_context_and_positions() {
        let old: Vec<&str> = SOURCE.lines().collect();
        let mut new: Vec<String> = old.iter().map(|&line| line.to_owned()).collect();
        assert_eq!(diff(&old, &new, "params.rs"), "");
        new[3] = with_default(old[3], 0, 251).unwrap();
        let expected = "\
--- a/params.rs
+++ b/params.rs
@@ -1,7 +1,7 @@
 params! {
     razoring {
         max_depth:                4,    1..=8,        1;
-        base_margin:            240,    60..=500,     30;
+        base_margin:            251,    60..=500,     30;
     }
     probcut {
         min_depth:                5,    3..=8,        1;
";
        assert_eq!(diff(&old, &new, "params.rs"), expected);
    }
}
