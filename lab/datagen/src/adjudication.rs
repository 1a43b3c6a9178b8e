//! Adjudication of self-play games: by score, as matches have it, and by mate scores and material.

use game::adjudication::{Adjudication, Adjudicator, DrawRule, Verdict, WinRule};
use game::{Codes, GameResult, Outcome, Score, Side};

use crate::ending::Ending;

/// The default of win adjudication. Of 87,898 games at 700 nodes that reached it, 0.25 % did not
/// end so when played on; 600 for 8 plies was wrong in 1.9 %, 1500 for 4 in 0.05 %.
pub const WIN_RULE: WinRule = WinRule {
    score: 1000,
    plies: 4,
    one_sided: false,
};
/// The default of draw adjudication.
pub const DRAW_RULE: DrawRule = DrawRule {
    score: 4,
    plies: 12,
    from_ply: 80,
};
/// The default longest game.
pub const MAX_PLIES: u32 = 500;
/// The default share of games that are played out.
pub const PLAY_OUT: f64 = 0.05;

/// A draw without progress counts as unknown if the mean score is at least this, in centipawns.
const UNCLEAR_DRAW_SCORE: i32 = 300;
/// Plies of the mean: far more than the depth at which a search sees the fifty-move draw coming and
/// returns 0.
const UNCLEAR_DRAW_PLIES: usize = 40;

/// The adjudication state of one game. Mate scores and a bare king against mating material are always
/// adjudicated, except in games that are played out.
#[derive(Clone, Debug)]
pub(crate) struct SelfPlayAdjudicator {
    by_score: Adjudicator,
    is_played_out: bool,
    /// White-relative scores of all plies so far.
    scores: Vec<i32>,
    /// The result for the side that had mating material against a bare king.
    won: Option<GameResult>,
}

impl SelfPlayAdjudicator {
    pub(crate) fn new(rules: Adjudication, is_played_out: bool) -> Self {
        let win = rules.win.filter(|_| !is_played_out);
        Self {
            by_score: Adjudicator::new(Adjudication { win, ..rules }),
            is_played_out,
            scores: Vec::new(),
            won: None,
        }
    }

    /// Adds the white-relative score of a ply.
    pub(crate) fn add(&mut self, score: i32, ply: u32) {
        self.scores.push(score);
        self.by_score.add(Side::White, Some(score), ply);
    }

    /// The ending and the result, if the game ends in this position, after so many plies.
    pub(crate) fn verdict<R: Codes>(
        &mut self,
        position: &R::Position,
        plies: usize,
    ) -> Option<(Ending, GameResult)> {
        let by_material = || R::wins_by_material(position).map(GameResult::win_for);
        self.won = self.won.or_else(by_material);
        // The rules of the game come first.
        let by_rule = |outcome: R::Outcome| (Ending::from(outcome.kind()), outcome.result());
        let by_score = |verdict: Verdict| (Ending::from(verdict), verdict.result());
        let (ending, result) = (R::outcome(position).map(by_rule))
            .or_else(|| self.known_win())
            .or_else(|| self.by_score.verdict(plies).map(by_score))?;
        let result = match self.won {
            // A won ending stays a win even if it was misplayed.
            Some(won) => won,
            None if ending.is_without_progress() && self.is_unclear() => GameResult::Unknown,
            None => result,
        };
        Some((ending, result))
    }

    /// A win by material or by a mate score.
    fn known_win(&self) -> Option<(Ending, GameResult)> {
        if self.is_played_out {
            return None;
        }
        if let Some(won) = self.won {
            return Some((Ending::BareKing, won));
        }
        let score = Score::from_raw(*self.scores.last()?);
        let winner = if score.is_win() {
            Side::White
        } else {
            Side::Black
        };
        (score.is_decisive()).then(|| (Ending::MateScore, GameResult::win_for(winner)))
    }

    /// Whether one side was winning by the latest scores.
    fn is_unclear(&self) -> bool {
        let latest = &self.scores[self.scores.len().saturating_sub(UNCLEAR_DRAW_PLIES)..];
        let sum: i32 = latest.iter().sum();
        !latest.is_empty() && sum.abs() >= UNCLEAR_DRAW_SCORE * latest.len() as i32
    }
}

#[cfg(test)]
mod tests {
    use chess::{Chess, GameResult, Position};
    use game::adjudication::{Adjudication, DrawRule, WinRule};

    use super::{Ending, SelfPlayAdjudicator};

    const RULES: Adjudication = Adjudication {
        win: Some(WinRule {
            score: 1000,
            plies: 3,
            one_sided: false,
        }),
        draw: Some(DrawRule {
            score: 5,
            plies: 4,
            from_ply: 10,
        }),
        max_plies: Some(30),
    };

