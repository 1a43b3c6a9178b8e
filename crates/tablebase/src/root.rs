//! Ranking the moves of a game's position, with its halfmove clock and its repetitions.

use chess::{Move, PieceType, Position};

use crate::directory::Tablebases;
use crate::value::{Dtz, Wdl};

/// Plies after which the fifty-move rule draws.
const FIFTY_MOVES: i32 = 100;
/// The ranks of a sure win and of the best cursed win; losses have them negated.
const WIN: i32 = 2_000_000;
const CURSED_WIN: i32 = 1_000_000;
/// What a win loses that may slip away: DTZ can be one ply too small, and repetitions have begun.
const UNSURE: i32 = 10_000;

/// A move and what the tables say about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RankedMove {
    /// The move.
    pub mv: Move,
    /// The result for the side that moves, with the halfmove clock as it is.
    pub wdl: Wdl,
    /// DTZ of the position if this move is played; nothing without DTZ tables.
    pub dtz: Option<Dtz>,
    /// Higher is better; moves of one rank are equally good.
    pub rank: i32,
}

/// The moves of a position, the best first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RankedMoves {
    /// The moves.
    pub moves: Vec<RankedMove>,
    /// Whether they are ranked by DTZ; otherwise only by WDL, and progress is up to the search.
    pub by_dtz: bool,
}

impl Tablebases {
    /// Ranks the legal moves by DTZ, or by WDL where DTZ tables are missing. Nothing if the tables
    /// do not hold the position.
    ///
    /// Without pawns, a shorter DTZ ranks higher: it is progress. With pawns all sure wins rank
    /// alike, because the shortest DTZ often only gives a pawn away.
    #[must_use]
    pub fn rank_moves(&self, position: &Position, fifty_move_rule: bool) -> Option<RankedMoves> {
        self.probe_wdl(position)?;
        let context = Context {
            clock: position.halfmove_clock().min(FIFTY_MOVES as u32) as i32,
            repeated: position.has_repeated(),
            has_pawns: position.kind(PieceType::Pawn).any(),
            fifty_move_rule,
        };
        let ranked = |by_dtz: bool| {
            let moves = position.legal_moves();
            let moves = moves.iter().map(|&mv| match by_dtz {
                true => self.rank_by_dtz(position, mv, &context),
                false => self.rank_by_wdl(position, mv, &context),
            });
            let mut moves = moves.collect::<Option<Vec<_>>>()?;
            moves.sort_by_key(|ranked| (-ranked.rank, ranked.dtz));
            Some(RankedMoves { moves, by_dtz })
        };
        ranked(true).or_else(|| ranked(false))
    }

    fn rank_by_dtz(&self, position: &Position, mv: Move, context: &Context) -> Option<RankedMove> {
        let dtz = match draws_by_rule(position, mv) {
            true => Dtz(0),
            false => self.dtz_of_move(position, mv)?,
        };
        let (wdl, rank) = context.rank(dtz);
        Some(RankedMove {
            mv,
            wdl,
            dtz: Some(dtz),
            rank,
        })
    }

    fn rank_by_wdl(&self, position: &Position, mv: Move, context: &Context) -> Option<RankedMove> {
        let wdl = match draws_by_rule(position, mv) {
            true => Wdl::Draw,
            false => -self.probe_wdl(&position.after(mv))?,
        };
        let wdl = match wdl {
            Wdl::CursedWin if !context.fifty_move_rule => Wdl::Win,
            Wdl::BlessedLoss if !context.fifty_move_rule => Wdl::Loss,
            wdl => wdl,
        };
        let rank = match wdl {
            Wdl::Win => WIN,
            Wdl::CursedWin => CURSED_WIN,
            Wdl::Draw => 0,
            Wdl::BlessedLoss => -CURSED_WIN,
            Wdl::Loss => -WIN,
        };
        Some(RankedMove {
            mv,
            wdl,
            dtz: None,
            rank,
        })
    }
}

/// Whether a move draws at once: by the third repetition or the fifty-move rule.
fn draws_by_rule(position: &Position, mv: Move) -> bool {
    let mut after = position.clone();
    after.play(mv);
    after.is_threefold_repetition() || after.is_draw_by_fifty_moves()
}

/// What the rank of a move depends on besides its DTZ.
struct Context {
    clock: i32,
    repeated: bool,
    has_pawns: bool,
    fifty_move_rule: bool,
}

impl Context {
    fn rank(&self, Dtz(dtz): Dtz) -> (Wdl, i32) {
        let plies = dtz.abs() + self.clock;
        let is_in_time = plies <= FIFTY_MOVES || !self.fifty_move_rule;
        let is_sure = (plies < FIFTY_MOVES || !self.fifty_move_rule) && !self.repeated;
        match dtz.signum() {
            0 => (Wdl::Draw, 0),
            1 if is_sure && self.has_pawns => (Wdl::Win, WIN),
            1 if is_sure => (Wdl::Win, WIN - dtz),
            1 if is_in_time => (Wdl::Win, WIN - UNSURE - dtz),
            1 => (Wdl::CursedWin, CURSED_WIN - dtz),
            _ if !is_in_time => (Wdl::BlessedLoss, -CURSED_WIN - dtz),
            // Far from the fifty-move rule, the search knows better how to resist.
            _ if self.has_pawns && 2 * plies < FIFTY_MOVES => (Wdl::Loss, -WIN),
            _ => (Wdl::Loss, -WIN - dtz),
        }
    }
}
