//! Syzygy tablebases: what the search asks them, and the command `tb`.

use std::io::Write;
use std::sync::Arc;
use std::time::Instant;

use chess::{Castling, Chess, Move, Position};
use search::{RankedRootMove, RootRanking, TableValue, Tablebase};
use tablebase::{Dtz, RankedMove, Tablebases, Wdl};
use uci::TbCommand;

use crate::error::Error;
use crate::output::Output;
use crate::variant::ChessOptions;

/// What a cursed win is worth at a node, in centipawns.
const CURSED_WIN: i32 = 2;
/// What a cursed win is worth at the root: from the most, less the further it is from a win.
const MAX_CURSED_WIN: i32 = 49;
/// Plies after which the fifty-move rule draws.
const FIFTY_MOVES: i32 = 100;

/// Opens the tables of a path and says what was found; what cannot be used is said once, too.
pub fn open(path: &str, output: &Output) -> Option<Arc<Tablebases>> {
    if path.is_empty() {
        return None;
    }
    let notices = output.clone();
    let tables = Tablebases::open(path, move |line| {
        notices.clone().line(&format!("info string {line}"));
    });
    Some(Arc::new(tables))
}

/// Makes sure that a folder which a person names has tables.
///
/// # Errors
/// If it has none.
pub fn require_tables(path: &str) -> Result<(), Error> {
    match Tablebases::open(path, |_| ()).max_men() {
        0 => Err(Error::Failed(format!(
            "no tablebases in {path:?}: --syzygy takes the folder of .rtbw files"
        ))),
        _ => Ok(()),
    }
}

/// What a path holds.
pub fn summary(tables: &Tablebases, path: &str) -> String {
    let ((wdl, dtz), men) = (tables.counts(), tables.max_men());
    match men {
        0 => format!("no tablebases found in {path:?}"),
        _ => format!("found {wdl} WDL and {dtz} DTZ tablebases, up to {men} men"),
    }
}

/// Tables with the options that say when to probe them.
pub struct Syzygy {
    tables: Arc<Tablebases>,
    probe_depth: i32,
    /// The most men to probe, and the most that there are tables for.
    max_men: u32,
    fifty_move_rule: bool,
}

impl Syzygy {
    /// The tables for a search with these options; nothing if they would never be probed.
    pub fn new(tables: &Arc<Tablebases>, options: &ChessOptions) -> Option<Self> {
        let largest = tables.max_men();
        let max_men = largest.min(options.syzygy_limit);
        (max_men > 0).then(|| Self {
            tables: tables.clone(),
            // Smaller positions are cheap to probe at any depth.
            probe_depth: match options.syzygy_limit > largest {
                true => 0,
                false => options.syzygy_depth,
            },
            max_men: max_men as u32,
            fifty_move_rule: options.syzygy_fifty,
        })
    }

    fn may_hold(&self, position: &Position) -> bool {
        position.occupied().count() <= self.max_men && position.castling() == Castling::NONE
    }
}

impl Tablebase<Chess> for Syzygy {
    fn probe(&self, position: &Position, depth: i32) -> Option<TableValue> {
        let men = position.occupied().count();
        let is_deep_enough = men < self.max_men || depth >= self.probe_depth;
        if !self.may_hold(position) || !is_deep_enough {
            return None;
        }
        Some(match self.tables.probe_wdl(position)? {
            Wdl::Win => TableValue::Win,
            Wdl::CursedWin if !self.fifty_move_rule => TableValue::Win,
            Wdl::CursedWin => TableValue::Draw(CURSED_WIN),
            Wdl::Draw => TableValue::Draw(0),
            Wdl::BlessedLoss if !self.fifty_move_rule => TableValue::Loss,
            Wdl::BlessedLoss => TableValue::Draw(-CURSED_WIN),
            Wdl::Loss => TableValue::Loss,
        })
    }

    fn rank_root(&self, position: &Position) -> Option<RootRanking<Move>> {
        if !self.may_hold(position) {
            return None;
        }
        let ranked = self.tables.rank_moves(position, self.fifty_move_rule)?;
        let clock = position.halfmove_clock() as i32;
        let moves = ranked.moves.iter().map(|ranked| RankedRootMove {
            mv: ranked.mv,
            value: root_value(ranked, clock),
            rank: ranked.rank,
        });
        Some(RootRanking {
            moves: moves.collect(),
            makes_progress: ranked.by_dtz,
        })
    }

    fn line(&self, position: &Position, mv: Move, deadline: Instant) -> Vec<Move> {
        let mut position = position.clone();
        let mut line = Vec::new();
        let mut next = Some(mv);
        while let Some(mv) = next {
            line.push(mv);
            position.play(mv);
            let goes_on = position.outcome().is_none() && Instant::now() < deadline;
            next = goes_on
                .then(|| self.tables.rank_moves(&position, self.fifty_move_rule))
                .flatten()
                .filter(|ranked| ranked.by_dtz)
                .and_then(|ranked| ranked.moves.first().map(|best| best.mv));
        }
        line
    }
}