    /// The ply count and the verdict at the end of a game, by scores alone.
    fn judge(scores: impl IntoIterator<Item = i32>) -> Option<(usize, (Ending, GameResult))> {
        let mut adjudicator = SelfPlayAdjudicator::new(RULES, false);
        let mut plies = (0..).zip(scores);
        plies.find_map(|(ply, score)| {
            adjudicator.add(score, ply);
            let plies = ply as usize + 1;
            let start = Position::start();
            Some((plies, adjudicator.verdict::<Chess>(&start, plies)?))
        })
    }

    /// The verdict in a position after two plies with this score.
    fn judge_position(fen: &str, score: i32, play_out: bool) -> Option<(Ending, GameResult)> {
        let mut adjudicator = SelfPlayAdjudicator::new(RULES, play_out);
        (0..2).for_each(|ply| adjudicator.add(score, ply));
        adjudicator.verdict::<Chess>(&Position::from_fen(fen).unwrap(), 2)
    }

    #[test]
    fn a_lead_must_last_and_stay_with_one_side() {
        let white = (Ending::WinScore, GameResult::WhiteWins);
        let black = (Ending::WinScore, GameResult::BlackWins);
        assert_eq!(judge([0, 1200, 1500, 1000]), Some((4, white)));
        assert_eq!(judge([-1200; 9]), Some((3, black)));
        assert_eq!(judge([1200, 1200, 900, 1200, 1200]), None);
        assert_eq!(judge([1200, 1200, -1200, -1200, 1200, 1200]), None);
    }

    #[test]
    fn mate_scores_end_a_game_at_once() {
        let black = (Ending::MateScore, GameResult::BlackWins);
        assert_eq!(judge([0, 0, -31_990, 0]), Some((3, black)));
    }

    #[test]
    fn even_games_are_drawn_late_enough_and_endless_ones_too() {
        let even = (Ending::DrawScore, GameResult::Draw);
        let long = (Ending::MaxPlies, GameResult::Draw);
        assert_eq!(judge([0; 40]), Some((14, even)));
        assert_eq!(judge([0, 0, 0, 9].into_iter().cycle()), Some((30, long)));
    }

    #[test]
    fn a_draw_without_progress_at_a_large_score_is_unknown() {
        let unknown = (Ending::MaxPlies, GameResult::Unknown);
        assert_eq!(judge([-310; 40]), Some((30, unknown)));
        let drawn = (Ending::MaxPlies, GameResult::Draw);
        assert_eq!(judge([310, 250].into_iter().cycle()), Some((30, drawn)));
        let fifty = "4k3/8/8/8/8/8/3R2b1/4K3 w - - 100 90";
        let fifty_moves = |score| judge_position(fifty, score, false).unwrap();
        assert_eq!(fifty_moves(400), (Ending::MoveLimit, GameResult::Unknown));
        assert_eq!(fifty_moves(200), (Ending::MoveLimit, GameResult::Draw));
        let bare = "4k3/8/8/8/8/8/6b1/4K3 w - - 100 90";
        let insufficient = (Ending::InsufficientMaterial, GameResult::Draw);
        assert_eq!(judge_position(bare, -400, false), Some(insufficient));
    }

    #[test]
    fn mating_material_wins_against_a_bare_king_whose_turn_it_is_not() {
        let white = Some((Ending::BareKing, GameResult::WhiteWins));
        for pieces in ["R", "Q", "BN", "BB", "RP"] {
            let fen = format!("4k3/8/8/8/8/8/{pieces}{}/4K3 w - - 0 1", 8 - pieces.len());
            assert_eq!(judge_position(&fen, 600, false), white, "{pieces}");
            assert_eq!(judge_position(&fen, 600, true), None, "{pieces}");
            let defender = fen.replace('w', "b");
            assert_eq!(judge_position(&defender, 600, false), None, "{pieces}");
        }
        for pieces in ["NN", "P", "BP", "NP"] {
            let fen = format!("4k3/8/8/8/8/8/{pieces}{}/4K3 w - - 0 1", 8 - pieces.len());
            assert_eq!(judge_position(&fen, 600, false), None, "{pieces}");
        }
        let defended = "4k3/p7/8/8/8/8/R7/4K3 w - - 0 1";
        assert_eq!(judge_position(defended, 600, false), None);
    }

    #[test]
    fn a_won_ending_that_is_played_out_badly_stays_won() {
        let ending = Position::from_fen("4k3/8/8/8/8/8/r7/4K3 b - - 0 1").unwrap();
        let lost_rook = Position::from_fen("4k3/8/8/8/8/8/K7/8 b - - 0 2").unwrap();
        let mut adjudicator = SelfPlayAdjudicator::new(RULES, true);
        assert_eq!(adjudicator.verdict::<Chess>(&ending, 9), None);
        let expected = (Ending::InsufficientMaterial, GameResult::BlackWins);
        assert_eq!(adjudicator.verdict::<Chess>(&lost_rook, 10), Some(expected));
    }
}
