//! Making moves and taking them back.

use game::Observer;

use super::{HEADROOM, Position};
use crate::Chess;
use crate::tables::leapers::pawn_attacks;
use crate::tables::zobrist::{black_to_move, castling_key, en_passant_key, membership, piece_key};
use crate::types::bitboard::Bitboard;
use crate::types::castling::castled;
use crate::types::color::{Black, Color, Side, White};
use crate::types::moves::{Move, MoveKind};
use crate::types::piece::{Piece, PieceType};
use crate::types::square::Square;

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
    pub fn make<O: Observer<Chess>>(&mut self, mv: Move, observer: &mut O) {
        match self.side {
            Color::White => self.make_as::<White, O>(mv, observer),
            Color::Black => self.make_as::<Black, O>(mv, observer),
        }
    }

    /// Takes back the last move, which must have been `mv`.
    ///
    /// # Panics
    /// If no move was made on this position.
    #[inline]
    pub fn unmake(&mut self, mv: Move) {
        match self.side {
            Color::White => self.unmake_as::<Black>(mv),
            Color::Black => self.unmake_as::<White>(mv),
        }
    }

    /// [`Position::make`] for a side known at compile time.
    #[inline]
    pub(crate) fn make_as<S: Side, O: Observer<Chess>>(&mut self, mv: Move, observer: &mut O) {
        let (from, to) = (mv.from(), mv.to());
        let piece = self.piece_on(from).expect("a legal move starts on a piece");
        self.history.push(self.state);
        self.begin_turn();
        match mv.kind() {
            MoveKind::Normal => {
                if let Some(captured) = self.piece_on(to) {
                    self.capture(captured, to, observer);
                }
                self.relocate(piece, from, to, observer);
                if piece.kind() == PieceType::Pawn {
                    self.state.halfmove_clock = 0;
                }
            }
            MoveKind::DoublePush => {
                self.relocate(piece, from, to, observer);
                self.state.halfmove_clock = 0;
                self.allow_en_passant::<S::Them>(from.forward(S::US), to);
            }
            MoveKind::EnPassant => {
                let victim = self.en_passant_victim(to);
                self.capture(Piece::new(!S::US, PieceType::Pawn), victim, observer);
                self.relocate(piece, from, to, observer);
            }
            MoveKind::Castle => self.castle::<S, O>(from, to, observer),
            promotion => {
                if let Some(captured) = self.piece_on(to) {
                    self.capture(captured, to, observer);
                }
                self.promote::<S, O>(mv, promotion, observer);
            }
        }
        if !self.state.castling.is_none() {
            self.lose_castling::<S>(piece, Bitboard::of(from) | Bitboard::of(to));
        }
        self.side = !S::US;
        self.find_checks::<S::Them>();
    }

    /// [`Position::unmake`] of a move by a side known at compile time.
    #[inline]
    pub(crate) fn unmake_as<S: Side>(&mut self, mv: Move) {
        let (from, to) = (mv.from(), mv.to());
        let captured = self.state.captured;
        self.state = self
            .history
            .pop()
            .expect("a move is only taken back after it was made");
        self.side = S::US;
        match mv.kind() {
            MoveKind::Castle => {
                let king = Piece::new(S::US, PieceType::King);
                let rook = Piece::new(S::US, PieceType::Rook);
                let (king_to, rook_to) = castled(from, to);
                self.lift(king, king_to);
                self.lift(rook, rook_to);
                self.put(king, from);
                self.put(rook, to);
            }
            MoveKind::EnPassant => {
                self.carry(Piece::new(S::US, PieceType::Pawn), to, from);
                self.put(
                    Piece::new(!S::US, PieceType::Pawn),
                    self.en_passant_victim(to),
                );
            }
            MoveKind::Normal | MoveKind::DoublePush => {
                let piece = self
                    .piece_on(to)
                    .expect("the moved piece stands where it went");
                self.carry(piece, to, from);
                if let Some(captured) = captured {
                    self.put(captured, to);
                }
            }
            promotion => {
                let kind = promotion
                    .promotion()
                    .expect("all other kinds are handled above");
                self.lift(Piece::new(S::US, kind), to);
                self.put(Piece::new(S::US, PieceType::Pawn), from);
                if let Some(captured) = captured {
                    self.put(captured, to);
                }
            }
        }
    }

    /// Passes the turn. Only out of check.
    pub fn make_null(&mut self) {
        debug_assert!(
            !self.in_check(),
            "passing in check would leave the king to be taken"
        );
        self.history.push(self.state);
        self.begin_turn();
        self.state.plies_since_null = 0;
        self.side = !self.side;
        match self.side {
            Color::White => self.find_checks::<White>(),
            Color::Black => self.find_checks::<Black>(),
        }
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

    /// What every move does to the state: the clocks run, the turn changes, an en-passant chance
    /// is gone.
    #[inline(always)]
    fn begin_turn(&mut self) {
        let state = &mut self.state;
        state.keys.full ^= black_to_move();
        if let Some(square) = state.en_passant.take() {
            state.keys.full ^= en_passant_key(square.file());
        }
        state.halfmove_clock = state.halfmove_clock.saturating_add(1);
        state.plies_since_null = state.plies_since_null.saturating_add(1);
        state.captured = None;
    }

    #[inline(always)]
    fn capture<O: Observer<Chess>>(&mut self, captured: Piece, square: Square, observer: &mut O) {
        self.lift(captured, square);
        self.toggle_keys(captured, piece_key(captured, square));
        self.state.captured = Some(captured);
        self.state.halfmove_clock = 0;
        observer.vanished(captured, square);
    }

    #[inline(always)]
    fn relocate<O: Observer<Chess>>(
        &mut self,
        piece: Piece,
        from: Square,
        to: Square,
        observer: &mut O,
    ) {
        self.carry(piece, from, to);
        self.toggle_keys(piece, piece_key(piece, from) ^ piece_key(piece, to));
        observer.moved(piece, from, to);
    }

    fn promote<S: Side, O: Observer<Chess>>(
        &mut self,
        mv: Move,
        promotion: MoveKind,
        observer: &mut O,
    ) {
        let pawn = Piece::new(S::US, PieceType::Pawn);
        let kind = promotion.promotion().expect("called for promotions only");
        let promoted = Piece::new(S::US, kind);
        self.lift(pawn, mv.from());
        self.put(promoted, mv.to());
        self.toggle_keys(pawn, piece_key(pawn, mv.from()));
        self.toggle_keys(promoted, piece_key(promoted, mv.to()));
        self.state.halfmove_clock = 0;
        observer.vanished(pawn, mv.from());
        observer.appeared(promoted, mv.to());
    }

    /// In Chess960 either piece may go where the other stood, so both leave before either arrives.
    fn castle<S: Side, O: Observer<Chess>>(
        &mut self,
        king_from: Square,
        rook_from: Square,
        observer: &mut O,
    ) {
        let king = Piece::new(S::US, PieceType::King);
        let rook = Piece::new(S::US, PieceType::Rook);
        let (king_to, rook_to) = castled(king_from, rook_from);
        self.lift(king, king_from);
        self.lift(rook, rook_from);
        self.put(king, king_to);
        self.put(rook, rook_to);
        self.toggle_keys(king, piece_key(king, king_from) ^ piece_key(king, king_to));
        self.toggle_keys(rook, piece_key(rook, rook_from) ^ piece_key(rook, rook_to));
        observer.moved(king, king_from, king_to);
        observer.moved(rook, rook_from, rook_to);
    }

    /// Notes that `S`, whose turn comes, may take en passant on `target` the pawn on `victim`, if
    /// any such capture is legal.
    #[inline(always)]
    fn allow_en_passant<S: Side>(&mut self, target: Square, victim: Square) {
        let capturers = pawn_attacks(!S::US, target) & self.pieces(S::US, PieceType::Pawn);
        if capturers.any() {
            let legal = capturers
                .into_iter()
                .any(|from| !self.en_passant_exposes_king(S::US, from, target, victim));
            if legal {
                self.state.en_passant = Some(target);
                self.state.keys.full ^= en_passant_key(target.file());
            }
        }
    }

    #[inline(always)]
    fn lose_castling<S: Side>(&mut self, piece: Piece, touched: Bitboard) {
        let before = self.state.castling;
        let mut after = before.after_touching(touched);
        if piece.kind() == PieceType::King {
            after = after.after_king_move(S::US);
        }
        if after != before {
            self.state.keys.full ^= castling_key(before) ^ castling_key(after);
            self.state.castling = after;
        }
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
