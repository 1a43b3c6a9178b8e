//! What self-play needs to know of a game.

use chess::Chess;
use game::GameResult;
use openings::OpeningRules;
use records::{Record, RecordRules};
use tablebase::{Tablebases, Wdl};
use xiangqi::{Repetition, Xiangqi};

use crate::ending::Ending;

/// A game that is played for training data.
pub trait SelfPlayRules: OpeningRules + RecordRules {
    /// The positions of the engine's `bench`.
    const BENCH: &'static str;

    /// The phase: a weighted count of the pieces that attack.
    fn phase(position: &Self::Position) -> usize;

    /// The squares of the kings in a record, each from its side, where they may be anywhere.
    fn kings(_record: &Record) -> Option<[usize; 2]> {
        None
    }

    /// Why a rule ended a game.
    fn ending(outcome: Self::Outcome) -> Ending;

    /// The side that has mating material against a bare king and the move. Not without the move: the
    /// bare king may be stalemated or capture the last piece.
    fn wins_by_material(_position: &Self::Position) -> Option<Self::Color> {
        None
    }

    /// The result that tablebases give, if they know the position. The rules of the game come first.
    fn table_result(_tables: &Tablebases, _position: &Self::Position) -> Option<GameResult> {
        None
    }
}

impl SelfPlayRules for Chess {
    const BENCH: &'static str = include_str!("../../../crates/quietus/src/bench.epd");

    /// 1 for a minor piece, 2 for a rook, 4 for a queen.
    fn phase(position: &chess::Position) -> usize {
        use chess::PieceType::{Bishop, Knight, Queen, Rook};
        let count = |kind| position.kind(kind).count() as usize;
        count(Knight) + count(Bishop) + 2 * count(Rook) + 4 * count(Queen)
    }

    fn kings(record: &Record) -> Option<[usize; 2]> {
        Some([record.our_king(), record.their_king()].map(usize::from))
    }

    fn ending(outcome: chess::Outcome) -> Ending {
        use chess::Outcome;
        match outcome {
            Outcome::Checkmate { .. } => Ending::Checkmate,
            Outcome::Stalemate => Ending::Stalemate,
            Outcome::InsufficientMaterial => Ending::InsufficientMaterial,
            Outcome::ThreefoldRepetition => Ending::Repetition,
            Outcome::FiftyMoves => Ending::MoveLimit,
        }
    }

    fn wins_by_material(position: &chess::Position) -> Option<chess::Color> {
        (position.lone_king_winner()).filter(|&winner| winner == position.side_to_move())
    }

    /// Right after a capture or pawn move, when WDL is exact under the fifty-move rule.
    fn table_result(tables: &Tablebases, position: &chess::Position) -> Option<GameResult> {
        if position.halfmove_clock() > 0 || position.outcome().is_some() {
            return None;
        }
        let us = position.side_to_move();
        Some(match tables.probe_wdl(position)? {
            Wdl::Win => GameResult::win_for(us),
            Wdl::Loss => GameResult::win_for(!us),
            Wdl::Draw | Wdl::CursedWin | Wdl::BlessedLoss => GameResult::Draw,
        })
    }
}

impl SelfPlayRules for Xiangqi {
    const BENCH: &'static str = include_str!("../../../crates/quietus/src/bench-xiangqi.epd");

    /// 1 for a horse or cannon, 2 for a rook.
    fn phase(position: &xiangqi::Position) -> usize {
        use xiangqi::PieceType::{Cannon, Horse, Rook};
        let count = |kind| position.kind(kind).count() as usize;
        count(Horse) + count(Cannon) + 2 * count(Rook)
    }

    fn ending(outcome: xiangqi::Outcome) -> Ending {
        use xiangqi::Outcome;
        match outcome {
            Outcome::Checkmate { .. } => Ending::Checkmate,
            Outcome::Stalemate { .. } => Ending::Stalemate,
            Outcome::InsufficientMaterial => Ending::InsufficientMaterial,
            Outcome::Repetition(Repetition::Draw) => Ending::Repetition,
            Outcome::Repetition(_) => Ending::Perpetual,
            Outcome::MoveLimit => Ending::MoveLimit,
        }
    }
}
