//! Analysis of a game: what each move was worth, by the engine's evaluations.
//!
//! [`analyze`] asks an evaluator for every position of a game of any kind, from its end backwards,
//! and gives an [`Analysis`]: evaluations, better moves, judgements and accuracies. [`annotate`]
//! writes it into the PGN, [`report`] gives text for a terminal, and [`note`] a sentence or two about a
//! move. [`Opening::of`] names the opening of a game.
//!
//! ```
//! use analysis::{Judgement, analyze};
//! use chess::{Chess, Position};
//! use game::Score;
//! use search::Outcome;
//!
//! let start = Position::start();
//! let e4 = start.parse_san("e4")?;
//! let d4 = start.parse_san("d4")?;
//! // An evaluator that knows one thing: after 1. e4 White is lost.
//! let analysis = analyze::<Chess>(&start, &[e4], |ply, _| {
//!     let (score, pv) = if ply == 1 { (400, vec![]) } else { (30, vec![d4]) };
//!     let score = Score::evaluation(score);
//!     Some(Outcome { best: pv.first().copied(), score, depth: 1, nodes: 1, pv })
//! });
//! let analysis = analysis.expect("the evaluator never stopped");
//! assert_eq!(analysis.moves[0].judgement, Some(Judgement::Blunder));
//! # Ok::<(), chess::MoveError>(())
//! ```

#![forbid(unsafe_code)]

mod accuracy;
mod analyze;
mod annotate;
mod explanation;
mod judgement;
mod opening;
mod report;
mod win_chance;

pub use accuracy::move_accuracy;
pub use analyze::{Analysis, AnalyzedMove, SideSummary, analyze};
pub use annotate::annotate;
pub use explanation::{Explanation, note};
pub use judgement::Judgement;
pub use opening::Opening;
pub use report::report;
pub use win_chance::{centipawns, win_percent};

/// Nodes of a position, unless somebody wants others: some ten seconds for a game.
pub const NODES: u64 = 200_000;
/// The least hash of a review, in MiB, unless somebody wants less. With the same nodes and hash the numbers of a game are
/// the same wherever it is reviewed.
pub const HASH: usize = 64;
