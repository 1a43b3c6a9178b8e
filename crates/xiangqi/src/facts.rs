//! Xiangqi beside its rules: see [`Facts`].

use game::{Coordinates, Facts, RuleSet};

use crate::{
    Color, Dialect, Move, MoveError, Piece, PieceType, Position, RepetitionRule, Xiangqi, see_value,
};

/// Our engine's option of the repetition rule. Other engines have their own ways.
const REPETITION: &str = "XiangqiRepetition";

/// The rules of repetition, in the order of the rule sets.
const REPETITION_RULES: [RepetitionRule; 2] = [RepetitionRule::Computer, RepetitionRule::Wxf];

impl Facts for Xiangqi {
    const SIDE_NAMES: [&'static str; 2] = ["Red", "Black"];

    // Openings, middlegames, endgames, checks of every kind, and positions that are over.
    const BENCH: &'static str = include_str!("facts/bench.epd");
    const SPEEDTEST: &'static str = include_str!("facts/speedtest.txt");

    const RULE_SETS: &'static [RuleSet] = &[
        RuleSet {
            name: "computer",
            is_shuffled: false,
            option: Some((REPETITION, "computer")),
            needs_option: false,
        },
        RuleSet {
            name: "wxf",
            is_shuffled: false,
            option: Some((REPETITION, "WXF")),
            needs_option: false,
        },
    ];

    const POLICY: &'static [u8] = include_bytes!("facts/policy.bin");
    const REPERTOIRE: &'static [u8] = include_bytes!("facts/repertoire.bin");

    fn apply_rule_set(start: &mut Position, index: usize) -> Result<(), String> {
        start.set_repetition_rule(REPETITION_RULES[index]);
        Ok(())
    }

    /// In WXF notation.
    fn written(position: &Position, mv: Move) -> String {
        position.wxf(mv)
    }

    fn typed(position: &Position, text: &str) -> Result<Move, MoveError> {
        position.parse_move(text)
    }

    fn engine_move(_: &Position, mv: Move, coordinates: Coordinates) -> String {
        dialect(coordinates).write(mv)
    }

    fn parse_engine_move(
        position: &Position,
        text: &str,
        coordinates: Coordinates,
    ) -> Option<Move> {
        let mv = dialect(coordinates).read(text)?;
        (position.is_pseudo_legal(mv) && position.is_legal(mv)).then_some(mv)
    }

    #[inline]
    fn piece_count(position: &Position) -> u32 {
        position.occupied().count()
    }

    /// 1 for a horse or cannon, 2 for a rook.
    fn phase(position: &Position) -> usize {
        use PieceType::{Cannon, Horse, Rook};
        let count = |kind| position.kind(kind).count() as usize;
        count(Horse) + count(Cannon) + 2 * count(Rook)
    }

    fn piece_name(piece: Piece) -> &'static str {
        piece.kind().name()
    }

    fn material(position: &Position) -> i32 {
        let count = |color, kind| position.pieces(color, kind).count() as i32;
        let of = |kind| count(Color::Red, kind) - count(Color::Black, kind);
        let kinds = PieceType::ALL.into_iter();
        kinds.map(|kind| see_value(kind) * of(kind)).sum()
    }

    fn move_weight(piece: Piece) -> usize {
        /// From pawn to king, in the order of the types of pieces.
        const WEIGHTS: [usize; 7] = [25, 10, 10, 20, 20, 10, 5];
        WEIGHTS[piece.kind().index()]
    }

    fn was_capture(position: &Position) -> bool {
        position.captured().is_some()
    }
}

const fn dialect(coordinates: Coordinates) -> Dialect {
    match coordinates {
        Coordinates::Usual => Dialect::FromZero,
        Coordinates::RanksFromOne => Dialect::FromOne,
    }
}
