//! A xiangqi position with its history.

mod attacks;
mod chase;
mod check;
mod check_squares;
mod draws;
mod key_filter;
mod legality;
mod make;
mod repetition;
mod see;
mod setup;
mod threats;
mod validate;

use game::Keys;

use crate::text::uci::Dialect;
use crate::types::bitboard::Bitboard;
use crate::types::color::Color;
use crate::types::moves::Move;
use crate::types::piece::{Piece, PieceType};
use crate::types::square::Square;

pub(crate) use draws::MOVE_LIMIT;
use key_filter::KeyFilter;

pub use attacks::attacks;
pub use check_squares::CheckSquares;
pub use repetition::{Repetition, RepetitionRule};
pub use see::see_value;
pub use setup::Placement;
pub use threats::Threats;
pub use validate::{InvalidPosition, reachable};

/// Room that a position keeps for moves to come, so that making a move in a search does not
/// allocate: more than the deepest line any search follows.
const HEADROOM: usize = 512;

/// What a move changes beyond the pieces, kept for each move so that it can be taken back, and so
/// that repetitions can be judged by the moves that led to them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct State {
    pub(crate) keys: Keys,
    /// The pieces that give check to the side to move.
    pub(crate) checkers: Bitboard,
    /// The pieces of the side to move whose leaving may open a line or a horse's leg to the king.
    pinned: Bitboard,
    /// The squares that no piece but the king may go to, because it would become the screen of a
    /// cannon that has none.
    hollow: Bitboard,
    /// The move that led here; none after setting up and after passing.
    pub(crate) mv: Option<Move>,
    /// What that move captured.
    pub(crate) captured: Option<Piece>,
    /// By color: checks given since the last capture.
    checks: [u8; 2],
    /// Plies that count for the move limit.
    halfmove_clock: u16,
    /// Plies since the last capture, pawn advance, null move or the start: as far back as a
    /// position can repeat.
    reversible_plies: u16,
}

/// A position, together with what came before it.
///
/// Made from a FEN (or a [`Placement`]), it is always valid: see
/// [`InvalidPosition`] for what that means. Moves are made on it and taken back.
///
/// ```
/// use xiangqi::Position;
/// let mut position = Position::start();
/// let mv = position.parse_uci("h2e2").expect("a legal move");
/// position.play(mv);
/// assert_eq!(
///     position.fen(),
///     "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1"
/// );
/// ```
pub struct Position {
    /// By color.
    colors: [Bitboard; 2],
    /// By type of piece.
    kinds: [Bitboard; 7],
    /// By square.
    board: [Option<Piece>; 90],
    side: Color,
    /// How moves are written.
    dialect: Dialect,
    state: State,
    /// The states before each move made.
    history: Vec<State>,
    /// The full keys of the history.
    earlier_keys: KeyFilter,
    /// Plies played before this position was set up, as its move number tells.
    plies_before: u32,
    repetition_rule: RepetitionRule,
    /// Plies without capture after which the game is drawn.
    move_limit: u16,
}

impl Clone for Position {
    fn clone(&self) -> Self {
        let mut history = Vec::with_capacity(self.history.len() + HEADROOM);
        history.extend_from_slice(&self.history);
        Self {
            history,
            earlier_keys: self.earlier_keys.clone(),
            ..*self
        }
    }
}

/// The same position: pieces, turn and clocks. How it came about does not count.
impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.board == other.board
            && self.side == other.side
            && self.state.halfmove_clock == other.state.halfmove_clock
            && self.fullmove_number() == other.fullmove_number()
    }
}

impl Eq for Position {}

impl Position {
    /// The start of a game.
    #[must_use]
    pub fn start() -> Self {
        Self::from_fen(Self::START_FEN).expect("the start position is valid")
    }

    /// The side whose turn it is.
    #[must_use]
    #[inline(always)]
    pub const fn side_to_move(&self) -> Color {
        self.side
    }

    /// The squares of all pieces of a color.
    #[must_use]
    #[inline(always)]
    pub const fn color(&self, color: Color) -> Bitboard {
        self.colors[color.index()]
    }

    /// The squares of all pieces of a type.
    #[must_use]
    #[inline(always)]
    pub const fn kind(&self, kind: PieceType) -> Bitboard {
        self.kinds[kind.index()]
    }

    /// The squares of a color's pieces of a type.
    #[must_use]
    #[inline(always)]
    pub const fn pieces(&self, color: Color, kind: PieceType) -> Bitboard {
        Bitboard(self.color(color).0 & self.kind(kind).0)
    }

    /// Every square with a piece on it.
    #[must_use]
    #[inline(always)]
    pub const fn occupied(&self) -> Bitboard {
        self.colors[0].union(self.colors[1])
    }

    /// The piece on a square.
    #[must_use]
    #[inline(always)]
    pub const fn piece_on(&self, square: Square) -> Option<Piece> {
        self.board[square.index()]
    }

    /// The square of a color's king.
    #[must_use]
    #[inline(always)]
    pub const fn king(&self, color: Color) -> Square {
        self.pieces(color, PieceType::King).lowest()
    }

    /// The pieces that give check to the side to move.
    #[must_use]
    #[inline(always)]
    pub const fn checkers(&self) -> Bitboard {
        self.state.checkers
    }

    /// Whether the side to move is in check.
    #[must_use]
    #[inline(always)]
    pub const fn in_check(&self) -> bool {
        self.state.checkers.any()
    }

    /// The Zobrist keys.
    #[must_use]
    #[inline(always)]
    pub const fn keys(&self) -> &Keys {
        &self.state.keys
    }

    /// The halfmove clock: plies since the last capture, less those that checks beyond the tenth
    /// of a side and the replies to them took.
    #[must_use]
    #[inline(always)]
    pub const fn halfmove_clock(&self) -> u32 {
        self.state.halfmove_clock as u32
    }

    /// The last move, unless the position was set up or the turn was passed.
    #[must_use]
    pub const fn last_move(&self) -> Option<Move> {
        self.state.mv
    }

    /// The piece that the last move captured.
    #[must_use]
    pub const fn captured(&self) -> Option<Piece> {
        self.state.captured
    }

    /// Plies played before this one, as FEN's move number and the moves made tell.
    #[must_use]
    pub fn game_ply(&self) -> u32 {
        self.plies_before
            .saturating_add(u32::try_from(self.history.len()).unwrap_or(u32::MAX))
    }

    /// The number of the current full move, from 1.
    #[must_use]
    pub fn fullmove_number(&self) -> u32 {
        self.game_ply() / 2 + 1
    }

    /// How moves are written and read.
    #[must_use]
    pub const fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// Chooses how moves are written and read. The rules do not change.
    pub const fn set_dialect(&mut self, dialect: Dialect) {
        self.dialect = dialect;
    }

    /// How many plies one can go back before meeting a move that cannot be undone by play.
    #[inline]
    pub(crate) fn reversible_plies(&self) -> usize {
        usize::from(self.state.reversible_plies).min(self.history.len())
    }

    /// The state `distance` plies ago; 0 is the present one.
    #[inline]
    pub(crate) fn state_back(&self, distance: usize) -> &State {
        match distance {
            0 => &self.state,
            _ => &self.history[self.history.len() - distance],
        }
    }
}
