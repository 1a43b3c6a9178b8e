//! The UCI options.

use std::time::Duration;

use games::GameId;
use levels::Level;

use crate::network::NetworkOptions;
use crate::option_table::{Effect, Kind, OptionGroup, check, combo, options, spin, text};
use crate::variant::{BOOK_VARIETIES, GameOptions};

/// The largest hash in MiB: 32 TiB.
const MAX_HASH: i64 = 1 << 25;

/// The `Skill Level` of full strength.
const FULL_SKILL: i64 = 20;

options! {
    /// The values of the options: those that all games have, and those of each.
    Settings {
        /// How networks are used.
        network: NetworkOptions,
        /// What belongs to one game.
        games: GameOptions
    }
    /// Search threads.
    threads: usize = "Threads", spin(1, 1..=1024, |s, n| s.threads = n as usize), Threads;
    /// Size of the transposition table, in MiB.
    hash: usize = "Hash", spin(16, 1..=MAX_HASH, |s, n| s.hash = n as usize), Hash;
    "Clear Hash", Kind::Button, Clear;
    /// MultiPV: number of principal variations.
    lines: usize = "MultiPV", spin(1, 1..=256, |s, n| s.lines = n as usize), None;
    // The GUI decides when to ponder; the option only tells it that it may.
    "Ponder", check(false, |_, _| {}), None;
    /// Time lost per move between engine and clock.
    move_overhead: Duration = "Move Overhead",
        spin(10, 0..=5000, |s, n| s.move_overhead = Duration::from_millis(n as u64)), None;
    // The scores in the table were searched with the old contempt.
    /// How much a draw costs the engine, in centipawns.
    contempt: i32 = "Contempt", spin(0, -100..=100, |s, n| s.contempt = n as i32), Clear;
    /// Whether `go nodes` lets the last iteration finish, as self-play does.
    soft_nodes: bool = "SoftNodes", check(false, |s, on| s.soft_nodes = on), None;
    /// Whether scores depend on the evaluation alone, as in self-play: without scaling by the halfmove
    /// clock and without correction history.
    raw_scores: bool = "RawScores", check(false, |s, on| s.raw_scores = on), Evaluation;
    /// The game that is played.
    variant: &'static str = "UCI_Variant",
        combo(GameId::NAMES, |s, name| s.variant = name), Variant;
    /// Whether scores come with WDL probabilities.
    show_wdl: bool = "UCI_ShowWDL", check(false, |s, on| s.show_wdl = on), None;
    /// Whether searches are for analysis, not for a game.
    analyse_mode: bool = "UCI_AnalyseMode", check(false, |s, on| s.analyse_mode = on), None;
    /// Whether moves come from the book while it has some.
    own_book: bool = "OwnBook", check(false, |s, on| s.own_book = on), None;
    /// The book file; empty for none.
    book_file: String = "BookFile", text(|s, text| text.clone_into(&mut s.book_file)), Book;
    /// The last move number that is played from the book.
    book_depth: u32 = "BookDepth", spin(255, 1..=255, |s, n| s.book_depth = n as u32), None;
    /// How a book move is chosen.
    book_variety: &'static str = "BookVariety",
        combo(BOOK_VARIETIES, |s, name| s.book_variety = name), None;
    /// Whether the engine plays at the level of `elo`.
    limit_strength: bool = "UCI_LimitStrength", check(false, |s, on| s.limit_strength = on), None;
    /// The level, in Elo.
    elo: u16 = "UCI_Elo", spin(1400, 600..=2400, |s, n| s.elo = n as u16), None;
    /// The level as a number from 0; [`FULL_SKILL`] is full strength.
    skill: i64 = "Skill Level", spin(FULL_SKILL, 0..=FULL_SKILL, |s, n| s.skill = n), None;
    /// What fixes the errors of a level; 0 for another seed in each game.
    level_seed: u64 = "LevelSeed", spin(0, 0..=i64::MAX, |s, n| s.level_seed = n as u64), None;
    /// The debug log; empty for none.
    log_file: String = "Debug Log File", text(|s, text| text.clone_into(&mut s.log_file)), Log;
    // Below the game: each has a file of its own.
    "EvalFile", text(|s, text| s.network.files.set(s.game(), text)), Network;
}

impl Settings {
    /// The game that is played.
    pub fn game(&self) -> GameId {
        let game = self.variant.parse();
        game.expect("an option that has only these values gives the name")
    }

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

    /// The options that all games have.
    pub fn general(&self) -> Vec<&dyn OptionGroup> {
        vec![self, &self.network]
    }

    /// All options, by their tables.
    pub fn groups(&self) -> Vec<&dyn OptionGroup> {
        let mut groups = self.general();
        groups.extend(self.games.groups());
        groups
    }

    /// Whether an option can only be set while no search runs.
    pub fn needs_idle(&self, name: &str) -> bool {
        let groups = self.groups();
        let effect = groups.iter().find_map(|group| group.effect(name));
        effect.is_some_and(|effect| !matches!(effect, Effect::None | Effect::Log))
    }

    /// Sets an option by its name, ignoring case.
    pub fn set(&mut self, name: &str, value: &str) -> Result<Effect, String> {
        OptionGroup::set(self, name, value)
            .or_else(|| self.network.set(name, value))
            .or_else(|| {
                let mut groups = self.games.groups_mut().into_iter();
                groups.find_map(|group| group.set(name, value))
            })
            .unwrap_or_else(|| Err(format!("unknown option: {name:?}")))
    }
}
