//! Making moves and taking them back.

use chess::{Bitboard, Square};
use game::Observer;

use super::{HEADROOM, Position};
use crate::Makruk;
use crate::tables::zobrist::{black_to_move, membership, piece_key};
use crate::types::moves::Move;
use crate::types::piece::{Piece, PieceType};

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

    /// This position as if it had been set up.
    #[must_use]
    pub fn without_history(&self) -> Self {
        Self {
            history: Vec::new(),
            plies_before: self.game_ply(),
            ..*self
        }
    }

    /// Plays a legal move, telling `observer` each change of a piece.
    ///
    /// Does not allocate within 512 moves of the position's setup, clone or last
    /// [`Position::play`].
    ///
    /// # Panics
    /// As [`Position::play`].
    #[inline]
    pub fn make<O: Observer<Makruk>>(&mut self, mv: Move, observer: &mut O) {
        let (from, to) = (mv.from(), mv.to());
        let piece = self.piece_on(from).expect("a legal move starts on a piece");
        self.history.push(self.state);
        self.begin_turn();
        if let Some(captured) = self.piece_on(to) {
            self.lift(captured, to);
            self.toggle_keys(captured, piece_key(captured, to));
            self.state.captured = Some(captured);
            self.state.quiet_plies = 0;
            observer.vanished(captured, to);
        }
        if mv.promotes() {
            let met = Piece::new(piece.color(), PieceType::Met);
            self.lift(piece, from);
            self.put(met, to);
            self.toggle_keys(piece, piece_key(piece, from));
            self.toggle_keys(met, piece_key(met, to));
            observer.vanished(piece, from);
            observer.appeared(met, to);
        } else {
            self.carry(piece, from, to);
            self.toggle_keys(piece, piece_key(piece, from) ^ piece_key(piece, to));
            observer.moved(piece, from, to);
        }
        if piece.kind() == PieceType::Pawn {
            self.state.quiet_plies = 0;
        }
        self.side = !self.side;
        self.count_move();
        self.find_checks();
    }

    /// Takes back the last move, which must have been `mv`.
    ///
    /// # Panics
    /// If no move was made on this position.
    #[inline]
    pub fn unmake(&mut self, mv: Move) {
        let (from, to) = (mv.from(), mv.to());
        let captured = self.state.captured;
        self.state = self
            .history
            .pop()
            .expect("a move is only taken back after it was made");
        self.side = !self.side;
        if mv.promotes() {
            self.lift(Piece::new(self.side, PieceType::Met), to);
            self.put(Piece::new(self.side, PieceType::Pawn), from);
        } else {
            let piece = self.piece_on(to);
            self.carry(piece.expect("the moved piece is there"), to, from);
        }
        if let Some(captured) = captured {
            self.put(captured, to);
        }
    }

    /// Passes the turn. Only out of check. A pass is not counted.
    pub fn make_null(&mut self) {
        debug_assert!(
            !self.in_check(),
            "passing in check would leave the king to be taken"
        );
        self.history.push(self.state);
        self.begin_turn();
        self.state.plies_since_null = 0;
        self.side = !self.side;
        self.find_checks();
    }

    /// Takes back a pass.
    ///
    /// # Panics
    /// If no move was made on this position.
    pub fn unmake_null(&mut self) {
        self.state = self
            .history
            .pop()
            .expect("a pass is only taken back after it was made");
        self.side = !self.side;
    }

    /// What every move does to the state: the plies run, and the turn changes.
    #[inline(always)]
    fn begin_turn(&mut self) {
        let state = &mut self.state;
        state.keys.full ^= black_to_move();
        state.quiet_plies = state.quiet_plies.saturating_add(1);
        state.plies_since_null = state.plies_since_null.saturating_add(1);
        state.captured = None;
    }

    /// Applies a change of one piece's number to every key that the piece belongs to.
    #[inline(always)]
    pub(super) fn toggle_keys(&mut self, piece: Piece, change: u64) {
        let keys = &mut self.state.keys;
        let [pawn, minor, white, black] = membership(piece);
        keys.full ^= change;
        keys.pawn ^= change & pawn;
        keys.minor ^= change & minor;
        keys.non_pawn[0] ^= change & white;
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
