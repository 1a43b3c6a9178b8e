//! How games end, in the words of fastchess and of the PGN `Termination` tag.

use std::time::Duration;

use game::adjudication::Verdict;
use game::{Dense, GameResult, Side};

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// By a rule of the game.
    Rule {
        /// What the rule gives.
        result: GameResult,
        /// Which one it was.
        reason: String,
    },
    /// By the rules of the adjudicator.
    Adjudication(Verdict),
    /// Decided by tablebases.
    Tablebase(GameResult),
    /// An engine fault.
    Fault {
        /// Whose engine; it loses the game.
        loser: Side,
        /// What it did.
        fault: Fault,
    },
}

/// A fault by which an engine loses the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// `bestmove` came too late.
    TimeLoss {
        /// How late.
        over: Duration,
    },
    /// No `bestmove` at all.
    Stall(String),
    /// `bestmove` is not a legal move.
    IllegalMove(String),
    /// The process exited, or closed its output.
    Crash(String),
}

impl Fault {
    /// All kinds, and what several of each are called.
    pub const KINDS: [(&str, &str); 4] = [
        ("crash", "crashes"),
        ("stall", "stalls"),
        ("illegal_move", "illegal moves"),
        ("time_loss", "time losses"),
    ];

    /// The kind, as in events and file names.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::TimeLoss { .. } => "time_loss",
            Self::Stall(_) => "stall",
            Self::IllegalMove(_) => "illegal_move",
            Self::Crash(_) => "crash",
        }
    }

    /// What the engine did, in words.
    #[must_use]
    pub fn detail(&self) -> String {
        match self {
            Self::TimeLoss { over } => {
                format!(
                    "bestmove {:.1} ms beyond the time margin",
                    over.as_secs_f64() * 1e3
                )
            }
            Self::Stall(detail) | Self::Crash(detail) => detail.clone(),
            Self::IllegalMove(line) => format!("answered {line:?}"),
        }
    }
}

impl Ending {
    /// The game's result.
    #[must_use]
    pub fn result(&self) -> GameResult {
        match self {
            Self::Rule { result, .. } => *result,
            Self::Adjudication(verdict) => verdict.result(),
            Self::Tablebase(result) => *result,
            Self::Fault { loser, .. } => GameResult::win_for(!*loser),
        }
    }

    /// Why the game ended, as fastchess says it: `White mates`, `Black loses on time`, with the names
    /// of the sides in its game.
    #[must_use]
    pub fn reason(&self, sides: [&str; 2]) -> String {
        let name = |side: Side| sides[side.index()];
        match self {
            Self::Rule { reason, .. } => reason.clone(),
            Self::Adjudication(verdict) => match verdict {
                Verdict::Win { winner } => format!("{} wins by adjudication", name(*winner)),
                Verdict::Draw => "Draw by adjudication".to_owned(),
                Verdict::MaxPlies => "Draw by adjudication: move limit".to_owned(),
            },
            Self::Tablebase(result) => match result.winner() {
                Some(winner) => {
                    format!(
                        "{} wins by adjudication: tablebase",
                        name(Side::ALL[winner])
                    )
                }
                None => "Draw by adjudication: tablebase".to_owned(),
            },
            Self::Fault { loser, fault } => {
                let deed = match fault {
                    Fault::TimeLoss { .. } => "loses on time",
                    Fault::Stall(_) => "stalls",
                    Fault::IllegalMove(_) => "makes an illegal move",
                    Fault::Crash(_) => "disconnects",
                };
                format!("{} {deed}", name(*loser))
            }
        }
    }

    /// The value of the `Termination` tag.
    #[must_use]
    pub const fn termination(&self) -> &'static str {
        match self {
            Self::Adjudication(_) | Self::Tablebase(_) => "adjudication",
            Self::Fault { fault, .. } => match fault {
                Fault::TimeLoss { .. } => "time forfeit",
                Fault::Stall(_) => "stalled connection",
                Fault::IllegalMove(_) => "rules infraction",
                Fault::Crash(_) => "abandoned",
            },
            _ => "normal",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Ending, Fault, GameResult, Side};

    #[test]
    fn tablebases_say_who_wins() {
        let reason = |result| Ending::Tablebase(result).reason(["White", "Black"]);
        assert_eq!(
            reason(GameResult::WhiteWins),
            "White wins by adjudication: tablebase"
        );
        assert_eq!(reason(GameResult::Draw), "Draw by adjudication: tablebase");
    }

    #[test]
    fn the_sides_have_the_names_of_their_game() {
        let late = Ending::Fault {
            loser: Side::White,
            fault: Fault::Stall(String::new()),
        };
        assert_eq!(late.reason(["Red", "Black"]), "Red stalls");
        assert_eq!(late.reason(["White", "Black"]), "White stalls");
    }
}
