//! Makruk: without options of its own.

use std::convert::Infallible;
use std::io::{self, Write};
use std::sync::Arc;

use evaluation::makruk::Handcrafted;
use game::Evaluator;
use makruk::{Color, Makruk, Piece, PieceType, Placement, Position, Square};
use search::Tablebase;
use uci::TbCommand;

use super::Variant;
use crate::error::Error;
use crate::eval;
use crate::option_table::{OptionGroup, options};
use crate::options::Settings;
use crate::output::Output;
use crate::wdl::WinRate;

/// The polynomials of the win probability: a guess, near those of the other games.
const WIN_RATE_A: [f64; 4] = [256.7, -204.5, 62.6, 0.0];
const WIN_RATE_B: [f64; 4] = [23.3, 240.5, -116.9, 0.0];
/// The material that the polynomials count as 1: a middlegame.
const MIDDLEGAME: f64 = 58.0;

options! {
    /// Makruk has no options of its own.
    MakrukOptions {}
}

impl Variant for Makruk {
    // There are no tablebases.
    type Tables = Infallible;

    fn options(settings: &Settings) -> &dyn OptionGroup {
        &settings.games.makruk
    }

    fn configure(_: &mut Position, _: &Settings) {}

    fn open_tables(settings: &Settings, output: &mut Output) -> io::Result<Option<Infallible>> {
        if !settings.games.chess.syzygy_path.is_empty() {
            let problem = "SyzygyPath is not used: makruk has no tablebases";
            writeln!(output, "info string {problem}")?;
        }
        Ok(None)
    }

    fn tablebase(tables: &Infallible, _: &Settings) -> Option<Arc<dyn Tablebase<Self>>> {
        match *tables {}
    }

    fn write_tables(
        _: &TbCommand,
        _: &Position,
        _: Option<&Infallible>,
        _: &mut Output,
    ) -> Result<(), Error> {
        Err(Error::Failed("Syzygy tablebases are for chess".to_owned()))
    }

    fn win_rate(position: &Position) -> WinRate {
        let count = |kind| position.kind(kind).count();
        let pawns = count(PieceType::Pawn)
            + 2 * count(PieceType::Met)
            + 3 * (count(PieceType::Khon) + count(PieceType::Knight))
            + 5 * count(PieceType::Rook);
        let material = f64::from(pawns).clamp(10.0, 78.0) / MIDDLEGAME;
        WinRate::at(material, WIN_RATE_A, WIN_RATE_B)
    }

    fn flipped(position: &Position) -> Result<Position, String> {
        let board = Square::ALL.map(|square| {
            let piece = position.piece_on(square.relative_to(Color::Black))?;
            Some(Piece::new(!piece.color(), piece.kind()))
        });
        let placement = Placement {
            board,
            side: !position.side_to_move(),
            count: position.count(),
            quiet_plies: u16::try_from(position.quiet_plies()).unwrap_or(u16::MAX),
            fullmove_number: position.fullmove_number(),
        };
        placement.validate().map_err(|error| error.to_string())
    }

    fn write_handcrafted(position: &Position, output: &mut Output) -> io::Result<Vec<Option<i32>>> {
        let mut evaluation = Handcrafted::new();
        evaluation.reset(position);
        let us = evaluation.evaluate(position).raw();
        let white = match position.side_to_move() {
            Color::White => us,
            Color::Black => -us,
        };
        writeln!(output, "Total for White: {:+.2}", eval::pawns(white))?;
        Ok(Vec::new())
    }
}

#[cfg(test)]
mod tests {
    use super::{Makruk, Position, Variant};

    #[test]
    fn flipping_mirrors_everything_and_back() {
        let fen = "3k4/8/8/3n4/8/3R4/8/3K4 b - 128 5 39";
        let other = "3k4/8/3r4/8/3N4/8/8/3K4 w - 128 5 39";
        let position = Position::from_fen(fen).unwrap();
        let flip = Makruk::flipped(&position).unwrap();
        assert_eq!(flip.fen(), other);
        assert_eq!(Makruk::flipped(&flip).unwrap().fen(), fen);
    }
}
