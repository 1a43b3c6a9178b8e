//! The UCI options: one table with names, types, defaults and ranges.

mod settings;

use std::ops::RangeInclusive;
use std::time::Duration;

use crate::variant;
use settings::FULL_SKILL;

pub use settings::Settings;

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

static OPTIONS: [Row; 33] = [
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
        "SoftNodes",
        check(false, |s, on| s.soft_nodes = on),
        Effect::None,
    ),
    row(
        "RawScores",
        check(false, |s, on| s.raw_scores = on),
        Effect::Evaluation,
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
        "XiangqiMoveLimit",
        spin(60, 10..=500, |s, n| s.xiangqi_move_limit = n as u16),
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
