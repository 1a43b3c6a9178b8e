//! Reports on engines that did what they must not: all that helps to find out why.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use super::Fault;
use super::game::GameRecord;
use crate::{Player, Transcript};

/// More reports than anybody reads are not written.
const MAX_REPORTS: u64 = 1000;

/// What a report is about.
pub(super) struct Case<'a> {
    /// The game's number, from one.
    pub(super) game: u64,
    pub(super) player: &'a Player,
    pub(super) opponent: &'a Player,
    pub(super) fault: &'a Fault,
    pub(super) record: &'a GameRecord,
    pub(super) transcript: &'a Transcript,
}

/// Writes a report into the folder; gives its path, or nothing if it cannot be written. A match
/// does not stop for that.
pub(super) fn write_report(folder: &Path, number: u64, case: &Case<'_>) -> Option<PathBuf> {
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

fn text(case: &Case<'_>) -> String {
    let Case {
        game,
        player,
        opponent,
        fault,
        record,
        transcript,
    } = case;
    let mut text = String::new();
    let spec = &player.engine;
    let lines = [
        ("engine", spec.name.clone()),
        ("fault", format!("{}: {}", fault.kind(), fault.detail())),
        ("game", format!("{game} against {}", opponent.engine.name)),
        ("position", record.end.fen()),
        ("plies played", record.moves.len().to_string()),
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
