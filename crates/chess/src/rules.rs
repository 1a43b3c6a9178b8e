//! Chess as a [`Game`] that the search can play, and as [`Rules`] with their texts.

use game::{Game, Params, Rules, delegate_position, delegate_rules};

use crate::move_kinds::{MOVE_KINDS, move_kinds};
use crate::position::FIFTY_MOVES;
use crate::tables::zobrist::{black_to_move, piece_key};
use crate::types::color::{Black, White};
use crate::{
    CheckSquares, Color, FenError, Move, MoveError, MoveKind, Outcome, Piece, PieceType, Position,
    Square, Threats, see_value,
};

/// The game of chess.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Chess;

impl Game for Chess {
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
    const CLOCK_LIMIT: u32 = FIFTY_MOVES;

    #[inline(always)]
    fn origin(mv: Move) -> Square {
        mv.from()
    }

    #[inline(always)]
    fn target(mv: Move) -> Square {
        mv.to()
    }
}

impl Rules for Chess {
    type Outcome = Outcome;
    type FenError = FenError;
    type MoveError = MoveError;

    const NAME: &'static str = "chess";
    const MOVE_KINDS: &'static [&'static str] = &MOVE_KINDS;

    delegate_rules!(Position);

    fn move_kinds(position: &mut Position, mv: Move) -> impl IntoIterator<Item = bool> {
        move_kinds(position, mv)
    }
}

impl game::Threats<Chess> for Threats {
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
    #[inline]
    pub fn is_capture(&self, mv: Move) -> bool {
        mv.kind() == MoveKind::EnPassant || self.color(!self.side_to_move()).has(mv.to())
    }

    /// The piece that a pseudo-legal move captures.
    #[inline]
    pub fn victim(&self, mv: Move) -> Option<Piece> {
        match mv.kind() {
            MoveKind::Castle => None,
            MoveKind::EnPassant => Some(Piece::new(!self.side_to_move(), PieceType::Pawn)),
            _ => self.piece_on(mv.to()),
        }
    }

    /// What a pseudo-legal move gains at once: its victim, and what a promotion adds.
    #[inline]
    pub fn immediate_gain(&self, mv: Move) -> i32 {
        let captured = self.victim(mv).map_or(0, |piece| see_value(piece.kind()));
        let promoted = mv
            .promotion()
            .map_or(0, |kind| see_value(kind) - see_value(PieceType::Pawn));
        captured + promoted
    }

    /// Whether a pseudo-legal move is noisy: a capture or a queen promotion.
    #[inline]
    pub fn is_noisy(&self, mv: Move) -> bool {
        self.is_capture(mv) || mv.promotion() == Some(PieceType::Queen)
    }

    /// Whether the side to move has a piece besides king and pawns. Without one, being forced to
    /// move is often what loses.
    #[inline]
    pub fn null_move_is_safe(&self) -> bool {
        let simple = self.kind(PieceType::Pawn) | self.kind(PieceType::King);
        (self.color(self.side_to_move()) & !simple).any()
    }
}

impl game::Position<Chess> for Position {
    delegate_position!(Chess);

    #[inline(always)]
    fn sum_after_moves(&mut self, count: impl Fn(&mut Self) -> u64) -> u64 {
        match self.side_to_move() {
            Color::White => self.sum_after_moves_as::<White>(count),
            Color::Black => self.sum_after_moves_as::<Black>(count),
        }
    }

    #[inline(always)]
    fn perft_2(&mut self) -> u64 {
        match self.side_to_move() {
            Color::White => {
                self.sum_after_moves_as::<White>(|after| after.count_as::<Black>() as u64)
            }
            Color::Black => {
                self.sum_after_moves_as::<Black>(|after| after.count_as::<White>() as u64)
            }
        }
    }

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
}
