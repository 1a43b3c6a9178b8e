//! Which positions of games are worth training on.

use chess::pgn::GameResult;
use game::Rng;

use crate::qgames::Step;

/// What a position must be like to be kept.
#[derive(Clone, Debug, PartialEq)]
pub struct Filters {
    /// Drop positions in check.
    pub no_check: bool,
    /// Drop positions where the move played is a capture or a promotion to a queen.
    pub no_tactical: bool,
    /// Plies of the game before the position, at least.
    pub min_ply: u32,
    /// Plies of the game before the position, at most.
    pub max_ply: u32,
    /// The score of either side, at most.
    pub max_score: u16,
    /// Pieces on the board, at least.
    pub min_pieces: u32,
    /// Pieces on the board, at most.
    pub max_pieces: u32,
    /// The share of the remaining positions that is dropped by chance.
    pub skip: f64,
    /// Drop positions whose score makes the game's result this unlikely.
    pub unlikely: Option<ResultModel>,
    /// Which games to look at.
    pub hold_out: Option<HoldOut>,
}

/// What most nets are trained on: quiet positions of the game proper that are not decided yet.
impl Default for Filters {
    fn default() -> Self {
        Self {
            no_check: true,
            no_tactical: true,
            min_ply: 16,
            max_score: 10_000,
            min_pieces: 4,
            ..Self::KEEP_ALL
        }
    }
}

/// How likely a win is for a score: `1 / (1 + exp((offset - score) / scale))`, likewise a loss for
/// the opposite score, and a draw otherwise.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ResultModel {
    /// The score that wins every other game, in centipawns.
    pub offset: f64,
    /// How fast scores become decisive, in centipawns.
    pub scale: f64,
    /// Results with a smaller chance are dropped.
    pub min_chance: f64,
}

impl ResultModel {
    /// How likely a result is for a score of white's view.
    #[must_use]
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

/// Which part of the games is meant, when some are held out for validation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// All but those held out.
    Training,
    /// Those held out.
    Validation,
}

/// Games held out as a whole, chosen by what was played in them: the same game is always on the same
/// side, wherever it stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HoldOut {
    /// The share of games that is held out.
    pub share: f64,
    /// Which part is wanted.
    pub part: Part,
}

impl HoldOut {
    /// Whether a game with this fingerprint is wanted.
    pub(crate) fn wants(&self, fingerprint: u64) -> bool {
        let held_out = to_unit(Rng::new(fingerprint).next_u64()) < self.share;
        held_out == (self.part == Part::Validation)
    }
}

/// Why a position was dropped. The first reason counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Dropped {
    /// Nobody searched it.
    Unscored,
    /// The game's result is not known.
    NoResult,
    /// Too early or too late in the game.
    Ply,
    /// Too decided.
    Score,
    /// Too few or too many pieces.
    Pieces,
    /// The side to move is in check.
    Check,
    /// The move played is tactical.
    Tactical,
    /// The result does not fit the score.
    Unlikely,
    /// By chance.
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
        Self::Tactical,
        Self::Unlikely,
        Self::Skipped,
    ];

    /// In words.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Unscored => "without a score",
            Self::NoResult => "without a result",
            Self::Ply => "too early or late",
            Self::Score => "score too large",
            Self::Pieces => "too few or many pieces",
            Self::Check => "in check",
            Self::Tactical => "tactical move",
            Self::Unlikely => "unlikely result",
            Self::Skipped => "by chance",
        }
    }
}

impl Filters {
    /// Every position that has a score and a result.
    pub const KEEP_ALL: Self = Self {
        no_check: false,
        no_tactical: false,
        min_ply: 0,
        max_ply: u32::MAX,
        max_score: u16::MAX,
        min_pieces: 0,
        max_pieces: u32::MAX,
        skip: 0.0,
        unlikely: None,
        hold_out: None,
    };

    /// The score of a position that is kept, from white's view.
    ///
    /// # Errors
    /// Why it is not kept.
    pub fn judge(&self, step: &Step<'_>, rng: &mut Rng) -> Result<i16, Dropped> {
        let Step {
            head,
            position,
            ply,
        } = step;
        let score = ply.score.ok_or(Dropped::Unscored)?;
        let unlikely = |model: &ResultModel| model.chance(score, head.result) < model.min_chance;
        let reasons = [
            (head.result == GameResult::Unknown, Dropped::NoResult),
            (
                !(self.min_ply..=self.max_ply).contains(&position.game_ply()),
                Dropped::Ply,
            ),
            (score.unsigned_abs() > self.max_score, Dropped::Score),
            (
                !(self.min_pieces..=self.max_pieces).contains(&position.occupied().count()),
                Dropped::Pieces,
            ),
            (self.no_check && position.in_check(), Dropped::Check),
            (
                self.no_tactical && position.is_tactical(ply.mv),
                Dropped::Tactical,
            ),
            (
                self.unlikely.as_ref().is_some_and(unlikely),
                Dropped::Unlikely,
            ),
        ];
        if let Some((_, reason)) = reasons.into_iter().find(|(applies, _)| *applies) {
            return Err(reason);
        }
        if self.skip > 0.0 && to_unit(rng.next_u64()) < self.skip {
            return Err(Dropped::Skipped);
        }
        Ok(score)
    }
}

