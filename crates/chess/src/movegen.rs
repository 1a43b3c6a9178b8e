//! Generation of legal moves.
//!
//! Moves are legal as generated: a mask of squares that answer a check and the set of pinned pieces
//! decide before a move is written, never after. Pawns move as a set. The generator hands sets of
//! targets to a [`Sink`], so that listing moves and counting them is the same code.

mod king;
mod pawns;
mod sink;

use game::{MoveList, Stage};

use crate::position::Position;
use crate::tables::leapers::knight_attacks;
use crate::tables::lines::{between, line};
use crate::tables::sliders::{bishop_attacks, rook_attacks};
use crate::types::bitboard::Bitboard;
use crate::types::color::{Black, Color, Side, White};
use crate::types::moves::Move;
use crate::types::piece::PieceType;
use crate::types::square::Square;

use sink::{Counter, Sink};

/// The stage of generation, known at compile time: see [`Stage`].
trait Wanted {
    /// Captures and queen promotions.
    const NOISY: bool;
    /// All the others, underpromotions included.
    const QUIET: bool;
}

struct Noisy;
struct Quiet;
struct All;

impl Wanted for Noisy {
    const NOISY: bool = true;
    const QUIET: bool = false;
}

impl Wanted for Quiet {
    const NOISY: bool = false;
    const QUIET: bool = true;
}

impl Wanted for All {
    const NOISY: bool = true;
    const QUIET: bool = true;
}

impl Position {
    /// Appends the legal moves of a stage.
    pub fn generate(&self, stage: Stage, moves: &mut MoveList<Move>) {
        match (self.side_to_move(), stage) {
            (Color::White, Stage::Noisy) => self.generate_as::<White, Noisy, _>(moves),
            (Color::White, Stage::Quiet) => self.generate_as::<White, Quiet, _>(moves),
            (Color::White, Stage::All) => self.generate_as::<White, All, _>(moves),
            (Color::Black, Stage::Noisy) => self.generate_as::<Black, Noisy, _>(moves),
            (Color::Black, Stage::Quiet) => self.generate_as::<Black, Quiet, _>(moves),
            (Color::Black, Stage::All) => self.generate_as::<Black, All, _>(moves),
        }
    }

    /// All the legal moves.
    pub fn legal_moves(&self) -> MoveList<Move> {
        let mut moves = MoveList::new();
        self.generate(Stage::All, &mut moves);
        moves
    }

    /// How many legal moves there are, without making a list of them. Inlined into perft, its only
    /// user for speed.
    #[inline(always)]
    pub fn count_legal_moves(&self) -> usize {
        match self.side_to_move() {
            Color::White => self.count_as::<White>(),
            Color::Black => self.count_as::<Black>(),
        }
    }

    /// Whether the side to move has any legal move.
    #[inline(never)]
    pub fn has_legal_move(&self) -> bool {
        self.count_legal_moves() > 0
    }

    /// [`Position::count_legal_moves`] for a side known at compile time.
    #[inline(always)]
    pub(crate) fn count_as<S: Side>(&self) -> usize {
        let mut counter = Counter::default();
        self.generate_as::<S, All, _>(&mut counter);
        counter.moves()
    }

    /// [`game::Position::sum_after_moves`] for a side known at compile time.
    #[inline(always)]
    pub(crate) fn sum_after_moves_as<S: Side>(&mut self, count: impl Fn(&mut Self) -> u64) -> u64 {
        let mut moves = MoveList::new();
        self.generate_as::<S, All, _>(&mut moves);
        let mut sum = 0;
        for &mv in &moves {
            self.make_as::<S, ()>(mv, &mut ());
            sum += count(self);
            self.unmake_as::<S>(mv);
        }
        sum
    }

    #[inline(always)]
    fn generate_as<S: Side, W: Wanted, T: Sink>(&self, sink: &mut T) {
        let king = self.king(S::US);
        self.king_moves::<S, W, T>(king, sink);

        let wanted = self.wanted::<S, W>();
        let checkers = self.checkers();
        if checkers.is_empty() {
            self.pawn_moves::<S, W, T>(king, Bitboard::FULL, sink);
            self.piece_moves::<S, T>(wanted, sink);
            self.pinned_moves::<S, T>(king, wanted, sink);
        } else if !checkers.several() {
            // Only taking the checker or stepping in between helps, and no pinned piece can.
            let answers = between(king, checkers.lowest()) | checkers;
            self.pawn_moves::<S, W, T>(king, answers, sink);
            self.piece_moves::<S, T>(wanted & answers, sink);
        }
    }

    /// The squares that wanted moves of pieces other than pawns go to.
    #[inline(always)]
    fn wanted<S: Side, W: Wanted>(&self) -> Bitboard {
        let mut wanted = Bitboard::EMPTY;
        if W::NOISY {
            wanted |= self.color(!S::US);
        }
        if W::QUIET {
            wanted |= !self.occupied();
        }
        wanted
    }

    /// Moves of knights, bishops, rooks and queens that are free to go anywhere. A queen is
    /// treated once as a bishop and once as a rook.
    #[inline(always)]
    fn piece_moves<S: Side, T: Sink>(&self, targets: Bitboard, sink: &mut T) {
        let free = !self.pinned();
        let occupied = self.occupied();
        for from in self.pieces(S::US, PieceType::Knight) & free {
            sink.piece(from, knight_attacks(from) & targets);
        }
        for from in self.diagonal_sliders(S::US) & free {
            sink.piece(from, bishop_attacks(from, occupied) & targets);
        }
        for from in self.straight_sliders(S::US) & free {
            sink.piece(from, rook_attacks(from, occupied) & targets);
        }
    }

    /// Moves of pinned sliders along their line. Pinned knights cannot move; pinned pawns are
    /// moved with the other pawns.
    #[inline(always)]
    fn pinned_moves<S: Side, T: Sink>(&self, king: Square, targets: Bitboard, sink: &mut T) {
        let pinned = self.pinned();
        if pinned.is_empty() {
            return;
        }
        let occupied = self.occupied();
        for from in self.diagonal_sliders(S::US) & pinned {
            sink.piece(
                from,
                bishop_attacks(from, occupied) & targets & line(king, from),
            );
        }
        for from in self.straight_sliders(S::US) & pinned {
            sink.piece(
                from,
                rook_attacks(from, occupied) & targets & line(king, from),
            );
        }
    }
}
