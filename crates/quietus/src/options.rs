//! The UCI options: one table with names, types, defaults and ranges.

use std::ops::RangeInclusive;
use std::time::Duration;

use games::GameId;
use levels::Level;
use uci::{OptionKind, UciOption};

use crate::variant;

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

impl Kind {
    /// Sets the default.
    fn reset(&self, settings: &mut Settings) {
        match self {
            Self::Spin { default, set, .. } => set(settings, *default),
            Self::Check { default, set } => set(settings, *default),
            Self::Text { set } => set(settings, ""),
            Self::Combo { choices, set } => set(settings, choices[0]),
            Self::Button => {}
        }
    }

    fn announced(&self) -> OptionKind {
        match self {
            Self::Spin { default, range, .. } => OptionKind::Spin {
                default: *default,
                range: range.clone(),
            },
            Self::Check { default, .. } => OptionKind::Check { default: *default },
            Self::Text { .. } => OptionKind::Text {
                default: String::new(),
            },
            Self::Combo { choices, .. } => OptionKind::Combo {
                default: choices[0].to_owned(),
                choices: choices.iter().map(|&choice| choice.to_owned()).collect(),
            },
            Self::Button => OptionKind::Button,
        }
    }
}

struct Row {
    name: &'static str,
    kind: Kind,
    effect: Effect,
}

/// The largest hash in MiB: 32 TiB.
const MAX_HASH: i64 = 1 << 25;

/// The `Skill Level` of full strength.
const FULL_SKILL: i64 = 20;

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

const fn text(set: fn(&mut Settings, &str)) -> Kind {
    Kind::Text { set }
}

const fn combo(choices: &'static [&'static str], set: fn(&mut Settings, &'static str)) -> Kind {
    Kind::Combo { choices, set }
}

/// The table: an option is a field of [`Settings`], unless it has none, its UCI name, its type, and
/// what follows from setting it.
macro_rules! options {
    ($(
        $($(#[doc = $doc:literal])+ $field:ident: $type:ty =)?
        $name:literal, $kind:expr, $effect:ident;
    )*) => {
        /// The values of the options.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct Settings {
            $($($(#[doc = $doc])+ pub $field: $type,)?)*
        }

        impl Default for Settings {
            /// The defaults of the table.
            fn default() -> Self {
                let mut settings = Self { $($($field: <$type>::default(),)?)* };
                for row in OPTIONS {
                    row.kind.reset(&mut settings);
                }
                settings
            }
        }

        static OPTIONS: &[Row] =
            &[$(Row { name: $name, kind: $kind, effect: Effect::$effect }),*];
    };
}

options! {
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
    /// Whether castling is written as in Chess960.
    chess960: bool = "UCI_Chess960", check(false, |s, on| s.chess960 = on), None;
    /// How xiangqi coordinates count the ranks.
    xiangqi_ranks: &'static str = "XiangqiRanks",
        combo(variant::xiangqi::RANKS, |s, name| s.xiangqi_ranks = name), None;
    /// Which repetitions of xiangqi lose.
    xiangqi_repetition: &'static str = "XiangqiRepetition",
        combo(variant::xiangqi::REPETITION_RULES, |s, name| s.xiangqi_repetition = name), Clear;
    /// Moves of each side without capture that draw a game of xiangqi.
    xiangqi_move_limit: u16 = "XiangqiMoveLimit",
        spin(60, 10..=500, |s, n| s.xiangqi_move_limit = n as u16), Clear;
    /// Whether scores come with WDL probabilities.
    show_wdl: bool = "UCI_ShowWDL", check(false, |s, on| s.show_wdl = on), None;
    /// Whether searches are for analysis, not for a game.
    analyse_mode: bool = "UCI_AnalyseMode", check(false, |s, on| s.analyse_mode = on), None;
    /// Whether a network evaluates, if there is one.
    use_network: bool = "UseNNUE", check(true, |s, on| s.use_network = on), Evaluation;
    /// The network file; empty for the embedded network.
    network_file: String = "EvalFile",
        text(|s, text| text.clone_into(&mut s.network_file)), Network;
    /// The network's share of the evaluation, in percent; the rest is handcrafted.
    blend: i32 = "NnueBlend", spin(100, 0..=100, |s, n| s.blend = n as i32), Evaluation;
    /// The factor of the network's evaluation, in percent.
    scale: i32 = "NnueScale", spin(100, 10..=1000, |s, n| s.scale = n as i32), Evaluation;
    /// The directories of Syzygy tables; empty for none.
    syzygy_path: String = "SyzygyPath",
        text(|s, text| text.clone_into(&mut s.syzygy_path)), Tablebases;
    /// The least depth to probe the largest tables at.
    syzygy_depth: i32 = "SyzygyProbeDepth",
        spin(1, 1..=100, |s, n| s.syzygy_depth = n as i32), None;
    /// The most men to probe.
    syzygy_limit: usize = "SyzygyProbeLimit",
        spin(7, 0..=7, |s, n| s.syzygy_limit = n as usize), None;
    /// Whether tablebase wins that the fifty-move rule prevents are draws.
    syzygy_fifty: bool = "Syzygy50MoveRule", check(true, |s, on| s.syzygy_fifty = on), None;
    /// Whether moves come from the book while it has some.
    own_book: bool = "OwnBook", check(false, |s, on| s.own_book = on), None;
    /// The book file; empty for none.
    book_file: String = "BookFile", text(|s, text| text.clone_into(&mut s.book_file)), Book;
    /// The last move number that is played from the book.
    book_depth: u32 = "BookDepth", spin(255, 1..=255, |s, n| s.book_depth = n as u32), None;
    /// How a book move is chosen.
    book_variety: &'static str = "BookVariety",
        combo(variant::BOOK_VARIETIES, |s, name| s.book_variety = name), None;
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

/// The options, as the answer to `uci` lists them.
pub fn announced() -> Vec<UciOption> {
    let option = |row: &Row| UciOption {
        name: row.name.to_owned(),
        kind: row.kind.announced(),
    };
    OPTIONS.iter().map(option).collect()
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
        Kind::Text { set } => set(settings, uci::text_of(value)),
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
