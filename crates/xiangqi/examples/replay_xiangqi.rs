//! Replays recorded games and counts those with a move that is not legal.
//!
//! `replay FILE`: each line has a result and the moves from the start position, in coordinates with
//! ranks from zero; lines with `#` are comments.

use std::process::ExitCode;

use xiangqi::{MoveError, Position};

/// The plies of a game.
fn replay(moves: &str) -> Result<u32, MoveError> {
    let mut position = Position::start();
    for text in moves.split_whitespace() {
        position.play(position.parse_uci(text)?);
    }
    Ok(position.game_ply())
}

fn main() -> ExitCode {
    let Some(path) = std::env::args().nth(1) else {
        eprintln!("usage: replay FILE");
        return ExitCode::FAILURE;
    };
    let text = match std::fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) => {
            eprintln!("{path}: {error}");
            return ExitCode::FAILURE;
        }
    };
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let (mut games, mut plies, mut failures) = (0, 0, 0);
    for (_, moves) in lines.filter_map(|line| line.split_once(' ')) {
        games += 1;
        match replay(moves) {
            Ok(length) => plies += u64::from(length),
            Err(error) => {
                failures += 1;
                println!("game {games}: {error}");
            }
        }
    }
    println!("{games} games, {plies} plies, {failures} failures");
    ExitCode::from(u8::from(failures > 0))
}
