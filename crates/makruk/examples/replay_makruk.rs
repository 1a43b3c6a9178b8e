//! Replays games and tells what the rules say of each position: for `tools/oracles/makruk_games.py`.
//!
//! Each line of the input is a FEN, a semicolon and moves. For each position a line is written: FEN, check
//! flag, the rule that ended the game or `-`, and the sorted legal moves, separated by semicolons.

use std::error::Error;
use std::io::{self, BufRead, BufWriter, Write};

use makruk::Position;

fn describe(position: &Position) -> String {
    let moves = position.legal_moves();
    let mut moves: Vec<String> = moves.iter().map(|&mv| position.uci(mv)).collect();
    moves.sort_unstable();
    let end = position.outcome();
    let end = end.map_or_else(|| "-".to_owned(), |outcome| outcome.to_string());
    let check = u8::from(position.in_check());
    format!("{};{check};{end};{}", position.fen(), moves.join(" "))
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut output = BufWriter::new(io::stdout().lock());
    for line in io::stdin().lock().lines() {
        let line = line?;
        let (fen, moves) = line.split_once(';').ok_or("a line without semicolon")?;
        let mut position = Position::from_fen(fen)?;
        writeln!(output, "{}", describe(&position))?;
        for text in moves.split_whitespace() {
            position.play(position.parse_uci(text)?);
            writeln!(output, "{}", describe(&position))?;
        }
        // Who asks waits for the whole game.
        output.flush()?;
    }
    Ok(())
}
