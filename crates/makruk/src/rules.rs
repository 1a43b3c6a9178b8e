//! Makruk as a [`Game`] that the search can play, and as [`Rules`] with their texts.

use chess::{Color, MoveError, Square};
use game::{Game, Params, Rules, delegate_position, delegate_rules};

use crate::move_kinds::{MOVE_KINDS, move_kinds};
use crate::position::PROMOTION_GAIN;
use crate::tables::zobrist::{black_to_move, piece_key};
use crate::{
    CheckSquares, FenError, Move, Outcome, Piece, PieceType, Position, Threats, see_value,
};

/// The game of makruk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Makruk;

impl Game for Makruk {
    type Color = Color;
    type Piece = Piece;
    type Square = Square;
    type Move = Move;
    type Position = Position;
    type Threats = Threats;
    type CheckSquares = CheckSquares;

    const PARAMS: &'static Params = &Params {
        column: 0,
        values: &[],
    };
    const STALEMATE_LOSES: bool = false;
    /// Only a count has a limit.
    const CLOCK_LIMIT: u32 = u32::MAX;

    #[inline(always)]
    fn origin(mv: Move) -> Square {
        mv.from()
    }

    #[inline(always)]
    fn target(mv: Move) -> Square {
        mv.to()
    }
}

impl Rules for Makruk {
    type Outcome = Outcome;
    type FenError = FenError;
    type MoveError = MoveError;

    const NAME: &'static str = "makruk";
    const MOVE_KINDS: &'static [&'static str] = &MOVE_KINDS;

    delegate_rules!(Position);

    fn move_kinds(position: &mut Position, mv: Move) -> impl IntoIterator<Item = bool> {
        move_kinds(position, mv)
    }
}

impl game::Threats<Makruk> for Threats {
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

    /// Whether a pseudo-legal move is noisy: a capture or a promotion.
    #[must_use]
    #[inline]
    pub const fn is_noisy(&self, mv: Move) -> bool {
        self.is_capture(mv) || mv.promotes()
    }

    /// What a pseudo-legal move gains at once: its victim, and what a promotion adds.
    #[must_use]
    #[inline]
    pub fn immediate_gain(&self, mv: Move) -> i32 {
        let captured = self.victim(mv).map_or(0, |piece| see_value(piece.kind()));
        captured + if mv.promotes() { PROMOTION_GAIN } else { 0 }
    }

    /// Whether the side to move has a rook, a knight or a khon. Without one, being forced to move is
    /// often what loses.
    #[must_use]
    #[inline]
    pub fn null_move_is_safe(&self) -> bool {
        let strong =
            self.kind(PieceType::Rook) | self.kind(PieceType::Knight) | self.kind(PieceType::Khon);
        (self.color(self.side_to_move()) & strong).any()
    }

    /// The plies counted, if somebody counts.
    #[must_use]
    #[inline]
    pub const fn halfmove_clock(&self) -> u32 {
        let count = self.count();
        if count.is_on() { count.plies as u32 } else { 0 }
    }
}

impl game::Position<Makruk> for Position {
    delegate_position!(Makruk);

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

    /// The first ply at which the game is drawn.
    #[inline]
    fn clock_limit(&self) -> u32 {
        match self.count() {
            count if count.is_on() => u32::from(count.limit) + 1,
            _ => u32::MAX,
        }
    }
}
