//! Filters that select training positions.

mod hold_out;

use game::{Codes, GameResult, Position, Rng};

use crate::game::Game;
use crate::qgames::Step;

pub(crate) use hold_out::Fingerprint;
pub use hold_out::{HoldOut, Part};

/// The conditions under which a position is kept.
#[derive(Clone, Debug, PartialEq)]
pub struct Filters {
    /// Drop positions in check.
    pub no_check: bool,
    /// Drop positions where the move played is a capture or a promotion to a queen.
    pub no_noisy: bool,
    /// The minimum game ply.
    pub min_ply: u32,
    /// The maximum game ply.
    pub max_ply: u32,
    /// The maximum absolute score.
    pub max_score: u16,
    /// The minimum number of pieces.
    pub min_pieces: u32,
    /// The maximum number of pieces.
    pub max_pieces: u32,
    /// Keep positions of games with an unknown result.
    pub unknown_results: bool,
    /// Keep the positions after moves that were searched but not played.
    pub siblings: bool,
    /// If not zero, keep up to so many random neighbors of each position of the games instead of it:
    /// positions after a move that was not played. They have neither score nor result.
    pub neighbors: usize,
    /// The share of the remaining positions that is dropped at random.
    pub skip: f64,
    /// The share kept by the number of pieces: at 0, 8, 16, 24 and 32, linear between.
    pub piece_shares: Option<[f64; 5]>,
    /// Drop positions whose score makes the game result unlikely.
    pub unlikely: Option<ResultModel>,
    /// TD(lambda): the weight of the later positions' scores in the score of a position.
    pub td_lambda: f64,
    /// The training or validation part of the games.
    pub hold_out: Option<HoldOut>,
}

/// The usual training filter: quiet, undecided positions after the opening.
impl Default for Filters {
    fn default() -> Self {
        Self {
            no_check: true,
            no_noisy: true,
            min_ply: 16,
            max_score: 10_000,
            min_pieces: 4,
            ..Self::KEEP_ALL
        }
    }
}

/// A WDL model: a win has the probability `1 / (1 + exp((offset - score) / scale))`, a loss likewise
/// for the negated score, and a draw the rest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ResultModel {
    /// The score with a win probability of one half, in centipawns.
    pub offset: f64,
    /// The scale of the sigmoid, in centipawns.
    pub scale: f64,
    /// Results with a smaller probability are dropped.
    pub min_chance: f64,
}

impl ResultModel {
    /// The usual model: half of all games are won at 270 centipawns.
    pub const fn new(min_chance: f64) -> Self {
        Self {
            offset: 270.0,
            scale: 100.0,
            min_chance,
        }
    }

    /// The probability of a result, for a score from White's view.
    pub fn chance(&self, score: i16, result: GameResult) -> f64 {
        let win = |score: f64| 1.0 / (1.0 + ((self.offset - score) / self.scale).exp());
        let score = f64::from(score);
        match result {
            GameResult::WhiteWins => win(score),
            GameResult::BlackWins => win(-score),
            GameResult::Draw => (1.0 - win(score) - win(-score)).max(0.0),
            GameResult::Unknown => 1.0,
        }
    }
}

/// Why a position was dropped: the first reason that applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Dropped {
    /// It has no score.
    Unscored,
    /// The game has no result.
    NoResult,
    /// Too early or too late in the game.
    Ply,
    /// The score is too large.
    Score,
    /// Too few or too many pieces.
    Pieces,
    /// The side to move is in check.
    Check,
    /// The move played is a capture or queen promotion.
    Noisy,
    /// The result is unlikely for the score.
    Unlikely,
    /// At random.
    Skipped,
}

impl Dropped {
    /// All reasons, in their order.
    pub const ALL: [Self; 9] = [
        Self::Unscored,
        Self::NoResult,
        Self::Ply,
        Self::Score,
        Self::Pieces,
        Self::Check,
        Self::Noisy,
        Self::Unlikely,
        Self::Skipped,
    ];

    /// The reason as text.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Unscored => "without a score",
            Self::NoResult => "without a result",
            Self::Ply => "too early or late",
            Self::Score => "score too large",
            Self::Pieces => "too few or many pieces",
            Self::Check => "in check",
            Self::Noisy => "noisy move",
            Self::Unlikely => "unlikely result",
            Self::Skipped => "by chance",
        }
    }
}

impl Filters {
    /// Keeps every position with a score and a result.
    pub const KEEP_ALL: Self = Self {
        no_check: false,
        no_noisy: false,
        min_ply: 0,
        max_ply: u32::MAX,
        max_score: u16::MAX,
        min_pieces: 0,
        max_pieces: u32::MAX,
        unknown_results: false,
        siblings: false,
        neighbors: 0,
        skip: 0.0,
        piece_shares: None,
        unlikely: None,
        td_lambda: 0.0,
        hold_out: None,
    };

