//! Makruk beside its rules: see [`Facts`].

use chess::{Color, MoveError};
use game::{Facts, RuleSet};

use crate::{Makruk, Move, Piece, PieceType, Position, see_value};

/// The levels are not fitted to games of makruk: there is no policy, and no repertoire.
impl Facts for Makruk {
    const SIDE_NAMES: [&'static str; 2] = ["White", "Black"];

    // Openings, middlegames, endgames with and without a count, and positions that are over.
    const BENCH: &'static str = include_str!("facts/bench.epd");
    const SPEEDTEST: &'static str = include_str!("facts/speedtest.txt");

    const RULE_SETS: &'static [RuleSet] = &[RuleSet {
        name: "standard",
        is_shuffled: false,
        option: None,
        needs_option: false,
    }];

    fn apply_rule_set(_: &mut Position, _: usize) -> Result<(), String> {
        Ok(())
    }

    fn written(position: &Position, mv: Move) -> String {
        position.san(mv)
    }

    fn typed(position: &Position, text: &str) -> Result<Move, MoveError> {
        position.parse_san(text)
    }

    #[inline]
    fn piece_count(position: &Position) -> u32 {
        position.occupied().count()
    }

    /// 1 for a knight or khon, 2 for a rook.
    fn phase(position: &Position) -> usize {
        use PieceType::{Khon, Knight, Rook};
        let count = |kind| position.kind(kind).count() as usize;
        count(Knight) + count(Khon) + 2 * count(Rook)
    }

    fn piece_name(piece: Piece) -> &'static str {
        piece.kind().name()
    }

    fn material(position: &Position) -> i32 {
        let count = |color, kind| position.pieces(color, kind).count() as i32;
        let of = |kind| count(Color::White, kind) - count(Color::Black, kind);
        let kinds = PieceType::ALL.into_iter();
        kinds.map(|kind| see_value(kind) * of(kind)).sum()
    }

    fn move_weight(piece: Piece) -> usize {
        /// From pawn to king, in the order of the types of pieces.
        const WEIGHTS: [usize; 6] = [35, 10, 20, 20, 10, 5];
        WEIGHTS[piece.kind().index()]
    }

    fn was_capture(position: &Position) -> bool {
        position.captured().is_some()
    }
}
