//! Weak opponents: a level from 600 to 2400 Elo chooses moves as a person of that strength might.
//!
//! A [`Player`] searches the position after each of its moves with a budget of nodes. Three things
//! make it weak, all fixed by a hash of position and seed, so that a game can be repeated on any
//! machine: noise on the evaluation, moves and replies that it does not see, and a choice by chance
//! among moves of similar value. A [`Policy`] learned from games of strong players says which moves
//! are natural: those are seldom overlooked and chosen more often. The first moves of a game come from
//! an opening repertoire.
//!
//! The evaluation is the embedded network, whatever `EvalFile` says: the levels are calibrated with it.

#![forbid(unsafe_code)]

mod chance;
mod level;
mod look_ahead;
mod noise;
mod opponents;
mod player;
pub mod policy;
mod profile;
mod repertoire;
mod thinking;

pub use chance::win_chance;
pub use level::Level;
pub use look_ahead::{ClearLook, LookAhead};
pub use opponents::{OPPONENTS, Opponent};
pub use player::{Choice, Player};
pub use policy::Policy;
pub use profile::skill;
pub use thinking::thinking_time;
