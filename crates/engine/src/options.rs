//! The UCI options: one table with names, types, defaults and ranges.

use std::ops::RangeInclusive;
use std::time::Duration;

use levels::Level;

use crate::variant;

/// The `Skill Level` of full strength.
const FULL_SKILL: i64 = 20;

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
    /// Whether scores come with WDL probabilities.
    pub show_wdl: bool,
    /// Whether searches are for analysis, not for a game.
    pub analyse_mode: bool,
    /// How much a draw costs the engine, in centipawns.
    pub contempt: i32,
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
            show_wdl: false,
            analyse_mode: false,
            contempt: 0,
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

/// What follows from setting an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Nothing.
    None,
    /// Change the game.
    Variant,
    /// Reallocate the transposition table.
    Hash,
    /// Restart the search threads.
    Threads,
    /// Clear the transposition table and the histories.
    Clear,
    /// Open the log file.
    Log,
    /// Load the network file.
    Network,
    /// Rebuild the evaluation.
    Evaluation,
    /// Open the tablebases.
    Tablebases,
    /// Read the book.
    Book,
}

/// The type of an option, with its default, range and setter.
enum Kind {
    /// A whole number.
    Spin {
        default: i64,
        range: RangeInclusive<i64>,
        set: fn(&mut Settings, i64),
    },
    /// True or false.
    Check {
        default: bool,
        set: fn(&mut Settings, bool),
    },
    /// Any text; the default is empty.
    Text { set: fn(&mut Settings, &str) },
    /// One of several texts; the default is the first.
    Combo {
        choices: &'static [&'static str],
        set: fn(&mut Settings, &'static str),
    },
    /// No value, only the effect.
    Button,
}

struct Row {
    name: &'static str,
    kind: Kind,
    effect: Effect,
}

/// The largest hash in MiB: 32 TiB.
const MAX_HASH: i64 = 1 << 25;

/// How UCI writes an empty string.
const EMPTY: &str = "<empty>";

const fn spin(default: i64, range: RangeInclusive<i64>, set: fn(&mut Settings, i64)) -> Kind {
    Kind::Spin {
        default,
        range,
        set,
    }
}

const fn check(default: bool, set: fn(&mut Settings, bool)) -> Kind {
    Kind::Check { default, set }
}

const fn row(name: &'static str, kind: Kind, effect: Effect) -> Row {
    Row { name, kind, effect }
}

static OPTIONS: [Row; 30] = [
    row(
        "Threads",
        spin(1, 1..=1024, |s, n| s.threads = n as usize),
        Effect::Threads,
    ),
    row(
        "Hash",
        spin(16, 1..=MAX_HASH, |s, n| s.hash = n as usize),
        Effect::Hash,
    ),
    row("Clear Hash", Kind::Button, Effect::Clear),
    row(
        "MultiPV",
        spin(1, 1..=256, |s, n| s.lines = n as usize),
        Effect::None,
    ),
    // The GUI decides when to ponder; the option only tells it that it may.
    row("Ponder", check(false, |_, _| {}), Effect::None),
    row(
        "Move Overhead",
        spin(10, 0..=5000, |s, n| {
            s.move_overhead = Duration::from_millis(n as u64);
        }),
        Effect::None,
    ),
    // The scores in the table were searched with the old contempt.
    row(
        "Contempt",
        spin(0, -100..=100, |s, n| s.contempt = n as i32),
        Effect::Clear,
    ),
    row(
        "UCI_Variant",
        Kind::Combo {
            choices: variant::NAMES,
            set: |s, name| s.variant = name,
        },
        Effect::Variant,
    ),
    row(
        "UCI_Chess960",
        check(false, |s, on| s.chess960 = on),
        Effect::None,
    ),
    row(
        "XiangqiRanks",
        Kind::Combo {
            choices: variant::xiangqi::RANKS,
            set: |s, name| s.xiangqi_ranks = name,
        },
        Effect::None,
    ),
    row(
        "XiangqiRepetition",
        Kind::Combo {
            choices: variant::xiangqi::REPETITION_RULES,
            set: |s, name| s.xiangqi_repetition = name,
        },
        Effect::Clear,
    ),
    row(
        "UCI_ShowWDL",
        check(false, |s, on| s.show_wdl = on),
        Effect::None,
    ),
    row(
        "UCI_AnalyseMode",
        check(false, |s, on| s.analyse_mode = on),
        Effect::None,
    ),
    row(
        "UseNNUE",
        check(true, |s, on| s.use_network = on),
        Effect::Evaluation,
    ),
    row(
        "EvalFile",
        Kind::Text {
            set: |s, text| text.clone_into(&mut s.network_file),
        },
        Effect::Network,
    ),
    row(
        "NnueBlend",
        spin(100, 0..=100, |s, n| s.blend = n as i32),
        Effect::Evaluation,
    ),
    row(
        "NnueScale",
        spin(100, 10..=1000, |s, n| s.scale = n as i32),
        Effect::Evaluation,
    ),
    row(
        "SyzygyPath",
        Kind::Text {
            set: |s, text| text.clone_into(&mut s.syzygy_path),
        },
        Effect::Tablebases,
    ),
    row(
        "SyzygyProbeDepth",
        spin(1, 1..=100, |s, n| s.syzygy_depth = n as i32),
        Effect::None,
    ),
    row(
        "SyzygyProbeLimit",
        spin(7, 0..=7, |s, n| s.syzygy_limit = n as usize),
        Effect::None,
    ),
    row(
        "Syzygy50MoveRule",
        check(true, |s, on| s.syzygy_fifty = on),
        Effect::None,
    ),
    row(
        "OwnBook",
        check(false, |s, on| s.own_book = on),
        Effect::None,
    ),
    row(
        "BookFile",
        Kind::Text {
            set: |s, text| text.clone_into(&mut s.book_file),
        },
        Effect::Book,
    ),
    row(
        "BookDepth",
        spin(255, 1..=255, |s, n| s.book_depth = n as u32),
        Effect::None,
    ),
    row(
        "BookVariety",
        Kind::Combo {
            choices: variant::BOOK_VARIETIES,
            set: |s, name| s.book_variety = name,
        },
        Effect::None,
    ),
    row(
        "UCI_LimitStrength",
        check(false, |s, on| s.limit_strength = on),
        Effect::None,
    ),
    row(
        "UCI_Elo",
        spin(1400, 600..=2400, |s, n| s.elo = n as u16),
        Effect::None,
    ),
    row(
        "Skill Level",
        spin(FULL_SKILL, 0..=FULL_SKILL, |s, n| s.skill = n),
        Effect::None,
    ),
    row(
        "LevelSeed",
        spin(0, 0..=i64::MAX, |s, n| s.level_seed = n as u64),
        Effect::None,
    ),
    row(
        "Debug Log File",
        Kind::Text {
            set: |s, text| text.clone_into(&mut s.log_file),
        },
        Effect::Log,
    ),
];

