//! What the rules of a game must provide for the search: types, position, move generation, draws.

use crate::{Dense, MoveList, Observer, PackedMove, Params, Score};

/// Ties the types of one game together. Implemented by an empty marker type.
pub trait Game: Sized + Copy + Send + Sync + 'static {
    /// A side.
    type Color: Dense;
    /// A kind of piece together with its side.
    type Piece: Dense;
    /// A square of the board.
    type Square: Dense;
    /// A move.
    type Move: PackedMove;
    /// A position with the history that its rules need.
    type Position: Position<Self>;
    /// What the side not to move attacks.
    type Threats: Threats<Self>;
    /// The squares from which the side to move gives check.
    type CheckSquares: Copy;

    /// The search parameters of this game.
    const PARAMS: &'static Params;
    /// Whether a side without a legal move loses even if it is not in check.
    const STALEMATE_LOSES: bool;
    /// The halfmove clock at which the game is drawn, unless a position has a limit of its own
    /// ([`Position::clock_limit`]); `u32::MAX` in a game without such a rule.
    const CLOCK_LIMIT: u32;

    /// The square a move starts from.
    fn origin(mv: Self::Move) -> Self::Square;

    /// The square a move goes to.
    fn target(mv: Self::Move) -> Self::Square;
}

/// What the side not to move attacks in one position.
pub trait Threats<G: Game>: Copy {
    /// Whether a square is attacked.
    fn has(&self, square: G::Square) -> bool;

    /// Whether a piece on a square is attacked by a less valuable one.
    fn by_lesser(&self, piece: G::Piece, square: G::Square) -> bool;
}

/// Which legal moves to generate.
///
/// Noisy and quiet moves are disjoint and together are all legal moves. In check every stage gives
/// only evasions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Captures and promotions: the moves for which [`Position::is_noisy`] holds.
    Noisy,
    /// All the others.
    Quiet,
    /// Every legal move.
    All,
}

/// A position as the search sees it.
pub trait Position<G: Game>: Clone + Send {
    /// The side whose turn it is.
    fn side_to_move(&self) -> G::Color;

    /// The piece on a square.
    fn piece_on(&self, square: G::Square) -> Option<G::Piece>;

    /// The piece that a pseudo-legal move captures.
    fn victim(&self, mv: G::Move) -> Option<G::Piece>;

    /// What a pseudo-legal move captures and promotes, in centipawns.
    fn immediate_gain(&self, mv: G::Move) -> i32;

    /// What the side not to move attacks.
    fn threats(&self) -> G::Threats;

    /// The hash keys of this position.
    fn keys(&self) -> &Keys;

    /// The full key after a pseudo-legal move, except for rare changes (castling rights, say): good
    /// enough to prefetch.
    fn likely_key_after(&self, mv: G::Move) -> u64;

    /// Appends the legal moves of a stage to `moves`.
    fn generate(&self, stage: Stage, moves: &mut MoveList<G::Move>);

    /// How many legal moves there are.
    fn count_legal_moves(&self) -> usize {
        let mut moves = MoveList::new();
        self.generate(Stage::All, &mut moves);
        moves.len()
    }

    /// The sum of `count` after each legal move: the inner loop of perft, for a game to specialize
    /// by side.
    #[inline(always)]
    fn sum_after_moves(&mut self, count: impl Fn(&mut Self) -> u64) -> u64 {
        let mut moves = MoveList::new();
        self.generate(Stage::All, &mut moves);
        let mut sum = 0;
        for &mv in &moves {
            self.make(mv, &mut ());
            sum += count(self);
            self.unmake(mv);
        }
        sum
    }

    /// Perft of two plies, for a game to specialize by side.
    #[inline(always)]
    fn perft_2(&mut self) -> u64 {
        self.sum_after_moves(|position| position.count_legal_moves() as u64)
    }

    /// Whether a move of unknown origin (a TT move, say) is pseudo-legal: possible except that it
    /// may leave the own king in check.
    fn is_pseudo_legal(&self, mv: G::Move) -> bool;