fn root_value(ranked: &RankedMove, clock: i32) -> TableValue {
    let beyond = ranked
        .dtz
        .map_or(0, |Dtz(dtz)| dtz.abs() + clock - FIFTY_MOVES);
    let cursed = (MAX_CURSED_WIN - beyond).clamp(1, MAX_CURSED_WIN);
    match ranked.wdl {
        Wdl::Win => TableValue::Win,
        Wdl::CursedWin => TableValue::Draw(cursed),
        Wdl::Draw => TableValue::Draw(0),
        Wdl::BlessedLoss => TableValue::Draw(-cursed),
        Wdl::Loss => TableValue::Loss,
    }
}

/// Runs `tb`: WDL and DTZ of a position, and its moves from the best to the worst.
pub fn run(
    command: &TbCommand,
    current: &Position,
    tables: Option<&Tablebases>,
    output: &mut Output,
) -> Result<(), Error> {
    let fen = command.fen.as_deref();
    let parsed = fen.map(Position::from_fen).transpose();
    let parsed = parsed.map_err(|error| Error::Usage(error.to_string()))?;
    let position = parsed.as_ref().unwrap_or(current);
    let tables = tables.ok_or_else(|| {
        Error::Usage("tb needs a path: --syzygy PATH, or the option SyzygyPath".to_owned())
    })?;
    let wdl = tables
        .probe_wdl(position)
        .ok_or_else(|| Error::Failed(missing(position, tables)))?;
    writeln!(output, "{position}")?;
    writeln!(output, "WDL: {wdl}")?;
    match tables.probe_dtz(position) {
        Some(dtz) => writeln!(output, "DTZ: {dtz}")?,
        None => writeln!(output, "DTZ: unknown (no DTZ table)")?,
    }
    let Some(ranked) = tables.rank_moves(position, true) else {
        return Ok(());
    };
    if ranked.moves.is_empty() {
        writeln!(output, "No legal moves")?;
    } else {
        writeln!(
            output,
            "\nMoves, the best first (with the halfmove clock at {}):",
            position.halfmove_clock()
        )?;
    }
    for RankedMove { mv, wdl, dtz, .. } in &ranked.moves {
        let san = position.san(*mv);
        let dtz = dtz.map_or(String::new(), |dtz| format!("  DTZ {dtz}"));
        writeln!(output, "  {san:<8}{wdl}{dtz}")?;
    }
    Ok(())
}

/// Why the tables do not hold a position.
fn missing(position: &Position, tables: &Tablebases) -> String {
    let (men, most) = (position.occupied().count(), tables.max_men());
    if position.castling() != Castling::NONE {
        "tablebases have no positions with castling rights".to_owned()
    } else if most == 0 {
        "no tablebases found".to_owned()
    } else if men as usize > most {
        format!("{men} men, and the tablebases found have at most {most}")
    } else {
        "no usable tablebase of this material found".to_owned()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Arc, ChessOptions, Instant, Position, Syzygy, TableValue, Tablebase, Tablebases};

    fn syzygy(limit: usize) -> Option<Syzygy> {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../tablebase/tests/tables");
        let tables = Tablebases::open(path, |line| panic!("{line}"));
        let options = ChessOptions {
            syzygy_limit: limit,
            syzygy_depth: 5,
            ..ChessOptions::default()
        };
        Syzygy::new(&Arc::new(tables), &options)
    }

    #[test]
    fn a_line_is_best_play_up_to_the_mate() {
        let position = Position::from_fen("8/8/8/2k5/8/8/8/QK6 w - - 0 1").unwrap();
        let syzygy = syzygy(7).unwrap();
        let ranking = syzygy.rank_root(&position).unwrap();
        let best = ranking.moves[0];
        assert_eq!(
            (best.value, ranking.makes_progress),
            (TableValue::Win, true)
        );
        let far = Instant::now() + Duration::from_secs(600);
        let line = syzygy.line(&position, best.mv, far);
        let mut end = position.clone();
        line.iter().for_each(|&mv| end.play(mv));
        assert!(end.in_check() && !end.has_legal_move());
        assert_eq!(
            line.len() as i32,
            syzygy.tables.probe_dtz(&position).unwrap().0
        );
        assert_eq!(syzygy.line(&position, best.mv, Instant::now()), [best.mv]);
    }

    #[test]
    fn the_probe_depth_is_for_the_most_men_only() {
        let queen = Position::from_fen("8/8/8/2k5/8/8/8/QK6 b - - 0 1").unwrap();
        let limited = syzygy(3).unwrap();
        assert_eq!(limited.probe(&queen, 4), None);
        assert_eq!(limited.probe(&queen, 5), Some(TableValue::Loss));
        // A limit above the tables there are: all of them are small.
        assert_eq!(syzygy(7).unwrap().probe(&queen, 1), Some(TableValue::Loss));
        assert!(syzygy(0).is_none());
        assert_eq!(syzygy(2).unwrap().rank_root(&queen), None);
    }
}
