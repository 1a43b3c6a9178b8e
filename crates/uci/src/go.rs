//! The arguments of `go`.

use std::fmt;
use std::time::Duration;

use crate::arguments::write_option;

/// The limits of a search as the GUI sent them, not checked against a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GoCommand {
    /// Only these first moves.
    pub search_moves: Vec<String>,
    /// None of these first moves (`banmoves`, a command of UCCI).
    pub banned_moves: Vec<String>,
    /// Search on the opponent's time.
    pub ponder: bool,
    /// Search until `stop`.
    pub infinite: bool,
    /// White's and black's remaining time.
    pub time: [Option<Duration>; 2],
    /// White's and black's increment for each move.
    pub increment: [Duration; 2],
    /// Moves to the next time control.
    pub moves_to_go: Option<u32>,
    /// Depth limit.
    pub depth: Option<u32>,
    /// Node limit.
    pub nodes: Option<u64>,
    /// A mate in so many moves.
    pub mate: Option<u32>,
    /// Exactly this time.
    pub move_time: Option<Duration>,
    /// The name of a limit that was given without a number that it can have: the search must not run forever.
    pub broken_limit: Option<String>,
}

impl GoCommand {
    /// Parses the arguments of `go`. Unknown words are skipped; a bad number leaves its limit unset, and
    /// is told as a broken one.
    pub(crate) fn parse(words: &[&str]) -> Self {
        let mut go = Self::default();
        let mut words = words.iter().copied().peekable();
        while let Some(word) = words.next() {
            let mut number = || {
                let text = words.next_if(|next| next.parse::<f64>().is_ok());
                let is_count = ["movestogo", "depth", "nodes", "mate"].contains(&word);
                let text = text.filter(|text| !is_count || count::<u64>(text).is_some());
                if text.is_none() {
                    go.broken_limit = Some(word.to_owned());
                }
                text.unwrap_or_default()
            };
            match word {
                "ponder" => go.ponder = true,
                "infinite" => go.infinite = true,
                "wtime" => go.time[0] = milliseconds(number()),
                "btime" => go.time[1] = milliseconds(number()),
                "winc" => go.increment[0] = milliseconds(number()).unwrap_or_default(),
                "binc" => go.increment[1] = milliseconds(number()).unwrap_or_default(),
                "movetime" => go.move_time = milliseconds(number()),
                "movestogo" => go.moves_to_go = count(number()),
                "depth" => go.depth = count(number()),
                "nodes" => go.nodes = count(number()),
                "mate" => go.mate = count(number()),
                "searchmoves" | "banmoves" => {
                    let moves = match word {
                        "searchmoves" => &mut go.search_moves,
                        _ => &mut go.banned_moves,
                    };
                    while let Some(mv) = words.next_if(|next| looks_like_move(next)) {
                        moves.push(mv.to_owned());
                    }
                }
                // As the protocol asks.
                _unknown => {}
            }
        }
        go
    }
}

impl fmt::Display for GoCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("go")?;
        // What follows is no number.
        if let Some(word) = &self.broken_limit {
            write!(f, " {word}")?;
        }
        for (word, moves) in [
            ("searchmoves", &self.search_moves),
            ("banmoves", &self.banned_moves),
        ] {
            let moves = (!moves.is_empty()).then(|| moves.join(" "));
            write_option(f, word, moves)?;
        }
        f.write_str(if self.ponder { " ponder" } else { "" })?;
        f.write_str(if self.infinite { " infinite" } else { "" })?;
        let [white, black] = self
            .increment
            .map(|time| Some(time).filter(|time| !time.is_zero()));
        for (word, time) in [
            ("wtime", self.time[0]),
            ("btime", self.time[1]),
            ("winc", white),
            ("binc", black),
            ("movetime", self.move_time),
        ] {
            write_option(f, word, time.map(Milliseconds))?;
        }
        write_option(f, "movestogo", self.moves_to_go)?;
        write_option(f, "depth", self.depth)?;
        write_option(f, "nodes", self.nodes)?;
        write_option(f, "mate", self.mate)
    }
}

/// A time in milliseconds, with what is below them.
struct Milliseconds(Duration);

