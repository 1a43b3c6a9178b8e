//! Tables of options: names, types, defaults and ranges beside the fields that they set.

use std::ops::RangeInclusive;

use uci::{OptionKind, UciOption};

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

impl Effect {
    /// What opens files. Those that an option names hold for a game that is chosen later, too.
    pub const FILES: [Self; 3] = [Self::Network, Self::Tablebases, Self::Book];
}

/// The type of an option, with its default, range and setter.
pub enum Kind<S> {
    /// A whole number.
    Spin {
        default: i64,
        /// From the smallest to the largest.
        range: RangeInclusive<i64>,
        set: fn(&mut S, i64),
    },
    /// True or false.
    Check {
        default: bool,
        set: fn(&mut S, bool),
    },
    /// Any text; the default is empty.
    Text { set: fn(&mut S, &str) },
    /// One of several texts.
    Combo {
        /// The texts, the default first.
        choices: &'static [&'static str],
        set: fn(&mut S, &'static str),
    },
    /// No value, only the effect.
    Button,
}

/// An option.
pub struct Row<S> {
    /// Its name in UCI.
    pub name: &'static str,
    /// Its type.
    pub kind: Kind<S>,
    /// What follows from setting it.
    pub effect: Effect,
}

/// Options with their table.
pub trait Table: Sized + 'static {
    /// The table.
    fn rows() -> &'static [Row<Self>];

    /// Sets all defaults.
    fn reset(&mut self) {
        for row in Self::rows() {
            match &row.kind {
                Kind::Spin { default, set, .. } => set(self, *default),
                Kind::Check { default, set } => set(self, *default),
                Kind::Text { set } => set(self, ""),
                Kind::Combo { choices, set } => set(self, choices[0]),
                Kind::Button => {}
            }
        }
    }
}

/// Options of any table. Names are found ignoring case.
pub trait OptionGroup {
    /// The options, as the answer to `uci` lists them.
    fn announced(&self) -> Vec<UciOption>;

    /// What follows from setting an option, if it is here.
    fn effect(&self, name: &str) -> Option<Effect>;

    /// Sets an option, if it is here. The error says what the value must be.
    fn set(&mut self, name: &str, value: &str) -> Option<Result<Effect, String>>;
}

impl<S: Table> OptionGroup for S {
    fn announced(&self) -> Vec<UciOption> {
        let option = |row: &Row<S>| UciOption {
            name: row.name.to_owned(),
            kind: row.kind.announced(),
        };
        S::rows().iter().map(option).collect()
    }

    fn effect(&self, name: &str) -> Option<Effect> {
        find::<S>(name).map(|row| row.effect)
    }

    fn set(&mut self, name: &str, value: &str) -> Option<Result<Effect, String>> {
        let row = find::<S>(name)?;
        Some(row.set(self, value).map(|()| row.effect))
    }
}

fn find<S: Table>(name: &str) -> Option<&'static Row<S>> {
    let mut rows = S::rows().iter();
    rows.find(|row| row.name.eq_ignore_ascii_case(name))
}

impl<S> Kind<S> {
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

impl<S> Row<S> {
    fn set(&self, options: &mut S, value: &str) -> Result<(), String> {
        let name = self.name;
        match &self.kind {
            Kind::Spin { range, set, .. } => {
                let number = value.parse().ok().filter(|number| range.contains(number));
                let number = number.ok_or_else(|| {
                    let (min, max) = (range.start(), range.end());
                    format!("{name} must be from {min} to {max}: {value:?}")
                })?;
                set(options, number);
            }
            Kind::Check { set, .. } => match value.to_ascii_lowercase().as_str() {
                "true" => set(options, true),
                "false" => set(options, false),
                _ => return Err(format!("{name} must be true or false: {value:?}")),
            },
            Kind::Text { set } => set(options, uci::text_of(value)),
            Kind::Combo { choices, set } => {
                let is_meant = |choice: &&&str| choice.eq_ignore_ascii_case(value);
                let choice = choices.iter().find(is_meant).ok_or_else(|| {
                    let list = choices.join(" or ");
                    format!("{name} must be {list}: {value:?}")
                })?;
                set(options, choice);
            }
            Kind::Button => {}
        }
        Ok(())
    }
}

/// A whole number.
pub const fn spin<S>(default: i64, range: RangeInclusive<i64>, set: fn(&mut S, i64)) -> Kind<S> {
    Kind::Spin {
        default,
        range,
        set,
    }
}

/// True or false.
pub const fn check<S>(default: bool, set: fn(&mut S, bool)) -> Kind<S> {
    Kind::Check { default, set }
}

/// Any text.
pub const fn text<S>(set: fn(&mut S, &str)) -> Kind<S> {
    Kind::Text { set }
}

/// One of several texts, the default first.
pub const fn combo<S>(choices: &'static [&'static str], set: fn(&mut S, &'static str)) -> Kind<S> {
    Kind::Combo { choices, set }
}

/// Declares options: a struct with the fields that are no options in braces, and a table. A row is a
/// field, unless the option has none, its UCI name, its type, and what follows from setting it.
macro_rules! options {
    (
        $(#[doc = $struct_doc:literal])+
        $options:ident { $($(#[doc = $other_doc:literal])+ $other:ident: $other_type:ty),* }
        $(
            $($(#[doc = $doc:literal])+ $field:ident: $type:ty =)?
            $name:literal, $kind:expr, $effect:ident;
        )*
    ) => {
        $(#[doc = $struct_doc])+
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct $options {
            $($(#[doc = $other_doc])+ pub $other: $other_type,)*
            $($($(#[doc = $doc])+ pub $field: $type,)?)*
        }

        impl Default for $options {
            /// The defaults of the table.
            fn default() -> Self {
                let mut options = Self {
                    $($other: <$other_type>::default(),)*
                    $($($field: <$type>::default(),)?)*
                };
                $crate::option_table::Table::reset(&mut options);
                options
            }
        }

        impl $crate::option_table::Table for $options {
            fn rows() -> &'static [$crate::option_table::Row<Self>] {
                static ROWS: &[$crate::option_table::Row<$options>] =
                    &[$($crate::option_table::Row {
                        name: $name,
                        kind: $kind,
                        effect: $crate::option_table::Effect::$effect,
                    }),*];
                ROWS
            }
        }
    };
}
pub(crate) use options;
