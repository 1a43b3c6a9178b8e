//! Xiangqi as a [`Game`] that the search can play, and as [`Rules`] with their texts.

use game::{Game, Params, Rules, delegate_position, delegate_rules};

use crate::move_kinds::{MOVE_KINDS, move_kinds};
use crate::position::MOVE_LIMIT;
use crate::tables::zobrist::{black_to_move, piece_key};
use crate::{
    CheckSquares, Color, FenError, Move, MoveError, Outcome, Piece, PieceType, Position, Square,
    Threats, see_value,
};

/// The game of xiangqi.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Xiangqi;

impl Game for Xiangqi {
    type Color = Color;
    type Piece = Piece;
    type Square = Square;
    type Move = Move;
    type Position = Position;
    type Threats = Threats;
    type CheckSquares = CheckSquares;

    const PARAMS: &'static Params = &crate::params::PARAMS;
    const STALEMATE_LOSES: bool = true;
    const CLOCK_LIMIT: u32 = MOVE_LIMIT as u32;

    #[inline(always)]
    fn origin(mv: Move) -> Square {
        mv.from()
    }

    #[inline(always)]
    fn target(mv: Move) -> Square {
        mv.to()
    }
}

impl Rules for Xiangqi {
    type Outcome = Outcome;
    type FenError = FenError;
    type MoveError = MoveError;

    const NAME: &'static str = "xiangqi";
    const MOVE_KINDS: &'static [&'static str] = &MOVE_KINDS;

    delegate_rules!(Position);

    fn move_kinds(position: &mut Position, mv: Move) -> impl IntoIterator<Item = bool> {
        move_kinds(position, mv)
    }
}

impl game::Threats<Xiangqi> for Threats {
    #[inline(always)]
    fn has(&self, square: Square) -> bool {
        self.all.has(square)
    }

    #[inline(always)]
    fn by_lesser(&self, piece: Piece, square: Square) -> bool {
        Self::by_lesser(self, piece.kind()).has(square)
    }
}

impl Position {
    /// Whether a pseudo-legal move captures something.
    #[must_use]
    #[inline]
    pub const fn is_capture(&self, mv: Move) -> bool {
        self.piece_on(mv.to()).is_some()
    }

    /// The piece that a pseudo-legal move captures.
    #[must_use]
    #[inline]
    pub const fn victim(&self, mv: Move) -> Option<Piece> {
        self.piece_on(mv.to())
    }

    /// Whether a pseudo-legal move is noisy: a capture.
    #[must_use]
    #[inline]
    pub const fn is_noisy(&self, mv: Move) -> bool {
        self.is_capture(mv)
    }

    /// What a pseudo-legal move gains at once: its victim.
    #[must_use]
    #[inline]
    pub fn immediate_gain(&self, mv: Move) -> i32 {
        self.victim(mv).map_or(0, |piece| see_value(piece.kind()))
    }

    /// Whether the side to move has a rook, a horse or a cannon. Without one, being forced to move
    /// is often what loses.
    #[must_use]
    #[inline]
    pub fn null_move_is_safe(&self) -> bool {
        let attackers =
            self.kind(PieceType::Rook) | self.kind(PieceType::Horse) | self.kind(PieceType::Cannon);
        (self.color(self.side_to_move()) & attackers).any()
    }
}

impl game::Position<Xiangqi> for Position {
    delegate_position!(Xiangqi);

    #[inline(always)]
    fn likely_key_after(&self, mv: Move) -> u64 {
        let change = |square: Square| {
            self.piece_on(square)
                .map_or(0, |piece| piece_key(piece, square))
        };
        let arrival = self
            .piece_on(mv.from())
            .map_or(0, |piece| piece_key(piece, mv.to()));
        self.keys().full ^ black_to_move() ^ change(mv.from()) ^ change(mv.to()) ^ arrival
    }

    #[inline]
    fn move_pruning_is_safe(&self) -> bool {
        Self::null_move_is_safe(self)
    }

    #[inline]
    fn clock_limit(&self) -> u32 {
        self.move_limit()
    }

    #[inline]
    fn has_occurred(&self) -> bool {
        self.may_have_occurred(self.keys().full) && Self::has_occurred(self)
    }

    #[inline]
    fn likely_occurred(&self, key: u64) -> bool {
        self.may_have_occurred(key)
    }
}
