//! The list of games: everything else is generic over one, or asks here.
//!
//! A new game is a row of [`games!`].

#![forbid(unsafe_code)]
#![deny(missing_docs)]

use std::fmt;
use std::str::FromStr;

use game::Rules;
use serde::{Deserialize, Serialize};

pub use chess::Chess;
pub use detect::detect;
pub use makruk::Makruk;
pub use xiangqi::Xiangqi;

/// Makes [`GameId`] and [`for_game!`] of a list of names and types. The `$` is that of the inner macro.
macro_rules! games {
    ($d:tt $($(#[$doc:meta])+ $id:ident),+ $(,)?) => {
        /// A game, by its name in UCI (`UCI_Variant`). The first is the default.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub enum GameId {
            #[default]
            $($(#[$doc])+ $id),+
        }

        impl GameId {
            /// All games.
            pub const ALL: &'static [Self] = &[$(Self::$id),+];
            /// Their names.
            pub const NAMES: &'static [&'static str] = &[$(<$id as Rules>::NAME),+];
        }

        /// Evaluates an expression for a game that is known at run time, with its type under a name:
        /// `for_game!(id, G => G::start_fen())`.
        #[macro_export]
        macro_rules! for_game {
            ($d id:expr, $d game:ident => $d body:expr) => {
                match $d id {
                    $($crate::GameId::$id => {
                        type $d game = $crate::$id;
                        $d body
                    })+
                }
            };
        }
    };
}

games! {
    $
    /// Chess, including Chess960.
    Chess,
    /// Xiangqi (Chinese chess).
    Xiangqi,
    /// Makruk (Thai chess).
    Makruk,
}

// After the macro, which it uses.
mod detect;

impl GameId {
    /// The name.
    pub const fn name(self) -> &'static str {
        for_game!(self, G => G::NAME)
    }

    /// The game of a type.
    pub fn of<G: Rules>() -> Self {
        let found = Self::ALL.iter().find(|game| game.name() == G::NAME);
        *found.expect("all games are in the list")
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for GameId {
    type Err = UnknownGame;

    fn from_str(text: &str) -> Result<Self, UnknownGame> {
        let found = Self::ALL.iter().find(|game| game.name() == text);
        found.copied().ok_or_else(|| UnknownGame(text.to_owned()))
    }
}

/// The name of no game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownGame(String);

impl fmt::Display for UnknownGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (last, names) = GameId::NAMES.split_last().expect("there are games");
        let names = names.join(", ");
        write!(f, "unknown game {:?}: expected {names} or {last}", self.0)
    }
}

impl std::error::Error for UnknownGame {}

#[cfg(test)]
mod tests {
    use super::{Chess, GameId, Xiangqi};

    #[test]
    fn names_and_types_tell_the_game() {
        for &game in GameId::ALL {
            assert_eq!(game.to_string().parse(), Ok(game));
        }
        assert_eq!(GameId::of::<Chess>(), GameId::Chess);
        assert_eq!(GameId::of::<Xiangqi>(), GameId::Xiangqi);
        let error = "go".parse::<GameId>().unwrap_err();
        assert_eq!(
            error.to_string(),
            "unknown game \"go\": expected chess, xiangqi or makruk"
        );
    }
}
