//! Adjudication of games by score and material.

use chess::{Color, GameResult, Outcome, Position};
use game::Score;
use serde::{Deserialize, Serialize};

use crate::ending::{Ending, wins_by_material};

/// A draw without progress counts as unknown if the mean score is at least this, in centipawns.
const UNCLEAR_DRAW_SCORE: i32 = 300;
/// Plies of the mean: far more than the depth at which a search sees the fifty-move draw coming and
/// returns 0.
const UNCLEAR_DRAW_PLIES: usize = 40;

/// Win adjudication.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WinRule {
    /// Smallest score, in centipawns.
    pub score: i32,
    /// Plies in a row; from 2 on both sides agree.
    pub plies: u32,
}

impl WinRule {
    /// The default. Of 87,898 games at 700 nodes that reached it, 0.25 % did not
    /// end so when played on; 600 for 8 plies was wrong in 1.9 %, 1500 for 4 in 0.05 %.
    pub const DEFAULT: Self = Self {
        score: 1000,
        plies: 4,
    };
}

/// Draw adjudication.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DrawRule {
    /// Largest score, in centipawns.
    pub score: i32,
    /// Plies in a row.
    pub plies: u32,
    /// First ply that counts.
    pub from_ply: u32,
}

impl DrawRule {
    /// The default.
    pub const DEFAULT: Self = Self {
        score: 4,
        plies: 12,
        from_ply: 80,
    };
}

/// Adjudication rules. Mate scores and a bare king against mating material are always adjudicated,
/// except in games that are played out.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Adjudication {
    /// The win rule, if any.
    pub win: Option<WinRule>,
    /// The draw rule, if any.
    pub draw: Option<DrawRule>,
    /// Longest game.
    pub max_plies: u32,
    /// Positions of up to so many men are adjudicated by tablebases; 0: none are.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub table_men: usize,
    /// Share of games that are not adjudicated as won, for positions of won endings: 0 to 1.
    pub play_out: f64,
}

impl Adjudication {
    /// The default.
    pub const DEFAULT: Self = Self {
        win: Some(WinRule::DEFAULT),
        draw: Some(DrawRule::DEFAULT),
        max_plies: 500,
        table_men: 0,
        play_out: 0.05,
    };
}

/// Keeps the headers of games without tablebases as they were.
fn is_zero(men: &usize) -> bool {
    *men == 0
}

impl Default for Adjudication {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// The adjudication state of one game.
#[derive(Clone, Debug)]
pub(crate) struct Adjudicator {
    rules: Adjudication,
    is_played_out: bool,
    /// White-relative scores of all plies so far.
    scores: Vec<i32>,
    /// The side that had mating material against a bare king.
    winner: Option<Color>,
    leader: Option<Color>,
    leading: u32,
    even: u32,
}

impl Adjudicator {
    pub(crate) const fn new(rules: Adjudication, is_played_out: bool) -> Self {
        Self {
            rules,
            is_played_out,
            scores: Vec::new(),
            winner: None,
            leader: None,
            leading: 0,
            even: 0,
        }
    }

    /// Adds the white-relative score of a ply.
    pub(crate) fn add(&mut self, score: i32, ply: u32) {
        self.scores.push(score);
        let win_score = self.rules.win.map_or(i32::MAX, |rule| rule.score);
        let leader = match score {
            score if score >= win_score => Some(Color::White),
            score if score <= -win_score => Some(Color::Black),
            _ => None,
        };
        self.leading = match leader {
            Some(_) if leader == self.leader => self.leading + 1,
            _ => 1,
        };
        self.leader = leader;
        let is_even = |rule: DrawRule| score.abs() <= rule.score && ply >= rule.from_ply;
        let is_even = self.rules.draw.is_some_and(is_even);
        self.even = if is_even { self.even + 1 } else { 0 };
    }

    /// The ending and the result, if the game ends in this position, after so many plies.
    pub(crate) fn verdict(
        &mut self,
        position: &Position,
        plies: usize,
    ) -> Option<(Ending, GameResult)> {
        self.winner = self.winner.or_else(|| wins_by_material(position));
        // The rules of chess come first.
        let by_rule = |outcome: Outcome| (Ending::from(outcome), outcome.result());
        let (ending, result) = (position.outcome().map(by_rule))
            .or_else(|| self.win())
            .or_else(|| self.draw(plies))?;
        let result = match self.winner {
            // A won ending stays a win even if it was misplayed.
            Some(winner) => GameResult::win_for(winner),
            None if ending.is_without_progress() && self.is_unclear() => GameResult::Unknown,
            None => result,
        };
        Some((ending, result))
    }

    fn win(&self) -> Option<(Ending, GameResult)> {
        if self.is_played_out {
            return None;
        }
        if let Some(winner) = self.winner {
            return Some((Ending::BareKing, GameResult::win_for(winner)));
        }
        let score = Score::from_raw(*self.scores.last()?);
        if score.is_decisive() {
            let winner = if score.is_win() {
                Color::White
            } else {
                Color::Black
            };
            return Some((Ending::MateScore, GameResult::win_for(winner)));
        }
        let is_clear = self.leading >= self.rules.win?.plies;
        let leader = self.leader.filter(|_| is_clear)?;
        Some((Ending::WinScore, GameResult::win_for(leader)))
    }

    fn draw(&self, plies: usize) -> Option<(Ending, GameResult)> {
        let is_even = self.rules.draw.is_some_and(|rule| self.even >= rule.plies);
        let ending = if is_even {
            Ending::DrawScore
        } else if plies >= self.rules.max_plies as usize {
            Ending::MaxPlies
        } else {
            return None;
        };
        Some((ending, GameResult::Draw))
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
    use chess::Position;

    use super::{Adjudication, Adjudicator, DrawRule, Ending, GameResult, WinRule};

    const RULES: Adjudication = Adjudication {
        win: Some(WinRule {
            score: 1000,
            plies: 3,
        }),
        draw: Some(DrawRule {
            score: 5,
            plies: 4,
            from_ply: 10,
        }),
        max_plies: 30,
        table_men: 0,
        play_out: 0.0,
    };

    /// The ply count and the verdict at the end of a game, by scores alone.
    fn judge(scores: impl IntoIterator<Item = i32>) -> Option<(usize, (Ending, GameResult))> {
        let mut adjudicator = Adjudicator::new(RULES, false);
        let mut plies = (0..).zip(scores);
        plies.find_map(|(ply, score)| {
            adjudicator.add(score, ply);
            let plies = ply as usize + 1;
            Some((plies, adjudicator.verdict(&Position::start(), plies)?))
        })
    }

    /// The verdict in a position after two plies with this score.
    fn judge_position(fen: &str, score: i32, play_out: bool) -> Option<(Ending, GameResult)> {
        let mut adjudicator = Adjudicator::new(RULES, play_out);
        (0..2).for_each(|ply| adjudicator.add(score, ply));
        adjudicator.verdict(&Position::from_fen(fen).unwrap(), 2)
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
        assert_eq!(fifty_moves(400), (Ending::FiftyMoves, GameResult::Unknown));
        assert_eq!(fifty_moves(200), (Ending::FiftyMoves, GameResult::Draw));
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
        let mut adjudicator = Adjudicator::new(RULES, true);
        assert_eq!(adjudicator.verdict(&ending, 9), None);
        let expected = (Ending::InsufficientMaterial, GameResult::BlackWins);
        assert_eq!(adjudicator.verdict(&lost_rook, 10), Some(expected));
    }
}
