//! What is known of a game beside its rules, for all that is written once for every game.

use crate::{Dense, Notation, Position};

/// A game with everything that engine, reports, openings and matches ask about it.
pub trait Facts: Notation {
    /// What the sides are called, the one that begins first.
    const SIDE_NAMES: [&'static str; 2];

    /// The positions of `bench`, a FEN to a line.
    const BENCH: &'static str;

    /// The moves of the game that `speedtest` follows from the start position, as UCI writes them.
    const SPEEDTEST: &'static str;

    /// The sets of rules by which the game is played, the usual one first.
    const RULE_SETS: &'static [RuleSet];

    /// How many arrangements a side has in shuffled starts; none in a game without such.
    const SHUFFLED_STARTS: usize = 0;

    /// Named openings, one to a line: a code, a name and moves in the game's notation, separated by `|`.
    const OPENINGS: &'static str = "";

    /// The weights of natural moves at weak levels; missing ones count as 0.
    const POLICY: &'static [u8] = &[];

    /// The opening repertoire of weak levels, a book; empty without one.
    const REPERTOIRE: &'static [u8] = &[];

    /// The start in which the sides have these arrangements, below [`Self::SHUFFLED_STARTS`].
    fn shuffled_start(_first: usize, _second: usize) -> Self::Position {
        Self::start()
    }

    /// Applies one of [`Self::RULE_SETS`], by its index, to the start of a game.
    ///
    /// # Errors
    /// If the position belongs to another one.
    fn apply_rule_set(start: &mut Self::Position, index: usize) -> Result<(), String>;

    /// A legal move as people write it: SAN in chess.
    fn written(position: &Self::Position, mv: Self::Move) -> String;

    /// A line of legal moves with their numbers.
    fn written_line(position: &Self::Position, moves: &[Self::Move]) -> String {
        let mut position = position.clone();
        let mut words = Vec::new();
        for &mv in moves {
            let number = Self::move_number(&position);
            match position.side_to_move().index() {
                0 => words.push(format!("{number}.")),
                _ if words.is_empty() => words.push(format!("{number}...")),
                _ => {}
            }
            words.push(Self::written(&position, mv));
            Self::play(&mut position, mv);
        }
        words.join(" ")
    }

    /// The legal move that somebody typed: as people write it, or in coordinates.
    ///
    /// # Errors
    /// If it is malformed, illegal or ambiguous.
    fn typed(position: &Self::Position, text: &str) -> Result<Self::Move, Self::MoveError>;

    /// A move for an engine.
    fn engine_move(position: &Self::Position, mv: Self::Move, _: Coordinates) -> String {
        Self::move_text(position, mv)
    }

    /// A legal move of an engine.
    fn parse_engine_move(
        position: &Self::Position,
        text: &str,
        _: Coordinates,
    ) -> Option<Self::Move> {
        Self::parse_move(position, text).ok()
    }

    /// The number of pieces on the board.
    fn piece_count(position: &Self::Position) -> u32;

    /// A piece in words, without its side.
    fn piece_name(piece: Self::Piece) -> &'static str;

    /// A weighted count of the pieces that attack.
    fn phase(position: &Self::Position) -> usize;

    /// The material of the first side minus that of the second, in centipawns.
    fn material(position: &Self::Position) -> i32;

    /// The weight of a piece among random moves, in percent.
    fn move_weight(piece: Self::Piece) -> usize;

    /// Whether the last move captured something.
    fn was_capture(position: &Self::Position) -> bool;

    /// Whether every player of some experience knows how to win this ending.
    fn is_known_win(_position: &Self::Position) -> bool {
        false
    }

    /// The side that has mating material against a bare king and the move. Not without the move: the
    /// bare king may be stalemated or capture the last piece.
    fn wins_by_material(_position: &Self::Position) -> Option<Self::Color> {
        None
    }

    /// The number of plies before a position, as its move number tells.
    fn game_ply(position: &Self::Position) -> u32 {
        let side = position.side_to_move().index() as u32;
        2 * (Self::move_number(position).max(1) - 1) + side
    }
}

/// A set of rules by which a game is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleSet {
    /// The name, for settings.
    pub name: &'static str,
    /// Whether random openings begin from shuffled starts.
    pub is_shuffled: bool,
    /// The UCI option that tells an engine, and its value.
    pub option: Option<(&'static str, &'static str)>,
    /// Whether an engine without that option cannot play by these rules.
    pub needs_option: bool,
}

/// How an engine writes squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Coordinates {
    /// As our engine does.
    #[default]
    Usual,
    /// With ranks from 1 where our engine has them from 0, as Fairy-Stockfish does.
    RanksFromOne,
}
