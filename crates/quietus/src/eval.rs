//! `eval`: the static evaluation, its terms, and the contribution of each piece.

use std::io::{self, Write};

use chess::{Color, File, PieceType, Position, Rank, Square};
use evaluation::Evaluation;
use evaluation::handcrafted::{Explanation, Handcrafted, PHASE_MAX, Value};

const TABLE_HEAD: [&str; 3] = [
    "          |         White         |         Black         |       Total",
    "Term      | count      mg      eg | count      mg      eg |      mg      eg",
    "----------+-----------------------+-----------------------+-----------------",
];

/// Writes the evaluation of a position in pawns: the handcrafted terms, and the network's value if
/// there is one.
pub fn write(
    position: &Position,
    evaluation: &Evaluation,
    output: &mut impl Write,
) -> io::Result<()> {
    let parts = Handcrafted::explain(position);
    write_terms(&parts, output)?;
    write_totals(&parts, position, output)?;
    let Some(network) = evaluation.network() else {
        return write_board(&parts.contributions, position, output);
    };
    let explanation = network.explain(position);
    let mut contributions = [None; 64];
    for part in &explanation.contributions {
        contributions[part.square.index()] = Some(part.value);
    }
    let (bucket, buckets) = (explanation.bucket + 1, network.architecture().buckets);
    let value = pawns(explanation.value);
    writeln!(
        output,
        "Network, for White: {value:+.2} (output bucket {bucket} of {buckets})"
    )?;
    let used = evaluation.clone().of(position).raw();
    writeln!(
        output,
        "Evaluation used, for the side to move: {:+.2}\n",
        pawns(used)
    )?;
    write_board(&contributions, position, output)
}

fn write_terms(parts: &Explanation, output: &mut impl Write) -> io::Result<()> {
    for line in TABLE_HEAD {
        writeln!(output, "{line}")?;
    }
    for (kind, [white, black]) in PieceType::ALL.into_iter().zip(parts.pieces) {
        let sides = [white, black];
        let name = format!("{kind:?}");
        let counts = sides.map(|terms| terms.count.to_string());
        write_row(&name, counts, sides.map(|terms| terms.material), output)?;
        let psqt = sides.map(|terms| terms.psqt);
        write_row("  PSQT", Default::default(), psqt, output)?;
    }
    writeln!(output)
}

fn write_row(
    name: &str,
    [white_count, black_count]: [String; 2],
    [white, black]: [Value; 2],
    output: &mut impl Write,
) -> io::Result<()> {
    let mut total = white;
    total -= black;
    let cell = |value: Value| {
        format!(
            "{:>7.2} {:>7.2}",
            pawns(value.middlegame),
            pawns(value.endgame)
        )
    };
    writeln!(
        output,
        "{name:<9} | {white_count:>5} {} | {black_count:>5} {} | {}",
        cell(white),
        cell(black),
        cell(total)
    )
}

fn write_totals(
    parts: &Explanation,
    position: &Position,
    output: &mut impl Write,
) -> io::Result<()> {
    let (side, sign) = match position.side_to_move() {
        Color::White => ("White", 1),
        Color::Black => ("Black", -1),
    };
    let total = parts.total.raw();
    for (name, value) in [
        ("Material and PSQT, tapered (White's view)", parts.tapered),
        ("Mop-up (White's view)", parts.mop_up),
        ("Tempo (side to move)", parts.tempo),
        (
            "Scaling by the halfmove clock (side to move)",
            parts.clock_scaling,
        ),
        ("Total for the side to move", total),
        ("Total for White", sign * total),
    ] {
        writeln!(output, "{name:<45}{:>+7.2}", pawns(value))?;
    }
    writeln!(
        output,
        "Phase: {} of {PHASE_MAX}. Side to move: {side}.\n",
        parts.phase
    )
}

/// The board with what the evaluation would lose, from white's view, without each piece.
fn write_board(
    contributions: &[Option<i32>; 64],
    position: &Position,
    output: &mut impl Write,
) -> io::Result<()> {
    let line = format!("  +{}", "-------+".repeat(8));
    writeln!(output, "{line}")?;
    for rank in Rank::ALL.into_iter().rev() {
        let squares = File::ALL.map(|file| Square::new(file, rank));
        write!(output, "{} |", rank.digit())?;
        for square in squares {
            let letter = position
                .piece_on(square)
                .map_or(' ', |piece| piece.letter());
            write!(output, "   {letter}   |")?;
        }
        write!(output, "\n  |")?;
        for square in squares {
            match contributions[square.index()] {
                Some(value) => write!(output, "{:^+7.2}|", pawns(value))?,
                None => write!(output, "       |")?,
            }
        }
        writeln!(output, "\n{line}")?;
    }
    let files: String = File::ALL
        .map(|file| format!("   {}    ", file.letter()))
        .concat();
    writeln!(output, "   {}", files.trim_end())
}

fn pawns(centipawns: i32) -> f64 {
    f64::from(centipawns) / 100.0
}