/// The `option` lines of the answer to `uci`.
pub fn announcement() -> String {
    OPTIONS
        .iter()
        .map(|Row { name, kind, .. }| match kind {
            Kind::Spin { default, range, .. } => {
                let (min, max) = (range.start(), range.end());
                format!("option name {name} type spin default {default} min {min} max {max}\n")
            }
            Kind::Check { default, .. } => {
                format!("option name {name} type check default {default}\n")
            }
            Kind::Text { .. } => format!("option name {name} type string default {EMPTY}\n"),
            Kind::Combo { choices, .. } => {
                let default = choices[0];
                let list = choices.join(" var ");
                format!("option name {name} type combo default {default} var {list}\n")
            }
            Kind::Button => format!("option name {name} type button\n"),
        })
        .collect()
}

/// The row of an option, found by its name, ignoring case.
fn find(name: &str) -> Option<&'static Row> {
    OPTIONS
        .iter()
        .find(|row| row.name.eq_ignore_ascii_case(name))
}

/// Whether an option can only be set while no search runs.
pub fn needs_idle(name: &str) -> bool {
    find(name).is_some_and(|row| !matches!(row.effect, Effect::None | Effect::Log))
}

/// Sets an option by its name, ignoring case.
pub fn set(settings: &mut Settings, name: &str, value: &str) -> Result<Effect, String> {
    let Row { name, kind, effect } =
        find(name).ok_or_else(|| format!("unknown option: {name:?}"))?;
    match kind {
        Kind::Spin { range, set, .. } => {
            let number = value.parse().ok().filter(|number| range.contains(number));
            let number = number.ok_or_else(|| {
                let (min, max) = (range.start(), range.end());
                format!("{name} must be from {min} to {max}: {value:?}")
            })?;
            set(settings, number);
        }
        Kind::Check { set, .. } => match value.to_ascii_lowercase().as_str() {
            "true" => set(settings, true),
            "false" => set(settings, false),
            _ => return Err(format!("{name} must be true or false: {value:?}")),
        },
        Kind::Text { set } if value == EMPTY => set(settings, ""),
        Kind::Text { set } => set(settings, value),
        Kind::Combo { choices, set } => {
            let is_meant = |choice: &&&str| choice.eq_ignore_ascii_case(value);
            let choice = choices.iter().find(is_meant).ok_or_else(|| {
                let list = choices.join(" or ");
                format!("{name} must be {list}: {value:?}")
            })?;
            set(settings, choice);
        }
        Kind::Button => {}
    }
    Ok(*effect)
}