    /// Whether a game is in the wanted part of the hold-out.
    pub fn wants<R: Codes>(&self, game: &Game<R>) -> bool {
        let hold_out = self.hold_out;
        hold_out.is_none_or(|hold_out| hold_out.wants(game.group()))
    }

    /// Selects positions at a ply: the one on the board and the one after its sibling, or neighbors.
    /// `take` gets each position with its score from White's view and its result, or why it is dropped.
    /// Ignores the hold-out, which applies to whole games.
    pub fn select<R: Codes>(
        &self,
        step: &Step<'_, R>,
        rng: &mut Rng,
        mut take: impl FnMut(Result<(&R::Position, i16, GameResult), Dropped>),
    ) {
        let Step { position, ply, .. } = step;
        if self.neighbors == 0 {
            let judged = self.judge(step, rng);
            take(judged.map(|score| (*position, score, step.head.result)));
        }
        let mut take_after =
            |mv, score, rng: &mut Rng| match self.judge_after::<R>(position, mv, score, rng) {
                Ok(position) => take(Ok((&position, score, GameResult::Unknown))),
                Err(reason) => take(Err(reason)),
            };
        if self.neighbors > 0 {
            let mut moves = R::legal_moves(position).to_vec();
            moves.retain(|&mv| mv != ply.mv);
            for _ in 0..self.neighbors.min(moves.len()) {
                let mv = moves.swap_remove(rng.below(moves.len()));
                take_after(mv, 0, rng);
            }
        } else if let Some(sibling) = ply.sibling.filter(|_| self.siblings) {
            take_after(sibling.mv, sibling.score, rng);
        }
    }

    /// The score of a kept position, from White's view.
    ///
    /// # Errors
    /// Why the position is dropped.
    fn judge<R: Codes>(&self, step: &Step<'_, R>, rng: &mut Rng) -> Result<i16, Dropped> {
        let Step {
            head,
            position,
            ply,
        } = step;
        let score = ply.score.ok_or(Dropped::Unscored)?;
        if head.result == GameResult::Unknown && !self.unknown_results {
            return Err(Dropped::NoResult);
        }
        self.judge_position::<R>(position, score)?;
        if self.no_noisy && position.is_noisy(ply.mv) {
            return Err(Dropped::Noisy);
        }
        let unlikely = |model: &ResultModel| model.chance(score, head.result) < model.min_chance;
        if self.unlikely.as_ref().is_some_and(unlikely) {
            return Err(Dropped::Unlikely);
        }
        self.draw::<R>(position, rng)?;
        Ok(score)
    }

    /// The position after a move that was not played. What would be played there is not known: a
    /// capture that wins something counts as the noisy move.
    fn judge_after<R: Codes>(
        &self,
        position: &R::Position,
        mv: R::Move,
        score: i16,
        rng: &mut Rng,
    ) -> Result<R::Position, Dropped> {
        let mut position = position.clone();
        R::play(&mut position, mv);
        self.judge_position::<R>(&position, score)?;
        let wins = |&mv: &R::Move| position.is_noisy(mv) && position.see_ge(mv, 1);
        if self.no_noisy && R::legal_moves(&position).iter().any(wins) {
            return Err(Dropped::Noisy);
        }
        self.draw::<R>(&position, rng)?;
        Ok(position)
    }

    /// What does not depend on the move.
    fn judge_position<R: Codes>(&self, position: &R::Position, score: i16) -> Result<(), Dropped> {
        if !(self.min_ply..=self.max_ply).contains(&R::game_ply(position)) {
            return Err(Dropped::Ply);
        }
        if score.unsigned_abs() > self.max_score {
            return Err(Dropped::Score);
        }
        if !(self.min_pieces..=self.max_pieces).contains(&R::piece_count(position)) {
            return Err(Dropped::Pieces);
        }
        if self.no_check && position.in_check() {
            return Err(Dropped::Check);
        }
        Ok(())
    }

    /// Drops by chance. Nothing is drawn where everything is kept.
    fn draw<R: Codes>(&self, position: &R::Position, rng: &mut Rng) -> Result<(), Dropped> {
        let share = self
            .piece_shares
            .map_or(1.0, |shares| interpolated(shares, R::piece_count(position)));
        let kept = (1.0 - self.skip) * share;
        if kept < 1.0 && to_unit(rng.next_u64()) >= kept {
            return Err(Dropped::Skipped);
        }
        Ok(())
    }
}

/// The share of so many pieces, between those of the nearest multiples of eight.
fn interpolated(shares: [f64; 5], pieces: u32) -> f64 {
    let place = f64::from(pieces.min(32)) / 8.0;
    let below = (place as usize).min(3);
    let part = place - below as f64;
    shares[below] + part * (shares[below + 1] - shares[below])
}

/// Random bits as a number in `0.0..1.0`.
fn to_unit(bits: u64) -> f64 {
    (bits >> 11) as f64 / (1_u64 << 53) as f64
}

#[cfg(test)]
mod tests;