    /// Whether a pseudo-legal move is legal.
    fn is_legal(&self, mv: G::Move) -> bool;

    /// Makes a legal move and reports each piece change to the observer.
    fn make<O: Observer<G>>(&mut self, mv: G::Move, observer: &mut O);

    /// Unmakes the last move, which must have been `mv`.
    fn unmake(&mut self, mv: G::Move);

    /// This position as if it had been set up: a copy that costs the same after any number of moves. A
    /// game whose positions keep no history need not say how.
    #[must_use]
    fn without_history(&self) -> Self {
        self.clone()
    }

    /// Makes a null move. Not in check.
    fn make_null(&mut self);

    /// Unmakes a null move.
    fn unmake_null(&mut self);

    /// Whether the side to move is in check.
    fn in_check(&self) -> bool;

    /// Whether the side to move has a legal move.
    fn has_legal_move(&self) -> bool;

    /// The score of a position without a legal move, `ply` plies below the root.
    #[inline]
    fn score_without_moves(&self, ply: usize) -> Score {
        if G::STALEMATE_LOSES || self.in_check() {
            Score::mated_in(ply)
        } else {
            Score::DRAW
        }
    }

    /// Whether a legal move gives check.
    fn gives_check(&self, mv: G::Move) -> bool;

    /// The check squares for [`Position::gives_check_from`], worth computing for many moves.
    fn check_squares(&self) -> G::CheckSquares;

    /// The same as [`Position::gives_check`], given this position's check squares.
    fn gives_check_from(&self, squares: &G::CheckSquares, mv: G::Move) -> bool;

    /// Whether a pseudo-legal move belongs to [`Stage::Noisy`].
    fn is_noisy(&self, mv: G::Move) -> bool;

    /// Whether the static exchange evaluation (SEE) of a pseudo-legal move is at least `threshold`,
    /// in centipawns.
    fn see_ge(&self, mv: G::Move, threshold: i32) -> bool;

    /// Whether the side to move has enough material that zugzwang is unlikely.
    fn null_move_is_safe(&self) -> bool;

    /// Whether single moves may be pruned by move count, eval, history or SEE. Not where zugzwang is
    /// the rule, as in bare endgames of a game in which stalemate loses.
    #[inline(always)]
    fn move_pruning_is_safe(&self) -> bool {
        true
    }

    /// The halfmove clock: plies since the last irreversible move, as far as the rule that ends the
    /// game at [`Position::clock_limit`] counts them.
    fn halfmove_clock(&self) -> u32;

    /// The halfmove clock at which the game is drawn.
    #[inline(always)]
    fn clock_limit(&self) -> u32 {
        G::CLOCK_LIMIT
    }

    /// Whether this position occurred before on this line, in a game in which its score depends on
    /// that (a repetition can lose). It becomes part of the TT key.
    #[inline(always)]
    fn has_occurred(&self) -> bool {
        false
    }

    /// Whether a position with this full key, one move ahead, likely occurred before: what
    /// [`Position::has_occurred`] will say there, good enough to prefetch.
    #[inline(always)]
    fn likely_occurred(&self, _key: u64) -> bool {
        false
    }

    /// Draws, wins and losses by rule, and upcoming repetitions where a repetition is a draw, `ply`
    /// plies below the root. A win or loss by rule is a mate at this ply.
    fn verdict(&self, ply: usize) -> Verdict;
}

/// Zobrist keys of a position and of parts of it.
///
/// `full` identifies the position; the others hash only some of its pieces and index correction and
/// pawn history.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Keys {
    /// Pieces, side to move, castling and en passant rights.
    pub full: u64,
    /// Pawns of both sides.
    pub pawn: u64,
    /// Minor pieces and kings of both sides.
    pub minor: u64,
    /// Pieces without pawns, by side.
    pub non_pawn: [u64; 2],
}

/// What the rules say about a position before any search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The game goes on.
    Open,
    /// The game ends here with this score.
    Final(Score),
    /// The side to move can have at least this (an upcoming repetition, say).
    AtLeast(Score),
    /// The side to move can have at most this.
    AtMost(Score),
}
