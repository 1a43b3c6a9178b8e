//! Match statistics: Elo, pentanomial SPRT, and Bradley-Terry ratings.
//!
//! [`Trinomial`] and [`Pentanomial`] count results; [`Performance`] turns counts into logistic and
//! normalized Elo with error bars and the likelihood of superiority (LOS); [`Sprt`] is the
//! sequential test; [`Tournament`] rates many players at once. Elo and SPRT aim at the numbers that
//! fastchess prints for the same counts. [`rank_correlation`] is Spearman's; [`holm`] corrects for several questions; [`SymmetricMatrix`] is the Cholesky solver of the whole lab.
//! Nothing here plays chess, reads files or starts threads.
//!
//! ```
//! use stats::{Decision, Model, Outcome, Pentanomial, Performance, Sprt};
//!
//! let mut pairs = Pentanomial([34, 54, 63, 64, 74]);
//! pairs.add(Outcome::Win, Outcome::Win);
//! let performance = Performance::of(&pairs);
//! assert_eq!(performance.to_string(), "Elo: 55.58 +/- 27.65, nElo: 57.94 +/- 28.28");
//!
//! let sprt = Sprt::new(Model::Normalized, 0.0, 10.0, 0.05, 0.05)?;
//! assert_eq!(sprt.decide(sprt.llr(&pairs)), Decision::Continue);
//! # Ok::<(), stats::SprtError>(())
//! ```

#![forbid(unsafe_code)]

mod cholesky;
mod counts;
mod davidson;
mod distribution;
mod elo;
mod holm;
mod likelihood;
mod normal;
mod rank;
mod ratings;
mod sampling;
mod sprt;

pub use cholesky::SymmetricMatrix;
pub use counts::{Counts, Outcome, Pentanomial, Trinomial};
pub use davidson::GameModel;
pub use distribution::Distribution;
pub use elo::{Estimate, Percent, Performance, elo_of_score, score_of_elo};
pub use holm::{holm, two_sided};
pub use rank::rank_correlation;
pub use ratings::{
    Anchor, Played, Player, Rating, RatingError, RatingOptions, Ratings, Tournament,
};
pub use sprt::{Decision, Model, Plan, Sprt, SprtError};