/// Random bits as a number from 0 to below 1.
fn to_unit(bits: u64) -> f64 {
    (bits >> 11) as f64 / (1_u64 << 53) as f64
}

/// What a game is known by: where it starts and what was played.
pub(crate) struct Fingerprint(u64);

impl Fingerprint {
    /// Of a game without moves.
    pub(crate) const fn new() -> Self {
        Self(0)
    }

    /// Adds a move.
    #[inline]
    pub(crate) fn add(&mut self, step: &Step<'_>) {
        let mixed = self.0 ^ step.position.keys().full;
        self.0 = (mixed ^ mixed >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    }

    /// The number.
    pub(crate) const fn value(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::{Dropped, Filters, HoldOut, Part, ResultModel};
    use crate::{GameHead, GameResult, Ply, Start, Step};
    use chess::Position;
    use game::Rng;

    fn judge(filters: &Filters, fen: &str, mv: &str, score: Option<i16>) -> Result<i16, Dropped> {
        let position = Position::from_fen(fen).unwrap();
        let head = GameHead {
            start: Start::STANDARD,
            plies: 1,
            result: GameResult::WhiteWins,
        };
        let mv = position.parse_uci(mv).unwrap();
        let ply = Ply {
            score,
            ..Ply::unscored(mv)
        };
        let step = Step {
            head: &head,
            position: &position,
            ply,
        };
        filters.judge(&step, &mut Rng::new(1))
    }

    const QUIET: &str = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 20";
    const CHECK: &str = "rnb1kbnr/pppp1ppp/8/4p3/4P2q/5P2/PPPP2PP/RNBQKBNR w KQkq - 0 20";

    #[test]
    fn each_filter_drops_what_it_should_and_only_that() {
        let all = Filters::KEEP_ALL;
        assert_eq!(judge(&all, QUIET, "f1b5", Some(-31)), Ok(-31));
        assert_eq!(judge(&all, QUIET, "f1b5", None), Err(Dropped::Unscored));
        assert_eq!(judge(&all, CHECK, "e1e2", Some(9)), Ok(9));
        let usual = Filters::default();
        assert_eq!(judge(&usual, QUIET, "f1b5", Some(-31)), Ok(-31));
        assert_eq!(
            judge(&usual, QUIET, "f3e5", Some(1)),
            Err(Dropped::Tactical)
        );
        assert_eq!(judge(&usual, CHECK, "e1e2", Some(1)), Err(Dropped::Check));
        assert_eq!(
            judge(&usual, QUIET, "f1b5", Some(-10_001)),
            Err(Dropped::Score)
        );
        let early = Filters {
            min_ply: 39,
            ..all.clone()
        };
        assert_eq!(judge(&early, QUIET, "f1b5", Some(1)), Err(Dropped::Ply));
        let pieces = Filters {
            max_pieces: 31,
            ..all.clone()
        };
        assert_eq!(judge(&pieces, QUIET, "f1b5", Some(1)), Err(Dropped::Pieces));
        let skip = Filters {
            skip: 1.0,
            ..all.clone()
        };
        assert_eq!(judge(&skip, QUIET, "f1b5", Some(1)), Err(Dropped::Skipped));
        let unlikely = Filters {
            unlikely: Some(ResultModel {
                offset: 270.0,
                scale: 100.0,
                min_chance: 0.05,
            }),
            ..all
        };
        assert_eq!(
            judge(&unlikely, QUIET, "f1b5", Some(-300)),
            Err(Dropped::Unlikely)
        );
        assert_eq!(judge(&unlikely, QUIET, "f1b5", Some(0)), Ok(0));
    }

    #[test]
    fn chances_of_the_results_add_up_and_follow_the_score() {
        let model = ResultModel {
            offset: 270.0,
            scale: 100.0,
            min_chance: 0.0,
        };
        for score in [-30_000, -500, 0, 31, 270, 20_000] {
            let chances = [
                GameResult::WhiteWins,
                GameResult::Draw,
                GameResult::BlackWins,
            ]
            .map(|result| model.chance(score, result));
            assert!(
                (chances.iter().sum::<f64>() - 1.0).abs() < 1e-9,
                "{chances:?}"
            );
        }
        assert!((model.chance(270, GameResult::WhiteWins) - 0.5).abs() < 1e-9);
    }

    #[test]
    fn games_are_on_one_side_of_the_hold_out() {
        let training = HoldOut {
            share: 0.1,
            part: Part::Training,
        };
        let validation = HoldOut {
            part: Part::Validation,
            ..training
        };
        let mut held_out = 0;
        for fingerprint in 0..10_000 {
            assert_ne!(training.wants(fingerprint), validation.wants(fingerprint));
            held_out += u32::from(validation.wants(fingerprint));
        }
        assert!((800..1200).contains(&held_out), "{held_out}");
    }
}
