//! A makruk position with its history.

mod attacks;
mod checks;
mod counting;
mod draws;
mod legality;
mod make;
mod see;
mod setup;
mod threats;
mod validate;

use chess::{Bitboard, Color, Square};
use game::Keys;

use crate::types::piece::{Piece, PieceType};

pub use attacks::attacks;
pub use checks::CheckSquares;
pub use counting::Count;
pub(crate) use see::PROMOTION_GAIN;
pub use see::see_value;
pub use setup::Placement;
pub use threats::Threats;
pub use validate::InvalidPosition;

/// Room that a position keeps for moves to come, so that making a move in a search does not
/// allocate: more than the deepest line any search follows.
const HEADROOM: usize = 512;

/// What a move changes beyond the pieces, kept for each move so that it can be taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct State {
    keys: Keys,
    /// The pieces that give check to the side to move.
    checkers: Bitboard,
    /// The pieces of the side to move that shield their king from a rook.
    pinned: Bitboard,
    count: Count,
    /// Plies since the last capture or pawn move.
    quiet_plies: u16,
    /// Plies since the last null move or the start.
    plies_since_null: u16,
    /// What the last move captured.
    captured: Option<Piece>,
}

/// A position, together with what came before it.
///
/// Made from a FEN (or a [`Placement`]), it is always valid: see
/// [`InvalidPosition`] for what that means. Moves are made on it and taken back.
///
/// ```
/// use makruk::Position;
/// let mut position = Position::start();
/// let mv = position.parse_uci("e3e4").expect("a legal move");
/// position.play(mv);
/// assert_eq!(
///     position.fen(),
///     "rnsmksnr/8/pppppppp/8/4P3/PPPP1PPP/8/RNSKMSNR b - - 0 1"
/// );
/// ```
pub struct Position {
    /// By color.
    colors: [Bitboard; 2],
    /// By type of piece.
    kinds: [Bitboard; 6],
    /// By square.
    board: [Option<Piece>; 64],
    state: State,
    side: Color,
    /// The states before each move made.
    history: Vec<State>,
    /// Plies played before this position was set up, as its move number tells.
    plies_before: u32,
}

impl Clone for Position {
    fn clone(&self) -> Self {
        let mut history = Vec::with_capacity(self.history.len() + HEADROOM);
        history.extend_from_slice(&self.history);
        Self { history, ..*self }
    }
}

/// The same position: pieces, turn, count and clocks. How it came about does not matter.
impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.board == other.board
            && self.side == other.side
            && self.state.count == other.state.count
            // A count makes no difference of the plies before it, and FEN does not tell them.
            && (self.state.count.is_on() || self.state.quiet_plies == other.state.quiet_plies)
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
        let king = self.pieces(color, PieceType::King);
        Square::from_index(king.0.trailing_zeros() as usize)
    }

    /// The pieces that give check to the side to move.
    #[must_use]
    #[inline(always)]
    pub const fn checkers(&self) -> Bitboard {
        self.state.checkers
    }

    /// The pieces of the side to move that may not leave their line to the king.
    #[must_use]
    #[inline(always)]
    pub const fn pinned(&self) -> Bitboard {
        self.state.pinned
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

    /// Plies since the last capture or pawn move.
    #[must_use]
    #[inline(always)]
    pub const fn quiet_plies(&self) -> u32 {
        self.state.quiet_plies as u32
    }

    /// The count that ends the game.
    #[must_use]
    #[inline(always)]
    pub const fn count(&self) -> Count {
        self.state.count
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
}
