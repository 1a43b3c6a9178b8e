//! Making moves and taking them back.

use game::Observer;

use super::{HEADROOM, KeyFilter, Position};
use crate::Xiangqi;
use crate::tables::zobrist::{black_to_move, membership, piece_key};
use crate::types::bitboard::Bitboard;
use crate::types::moves::Move;
use crate::types::piece::{Piece, PieceType};
use crate::types::square::Square;

/// How many checks of a side, since the last capture, count for the move limit.
const COUNTED_CHECKS: u8 = 10;

impl Position {
    /// Plays a legal move of the game. See [`Position::make`] for moves inside a search.
    ///
    /// # Panics
    /// May panic or leave a meaningless position if the move is not legal; moves of unknown origin
    /// go through [`Position::is_pseudo_legal`] and [`Position::is_legal`] first.
    pub fn play(&mut self, mv: Move) {
        self.history.reserve(HEADROOM);
        self.make(mv, &mut ());
    }

    /// The position after a legal move, without the history: for a look ahead outside the search.
    #[must_use]
    pub fn after(&self, mv: Move) -> Self {
        let mut after = self.without_history();
        after.make(mv, &mut ());
        after
    }

    /// This position as if it had been set up.
    #[must_use]
    pub fn without_history(&self) -> Self {
        Self {
            history: Vec::new(),
            earlier_keys: KeyFilter::new(),
            plies_before: self.game_ply(),
            ..*self
        }
    }

    /// Puts back the piece of a move that captured nothing: only the pieces and the turn change.
    pub(super) fn retract(&mut self, mv: Move) {
        if let Some(piece) = self.piece_on(mv.to()) {
            self.carry(piece, mv.to(), mv.from());
        }
        self.side = !self.side;
    }

    /// Plays a legal move, telling `observer` each change of a piece.
    ///
    /// Does not allocate within 512 moves of the position's setup, clone or last
    /// [`Position::play`].
    ///
    /// # Panics
    /// As [`Position::play`].
    #[inline]
    pub fn make<O: Observer<Xiangqi>>(&mut self, mv: Move, observer: &mut O) {
        let (from, to) = (mv.from(), mv.to());
        let piece = self.piece_on(from).expect("a legal move starts on a piece");
        let captured = self.piece_on(to);
        self.push_state();
        let was_in_check = self.in_check();
        if let Some(captured) = captured {
            self.lift(captured, to);
            self.toggle_keys(captured, piece_key(captured, to));
            observer.vanished(captured, to);
        }
        self.carry(piece, from, to);
        self.toggle_keys(piece, piece_key(piece, from) ^ piece_key(piece, to));
        observer.moved(piece, from, to);
        self.side = !self.side;
        self.find_checks();

        let state = &mut self.state;
        state.keys.full ^= black_to_move();
        state.mv = Some(mv);
        state.captured = captured;
        if captured.is_some() {
            state.halfmove_clock = 0;
            state.reversible_plies = 0;
            state.checks = [0; 2];
        } else {
            // A pawn that went forward never comes back.
            let is_advance = piece.kind() == PieceType::Pawn && from.rank() != to.rank();
            let reversible_plies = state.reversible_plies.saturating_add(1);
            state.reversible_plies = if is_advance { 0 } else { reversible_plies };
            self.advance_clock(was_in_check);
        }
    }

    /// Takes back the last move, which must have been `mv`.
    ///
    /// # Panics
    /// If no move was made on this position.
    #[inline]
    pub fn unmake(&mut self, mv: Move) {
        let (from, to) = (mv.from(), mv.to());
        let captured = self.state.captured;
        self.pop_state();
        self.side = !self.side;
        let piece = self
            .piece_on(to)
            .expect("the moved piece stands where it went");
        self.carry(piece, to, from);
        if let Some(captured) = captured {
            self.put(captured, to);
        }
    }

    /// Counts a move without capture for the move limit, unless it is a check beyond the tenth or
    /// the reply to one.
    #[inline(always)]
    fn advance_clock(&mut self, was_in_check: bool) {
        let [us, them] = [(!self.side).index(), self.side.index()];
        let state = &mut self.state;
        let gives_check = state.checkers.any();
        state.checks[us] = state.checks[us].saturating_add(u8::from(gives_check));
        let is_free = gives_check && state.checks[us] > COUNTED_CHECKS
            || was_in_check && state.checks[them] > COUNTED_CHECKS;
        state.halfmove_clock = state.halfmove_clock.saturating_add(u16::from(!is_free));
    }

    /// Passes the turn. Only out of check.
    pub fn make_null(&mut self) {
        debug_assert!(
            !self.in_check(),
            "passing in check would leave the king to be taken"
        );
        self.push_state();
        let state = &mut self.state;
        state.keys.full ^= black_to_move();
        state.mv = None;
        state.captured = None;
        state.halfmove_clock = state.halfmove_clock.saturating_add(1);
        state.reversible_plies = 0;
        self.side = !self.side;
        self.find_checks();
    }

    /// Takes back a pass.
    ///
    /// # Panics
    /// If no move was made on this position.
    pub fn unmake_null(&mut self) {
        self.pop_state();
        self.side = !self.side;
    }

    #[inline(always)]
    fn push_state(&mut self) {
        self.earlier_keys.add(self.state.keys.full);
        self.history.push(self.state);
    }

    #[inline(always)]
    fn pop_state(&mut self) {
        self.state = self
            .history
            .pop()
            .expect("a move is only taken back after it was made");
        self.earlier_keys.remove(self.state.keys.full);
    }

    /// Applies a change of one piece's number to every key that the piece belongs to.
    #[inline(always)]
    fn toggle_keys(&mut self, piece: Piece, change: u64) {
        let keys = &mut self.state.keys;
        let [pawn, minor, red, black] = membership(piece);
        keys.full ^= change;
        keys.pawn ^= change & pawn;
        keys.minor ^= change & minor;
        keys.non_pawn[0] ^= change & red;
        keys.non_pawn[1] ^= change & black;
    }

    #[inline(always)]
    pub(super) fn put(&mut self, piece: Piece, square: Square) {
        self.board[square.index()] = Some(piece);
        self.flip(piece, Bitboard::of(square));
    }

    #[inline(always)]
    fn lift(&mut self, piece: Piece, square: Square) {
        self.board[square.index()] = None;
        self.flip(piece, Bitboard::of(square));
    }

    #[inline(always)]
    fn carry(&mut self, piece: Piece, from: Square, to: Square) {
        self.board[from.index()] = None;
        self.board[to.index()] = Some(piece);
        self.flip(piece, Bitboard::of(from) | Bitboard::of(to));
    }

    #[inline(always)]
    fn flip(&mut self, piece: Piece, squares: Bitboard) {
        self.colors[piece.color().index()] ^= squares;
        self.kinds[piece.kind().index()] ^= squares;
    }
}
