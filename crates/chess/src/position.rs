//! A chess position with its history.

mod attacks;
mod check;
mod check_squares;
mod draws;
mod legality;
mod make;
mod see;
mod setup;
mod threats;
mod validate;

use std::hash::{Hash, Hasher};
use std::str::FromStr;

use game::Keys;

use crate::text::fen::FenError;

use crate::types::bitboard::Bitboard;
use crate::types::castling::Castling;
use crate::types::color::Color;
use crate::types::piece::{Piece, PieceType};
use crate::types::square::{Rank, Square};

pub use attacks::attacks;
pub use check_squares::CheckSquares;
pub(crate) use draws::FIFTY_MOVES;
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
    /// The pieces of the side to move that shield their king from a slider.
    pinned: Bitboard,
    castling: Castling,
    /// Plies since the last capture or pawn move.
    halfmove_clock: u16,
    /// Plies since the last null move or the start.
    plies_since_null: u16,
    /// What the last move captured.
    captured: Option<Piece>,
    /// Where a pawn can be taken en passant; set only when such a capture is legal.
    en_passant: Option<Square>,
}

// One cache line: copying a state is as cheap as it can be.
const _: () = assert!(size_of::<State>() == 64);
// What the generator reads fits two more.
const _: () = assert!(size_of::<[Bitboard; 8]>() + size_of::<[Option<Piece>; 64]>() == 128);

/// A position, together with what came before it.
///
/// Made from a FEN (or a [`Placement`]), it is always valid: see
/// [`InvalidPosition`] for what that means. Moves are made on it and taken back.
///
/// ```
/// use chess::Position;
/// let mut position = Position::start();
/// let mv = position.parse_uci("e2e4").expect("a legal move");
/// position.play(mv);
/// assert_eq!(position.fen(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
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
    /// Whether castling is written as in Chess960.
    chess960: bool,
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

/// The same position: pieces, turn, rights and clocks. How it came about does not count.
impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.board == other.board
            && self.side == other.side
            && self.state.castling == other.state.castling
            && self.state.en_passant == other.state.en_passant
            && self.state.halfmove_clock == other.state.halfmove_clock
            && self.fullmove_number() == other.fullmove_number()
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.state.keys.full.hash(state);
    }
}

/// [`Position::start`]
impl Default for Position {
    fn default() -> Self {
        Self::start()
    }
}

/// [`Position::from_fen`]
impl FromStr for Position {
    type Err = FenError;

    fn from_str(fen: &str) -> Result<Self, FenError> {
        Self::from_fen(fen)
    }
}

impl Position {
    /// The start of a game of standard chess.
    pub fn start() -> Self {
        Self::from_fen(Self::START_FEN).expect("the start position is valid")
    }

    /// The side whose turn it is.
    #[inline(always)]
    pub const fn side_to_move(&self) -> Color {
        self.side
    }

    /// The squares of all pieces of a color.
    #[inline(always)]
    pub const fn color(&self, color: Color) -> Bitboard {
        self.colors[color.index()]
    }

    /// The squares of all pieces of a type.
    #[inline(always)]
    pub const fn kind(&self, kind: PieceType) -> Bitboard {
        self.kinds[kind.index()]
    }

    /// The squares of a color's pieces of a type.
    #[inline(always)]
    pub const fn pieces(&self, color: Color, kind: PieceType) -> Bitboard {
        Bitboard(self.color(color).0 & self.kind(kind).0)
    }

    /// Every square with a piece on it.
    #[inline(always)]
    pub const fn occupied(&self) -> Bitboard {
        self.colors[0].union(self.colors[1])
    }

    /// The piece on a square.
    #[inline(always)]
    pub const fn piece_on(&self, square: Square) -> Option<Piece> {
        self.board[square.index()]
    }

    /// The square of a color's king.
    #[inline(always)]
    pub const fn king(&self, color: Color) -> Square {
        self.pieces(color, PieceType::King).lowest()
    }

    /// The pieces that give check to the side to move.
    #[inline(always)]
    pub const fn checkers(&self) -> Bitboard {
        self.state.checkers
    }

    /// The pieces of the side to move that may not leave their line to the king.
    #[inline(always)]
    pub const fn pinned(&self) -> Bitboard {
        self.state.pinned
    }

    /// Whether the side to move is in check.
    #[inline(always)]
    pub const fn in_check(&self) -> bool {
        self.state.checkers.any()
    }

    /// The Zobrist keys.
    #[inline(always)]
    pub const fn keys(&self) -> &Keys {
        &self.state.keys
    }

    /// Which rooks may still castle.
    #[inline(always)]
    pub const fn castling(&self) -> Castling {
        self.state.castling
    }

    /// Where the side to move can take en passant, if it legally can.
    #[inline(always)]
    pub const fn en_passant(&self) -> Option<Square> {
        self.state.en_passant
    }

    /// The halfmove clock: plies since the last capture or pawn move.
    #[inline(always)]
    pub const fn halfmove_clock(&self) -> u32 {
        self.state.halfmove_clock as u32
    }

    /// The piece that the last move captured.
    pub const fn captured(&self) -> Option<Piece> {
        self.state.captured
    }

    /// Plies played before this one, as FEN's move number and the moves made tell.
    pub fn game_ply(&self) -> u32 {
        self.plies_before
            .saturating_add(u32::try_from(self.history.len()).unwrap_or(u32::MAX))
    }

    /// The number of the current full move, from 1.
    pub fn fullmove_number(&self) -> u32 {
        self.game_ply() / 2 + 1
    }

    /// Whether castling is written as the king taking its rook.
    pub const fn is_chess960(&self) -> bool {
        self.chess960
    }

    /// Chooses how castling is written, in FEN and in UCI moves. The rules do not change.
    pub const fn set_chess960(&mut self, chess960: bool) {
        self.chess960 = chess960;
    }

    /// The square of the pawn that an en-passant capture on `target` takes.
    #[inline(always)]
    const fn en_passant_victim(&self, target: Square) -> Square {
        Square::new(target.file(), Rank::Fifth.relative_to(self.side))
    }
}
