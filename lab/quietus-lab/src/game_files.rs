//! Files of games in any format of `convert`.

use std::path::{Path, PathBuf};

use anyhow::Context;
use game::Codes;
use games::{GameId, for_game};
use pgn::Import;
use records::Game;
use records::convert::{Format, Problem, games_of_file};
use support::Progress;

use crate::files::{game_of, game_of_text};

/// The game of an input. The standard input can be read only once, and binary formats say nothing.
pub fn game_of_input(input: &Path, from: Format) -> anyhow::Result<GameId> {
    match from {
        Format::Qgames => game_of(input),
        Format::Pgn | Format::Text | Format::Epd if input.as_os_str() != "-" => game_of_text(input),
        Format::Xqf | Format::Dhtmlxq => Ok(game_of_importer()),
        _ => Ok(GameId::default()),
    }
}

/// The game whose programs have formats of their own.
fn game_of_importer() -> GameId {
    let mut games = GameId::ALL.iter().copied();
    let found = games.find(|&game| for_game!(game, G => G::IMPORT.is_some()));
    found.unwrap_or_default()
}

/// The game of files of games, as far as the first tells.
pub fn game_of_files(paths: &[PathBuf]) -> anyhow::Result<GameId> {
    let first = &paths[0];
    game_of_input(first, Format::of_name(first).unwrap_or(Format::Pgn))
}

/// Visits the games of files and says how many there were. Broken ones are skipped with a warning.
pub fn each_game<R: Codes + Import>(
    paths: &[PathBuf],
    mut visit: impl FnMut(&Game<R>),
) -> anyhow::Result<u64> {
    let progress = Progress::spinner();
    let mut count = 0;
    for path in paths {
        for game in games_of_file::<R>(path)? {
            match game {
                Ok(game) => visit(&game),
                Err(Problem::Skipped(what)) => {
                    warn!("skipped: {what}");
                    continue;
                }
                Err(Problem::Fatal(error)) => {
                    return Err(error).with_context(|| format!("cannot read {}", path.display()));
                }
            }
            count += 1;
            progress.update(count, || format!("{count} games"));
        }
    }
    progress.finish();
    Ok(count)
}
