//! Chess: with Chess960, tablebases and the terms of `eval`.

use std::io::{self, Write};
use std::sync::Arc;

use chess::{Castling, Chess, Color, Piece, PieceType, Placement, Position, Square};
use evaluation::handcrafted::Handcrafted;
use search::Tablebase;
use tablebase::Tablebases;
use uci::TbCommand;

use super::Variant;
use crate::error::Error;
use crate::eval;
use crate::option_table::{OptionGroup, check, options, spin, text};
use crate::options::Settings;
use crate::output::Output;
use crate::syzygy::{self, Syzygy};
use crate::wdl::WinRate;

/// The polynomials of the win probability, fitted to games at 8+0.08 by `tools/experiments/fit_wdl.py`: in the
/// middlegame 120 centipawns win half of the games, in a late endgame it takes 330.
const WIN_RATE_A: [f64; 4] = [687.9, -1656.5, 1659.0, -570.5];
const WIN_RATE_B: [f64; 4] = [133.4, -258.0, 332.7, -133.1];
/// The material that the polynomials count as 1: a middlegame.
const MIDDLEGAME: f64 = 58.0;

options! {
    /// The options of chess.
    ChessOptions {}
    /// Whether castling is written as in Chess960.
    chess960: bool = "UCI_Chess960", check(false, |s, on| s.chess960 = on), None;
    /// The directories of Syzygy tables; empty for none.
    syzygy_path: String = "SyzygyPath",
        text(|s, text| text.clone_into(&mut s.syzygy_path)), Tablebases;
    /// The least depth to probe the largest tables at.
    syzygy_depth: i32 = "SyzygyProbeDepth",
        spin(1, 1..=100, |s, n| s.syzygy_depth = n as i32), None;
    /// The most men to probe.
    syzygy_limit: usize = "SyzygyProbeLimit",
        spin(7, 0..=7, |s, n| s.syzygy_limit = n as usize), None;
    /// Whether tablebase wins that the fifty-move rule prevents are draws.
    syzygy_fifty: bool = "Syzygy50MoveRule", check(true, |s, on| s.syzygy_fifty = on), None;
}

impl Variant for Chess {
    type Tables = Arc<Tablebases>;

    fn options(settings: &Settings) -> &dyn OptionGroup {
        &settings.games.chess
    }

    /// Castling is written as in Chess960 if the option asks for it, or if the position cannot do
    /// without.
    fn configure(position: &mut Position, settings: &Settings) {
        position.set_chess960(position.is_chess960() || settings.games.chess.chess960);
    }

    fn open_tables(
        settings: &Settings,
        output: &mut Output,
    ) -> io::Result<Option<Arc<Tablebases>>> {
        let path = &settings.games.chess.syzygy_path;
        let tables = syzygy::open(path, output);
        if let Some(tables) = &tables {
            writeln!(output, "info string {}", syzygy::summary(tables, path))?;
        }
        Ok(tables)
    }

    fn tablebase(
        tables: &Arc<Tablebases>,
        settings: &Settings,
    ) -> Option<Arc<dyn Tablebase<Self>>> {
        let syzygy = Syzygy::new(tables, &settings.games.chess)?;
        Some(Arc::new(syzygy))
    }

    fn write_tables(
        command: &TbCommand,
        position: &Position,
        tables: Option<&Arc<Tablebases>>,
        output: &mut Output,
    ) -> Result<(), Error> {
        let path = command.path.as_deref();
        path.map_or(Ok(()), syzygy::require_tables)?;
        let named = path.and_then(|path| syzygy::open(path, output));
        let tables = named.as_deref().or(tables.map(|tables| &**tables));
        syzygy::run(command, position, tables, output)
    }

    fn win_rate(position: &Position) -> WinRate {
        let count = |kind| position.kind(kind).count();
        let pawns = count(PieceType::Pawn)
            + 3 * (count(PieceType::Knight) + count(PieceType::Bishop))
            + 5 * count(PieceType::Rook)
            + 9 * count(PieceType::Queen);
        // Bounded to where games say something.
        let material = f64::from(pawns).clamp(17.0, 78.0) / MIDDLEGAME;
        WinRate::at(material, WIN_RATE_A, WIN_RATE_B)
    }

    fn flipped(position: &Position) -> Result<Position, String> {
        let mirrored = |square: Square| square.relative_to(Color::Black);
        let board = Square::ALL.map(|square| {
            let piece = position.piece_on(mirrored(square))?;
            Some(Piece::new(!piece.color(), piece.kind()))
        });
        let castling = Color::ALL
            .into_iter()
            .flat_map(|color| {
                position
                    .castling()
                    .rooks(color)
                    .into_iter()
                    .map(move |rook| (color, rook))
            })
            .map(|(color, rook)| Castling::with_rook(!color, rook.file()))
            .fold(Castling::NONE, Castling::and);
        let placement = Placement {
            board,
            side: !position.side_to_move(),
            castling,
            en_passant: position.en_passant().map(mirrored),
            halfmove_clock: u16::try_from(position.halfmove_clock()).unwrap_or(u16::MAX),
            fullmove_number: position.fullmove_number(),
        };
        let mut flipped = placement.validate().map_err(|error| error.to_string())?;
        flipped.set_chess960(position.is_chess960());
        Ok(flipped)
    }

    fn write_handcrafted(position: &Position, output: &mut Output) -> io::Result<Vec<Option<i32>>> {
        let parts = Handcrafted::explain(position);
        eval::write_terms(&parts, position, output)?;
        Ok(parts.contributions.to_vec())
    }
}

#[cfg(test)]
mod tests {
    use super::{Chess, Position, Variant};

    #[test]
    fn flipping_mirrors_everything_and_back() {
        for (fen, other) in [
            (
                "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQk e3 0 3",
                "rnbqkbnr/pppp1ppp/8/3Pp3/8/8/PPP1PPPP/RNBQKBNR w Kkq e6 0 3",
            ),
            (
                "4k3/8/8/8/8/8/4P3/R3K3 w Q - 5 39",
                "r3k3/4p3/8/8/8/8/8/4K3 b q - 5 39",
            ),
        ] {
            let position = Position::from_fen(fen).unwrap();
            let flip = Chess::flipped(&position).unwrap();
            assert_eq!(flip.fen(), other);
            assert_eq!(Chess::flipped(&flip).unwrap().fen(), fen);
        }
    }
}
