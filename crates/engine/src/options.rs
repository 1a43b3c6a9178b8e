//! The options: one table that lists them and sets them.

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
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            hash: 16,
            threads: 1,
            lines: 1,
            move_overhead: Duration::from_millis(10),
            chess960: false,
        }
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
}

/// What values an option takes, and what it does with one.
enum Kind {
    Spin {
        default: usize,
        max: usize,
        set: fn(&mut Settings, usize),
    },
    Check {
        default: bool,
        set: fn(&mut Settings, bool),
    },
    Button,
}

struct Row {
    name: &'static str,
    kind: Kind,
    effect: Effect,
}

/// The largest table: more than any machine has.
const MAX_HASH: usize = 1 << 25;

static OPTIONS: [Row; 7] = [
    Row {
        name: "Threads",
        kind: Kind::Spin {
            default: 1,
            max: 1024,
            set: |s, n| s.threads = n,
        },
        effect: Effect::Threads,
    },
    Row {
        name: "Hash",
        kind: Kind::Spin {
            default: 16,
            max: MAX_HASH,
            set: |s, n| s.hash = n,
        },
        effect: Effect::Table,
    },
    Row {
        name: "Clear Hash",
        kind: Kind::Button,
        effect: Effect::Forget,
    },
    Row {
        name: "MultiPV",
        kind: Kind::Spin {
            default: 1,
            max: 256,
            set: |s, n| s.lines = n,
        },
        effect: Effect::None,
    },
    Row {
        name: "Ponder",
        // The GUI decides when to ponder; that it may is all the option says.
        kind: Kind::Check {
            default: false,
            set: |_, _| {},
        },
        effect: Effect::None,
    },
    Row {
        name: "Move Overhead",
        kind: Kind::Spin {
            default: 10,
            max: 5000,
            set: |s, n| s.move_overhead = Duration::from_millis(n as u64),
        },
        effect: Effect::None,
    },
    Row {
        name: "UCI_Chess960",
        kind: Kind::Check {
            default: false,
            set: |s, on| s.chess960 = on,
        },
        effect: Effect::None,
    },
];

/// The lines that announce the options.
pub fn announcement() -> String {
    OPTIONS
        .iter()
        .map(|row| match row.kind {
            Kind::Spin { default, max, .. } => {
                let min = usize::from(row.name != "Move Overhead");
                format!(
                    "option name {} type spin default {default} min {min} max {max}\n",
                    row.name
                )
            }
            Kind::Check { default, .. } => {
                format!("option name {} type check default {default}\n", row.name)
            }
            Kind::Button => format!("option name {} type button\n", row.name),
        })
        .collect()
}

/// Sets an option by its name, which is compared without regard to case.
pub fn set(settings: &mut Settings, name: &str, value: &str) -> Result<Effect, String> {
    let row = OPTIONS
        .iter()
        .find(|row| row.name.eq_ignore_ascii_case(name))
        .ok_or_else(|| format!("no option is called {name:?}"))?;
    match row.kind {
        Kind::Spin { max, set, .. } => {
            let min = usize::from(row.name != "Move Overhead");
            let number = value
                .parse()
                .ok()
                .filter(|number| (min..=max).contains(number));
            let number = number.ok_or_else(|| {
                format!(
                    "{} takes a number from {min} to {max}, not {value:?}",
                    row.name
                )
            })?;
            set(settings, number);
        }
        Kind::Check { set, .. } => match value.to_ascii_lowercase().as_str() {
            "true" => set(settings, true),
            "false" => set(settings, false),
            _ => return Err(format!("{} takes true or false, not {value:?}", row.name)),
        },
        Kind::Button => {}
    }
    Ok(row.effect)
}
