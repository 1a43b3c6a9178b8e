//! Xiangqi: with a handcrafted evaluation, both ways to write coordinates, and both repetition rules.

use std::convert::Infallible;
use std::io::{self, Write};
use std::sync::Arc;

use evaluation::xiangqi::Handcrafted;
use game::{Evaluator, Rng};
use search::Tablebase;
use uci::{GenfensCommand, PerftCommand, TbCommand};
use xiangqi::{
    Color, Dialect, Move, Perft, Piece, Placement, Position, RepetitionRule, Square, Xiangqi,
    perft_stats,
};

use super::Variant;
use crate::error::Error;
use crate::options::Settings;
use crate::output::Output;
use crate::wdl::WinRate;

/// The polynomials of the win probability: plain estimates, to be fitted on our own games.
const WIN_RATE_A: [f64; 4] = [180.0, 0.0, 0.0, 0.0];
const WIN_RATE_B: [f64; 4] = [80.0, 0.0, 0.0, 0.0];

/// The names of the ways to write coordinates, the default first (`XiangqiRanks`).
pub const RANKS: &[&str] = &["0-9", "1-10"];

/// The names of the repetition rules, the default first (`XiangqiRepetition`).
pub const REPETITION_RULES: &[&str] = &["computer", "WXF"];

impl Variant for Xiangqi {
    type Evaluator = Handcrafted;
    // There are neither networks nor tablebases.
    type Network = Infallible;
    type Tables = Infallible;
    type Book = Infallible;

    // Openings, middlegames, endgames, checks of every kind, and positions that are over.
    const BENCH: &'static str = include_str!("../bench-xiangqi.epd");
    const SPEEDTEST: &'static str = include_str!("../speedtest-xiangqi.txt");

    fn configure(position: &mut Position, settings: &Settings) {
        position.set_dialect(match settings.xiangqi_ranks == RANKS[0] {
            true => Dialect::FromZero,
            false => Dialect::FromOne,
        });
        position.set_repetition_rule(match settings.xiangqi_repetition == REPETITION_RULES[0] {
            true => RepetitionRule::Computer,
            false => RepetitionRule::Wxf,
        });
    }

    /// `EvalFile` names a network of chess.
    fn load_network(_: &str) -> Result<Option<Infallible>, Error> {
        Ok(None)
    }

    fn evaluator(_: Option<&Infallible>, _: &Settings) -> Handcrafted {
        Handcrafted::new()
    }

    fn open_tables(_: &str, _: &mut Output) -> io::Result<Option<Infallible>> {
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

    /// Polyglot books are for chess.
    fn open_book(_: &str) -> Result<Option<Infallible>, Error> {
        Ok(None)
    }

    fn book_move(book: &Infallible, _: &Position, _: &Settings, _: &mut Rng) -> Option<Move> {
        match *book {}
    }

    fn win_rate(_: &Position) -> WinRate {
        WinRate::at(1.0, WIN_RATE_A, WIN_RATE_B)
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

    fn perft(command: &PerftCommand, position: &Position, depth: u32) -> u64 {
        counter(command).count(position, depth)
    }

    fn divide(command: &PerftCommand, position: &Position) -> Vec<(Move, u64)> {
        counter(command).divide(position, command.depth)
    }

    fn perft_stats(position: &Position, depth: u32) -> (u64, Vec<(&'static str, u64)>) {
        let stats = perft_stats(&mut position.clone(), depth);
        let counts = vec![
            ("captures", stats.captures),
            ("checks", stats.checks),
            ("discovered checks", stats.discovered_checks),
            ("double checks", stats.double_checks),
            ("mates", stats.mates),
            ("stalemates", stats.stalemates),
        ];
        (stats.nodes, counts)
    }

    fn write_eval(
        position: &Position,
        evaluation: &Handcrafted,
        output: &mut Output,
    ) -> io::Result<()> {
        let mut evaluation = evaluation.clone();
        evaluation.reset(position);
        let us = evaluation.evaluate(position).raw();
        let red = match position.side_to_move() {
            Color::Red => us,
            Color::Black => -us,
        };
        writeln!(output, "Total for Red: {:+.2}", f64::from(red) / 100.0)
    }

    fn genfens(_: &GenfensCommand, _: &mut Output) -> Result<(), Error> {
        Err(Error::Failed("genfens is for chess".to_owned()))
    }

    fn play_in_terminal(
        _: play::Arguments,
        _: play::EngineOptions<Self, Handcrafted>,
        _: &mut play::NextLine<'_>,
        _: &mut Output,
    ) -> io::Result<()> {
        Err(io::Error::new(
            io::ErrorKind::Unsupported,
            "play is for chess; xiangqi is played in a GUI (UCI or UCCI)",
        ))
    }
}

fn counter(command: &PerftCommand) -> Perft {
    Perft {
        threads: command.threads,
        bulk: command.bulk,
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
