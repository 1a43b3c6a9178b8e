//! Xiangqi: with both ways to write coordinates, and both repetition rules.

use std::convert::Infallible;
use std::io::{self, Write};
use std::sync::Arc;

use evaluation::xiangqi::Handcrafted;
use game::Evaluator;
use search::Tablebase;
use uci::TbCommand;
use xiangqi::{
    Color, Dialect, Piece, PieceType, Placement, Position, RepetitionRule, Square, Xiangqi,
};

use super::Variant;
use crate::error::Error;
use crate::option_table::{OptionGroup, combo, options, spin};
use crate::options::Settings;
use crate::output::Output;
use crate::wdl::WinRate;
use crate::{eval, position};

/// The polynomials of the win probability, fitted by `tools/experiments/fit_wdl.py` to self-play, most of it at
/// 1+0.01.
const WIN_RATE_A: [f64; 4] = [256.7, -204.5, 62.6, 0.0];
const WIN_RATE_B: [f64; 4] = [23.3, 240.5, -116.9, 0.0];
/// The material that the polynomials count as 1: a middlegame.
const MIDDLEGAME: f64 = 58.0;

/// The ways to write coordinates, the default first (`XiangqiRanks`).
const RANKS: &[&str] = &["0-9", "1-10"];

/// The repetition rules, the default first (`XiangqiRepetition`).
const REPETITION_RULES: &[&str] = &["computer", "WXF"];

options! {
    /// The options of xiangqi.
    XiangqiOptions {}
    /// How coordinates count the ranks.
    ranks: &'static str = "XiangqiRanks", combo(RANKS, |s, name| s.ranks = name), None;
    /// Which repetitions lose.
    repetition: &'static str = "XiangqiRepetition",
        combo(REPETITION_RULES, |s, name| s.repetition = name), Clear;
    /// Moves of each side without capture that draw a game.
    move_limit: u16 = "XiangqiMoveLimit",
        spin(60, 10..=500, |s, n| s.move_limit = n as u16), Clear;
}

impl Variant for Xiangqi {
    // There are no tablebases.
    type Tables = Infallible;

    fn options(settings: &Settings) -> &dyn OptionGroup {
        &settings.games.xiangqi
    }

    fn configure(position: &mut Position, settings: &Settings) {
        let options = &settings.games.xiangqi;
        position.set_dialect(match options.ranks == RANKS[0] {
            true => Dialect::FromZero,
            false => Dialect::FromOne,
        });
        position.set_repetition_rule(match options.repetition == REPETITION_RULES[0] {
            true => RepetitionRule::Computer,
            false => RepetitionRule::Wxf,
        });
        position.set_move_limit(2 * options.move_limit);
    }

    /// A GUI that sets only `UCI_Variant` may count ranks either way. Moves that are legal only in the
    /// other way are read in it, and so are those that follow; answers are written alike.
    fn after(start: &Position, moves: &[String]) -> Result<Position, String> {
        position::play::<Self>(start.clone(), moves).or_else(|error| {
            let mut other = start.clone();
            other.set_dialect(match start.dialect() {
                Dialect::FromZero => Dialect::FromOne,
                Dialect::FromOne => Dialect::FromZero,
            });
            position::play::<Self>(other, moves).map_err(|_| error)
        })
    }

    fn open_tables(settings: &Settings, output: &mut Output) -> io::Result<Option<Infallible>> {
        if !settings.games.chess.syzygy_path.is_empty() {
            let problem = "SyzygyPath is not used: xiangqi has no tablebases";
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

    /// By what can attack: advisors and elephants do not count.
    fn win_rate(position: &Position) -> WinRate {
        let count = |kind| position.kind(kind).count();
        let pawns = count(PieceType::Pawn)
            + 4 * (count(PieceType::Horse) + count(PieceType::Cannon))
            + 9 * count(PieceType::Rook);
        // Bounded to where games say something.
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
            halfmove_clock: u16::try_from(position.halfmove_clock()).unwrap_or(u16::MAX),
            fullmove_number: position.fullmove_number(),
        };
        placement.validate().map_err(|error| error.to_string())
    }

    fn write_handcrafted(position: &Position, output: &mut Output) -> io::Result<Vec<Option<i32>>> {
        let mut evaluation = Handcrafted::new();
        evaluation.reset(position);
        let us = evaluation.evaluate(position).raw();
        let red = match position.side_to_move() {
            Color::Red => us,
            Color::Black => -us,
        };
        writeln!(output, "Total for Red: {:+.2}", eval::pawns(red))?;
        Ok(Vec::new())
    }
}

#[cfg(test)]
mod tests {
    use super::{Position, Variant, Xiangqi};

    #[test]
    fn flipping_mirrors_everything_and_back() {
        let fen = "3k5/9/9/9/3n5/9/3R5/9/9/3K5 b - - 5 39";
        let other = "3k5/9/9/3r5/9/3N5/9/9/9/3K5 w - - 5 39";
        let position = Position::from_fen(fen).unwrap();
        let flip = Xiangqi::flipped(&position).unwrap();
        assert_eq!(flip.fen(), other);
        assert_eq!(Xiangqi::flipped(&flip).unwrap().fen(), fen);
    }
}
