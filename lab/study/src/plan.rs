//! The plan of a study, as its file has it.

use std::collections::BTreeMap;
use std::path::PathBuf;

use arena::{Limits, TimeControl};
use games::GameId;
use serde::Deserialize;
use trainer::Settings;

use crate::error::PlanError;

/// Words that are players of a contrast without being arms.
const TEACHERS: [&str; 3] = ["psqt", "handcrafted", "embedded"];

/// A study.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// A short name: the default output folder ends with it.
    pub name: String,
    /// What the study is to find out, in a sentence or two.
    pub question: String,
    /// The game.
    #[serde(default)]
    pub game: GameId,
    /// Everything is done once for each seed: games, selection, training and matches.
    pub seeds: Vec<u64>,
    /// Labels of each network. An arm that has fewer lowers the number of all arms of its seed. Without it,
    /// each arm has as many as it gets.
    pub labels: Option<usize>,
    /// Options of `datagen` as `NAME=VALUE`, for all arms.
    #[serde(default)]
    pub games: Vec<String>,
    /// Options of `dataset` as `NAME=VALUE` or `NAME`, for all arms that select.
    #[serde(default)]
    pub dataset: Vec<String>,
    /// Fields of a training configuration, for all arms.
    #[serde(default)]
    pub train: Settings,
    /// What is compared.
    pub arms: BTreeMap<String, Arm>,
    /// The questions.
    pub contrasts: Vec<Contrast>,
}

/// A way to make a network. What it does not set is as in the plan.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Arm {
    /// Games to use instead of self-play, relative to the plan.
    pub files: Vec<PathBuf>,
    /// Options of `datagen`.
    pub games: Vec<String>,
    /// Options of `dataset`.
    pub dataset: Vec<String>,
    /// Whether the positions are not selected by `dataset`, but those of self-play with its scores, with
    /// the filters of the training configuration.
    pub played: bool,
    /// Fields of the training configuration.
    pub train: Settings,
}

/// A match between two networks of one seed, or a network and a teacher.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Contrast {
    /// What it is called in tables and files.
    pub name: String,
    /// An arm.
    pub first: String,
    /// An arm, `psqt`, `handcrafted`, `embedded` or a network file relative to the plan.
    pub second: String,
    /// Games of each seed, an even number.
    pub games: u64,
    /// Nodes of a move.
    pub nodes: Option<u64>,
    /// A time control.
    pub tc: Option<TimeControl>,
    /// Whether the study was made for this question: Holm's correction is over these.
    #[serde(default)]
    pub primary: bool,
}

/// Who plays on one side of a contrast.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Side {
    /// The network of an arm.
    Arm(String),
    /// Material and piece-square tables alone.
    Psqt,
    /// The handcrafted evaluation.
    Handcrafted,
    /// The network that is built in.
    Embedded,
    /// The network of a file.
    File(PathBuf),
}

impl Plan {
    /// Reads a plan and checks all of it that needs no other file.
    ///
    /// # Errors
    /// Names the field.
    pub fn parse(text: &str) -> Result<Self, PlanError> {
        let plan: Self = toml::from_str(text)?;
        plan.check()?;
        Ok(plan)
    }

    fn check(&self) -> Result<(), PlanError> {
        check_name("name", &self.name)?;
        if self.seeds.is_empty() {
            return Err(PlanError::new("seeds", "there is none"));
        }
        if let Some(seed) = first_double(&self.seeds) {
            return Err(PlanError::new("seeds", format!("{seed} comes twice")));
        }
        if self.labels == Some(0) {
            return Err(PlanError::new("labels", "no network learns from none"));
        }
        for (name, arm) in &self.arms {
            check_name("arms", name)?;
            let field = format!("arms.{name}");
            if TEACHERS.contains(&name.as_str()) {
                return Err(PlanError::new(field, "that is the name of a teacher"));
            }
            if arm.played && !(arm.dataset.is_empty() && arm.files.is_empty()) {
                let reason = "played positions have no dataset options and no files";
                return Err(PlanError::new(field, reason));
            }
            let games = self.games_of(arm);
            let is_endless = !games.iter().any(|word| word.starts_with("games="));
            if arm.files.is_empty() && is_endless {
                let reason = "games=N is missing: a study must be repeatable";
                return Err(PlanError::new(field, reason));
            }
            if let Some(word) = games.iter().find(|word| is_fixed(word)) {
                let reason = format!("{word} is not the plan's to set");
                return Err(PlanError::new(field, reason));
            }
        }
        if self.contrasts.is_empty() {
            return Err(PlanError::new("contrasts", "there is none"));
        }
        let names: Vec<&str> = self.contrasts.iter().map(|one| one.name.as_str()).collect();
        if let Some(name) = first_double(&names) {
            return Err(PlanError::new("contrasts", format!("{name} comes twice")));
        }
        self.contrasts
            .iter()
            .try_for_each(|one| self.check_contrast(one))
    }

    fn check_contrast(&self, contrast: &Contrast) -> Result<(), PlanError> {
        check_name("contrasts", &contrast.name)?;
        let field = format!("contrasts.{}", contrast.name);
        let wrong = |reason: &str| Err(PlanError::new(field.as_str(), reason));
        if contrast.games == 0 || !contrast.games.is_multiple_of(2) {
            return wrong("games come in pairs: an even number above 0 is needed");
        }
        if contrast.nodes.is_some() == contrast.tc.is_some() {
            return wrong("exactly one of nodes and tc is needed");
        }
        if contrast.first == contrast.second {
            return wrong("both sides are the same");
        }
        if !self.arms.contains_key(&contrast.first) {
            return wrong("first is no arm");
        }
        match self.side(&contrast.second) {
            Side::File(path) if path.extension().is_none_or(|ending| ending != "qnn") => {
                wrong("second is no arm, no teacher and no .qnn file")
            }
            _ => Ok(()),
        }
    }

