//! Generation of legal moves.
//!
//! Moves are legal as generated. Out of check only the moves of the king and of pinned pieces are
//! tested one by one; of the others it is known that they are safe. In check the moves that can
//! answer the check are tested. The generator hands sets of targets to a [`Sink`], so that listing
//! moves and counting them is the same code.

mod sink;

use game::{MoveList, Stage};

use crate::position::Position;
use crate::tables::leapers::{
    advisor_attacks, elephant_attacks, horse_attacks, horse_leg, king_attacks,
};
use crate::tables::lines::between;
use crate::tables::sliders::{cannon_moves, rook_attacks};
use crate::types::bitboard::Bitboard;
use crate::types::color::Color;
use crate::types::moves::Move;
use crate::types::piece::PieceType;
use crate::types::square::Square;

use sink::{Counter, Sink, step_origin};

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
    /// perft: a search would rather have less code.
    #[must_use]
    pub fn count_legal_moves(&self) -> usize {
        let mut counter = Counter::default();
        match self.side_to_move() {
            Color::Red => self.generate_for(Color::Red, Stage::All, &mut counter),
            Color::Black => self.generate_for(Color::Black, Stage::All, &mut counter),
        }
        counter.moves()
    }

    /// Whether the side to move has any legal move.
    #[must_use]
    pub fn has_legal_move(&self) -> bool {
        !self.in_check() && self.has_free_horse_or_rook_move() || self.count_legal_moves() > 0
    }

    /// Whether a rook or horse that is not pinned can move, out of check: the usual case, and
    /// quickly seen.
    #[inline]
    fn has_free_horse_or_rook_move(&self) -> bool {
        let own = self.color(self.side_to_move());
        let movers = own.without(self.pinned());
        let blocked = own | self.hollow();
        let occupied = self.occupied();
        let rook = (self.kind(PieceType::Rook) & movers).first();
        let horse = (self.kind(PieceType::Horse) & movers).first();
        rook.is_some_and(|from| rook_attacks(from, occupied).without(blocked).any())
            || horse.is_some_and(|from| horse_attacks(from, occupied).without(blocked).any())
    }

    /// The squares that the moves of a stage go to.
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
        if self.in_check() {
            self.evasions(us, wanted, sink);
        } else {
            let targets = wanted.without(self.hollow());
            let pinned = self.pinned();
            self.piece_moves(us, !pinned, targets, sink);
            if pinned.any() {
                self.pinned_moves(us, targets, sink);
            }
        }
    }

    /// Steps of the king to squares where it is not in check.
    #[inline(always)]
    fn king_moves<T: Sink>(&self, us: Color, wanted: Bitboard, sink: &mut T) {
        let king = self.king(us);
        let mut safe = Bitboard::EMPTY;
        for to in king_attacks(king) & wanted {
            if self.is_safe_for_king(us, to) {
                safe |= Bitboard::of(to);
            }
        }
        sink.piece(king, safe);
    }

    /// Moves of all pieces of a set but the king.
    #[inline(always)]
    fn piece_moves<T: Sink>(&self, us: Color, movers: Bitboard, targets: Bitboard, sink: &mut T) {
        let occupied = self.occupied();
        let movers = movers & self.color(us);
        for from in self.kind(PieceType::Rook) & movers {
            sink.piece(from, rook_attacks(from, occupied) & targets);
        }
        for from in self.kind(PieceType::Cannon) & movers {
            sink.piece(from, cannon_moves(from, occupied, targets));
        }
        for from in self.kind(PieceType::Horse) & movers {
            sink.piece(from, horse_attacks(from, occupied) & targets);
        }
        for from in self.kind(PieceType::Elephant) & movers {
            sink.piece(from, elephant_attacks(from, occupied) & targets);
        }
        for from in self.kind(PieceType::Advisor) & movers {
            sink.piece(from, advisor_attacks(from) & targets);
        }
        let pawns = self.kind(PieceType::Pawn) & movers;
        let across = pawns & Bitboard::home(!us);
        let ahead = if us == Color::Red { 9 } else { -9 };
        sink.steps(pawns.forward(us) & targets, ahead);
        sink.steps(across.east() & targets, 1);
        sink.steps(across.west() & targets, -1);
    }

    /// Moves of pinned pieces, each tested.
    #[inline(never)]
    fn pinned_moves<T: Sink>(&self, us: Color, targets: Bitboard, sink: &mut T) {
        for from in self.pinned() {
            let targets = targets & self.pinned_targets(us, from);
            let mut tested = Tested {
                position: self,
                safe: Bitboard::EMPTY,
                sink,
            };
            self.piece_moves(us, Bitboard::of(from), targets, &mut tested);
        }
    }

    /// Answers to a check by other pieces than the king: to the squares that end the first check,
    /// or by its screen to anywhere. Where there is no other check, those of pieces that are neither
    /// screens nor pinned are safe; the others are tested.
    #[inline(never)]
    fn evasions<T: Sink>(&self, us: Color, wanted: Bitboard, sink: &mut T) {
        let king = self.king(us);
        let checker = self.checkers().lowest();
        let inside = between(king, checker);
        let screens = inside & self.occupied();
        let kind = self.piece_on(checker).map(|piece| piece.kind());
        let answers = match kind {
            Some(PieceType::Horse) => Bitboard::of(horse_leg(checker, king)),
            _ => inside.without(screens),
        } | Bitboard::of(checker);
        let targets = wanted.without(self.hollow());
        let safe = if self.checkers().several() {
            Bitboard::EMPTY
        } else {
            !(screens | self.pinned())
        };
        let mut tested = Tested {
            position: self,
            safe,
            sink,
        };
        self.piece_moves(us, !screens, targets & answers, &mut tested);
        if (screens & self.color(us)).any() {
            self.piece_moves(us, screens, targets, &mut tested);
        }
    }
}

/// Passes on the moves that leave the king safe.
struct Tested<'a, T> {
    position: &'a Position,
    /// The pieces whose moves are known to.
    safe: Bitboard,
    sink: &'a mut T,
}

impl<T: Sink> Sink for Tested<'_, T> {
    /// Never inline: it is called for each type of piece, and moves that need a test are rare.
    #[inline(never)]
    fn piece(&mut self, from: Square, targets: Bitboard) {
        if self.safe.has(from) {
            return self.sink.piece(from, targets);
        }
        let us = self.position.side_to_move();
        for to in targets {
            if self.position.leaves_king_safe(us, from, to) {
                self.sink.piece(from, Bitboard::of(to));
            }
        }
    }

    #[inline(always)]
    fn steps(&mut self, targets: Bitboard, offset: i8) {
        for to in targets {
            self.piece(step_origin(to, offset), Bitboard::of(to));
        }
    }
}
