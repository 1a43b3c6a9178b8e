//! Generation of legal moves.
//!
//! Moves are legal as generated: a mask of squares that answer a check and the set of pinned pieces
//! decide before a move is written, never after. Pawns move as a set. The generator hands sets
//! of targets to a [`Sink`], so that listing moves and counting them is the same code.

mod sink;

use chess::{Bitboard, Color, Rank, Square, between, king_attacks, knight_attacks, rook_attacks};
use game::{MoveList, Stage};

use crate::position::Position;
use crate::tables::leapers::{khon_attacks, met_attacks};
use crate::types::moves::Move;
use crate::types::piece::PieceType;

use sink::{Counter, Sink};

impl Position {
    /// Appends the legal moves of a stage.
    pub fn generate(&self, stage: Stage, moves: &mut MoveList<Move>) {
        self.generate_for(self.side_to_move(), stage, moves);
    }

    /// All the legal moves.
    #[must_use]
    pub fn legal_moves(&self) -> MoveList<Move> {
        let mut moves = MoveList::new();
        self.generate(Stage::All, &mut moves);
        moves
    }

    /// How many legal moves there are, without making a list of them. Compiled for each side, for
    /// perft.
    #[must_use]
    #[inline(always)]
    pub fn count_legal_moves(&self) -> usize {
        let mut counter = Counter::default();
        match self.side_to_move() {
            Color::White => self.generate_for(Color::White, Stage::All, &mut counter),
            Color::Black => self.generate_for(Color::Black, Stage::All, &mut counter),
        }
        counter.moves()
    }

    /// Whether the side to move has any legal move.
    #[must_use]
    #[inline(never)]
    pub fn has_legal_move(&self) -> bool {
        self.count_legal_moves() > 0
    }

    /// The squares that the moves of a stage go to, promotions aside.
    #[inline(always)]
    fn wanted(&self, us: Color, stage: Stage) -> Bitboard {
        match stage {
            Stage::Noisy => self.color(!us),
            Stage::Quiet => !self.occupied(),
            Stage::All => !self.color(us),
        }
    }

    #[inline(always)]
    fn generate_for<T: Sink>(&self, us: Color, stage: Stage, sink: &mut T) {
        let wanted = self.wanted(us, stage);
        self.king_moves(us, wanted, sink);
        let checkers = self.checkers();
        if checkers.is_empty() {
            self.pawn_moves(us, stage, Bitboard::FULL, sink);
            self.piece_moves(us, wanted, sink);
        } else if !checkers.several() {
            // Only taking the checker or stepping in between helps, and no pinned piece can.
            let checker = Square::from_index(checkers.0.trailing_zeros() as usize);
            let answers = between(self.king(us), checker) | checkers;
            self.pawn_moves(us, stage, answers, sink);
            self.piece_moves(us, wanted & answers, sink);
        }
    }

    /// Steps of the king to squares that are not attacked.
    #[inline(always)]
    fn king_moves<T: Sink>(&self, us: Color, wanted: Bitboard, sink: &mut T) {
        let king = self.king(us);
        let targets = king_attacks(king) & wanted;
        if targets.any() {
            let without_king = self.occupied() ^ Bitboard::of(king);
            sink.piece(king, targets & !self.attacked_by(!us, without_king));
        }
    }

    /// Pawn moves of a stage: promotions are noisy. A pinned pawn moves only along its file.
    #[inline(always)]
    fn pawn_moves<T: Sink>(&self, us: Color, stage: Stage, answers: Bitboard, sink: &mut T) {
        let pawns = self.pieces(us, PieceType::Pawn);
        let free = pawns & !self.pinned();
        let ahead = if us == Color::White { 8 } else { -8 };
        let promoting = Bitboard::rank(Rank::Sixth.relative_to(us));
        let file = Bitboard::file(self.king(us).file());
        let steps = (free | pawns & file).forward(us) & !self.occupied() & answers;
        if stage != Stage::Quiet {
            let victims = self.color(!us) & answers;
            for (targets, offset) in [
                (free.east().forward(us) & victims, ahead + 1),
                (free.west().forward(us) & victims, ahead - 1),
            ] {
                sink.pawns(targets & !promoting, offset, false);
                sink.pawns(targets & promoting, offset, true);
            }
            sink.pawns(steps & promoting, ahead, true);
        }
        if stage != Stage::Noisy {
            sink.pawns(steps & !promoting, ahead, false);
        }
    }

    /// Moves of mets, khons, knights and rooks. What is pinned stays on its line: rooks, and a khon
    /// that steps ahead.
    #[inline(always)]
    fn piece_moves<T: Sink>(&self, us: Color, targets: Bitboard, sink: &mut T) {
        let pinned = self.pinned();
        let own = |kind| self.pieces(us, kind) & !pinned;
        let occupied = self.occupied();
        for from in own(PieceType::Met) {
            sink.piece(from, met_attacks(from) & targets);
        }
        for from in own(PieceType::Khon) {
            sink.piece(from, khon_attacks(us, from) & targets);
        }
        for from in own(PieceType::Knight) {
            sink.piece(from, knight_attacks(from) & targets);
        }
        for from in own(PieceType::Rook) {
            sink.piece(from, rook_attacks(from, occupied) & targets);
        }
        // In check a pinned piece has no target on its line.
        if pinned.any() {
            let king = self.king(us);
            for from in self.pieces(us, PieceType::Khon) & pinned {
                let line = chess::line(king, from);
                sink.piece(from, khon_attacks(us, from) & targets & line);
            }
            for from in self.pieces(us, PieceType::Rook) & pinned {
                let line = chess::line(king, from);
                sink.piece(from, rook_attacks(from, occupied) & targets & line);
            }
        }
    }
}
