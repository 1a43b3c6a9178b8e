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

#[cfg(test)]
mod tests {
    use super::{Context, Dtz, Position, Tablebases, Wdl};

    const TABLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tables");

    fn context(clock: i32, has_pawns: bool) -> Context {
        Context {
            clock,
            repeated: false,
            has_pawns,
            fifty_move_rule: true,
        }
    }

    fn wdl(context: &Context, dtz: i32) -> Wdl {
        context.rank(Dtz(dtz)).0
    }

    fn rank(context: &Context, dtz: i32) -> i32 {
        context.rank(Dtz(dtz)).1
    }

    #[test]
    fn the_halfmove_clock_turns_wins_into_cursed_wins() {
        let late = context(60, false);
        assert_eq!((wdl(&late, 40), wdl(&late, 41)), (Wdl::Win, Wdl::CursedWin));
        assert_eq!(
            (wdl(&late, -40), wdl(&late, -41)),
            (Wdl::Loss, Wdl::BlessedLoss)
        );
        let no_rule = Context {
            fifty_move_rule: false,
            ..late
        };
        assert_eq!(
            (wdl(&no_rule, 41), wdl(&no_rule, -90)),
            (Wdl::Win, Wdl::Loss)
        );
    }

    #[test]
    fn the_winner_hurries_and_the_loser_does_not() {
        for context in [context(0, false), context(60, false)] {
            let ranks = [30, 39, 45, 60, 0, -60, -45, -20, -3].map(|dtz| rank(&context, dtz));
            assert!(ranks.is_sorted_by(|a, b| a > b), "{ranks:?}");
        }
        // The next to last ply is not sure: DTZ may be one too small.
        assert!(rank(&context(60, false), 39) > 1_000 + rank(&context(60, false), 40));
    }

    #[test]
    fn sure_wins_with_pawns_rank_alike_until_positions_repeat() {
        let early = context(0, true);
        assert_eq!(rank(&early, 3), rank(&early, 60));
        assert!(rank(&early, 60) > rank(&early, 100));
        let repeated = Context {
            repeated: true,
            ..early
        };
        assert!(rank(&repeated, 3) > rank(&repeated, 60));
    }

    #[test]
    fn a_third_repetition_ranks_as_a_draw() {
        let tables = Tablebases::open(TABLES, |line| panic!("{line}"));
        let mut position = Position::from_fen("8/8/8/2k5/8/8/8/QK6 w - - 0 1").unwrap();
        let shuffle = ["a1a2", "c5c6", "a2a1", "c6c5"];
        for text in shuffle.into_iter().chain(shuffle) {
            position.play(position.parse_uci(text).unwrap());
        }
        let ranked = tables.rank_moves(&position, true).unwrap();
        assert!(ranked.by_dtz);
        let of = |text: &str| {
            let mv = position.parse_uci(text).unwrap();
            let found = ranked.moves.iter().find(|ranked| ranked.mv == mv);
            found.unwrap().wdl
        };
        assert_eq!((of("a1a2"), of("a1a3")), (Wdl::Draw, Wdl::Win));
        assert_eq!(ranked.moves[0].wdl, Wdl::Win);
    }
}
