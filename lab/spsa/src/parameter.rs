//! A parameter to tune, and the selection of parameters by set, group or name.

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// An integer parameter.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Parameter {
    /// The name of its UCI option: `group.name`.
    pub name: String,
    /// The set that it is tuned in, if any.
    pub set: Option<String>,
    /// The value at the start.
    pub start: i32,
    /// The smallest value.
    pub min: i32,
    /// The largest value.
    pub max: i32,
    /// The perturbation at the end of the run.
    pub c_end: f64,
}

impl Parameter {
    /// The part of the name before the dot; empty if there is none.
    pub fn group(&self) -> &str {
        self.name.split_once('.').map_or("", |(group, _)| group)
    }

    /// The nearest value in range.
    pub(crate) fn clamp(&self, value: f64) -> f64 {
        value.clamp(f64::from(self.min), f64::from(self.max))
    }
}

/// Why parameters cannot be selected.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SelectError {
    /// Nothing has this name.
    #[error("the engine has no parameter, group or set {0:?}; its sets are {1}")]
    Unknown(String, String),
    /// The same, and the engine says nothing of sets.
    #[error(
        "the engine has no option {0:?}, and is no build with --features tune; its numbers are {1}"
    )]
    NoTuneBuild(String, String),
    /// The engine advertises no parameters.
    #[error("the engine has no tunable parameters: build it with --features tune")]
    None,
}

/// The parameters in these sets or groups or with these names, in the engine's order; all without
/// any words.
///
/// # Errors
/// Names the word that selects nothing.
pub fn select(all: &[Parameter], words: &[String]) -> Result<Vec<Parameter>, SelectError> {
    // Without names, only parameters that are meant to be tuned.
    if all.is_empty() || words.is_empty() && all.iter().all(|parameter| parameter.set.is_none()) {
        return Err(SelectError::None);
    }
    let selects = |word: &String, parameter: &Parameter| {
        parameter.name == *word || parameter.group() == word || parameter.set.as_ref() == Some(word)
    };
    for word in words {
        if !all.iter().any(|parameter| selects(word, parameter)) {
            let mut sets: Vec<&str> = all.iter().filter_map(|p| p.set.as_deref()).collect();
            sets.sort_unstable();
            sets.dedup();
            if sets.is_empty() {
                let names: Vec<&str> = all.iter().map(|p| p.name.as_str()).collect();
                return Err(SelectError::NoTuneBuild(word.clone(), names.join(", ")));
            }
            return Err(SelectError::Unknown(word.clone(), sets.join(", ")));
        }
    }
    let is_selected = |parameter: &&Parameter| {
        words.is_empty() || words.iter().any(|word| selects(word, parameter))
    };
    Ok(all.iter().filter(is_selected).cloned().collect())
}

#[cfg(test)]
mod tests {
    use super::{Parameter, SelectError, select};

    fn parameter(name: &str, set: Option<&str>) -> Parameter {
        Parameter {
            name: name.to_owned(),
            set: set.map(str::to_owned),
            start: 5,
            min: 0,
            max: 10,
            c_end: 1.0,
        }
    }

    #[test]
    fn sets_groups_and_names_select() {
        let all = [
            parameter("razoring.base", Some("B")),
            parameter("razoring.depth", None),
            parameter("null_move.base", Some("A")),
        ];
        let names = |words: &[&str]| -> Vec<String> {
            let words: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
            let selected = select(&all, &words).unwrap();
            selected.into_iter().map(|p| p.name).collect()
        };
        assert_eq!(names(&["A"]), ["null_move.base"]);
        assert_eq!(names(&["razoring"]), ["razoring.base", "razoring.depth"]);
        assert_eq!(
            names(&["null_move.base", "B"]),
            ["razoring.base", "null_move.base"]
        );
        assert_eq!(names(&[]).len(), 3);
        let unknown = select(&all, &["C".to_owned()]);
        assert_eq!(
            unknown,
            Err(SelectError::Unknown("C".to_owned(), "A, B".to_owned()))
        );
        assert_eq!(select(&[], &[]), Err(SelectError::None));
        // Of an engine that is no tune build, options are tuned by name only.
        let plain = [parameter("Hash", None), parameter("Threads", None)];
        assert_eq!(select(&plain, &[]), Err(SelectError::None));
        assert!(select(&plain, &["Hash".to_owned()]).is_ok());
        let wrong = select(&plain, &["razoring".to_owned()]).unwrap_err();
        assert!(
            wrong.to_string().contains("its numbers are Hash, Threads"),
            "{wrong}"
        );
    }
}
