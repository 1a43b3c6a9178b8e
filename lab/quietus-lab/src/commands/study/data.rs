//! Games and labels of the arms.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use ::study::{Arm, ArmData, Plan, with_option};
use anyhow::Context;
use datagen::dataset::ScoreCounts;
use games::for_game;
use records::{Record, expand};
use serde::{Deserialize, Serialize};
use support::{sha256, write_atomic};

use super::{Session, training};
use crate::exit::Usage;
use crate::selection::SelectionArgs;
use crate::self_play::SelfPlayArgs;
use crate::words;

/// Counts of a selection, before the labels of all arms are made equal.
#[derive(Serialize, Deserialize)]
struct Selected {
    games: u64,
    candidates: u64,
    kept: u64,
    /// Labels in the file.
    labels: u64,
}

/// The options of an arm's games.
fn game_words(plan: &Plan, arm: &Arm, seed: u64) -> Vec<String> {
    let words = with_option(plan.games_of(arm), &format!("game={}", plan.game));
    with_option(words, &format!("seed={seed}"))
}

pub fn self_play(plan: &Plan, arm: &Arm, seed: u64) -> Result<SelfPlayArgs, Usage> {
    words::parse(game_words(plan, arm, seed).iter().map(String::as_str))
}

pub fn selection(plan: &Plan, arm: &Arm, seed: u64) -> Result<SelectionArgs, Usage> {
    let mut options = with_option(plan.dataset_of(arm), &format!("seed={seed}"));
    if let Some(labels) = plan.labels {
        options = with_option(options, &format!("cap={labels}"));
    }
    words::parse(options.iter().map(String::as_str))
}

fn records_file(name: &str, seed: u64) -> String {
    format!("data/{name}-{seed}.bin")
}

impl Session {
    /// Plays the games of an arm and selects its positions; false if it was interrupted.
    pub fn select(&self, name: &str, seed: u64) -> anyhow::Result<bool> {
        let arm = &self.plan.arms[name];
        let done = format!("data/{name}-{seed}.all.json");
        if self.folder.read::<Selected>(&done)?.is_some() {
            return Ok(true);
        }
        let games = match arm.files.is_empty() {
            true => match self.games(arm, seed)? {
                Some(games) => vec![games],
                None => return Ok(false),
            },
            false => arm.files.iter().map(|path| self.base.join(path)).collect(),
        };
        say!("\n== Labels of {name}, seed {seed}");
        let out = self.folder.file(format!("data/{name}-{seed}.all.bin"));
        let selected = match arm.played {
            true => self.played(arm, seed, &games, &out)?,
            false => self.quiet(arm, seed, &games, &out)?,
        };
        if self.interrupt.is_stopped() {
            return Ok(false);
        }
        self.folder.write(&done, &selected)?;
        Ok(true)
    }

    /// The games of an arm: arms with the same options share them. None if it was interrupted.
    fn games(&self, arm: &Arm, seed: u64) -> anyhow::Result<Option<PathBuf>> {
        const DIGITS: usize = 10;
        let words = game_words(&self.plan, arm, seed);
        let hash = sha256(words.join(" ").as_bytes());
        let name = format!("games/{}-{seed}", &hash[..DIGITS]);
        let whole = self.folder.file(format!("{name}.qgames"));
        if whole.exists() {
            return Ok(Some(whole));
        }
        say!("\n== Games: {}", words.join(" "));
        let part = self.folder.file(format!("{name}-part.qgames"));
        let args = self_play(&self.plan, arm, seed)?;
        let played = args.play(&part, self.threads, args.goal(), self.interrupt.flag())?;
        say!("{}", played.trim_end());
        if self.interrupt.is_stopped() {
            return Ok(None);
        }
        fs::rename(&part, &whole).with_context(|| format!("cannot write {}", whole.display()))?;
        Ok(Some(whole))
    }

    /// Labels of `dataset`.
    fn quiet(
        &self,
        arm: &Arm,
        seed: u64,
        games: &[PathBuf],
        out: &Path,
    ) -> anyhow::Result<Selected> {
        let args = selection(&self.plan, arm, seed)?;
        let found = args.select(games, Some(out), self.threads, self.interrupt.flag())?;
        let (statistics, labels) = (&found.dataset.statistics, found.dataset.written());
        say!("{}", crate::selection::line(statistics, found.seconds));
        Ok(Selected {
            games: statistics.games,
            candidates: statistics.candidates(),
            kept: statistics.kept,
            labels,
        })
    }

    /// Labels of self-play.
    fn played(
        &self,
        arm: &Arm,
        seed: u64,
        games: &[PathBuf],
        out: &Path,
    ) -> anyhow::Result<Selected> {
        let filters = training::config(&self.plan, arm, seed).filters();
        let found = for_game!(self.plan.game, G => expand::<G>(games, &filters, seed)?);
        let most = self.plan.labels.unwrap_or(usize::MAX);
        let labels = &found.records[..found.records.len().min(most)];
        write_records(out, labels)?;
        let tally = &found.tally;
        Ok(Selected {
            games: tally.games,
            candidates: tally.kept + tally.dropped.values().sum::<u64>(),
            kept: tally.kept,
            labels: labels.len() as u64,
        })
    }

    /// Gives all arms of a seed as many labels, if the plan wants that.
    pub fn equalize(&self, seed: u64) -> anyhow::Result<()> {
        let mut selected = Vec::new();
        for name in self.plan.arms.keys() {
            let found: Option<Selected> =
                self.folder.read(&format!("data/{name}-{seed}.all.json"))?;
            selected.push((name, found.context("a selection is missing")?));
        }
        let fewest = selected.iter().map(|(_, found)| found.labels).min();
        let fewest = fewest.unwrap_or_default();
        if self
            .plan
            .labels
            .is_some_and(|labels| labels as u64 > fewest)
        {
            say!("\n{fewest} labels for all arms of seed {seed}: one has no more");
        }
        for (name, found) in selected {
            if self.folder.arm(name, seed)?.is_some() {
                continue;
            }
            let labels = match self.plan.labels {
                Some(_) => fewest,
                None => found.labels,
            };
            // They are in random order.
            let all = self.folder.file(format!("data/{name}-{seed}.all.bin"));
            let records = first_records(&all, labels)?;
            let balance = ScoreCounts::of(records.iter().map(Record::score)).balance();
            write_records(&self.folder.file(records_file(name, seed)), &records)?;
            let data = ArmData {
                arm: name.clone(),
                seed,
                games: found.games,
                candidates: found.candidates,
                kept: found.kept,
                labels,
                positive: balance.positive,
                far: balance.far,
            };
            self.folder
                .write(&format!("data/{name}-{seed}.json"), &data)?;
        }
        Ok(())
    }

    /// The file that a network learns from.
    pub fn records(&self, name: &str, seed: u64) -> PathBuf {
        self.folder.file(records_file(name, seed))
    }
}

fn first_records(path: &Path, count: u64) -> anyhow::Result<Vec<Record>> {
    let cannot_read = || format!("cannot read {}", path.display());
    let mut bytes = Vec::new();
    let file = fs::File::open(path).with_context(cannot_read)?;
    file.take(count * size_of::<Record>() as u64)
        .read_to_end(&mut bytes)
        .with_context(cannot_read)?;
    Ok(Record::from_bytes(&bytes))
}

fn write_records(path: &Path, records: &[Record]) -> anyhow::Result<()> {
    write_atomic(path, Record::as_bytes(records))
        .with_context(|| format!("cannot write {}", path.display()))
}
