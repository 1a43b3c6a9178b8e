//! Tablebases end the games of matches and self-play.

use std::any::Any;
use std::sync::Arc;

use chess::{Chess, Position};
use game::{EndgameTables, GameResult, Rules, error_enum};

use crate::{Tablebases, Wdl};

error_enum! {
    /// Why there are no tables.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum NoTables {
        /// The path has none.
        NoneFound(path: String) => "no tablebases found in {path}";
        /// They hold positions of chess.
        OtherGame(game: &'static str) => "tablebases are not for {game}";
    }
}

/// Opens the tables of a path for a game; `report` gets a line for each damaged file.
///
/// # Errors
/// If there are none.
pub fn endgame_tables<G: Rules>(
    path: &str,
    report: impl Fn(&str) + Send + Sync + 'static,
) -> Result<Arc<dyn EndgameTables<G>>, NoTables> {
    let tables: Arc<dyn EndgameTables<Chess>> = Arc::new(Tablebases::open(path, report));
    let has_tables = tables.max_men() > 0;
    let tables: Box<dyn Any> = Box::new(tables);
    match tables.downcast::<Arc<dyn EndgameTables<G>>>() {
        Ok(tables) if has_tables => Ok(*tables),
        Ok(_) => Err(NoTables::NoneFound(path.to_owned())),
        Err(_) => Err(NoTables::OtherGame(G::NAME)),
    }
}

impl EndgameTables<Chess> for Tablebases {
    fn max_men(&self) -> usize {
        Self::max_men(self)
    }

    /// Right after a capture or pawn move, when WDL is exact under the fifty-move rule.
    fn result(&self, position: &Position) -> Option<GameResult> {
        if position.halfmove_clock() > 0 || position.outcome().is_some() {
            return None;
        }
        let us = position.side_to_move();
        Some(match self.probe_wdl(position)? {
            Wdl::Win => GameResult::win_for(us),
            Wdl::Loss => GameResult::win_for(!us),
            Wdl::Draw | Wdl::CursedWin | Wdl::BlessedLoss => GameResult::Draw,
        })
    }
}

#[cfg(test)]
mod tests {
    use chess::{Chess, Position};
    use game::GameResult;

    use super::{NoTables, endgame_tables};

    #[test]
    fn tables_decide_right_after_a_capture_or_pawn_move() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tables");
        let tables = endgame_tables::<Chess>(path, |line| panic!("{line}")).unwrap();
        let result = |fen: &str| tables.result(&Position::from_fen(fen).unwrap());
        let (won, drawn) = (GameResult::WhiteWins, GameResult::Draw);
        assert_eq!(result("8/8/8/2k5/8/8/8/QK6 b - - 0 1"), Some(won));
        assert_eq!(result("8/8/8/8/8/8/1k6/Q6K b - - 0 1"), Some(drawn));
        assert_eq!(result("8/8/8/2k5/8/8/8/QK6 b - - 3 9"), None);
        assert_eq!(result("8/8/8/2k5/8/8/8/RK6 b - - 0 1"), None);
        // Mate on the board is not the tables' to say.
        assert_eq!(result("k1Q5/8/1K6/8/8/8/8/8 b - - 0 1"), None);
    }

    #[test]
    fn a_path_without_tables_is_refused() {
        let path = env!("CARGO_MANIFEST_DIR");
        let error = endgame_tables::<Chess>(path, |_| ()).err();
        assert_eq!(error, Some(NoTables::NoneFound(path.to_owned())));
    }
}
