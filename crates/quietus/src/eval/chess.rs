//! The terms of the handcrafted evaluation of chess.

use std::io::{self, Write};

use chess::{Color, PieceType, Position};
use evaluation::handcrafted::{Explanation, PHASE_MAX, Value};

use super::pawns;

const TABLE_HEAD: [&str; 3] = [
    "          |         White         |         Black         |       Total",
    "Term      | count      mg      eg | count      mg      eg |      mg      eg",
    "----------+-----------------------+-----------------------+-----------------",
];

/// Writes the terms and their sums.
pub fn write_terms(
    parts: &Explanation,
    position: &Position,
    output: &mut impl Write,
) -> io::Result<()> {
    write_pieces(parts, output)?;
    write_totals(parts, position, output)
}

fn write_pieces(parts: &Explanation, output: &mut impl Write) -> io::Result<()> {
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
