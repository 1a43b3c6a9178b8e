//! The options: one table that lists them, sets them, and says what they are before.

use std::ops::RangeInclusive;
use std::time::Duration;

/// What the options say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Size of the transposition table, in MiB.
    pub hash: usize,
    /// Search threads.
    pub threads: usize,
    /// How many best lines to show.
    pub lines: usize,
    /// What a move loses between us and the clock.
    pub move_overhead: Duration,
    /// Whether castling is written as in Chess960.
    pub chess960: bool,
    /// Whether lines come with the chances of a win, a draw and a loss.
    pub show_wdl: bool,
    /// Whether searches are for analysis, not for a game.
    pub analyse_mode: bool,
    /// How much worse than nothing a draw is, in hundredths of a pawn.
    pub contempt: i32,
    /// Where everything said is kept; empty for nowhere.
    pub log_file: String,
}

impl Default for Settings {
    /// As the table says.
    fn default() -> Self {
        let mut settings = Self {
            hash: 0,
            threads: 0,
            lines: 0,
            move_overhead: Duration::ZERO,
            chess960: false,
            show_wdl: false,
            analyse_mode: false,
            contempt: 0,
            log_file: String::new(),
        };
        for row in &OPTIONS {
            match row.kind {
                Kind::Spin { default, set, .. } => set(&mut settings, default),
                Kind::Check { default, set } => set(&mut settings, default),
                Kind::Text { set } => set(&mut settings, ""),
                Kind::Button => {}
            }
        }
        settings
    }
}

/// What else must happen after an option was set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Nothing.
    None,
    /// A table of the new size.
    Table,
    /// Other threads.
    Threads,
    /// Forget everything.
    Forget,
    /// Another log.
    Log,
}

/// What values an option takes, and what it does with one.
enum Kind {
    /// A whole number.
    Spin {
        default: i64,
        range: RangeInclusive<i64>,
        set: fn(&mut Settings, i64),
    },
    /// Yes or no.
    Check {
        default: bool,
        set: fn(&mut Settings, bool),
    },
    /// Any text, at first empty.
    Text { set: fn(&mut Settings, &str) },
    /// Nothing but the effect.
    Button,
}

struct Row {
    name: &'static str,
    kind: Kind,
    effect: Effect,
}

/// The largest table: more than any machine has.
const MAX_HASH: i64 = 1 << 25;

/// How UCI writes an empty text.
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

static OPTIONS: [Row; 11] = [
    row(
        "Threads",
        spin(1, 1..=1024, |s, n| s.threads = n as usize),
        Effect::Threads,
    ),
    row(
        "Hash",
        spin(16, 1..=MAX_HASH, |s, n| s.hash = n as usize),
        Effect::Table,
    ),
    row("Clear Hash", Kind::Button, Effect::Forget),
    row(
        "MultiPV",
        spin(1, 1..=256, |s, n| s.lines = n as usize),
        Effect::None,
    ),
    // The GUI decides when to ponder; that it may is all the option says.
    row("Ponder", check(false, |_, _| {}), Effect::None),
    row(
        "Move Overhead",
        spin(10, 0..=5000, |s, n| {
            s.move_overhead = Duration::from_millis(n as u64);
        }),
        Effect::None,
    ),
    // What is in the table was searched with the contempt before.
    row(
        "Contempt",
        spin(0, -100..=100, |s, n| s.contempt = n as i32),
        Effect::Forget,
    ),
    row(
        "UCI_Chess960",
        check(false, |s, on| s.chess960 = on),
        Effect::None,
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
        "Debug Log File",
        Kind::Text {
            set: |s, text| text.clone_into(&mut s.log_file),
        },
        Effect::Log,
    ),
];

/// The lines that announce the options.
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
            Kind::Button => format!("option name {name} type button\n"),
        })
        .collect()
}

/// Sets an option by its name, which is compared without regard to case.
pub fn set(settings: &mut Settings, name: &str, value: &str) -> Result<Effect, String> {
    let Row { name, kind, effect } = OPTIONS
        .iter()
        .find(|row| row.name.eq_ignore_ascii_case(name))
        .ok_or_else(|| format!("no option is called {name:?}"))?;
    match kind {
        Kind::Spin { range, set, .. } => {
            let number = value.parse().ok().filter(|number| range.contains(number));
            let number = number.ok_or_else(|| {
                let (min, max) = (range.start(), range.end());
                format!("{name} takes a number from {min} to {max}, not {value:?}")
            })?;
            set(settings, number);
        }
        Kind::Check { set, .. } => match value.to_ascii_lowercase().as_str() {
            "true" => set(settings, true),
            "false" => set(settings, false),
            _ => return Err(format!("{name} takes true or false, not {value:?}")),
        },
        Kind::Text { set } if value == EMPTY => set(settings, ""),
        Kind::Text { set } => set(settings, value),
        Kind::Button => {}
    }
    Ok(*effect)
}