    /// Who plays under this name.
    #[must_use]
    pub fn side(&self, name: &str) -> Side {
        match name {
            name if self.arms.contains_key(name) => Side::Arm(name.to_owned()),
            "psqt" => Side::Psqt,
            "handcrafted" => Side::Handcrafted,
            "embedded" => Side::Embedded,
            path => Side::File(PathBuf::from(path)),
        }
    }

    /// The options of an arm's games.
    #[must_use]
    pub fn games_of(&self, arm: &Arm) -> Vec<String> {
        merged(&self.games, &arm.games)
    }

    /// The options of an arm's selection.
    #[must_use]
    pub fn dataset_of(&self, arm: &Arm) -> Vec<String> {
        merged(&self.dataset, &arm.dataset)
    }

    /// The primary contrasts are those of the plan; all if none is marked.
    #[must_use]
    pub fn is_primary(&self, contrast: &Contrast) -> bool {
        contrast.primary || self.contrasts.iter().all(|other| !other.primary)
    }
}

impl Contrast {
    /// The limits of both sides.
    #[must_use]
    pub fn limits(&self) -> Limits {
        Limits {
            nodes: self.nodes,
            clock: self.tc,
            ..Limits::default()
        }
    }
}

/// Options with those of an arm in the place of options of the same name.
fn merged(common: &[String], own: &[String]) -> Vec<String> {
    let mut words = common.to_vec();
    for word in own {
        words = with_option(words, word);
    }
    words
}

/// Options with one more, in the place of one of the same name.
#[must_use]
pub fn with_option(mut words: Vec<String>, word: &str) -> Vec<String> {
    let name = name_of(word);
    words.retain(|other| name_of(other) != name);
    words.push(word.to_owned());
    words
}

fn name_of(word: &str) -> String {
    let name = word.split('=').next().unwrap_or(word);
    name.replace('_', "-")
}

/// Options that depend on the machine, or that the study sets itself.
fn is_fixed(word: &str) -> bool {
    let name = name_of(word);
    ["time", "positions", "game", "bench", "seed"].contains(&name.as_str())
}

fn check_name(field: &str, name: &str) -> Result<(), PlanError> {
    let is_plain = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit();
    match !name.is_empty() && name.chars().all(|letter| is_plain(letter) || letter == '-') {
        true => Ok(()),
        false => {
            let reason = format!("{name:?} is not a name of a-z, 0-9 and -");
            Err(PlanError::new(field, reason))
        }
    }
}

fn first_double<T: PartialEq>(items: &[T]) -> Option<&T> {
    let mut numbered = items.iter().enumerate();
    numbered.find_map(|(index, item)| items[..index].contains(item).then_some(item))
}

#[cfg(test)]
mod tests {
    use super::{Plan, Side};

    pub const PLAN: &str = r#"
name = "small"
question = "Does it work?"
seeds = [1, 2]
labels = 1000
games = ["games=10", "nodes=40"]
dataset = ["expand", "search-depth=2"]
train = { width = 32 }

[arms.filtered]
[arms.none]
dataset = ["no-check-filter", "search_depth=3"]
train = { epochs = 2.0 }

[[contrasts]]
name = "filter-against-none"
first = "filtered"
second = "none"
nodes = 100
games = 4
primary = true

[[contrasts]]
name = "against-the-teacher"
first = "filtered"
second = "psqt"
tc = "1+0.01"
games = 2
"#;

    #[test]
    fn arms_have_what_the_plan_has_and_their_own_on_top() {
        let plan = Plan::parse(PLAN).unwrap();
        let none = &plan.arms["none"];
        assert_eq!(
            plan.dataset_of(none),
            ["expand", "no-check-filter", "search_depth=3"]
        );
        assert_eq!(plan.games_of(none), ["games=10", "nodes=40"]);
        assert_eq!(plan.side("filtered"), Side::Arm("filtered".to_owned()));
        assert_eq!(plan.side("psqt"), Side::Psqt);
        assert!(plan.is_primary(&plan.contrasts[0]) && !plan.is_primary(&plan.contrasts[1]));
        assert_eq!(plan.contrasts[1].limits().to_string(), "1+0.01");
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (from, to, reason) in [
            ("[1, 2]", "[]", "seeds"),
            ("[1, 2]", "[1, 1]", "comes twice"),
            ("games = 4", "games = 5", "an even number"),
            (
                "first = \"filtered\"\nsecond = \"none\"",
                "first = \"x\"\nsecond = \"none\"",
                "no arm",
            ),
            ("second = \"none\"", "second = \"nobody\"", "no teacher"),
            ("nodes = 100", "", "exactly one"),
            ("\"games=10\", ", "", "repeatable"),
            ("\"games=10\"", "\"games=10\", \"time=5\"", "time=5"),
            ("[arms.none]", "[arms.psqt]", "teacher"),
            ("name = \"small\"", "name = \"Small one\"", "a-z"),
            ("labels", "lables", "lables"),
        ] {
            assert!(PLAN.contains(from), "{from}");
            let error = Plan::parse(&PLAN.replacen(from, to, 1)).unwrap_err();
            assert!(error.to_string().contains(reason), "{error}");
        }
    }
}
