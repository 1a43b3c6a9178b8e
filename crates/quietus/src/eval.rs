//! `eval`: the static evaluation, its terms, and the contribution of each piece.

mod chess;

use std::io::{self, Write};

use evaluation::Evaluation;
use game::Dense;

use crate::output::Output;
use crate::variant::Variant;

pub use chess::write_terms;

/// Writes the evaluation of a position in pawns: the handcrafted one, and the network's value if
/// there is one.
pub fn write<V: Variant>(
    position: &V::Position,
    evaluation: &Evaluation<V>,
    output: &mut Output,
) -> io::Result<()> {
    let handcrafted = V::write_handcrafted(position, output)?;
    let Some(network) = evaluation.network() else {
        return match handcrafted.is_empty() {
            true => Ok(()),
            false => write_board::<V>(&handcrafted, position, output),
        };
    };
    let explanation = network.explain(position);
    let mut contributions = vec![None; V::Square::COUNT];
    for part in &explanation.contributions {
        contributions[part.square.index()] = Some(part.value);
    }
    let (bucket, buckets) = (explanation.bucket + 1, network.architecture().buckets);
    let (first, value) = (V::SIDE_NAMES[0], pawns(explanation.value));
    writeln!(
        output,
        "Network, for {first}: {value:+.2} (output bucket {bucket} of {buckets})"
    )?;
    let used = evaluation.clone().of(position).raw();
    writeln!(
        output,
        "Evaluation used, for the side to move: {:+.2}\n",
        pawns(used)
    )?;
    write_board::<V>(&contributions, position, output)
}

/// The board with what the evaluation would lose, from the first side's view, without each piece.
fn write_board<V: Variant>(
    contributions: &[Option<i32>],
    position: &V::Position,
    output: &mut impl Write,
) -> io::Result<()> {
    let (files, ranks) = V::BOARD;
    // So that each rank has one digit.
    let first_rank = usize::from(ranks < 10);
    let line = format!("  +{}", "-------+".repeat(files));
    writeln!(output, "{line}")?;
    for (rank, letters) in (0..ranks).rev().zip(rows(&V::fen(position))) {
        write!(output, "{} |", rank + first_rank)?;
        for letter in letters {
            write!(output, "   {letter}   |")?;
        }
        write!(output, "\n  |")?;
        for value in &contributions[files * rank..files * (rank + 1)] {
            match value {
                Some(value) => write!(output, "{:^+7.2}|", pawns(*value))?,
                None => write!(output, "       |")?,
            }
        }
        writeln!(output, "\n{line}")?;
    }
    let letters = ('a'..).take(files).map(|file| format!("   {file}    "));
    writeln!(output, "   {}", letters.collect::<String>().trim_end())
}

/// The letters of the board of a FEN, from the last rank to the first; spaces for empty squares.
fn rows(fen: &str) -> impl Iterator<Item = Vec<char>> {
    let board = fen.split(' ').next().unwrap_or_default();
    board.split('/').map(|row| {
        let squares = row.chars().map(|letter| match letter.to_digit(10) {
            Some(empty) => vec![' '; empty as usize],
            None => vec![letter],
        });
        squares.flatten().collect()
    })
}

/// Centipawns as pawns.
pub fn pawns(centipawns: i32) -> f64 {
    f64::from(centipawns) / 100.0
}
