//! The values of the options.

use std::time::Duration;

use levels::Level;

use super::{Kind, OPTIONS};

/// The `Skill Level` of full strength.
pub(super) const FULL_SKILL: i64 = 20;

/// The values of the options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Size of the transposition table, in MiB.
    pub hash: usize,
    /// Search threads.
    pub threads: usize,
    /// MultiPV: number of principal variations.
    pub lines: usize,
    /// Time lost per move between engine and clock.
    pub move_overhead: Duration,
    /// The game that is played.
    pub variant: &'static str,
    /// Whether castling is written as in Chess960.
    pub chess960: bool,
    /// How xiangqi coordinates count the ranks.
    pub xiangqi_ranks: &'static str,
    /// Which repetitions of xiangqi lose.
    pub xiangqi_repetition: &'static str,
    /// Moves of each side without capture that draw a game of xiangqi.
    pub xiangqi_move_limit: u16,
    /// Whether scores come with WDL probabilities.
    pub show_wdl: bool,
    /// Whether searches are for analysis, not for a game.
    pub analyse_mode: bool,
    /// How much a draw costs the engine, in centipawns.
    pub contempt: i32,
    /// Whether `go nodes` lets the last iteration finish, as self-play does.
    pub soft_nodes: bool,
    /// Whether scores depend on the evaluation alone, as in self-play: without scaling by the halfmove
    /// clock and without correction history.
    pub raw_scores: bool,
    /// Whether a network evaluates, if there is one.
    pub use_network: bool,
    /// The network file; empty for the embedded network.
    pub network_file: String,
    /// The network's share of the evaluation, in percent; the rest is handcrafted.
    pub blend: i32,
    /// The factor of the network's evaluation, in percent.
    pub scale: i32,
    /// The directories of Syzygy tables; empty for none.
    pub syzygy_path: String,
    /// The least depth to probe the largest tables at.
    pub syzygy_depth: i32,
    /// The most men to probe.
    pub syzygy_limit: usize,
    /// Whether tablebase wins that the fifty-move rule prevents are draws.
    pub syzygy_fifty: bool,
    /// Whether moves come from the book while it has some.
    pub own_book: bool,
    /// The book file; empty for none.
    pub book_file: String,
    /// The last move number that is played from the book.
    pub book_depth: u32,
    /// How a book move is chosen.
    pub book_variety: &'static str,
    /// Whether the engine plays at the level of `elo`.
    pub limit_strength: bool,
    /// The level, in Elo.
    pub elo: u16,
    /// The level as a number from 0; [`FULL_SKILL`] is full strength.
    pub skill: i64,
    /// What fixes the errors of a level; 0 for another seed in each game.
    pub level_seed: u64,
    /// The debug log; empty for none.
    pub log_file: String,
}

impl Settings {
    /// The level to play at; none at full strength. `UCI_Elo` comes before `Skill Level`.
    pub fn level(&self) -> Option<Level> {
        let by_skill = || {
            let range = i64::from(Level::MAX.elo() - Level::MIN.elo());
            Level::MIN.elo() + (self.skill * range / FULL_SKILL) as u16
        };
        match self.limit_strength {
            true => Some(Level::new(self.elo)),
            false => (self.skill < FULL_SKILL).then(|| Level::new(by_skill())),
        }
    }
}

impl Default for Settings {
    /// The defaults of the table.
    fn default() -> Self {
        let mut settings = Self {
            hash: 0,
            threads: 0,
            lines: 0,
            move_overhead: Duration::ZERO,
            variant: "",
            chess960: false,
            xiangqi_ranks: "",
            xiangqi_repetition: "",
            xiangqi_move_limit: 0,
            show_wdl: false,
            analyse_mode: false,
            contempt: 0,
            soft_nodes: false,
            raw_scores: false,
            use_network: false,
            network_file: String::new(),
            blend: 0,
            scale: 0,
            syzygy_path: String::new(),
            syzygy_depth: 0,
            syzygy_limit: 0,
            syzygy_fifty: false,
            own_book: false,
            book_file: String::new(),
            book_depth: 0,
            book_variety: "",
            limit_strength: false,
            elo: 0,
            skill: 0,
            level_seed: 0,
            log_file: String::new(),
        };
        for row in &OPTIONS {
            match row.kind {
                Kind::Spin { default, set, .. } => set(&mut settings, default),
                Kind::Check { default, set } => set(&mut settings, default),
                Kind::Text { set } => set(&mut settings, ""),
                Kind::Combo { choices, set } => set(&mut settings, choices[0]),
                Kind::Button => {}
            }
        }
        settings
    }
}