impl fmt::Display for Milliseconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.as_millis())?;
        match self.0.subsec_nanos() % 1_000_000 {
            0 => Ok(()),
            below => write!(f, ".{below:06}"),
        }
    }
}

/// A number of plies, nodes or moves, which cannot be below zero; a huge one is as good as the largest.
fn count<T: TryFrom<u64> + From<u32>>(text: &str) -> Option<T> {
    let number = text.parse::<u64>().ok();
    let number = number.or_else(|| {
        let number: f64 = text.parse().ok()?;
        // Conversion saturates.
        (number >= 0.0).then_some(number as u64)
    });
    Some(T::try_from(number?).unwrap_or(T::from(u32::MAX)))
}

/// Milliseconds, never below zero: a clock that has run out still wants a move.
pub(crate) fn milliseconds(text: &str) -> Option<Duration> {
    exact_milliseconds(text).or_else(|| {
        let number: f64 = text.parse().ok()?;
        Some(Duration::try_from_secs_f64((number / 1000.0).max(0.0)).unwrap_or(Duration::MAX))
    })
}

/// Milliseconds down to nanoseconds, as [`Milliseconds`] writes them.
fn exact_milliseconds(text: &str) -> Option<Duration> {
    let (whole, below) = text.split_once('.').unwrap_or((text, ""));
    let is_exact = below.len() <= 6 && below.bytes().all(|byte| byte.is_ascii_digit());
    let whole: u128 = whole.parse().ok().filter(|_| is_exact)?;
    let below: u32 = format!("{below:0<6}").parse().ok()?;
    let nanoseconds = (whole % 1000) as u32 * 1_000_000 + below;
    let seconds = u64::try_from(whole / 1000);
    Some(seconds.map_or(Duration::MAX, |seconds| Duration::new(seconds, nanoseconds)))
}

/// Whether a word may be a move: `e2e4`, `e7e8q`, and `h10g8` on larger boards.
fn looks_like_move(text: &str) -> bool {
    let bytes = text.as_bytes();
    (4..=6).contains(&bytes.len())
        && bytes[1].is_ascii_digit()
        && bytes[2..].iter().any(u8::is_ascii_digit)
}

#[cfg(test)]
mod tests {
    use super::{Duration, GoCommand};

    fn parse(line: &str) -> GoCommand {
        GoCommand::parse(&line.split_whitespace().collect::<Vec<_>>())
    }

    #[test]
    fn limits_in_any_order_and_combination() {
        let go =
            parse("depth 8 wtime 1000 searchmoves e2e4 d2d4 btime -5 winc 10 nodes 5000 infinite");
        assert_eq!(
            (go.depth, go.nodes, go.infinite),
            (Some(8), Some(5000), true)
        );
        assert_eq!(
            go.time,
            [Some(Duration::from_secs(1)), Some(Duration::ZERO)]
        );
        assert_eq!(go.increment, [Duration::from_millis(10), Duration::ZERO]);
        assert_eq!(go.search_moves, ["e2e4", "d2d4"]);
        let moves = ["e7e8q", "0000", "h10g8", "a1a10"];
        assert_eq!(
            parse(&format!("searchmoves {} depth 1", moves.join(" "))).search_moves,
            moves
        );
        assert_eq!(go.broken_limit, None);
        let broken = parse("movetime x depth ponder");
        assert!(broken.ponder);
        assert_eq!(broken.broken_limit.as_deref(), Some("depth"));
        assert_eq!((broken.depth, broken.move_time), (None, None));
        assert_eq!(parse(""), GoCommand::default());
    }

    #[test]
    fn counts_are_never_below_zero() {
        for word in ["depth", "nodes", "mate", "movestogo"] {
            for bad in ["-1", "nan", "x", ""] {
                let go = parse(&format!("{word} {bad}"));
                assert_eq!(go.broken_limit.as_deref(), Some(word), "{bad}");
            }
            assert_eq!(parse(&format!("{word} 1e6")).broken_limit, None);
        }
        assert_eq!(parse("nodes 1e6 depth 99999999999").nodes, Some(1_000_000));
        assert_eq!(parse("depth 99999999999").depth, Some(u32::MAX));
        assert_eq!(parse("nodes 1e30").nodes, Some(u64::MAX));
    }
}
