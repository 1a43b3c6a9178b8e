//! Running statistics of self-play.

use std::time::Duration;

use game::{GameResult, Rules};

use crate::ending::Ending;
use crate::recorder::PlayedGame;

/// Slots of the table that finds duplicate positions; new keys replace old ones.
const SEEN_SLOTS: usize = 1 << 22;

/// What the time of games is measured on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Unit {
    /// A CPU core.
    #[default]
    Core,
    Gpu,
}

impl Unit {
    const fn word(self) -> &'static str {
        match self {
            Self::Core => "core",
            Self::Gpu => "GPU",
        }
    }
}

/// Counts over the games so far.
#[derive(Clone, Debug, Default)]
pub struct GameStats {
    /// What the time was measured on.
    pub unit: Unit,
    pub games: u64,
    /// Plies, openings included.
    pub plies: u64,
    /// Scored positions, siblings included.
    pub positions: u64,
    pub siblings: u64,
    /// Positions that pass the usual training filters, without siblings.
    pub kept: u64,
    /// Duplicates among them, as far as the table finds them.
    pub duplicates: u64,
    /// Nodes searched.
    pub nodes: u64,
    /// Openings rejected as one-sided.
    pub rejected: u64,
    /// Time summed over all cores or GPUs.
    pub unit_time: Duration,
    /// Games by result: white wins, draws, black wins, unknown.
    pub results: [u64; 4],
    /// Games by ending, in the order of [`Ending::ALL`].
    pub endings: [u64; Ending::ALL.len()],
    /// Keys of positions; allocated with the first game.
    seen: Vec<u64>,
}

impl GameStats {
    /// Adds a game and the time that it took its thread.
    pub fn add<R: Rules>(&mut self, played: &PlayedGame<R>, time: Duration) {
        self.games += 1;
        self.unit_time += time;
        self.plies += played.game.plies.len() as u64;
        self.positions += played.positions;
        self.siblings += played.siblings;
        self.kept += played.kept.len() as u64;
        self.nodes += played.nodes;
        self.rejected += played.rejected;
        match played.game.result {
            GameResult::WhiteWins => self.results[0] += 1,
            GameResult::Draw => self.results[1] += 1,
            GameResult::BlackWins => self.results[2] += 1,
            GameResult::Unknown => self.results[3] += 1,
        }
        self.endings[played.ending as usize] += 1;
        self.seen.resize(SEEN_SLOTS, 0);
        for &key in &played.kept {
            let slot = &mut self.seen[key as usize % SEEN_SLOTS];
            self.duplicates += u64::from(*slot == key);
            *slot = key;
        }
    }

    /// A summary in one line. The speed is that of finished games: games in progress and idle threads
    /// do not lower it.
    pub fn summary(&self) -> String {
        let unit_seconds = self.unit_time.as_secs_f64().max(1e-3);
        let share = |part: u64, whole: u64| 100.0 * part as f64 / whole.max(1) as f64;
        let unit = self.unit.word();
        let [wins, draws, losses, unknown] = self.results.map(|count| share(count, self.games));
        format!(
            "{} games, {} positions, {:.0}/s per {unit}, {:.0} knps per {unit}, kept {:.1} %, \
             W/D/L {wins:.0}/{draws:.0}/{losses:.0} %, unknown {unknown:.1} %, {:.0} plies a game, duplicates {:.2} %, \
             openings rejected {:.0} %",
            self.games,
            self.positions,
            self.positions as f64 / unit_seconds,
            self.nodes as f64 / unit_seconds / 1000.0,
            share(self.kept, self.positions - self.siblings),
            self.plies as f64 / self.games.max(1) as f64,
            share(self.duplicates, self.kept),
            share(self.rejected, self.rejected + self.games),
        )
    }

    /// The shares of the endings in one line.
    pub fn endings_summary(&self) -> String {
        let share = |count: u64| 100.0 * count as f64 / self.games.max(1) as f64;
        let counted = Ending::ALL.into_iter().zip(self.endings);
        let parts: Vec<String> = counted
            .filter(|&(_, count)| count > 0)
            .map(|(ending, count)| format!("{} {:.1} %", ending.words(), share(count)))
            .collect();
        format!("ended by {}", parts.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{GameResult, GameStats, PlayedGame};

    #[test]
    fn games_are_counted_and_duplicates_found() {
        let mut played: PlayedGame = PlayedGame {
            kept: vec![5, 6, 7],
            positions: 4,
            nodes: 8000,
            ..PlayedGame::default()
        };
        played.game.result = GameResult::WhiteWins;
        let mut stats = GameStats::default();
        stats.add(&played, Duration::from_secs(3));
        assert_eq!(stats.duplicates, 0);
        played.kept = vec![7, 8];
        stats.add(&played, Duration::from_secs(1));
        assert_eq!((stats.kept, stats.duplicates), (5, 1));
        assert_eq!(stats.results, [2, 0, 0, 0]);
        assert_eq!(stats.endings_summary(), "ended by checkmate 100.0 %");
        let line = stats.summary();
        assert!(
            line.contains("8 positions, 2/s per core, 4 knps per core"),
            "{line}"
        );
        assert!(
            line.contains("kept 62.5 %") && line.contains("duplicates 20.00 %"),
            "{line}"
        );
    }
}
