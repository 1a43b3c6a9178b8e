//! Training data: self-play, relabeling, and datasets of quiet positions.
//!
//! [`generate`] plays games of the engine against itself, [`relabel`] searches the positions of
//! existing games again, and [`dataset`] selects quiet positions of any games; [`SelfPlay`] and
//! [`Relabeling`] are the jobs that write and continue files. All are
//! multithreaded, generic over the evaluator (self-play also over the game), and reproducible: the
//! output depends on the seed, not on the number of threads ([`parallel_in_order`]).

#![forbid(unsafe_code)]

mod adjudication;
mod annotator;
mod book;
pub mod dataset;
mod ending;
mod error;
mod game_stats;
mod generate;
mod labels;
mod parallel;
mod player;
mod recorder;
mod relabel;
mod relabeling;
mod self_play;
mod settings;

pub use adjudication::{DRAW_RULE, MAX_PLIES, PLAY_OUT, WIN_RULE};
pub use annotator::{Annotator, open_annotated};
pub use book::{BookSettings, make_book};
pub use ending::Ending;
pub use error::Error;
pub use game_stats::{GameStats, Unit};
pub use generate::{Goal, Run, generate};
pub use labels::{ENGINE, Labels, PSQT};
pub use parallel::parallel_in_order;
pub use player::{Player, chance, game_rng};
pub use recorder::{GameRecorder, PlayedGame};
pub use relabel::{Relabeled, Relabeler, relabel};
pub use relabeling::Relabeling;
pub use self_play::{SelfPlay, Sink};
pub use settings::{NodeLimits, OpeningSettings, Searcher, Settings};
