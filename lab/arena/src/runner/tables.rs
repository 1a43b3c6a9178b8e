//! Adjudication by Syzygy tablebases.

use chess::Position;
use tablebase::{Tablebases, Wdl};

use super::{Ending, MatchError};

/// Opens the tables of a path. One without any is an error: the match would be another one.
pub(super) fn open(path: Option<&str>) -> Result<Option<Tablebases>, MatchError> {
    let Some(path) = path else { return Ok(None) };
    let tables = Tablebases::open(path, |line| eprintln!("warning: {line}"));
    match tables.max_men() {
        0 => Err(MatchError::NoTables(path.to_owned())),
        _ => Ok(Some(tables)),
    }
}

/// The ending that the tables give a game right after a capture or pawn move, when WDL is exact under
/// the fifty-move rule.
pub(crate) fn judge(tables: &Tablebases, position: &Position) -> Option<Ending> {
    if position.halfmove_clock() > 0 {
        return None;
    }
    let us = position.side_to_move();
    let winner = match tables.probe_wdl(position)? {
        Wdl::Win => Some(us),
        Wdl::Loss => Some(!us),
        Wdl::Draw | Wdl::CursedWin | Wdl::BlessedLoss => None,
    };
    Some(Ending::Tablebase { winner })
}

#[cfg(test)]
mod tests {
    use chess::{Color, Position};

    use super::{Ending, MatchError, judge, open};

    const TABLES: &str = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../crates/tablebase/tests/tables"
    );

    #[test]
    fn positions_in_the_tables_are_judged_at_clock_zero() {
        let tables = open(Some(TABLES)).unwrap().unwrap();
        let judged = |fen: &str| judge(&tables, &Position::from_fen(fen).unwrap());
        let white_wins = Ending::Tablebase {
            winner: Some(Color::White),
        };
        assert_eq!(white_wins.reason(), "White wins by adjudication: tablebase");
        assert_eq!(judged("8/8/8/2k5/8/8/8/QK6 b - - 0 1"), Some(white_wins));
        assert_eq!(judged("8/8/8/2k5/8/8/8/QK6 b - - 1 1"), None);
        let draw = Ending::Tablebase { winner: None };
        assert_eq!(judged("8/8/8/8/8/8/1k6/Q6K b - - 0 1"), Some(draw));
        assert_eq!(judged("8/8/8/2k5/8/8/8/RK6 b - - 0 1"), None);
    }

    #[test]
    fn a_path_without_tables_is_refused() {
        assert!(open(None).unwrap().is_none());
        let error = open(Some(env!("CARGO_MANIFEST_DIR"))).err();
        assert!(matches!(error, Some(MatchError::NoTables(_))));
    }
}
