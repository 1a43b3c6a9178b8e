//! Judges the repetitions of recorded games and compares with the verdicts in the file.
//!
//! `repetitions FILE`: each line has `computer=VERDICT axf=VERDICT` for the side to move and the
//! moves from the start position, up to a third occurrence; lines with `#` are comments.
//!
//! Of the 2,518 repetitions in the master games of Yvonne761's Chinese-Chess-Practical-Dataset
//! (CC BY 4.0), the computer rule agrees in all and WXF in all but 27. In 26 of them the two
//! cycles differ and only the last one is a chase: the file's judge looks at that one alone, ours
//! and Fairy-Stockfish's want a chase since the first occurrence. In the other (c5a7 a5b5 a7c5
//! b5a5) an elephant steps into and out of the line of a protecting cannon, which ours takes for
//! an attack made anew each time.

use std::process::ExitCode;

use xiangqi::{Position, Repetition, RepetitionRule};

/// The judge's word for the side to move at the end of a game.
fn verdict(moves: &[&str], rule: RepetitionRule) -> Option<(&'static str, Repetition)> {
    let mut position = Position::start();
    position.set_repetition_rule(rule);
    for text in moves {
        position.play(position.parse_uci(text).ok()?);
    }
    let repetition = position.repetition()?;
    let word = match repetition.loser() {
        None => "draw",
        Some(loser) if loser == position.side_to_move() => "loss",
        Some(_) => "win",
    };
    Some((word, repetition))
}

fn main() -> ExitCode {
    let Some(path) = std::env::args().nth(1) else {
        eprintln!("usage: repetitions FILE");
        return ExitCode::FAILURE;
    };
    let text = match std::fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) => {
            eprintln!("{path}: {error}");
            return ExitCode::FAILURE;
        }
    };
    let mut differences = [0; 2];
    let mut games = 0;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [computer, axf, moves @ ..] = words.as_slice() else {
            continue;
        };
        games += 1;
        for (index, (rule, expected)) in [
            (RepetitionRule::Computer, computer.strip_prefix("computer=")),
            (RepetitionRule::Wxf, axf.strip_prefix("axf=")),
        ]
        .into_iter()
        .enumerate()
        {
            let found = verdict(moves, rule);
            if found.map(|(word, _)| word) != expected {
                differences[index] += 1;
                println!("{rule:?} {found:?}: {line}");
            }
        }
    }
    let [computer, wxf] = differences;
    println!("{games} games, differences: computer {computer}, wxf {wxf}");
    ExitCode::SUCCESS
}
