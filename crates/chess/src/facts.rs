//! Chess beside its rules: see [`Facts`].

use game::{Facts, RuleSet};

use crate::{Chess, Color, Move, MoveError, Piece, PieceType, Position, chess960, see_value};

/// The index of Chess960 among the rule sets.
const CHESS960: usize = 1;

impl Facts for Chess {
    const SIDE_NAMES: [&'static str; 2] = ["White", "Black"];

    // Openings, middlegames, endgames, mates and draws, and Chess960 positions.
    const BENCH: &'static str = include_str!("facts/bench.epd");

    // A game that stays balanced for long, so that no search ends early.
    const SPEEDTEST: &'static str = include_str!("facts/speedtest.txt");

    const RULE_SETS: &'static [RuleSet] = &[
        RuleSet {
            name: "standard",
            is_shuffled: false,
            option: None,
            needs_option: false,
        },
        RuleSet {
            name: "chess960",
            is_shuffled: true,
            option: Some(("UCI_Chess960", "true")),
            needs_option: true,
        },
    ];

    const SHUFFLED_STARTS: usize = chess960::COUNT;

    const OPENINGS: &'static str = include_str!("facts/openings.txt");
    const POLICY: &'static [u8] = include_bytes!("facts/policy.bin");
    const REPERTOIRE: &'static [u8] = include_bytes!("facts/repertoire.bin");

    fn shuffled_start(first: usize, second: usize) -> Position {
        chess960::double_start(first, second)
    }

    fn apply_rule_set(start: &mut Position, index: usize) -> Result<(), String> {
        if index == CHESS960 {
            start.set_chess960(true);
        } else if start.is_chess960() {
            return Err("this is a Chess960 position, but the match is standard chess".to_owned());
        }
        Ok(())
    }

    fn written(position: &Position, mv: Move) -> String {
        position.san(mv)
    }

    fn typed(position: &Position, text: &str) -> Result<Move, MoveError> {
        let coordinates = text.replace('-', "");
        let uci = position.parse_uci(&coordinates);
        uci.or_else(|_| position.parse_san(text))
    }

    #[inline]
    fn piece_count(position: &Position) -> u32 {
        position.occupied().count()
    }

    /// 1 for a minor piece, 2 for a rook, 4 for a queen.
    fn phase(position: &Position) -> usize {
        use PieceType::{Bishop, Knight, Queen, Rook};
        let count = |kind| position.kind(kind).count() as usize;
        count(Knight) + count(Bishop) + 2 * count(Rook) + 4 * count(Queen)
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
        /// From pawn to king.
        const WEIGHTS: [usize; 6] = [35, 15, 15, 5, 15, 15];
        WEIGHTS[piece.kind().index()]
    }

    fn was_capture(position: &Position) -> bool {
        position.captured().is_some()
    }

    fn is_known_win(position: &Position) -> bool {
        let is_lone = |color| !position.color(color).several();
        (is_lone(Color::White) || is_lone(Color::Black)) && !position.is_insufficient_material()
    }

    fn wins_by_material(position: &Position) -> Option<Color> {
        (position.lone_king_winner()).filter(|&winner| winner == position.side_to_move())
    }
}
