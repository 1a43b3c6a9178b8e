//! Fault reports: what helps to debug an engine that crashed, stalled, lost on time or played an
//! illegal move.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use super::Fault;
use super::referee::FinishedGame;
use crate::{Player, Transcript};

/// Further reports of a match are not written.
const MAX_REPORTS: u64 = 1000;

/// The fault and its circumstances.
pub(super) struct FaultReport<'a> {
    /// The game's number, from one.
    pub(super) game: u64,
    pub(super) player: &'a Player,
    pub(super) opponent: &'a Player,
    pub(super) fault: &'a Fault,
    pub(super) finished: &'a FinishedGame,
    pub(super) transcript: &'a Transcript,
}

/// Writes a report into the folder; returns its path. A match does not stop if it cannot be written.
pub(super) fn write_report(folder: &Path, number: u64, case: &FaultReport<'_>) -> Option<PathBuf> {
    if number >= MAX_REPORTS {
        return None;
    }
    fs::create_dir_all(folder).ok()?;
    let name: String = case.player.engine.name.chars().map(plain).collect();
    let path = folder.join(format!(
        "game-{:06}-{name}-{}.txt",
        case.game,
        case.fault.kind()
    ));
    fs::write(&path, text(case)).ok()?;
    Some(path)
}

fn plain(c: char) -> char {
    if c.is_ascii_alphanumeric() || "-_.".contains(c) {
        c
    } else {
        '_'
    }
}

fn text(case: &FaultReport<'_>) -> String {
    let FaultReport {
        game,
        player,
        opponent,
        fault,
        finished,
        transcript,
    } = case;
    let mut text = String::new();
    let spec = &player.engine;
    let lines = [
        ("engine", spec.name.clone()),
        ("fault", format!("{}: {}", fault.kind(), fault.detail())),
        ("game", format!("{game} against {}", opponent.engine.name)),
        ("position", finished.end.clone()),
        ("plies played", finished.summary.plies.to_string()),
        ("limits", player.limits.to_string()),
        (
            "command",
            format!("{} {}", spec.command.display(), spec.args.join(" ")),
        ),
        ("options", format!("{:?}", spec.options)),
    ];
    for (name, value) in lines {
        writeln!(text, "{name}: {value}").expect("writing to memory does not fail");
    }
    write!(text, "\n{transcript}").expect("writing to memory does not fail");
    text
}
