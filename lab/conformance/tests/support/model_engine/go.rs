//! The `go` command.

use std::time::{Duration, Instant};

use chess::{Color, Move, Position};

/// The limits of a search, and its root moves.
#[derive(Clone, Debug, Default)]
pub struct Go {
    pub depth: Option<u32>,
    pub nodes: Option<u64>,
    pub budget: Option<Duration>,
    pub mate: Option<i32>,
    pub infinite: bool,
    pub ponder: bool,
    pub moves: Option<Vec<Move>>,
    pub lines: usize,
    pub started: Option<Instant>,
}

impl Go {
    /// Parses the words after `go`. Invalid words are skipped.
    pub fn parse<'a>(position: &Position, words: impl Iterator<Item = &'a str>) -> Self {
        let mut go = Self {
            started: Some(Instant::now()),
            lines: 1,
            ..Self::default()
        };
        let mut times = [None; 2];
        let mut increments = [0; 2];
        let mut words = words.peekable();
        let mut movetime = None;
        while let Some(word) = words.next() {
            let mut number = || {
                words
                    .next_if(|word| word.parse::<i64>().is_ok())?
                    .parse()
                    .ok()
            };
            match word {
                "wtime" => times[0] = number(),
                "btime" => times[1] = number(),
                "winc" => increments[0] = number().unwrap_or(0),
                "binc" => increments[1] = number().unwrap_or(0),
                "movetime" => movetime = number(),
                "depth" => go.depth = number().and_then(|n: i64| u32::try_from(n).ok()),
                "nodes" => go.nodes = number().and_then(|n: i64| u64::try_from(n).ok()),
                "mate" => go.mate = number().and_then(|n: i64| i32::try_from(n).ok()),
                "infinite" => go.infinite = true,
                "ponder" => go.ponder = true,
                "searchmoves" => {
                    let moves = words
                        .by_ref()
                        .filter_map(|text| position.parse_uci(text).ok());
                    go.moves = Some(moves.collect());
                }
                _ => {}
            }
        }
        let us = usize::from(position.side_to_move() == Color::Black);
        let milliseconds = |time: i64| Duration::from_millis(u64::try_from(time).unwrap_or(0));
        let clock = times[us].or(times[1 - us]);
        let share = clock.map(|time| milliseconds((time / 40 + increments[us] / 4).min(time / 4)));
        go.budget = movetime.map(milliseconds).or(share);
        go
    }
}
