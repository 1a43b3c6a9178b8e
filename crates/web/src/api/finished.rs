//! The finished games of a match: the last ones of the PGN file beside the state of the run.

use serde::{Deserialize, Serialize};

use super::Failure;
use crate::Site;
use crate::folders::{RUNS, find_file, tail};

/// The file that a match writes its games to.
const GAMES: &str = "games.pgn";
/// How much of its end is read: some hundred games.
const TAIL: u64 = 1 << 18;
/// What every game begins with.
const START: &str = "[Event ";

/// A run.
#[derive(Deserialize)]
pub struct Query {
    /// Its state.
    id: String,
}

/// Games as PGN, the last one first.
#[derive(Serialize)]
pub struct Games {
    text: String,
}

/// Reads the last games.
pub fn read(site: &Site, query: &Query) -> Result<Games, Failure> {
    let run = find_file(&site.backend.folders, RUNS, &query.id).ok_or("there is no such run")?;
    let tail = tail(&run.path.with_file_name(GAMES), TAIL);
    let tail = tail.map_err(|_| "no game has been written yet".to_owned())?;
    Ok(Games {
        text: last_first(&tail),
    })
}

/// The whole games of a text, the last one first.
fn last_first(text: &str) -> String {
    let is_start = |&(at, _): &(usize, &str)| at == 0 || text.as_bytes()[at - 1] == b'\n';
    let starts: Vec<usize> = text
        .match_indices(START)
        .filter(is_start)
        .map(|(at, _)| at)
        .collect();
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    let games: Vec<&str> = starts
        .iter()
        .zip(ends)
        .map(|(&start, end)| &text[start..end])
        .collect();
    games.into_iter().rev().collect()
}

#[cfg(test)]
mod tests {
    use super::last_first;

    #[test]
    fn the_last_game_comes_first_and_a_torn_one_not_at_all() {
        let text =
            "5. d4 1-0\n\n[Event \"a\"]\n\n1. e4 {[Event x} *\n\n[Event \"b\"]\n\n1. d4 *\n\n";
        let games = last_first(text);
        assert!(
            games.starts_with("[Event \"b\"]\n\n1. d4 *\n\n[Event \"a\"]"),
            "{games}"
        );
        assert!(games.ends_with("1. e4 {[Event x} *\n\n"), "{games}");
        assert_eq!(last_first("1. e4"), "");
    }
}
