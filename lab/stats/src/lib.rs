//! What a set of game results says about the players.
//!
//! [`Trinomial`] and [`Pentanomial`] count results; [`Performance`] turns counts into Elo with
//! error bars; [`Sprt`] decides when enough games were played; [`Tournament`] rates many players
//! at once; [`PairModel`] plays imaginary matches to test and plan the real ones. Elo and SPRT
//! aim at the numbers that fastchess prints for the same counts. Nothing here plays chess, reads
//! files or starts threads.
//!
//! ```
//! use stats::{Decision, Model, Outcome, Pentanomial, Performance, Sprt};
//!
//! let mut pairs = Pentanomial([34, 54, 63, 64, 74]);
//! pairs.add(Outcome::Win, Outcome::Win);
//! let performance = Performance::of(&pairs);
//! assert_eq!(performance.to_string(), "Elo: 55.58 +/- 27.65, nElo: 57.94 +/- 28.28");
//!
//! let sprt = Sprt::new(Model::Normalised, 0.0, 10.0, 0.05, 0.05)?;
//! assert_eq!(sprt.decide(sprt.llr(&pairs)), Decision::Continue);
//! # Ok::<(), stats::SprtError>(())
//! ```

#![forbid(unsafe_code)]

mod counts;
mod davidson;
mod distribution;
mod elo;
mod likelihood;
mod normal;
mod random;
mod ratings;
mod simulate;
mod sprt;

pub use counts::{Counts, Outcome, Pentanomial, Trinomial};
pub use davidson::GameModel;
pub use distribution::Distribution;
pub use elo::{Estimate, Percent, Performance, elo_of_score, score_of_elo};
pub use ratings::{
    Anchor, Played, Player, Rating, RatingError, RatingOptions, Ratings, Tournament,
};
pub use simulate::{PairModel, SprtRun, round_robin};
pub use sprt::{Decision, Model, Plan, Sprt, SprtError};
