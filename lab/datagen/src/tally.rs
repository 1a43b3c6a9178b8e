//! What a run of self-play has brought so far.

use std::time::Duration;

use chess::GameResult;

use crate::ending::Ending;
use crate::player::Played;

/// Positions that are remembered to find those that come again. Old ones are forgotten for new.
const REMEMBERED: usize = 1 << 22;

/// Counts over games.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Games.
    pub games: u64,
    /// Moves of all games, openings included.
    pub plies: u64,
    /// Positions with a score, siblings included.
    pub positions: u64,
    /// Siblings.
    pub siblings: u64,
    /// Positions worth learning from, not counting siblings.
    pub kept: u64,
    /// Those of them that came before, as far as is remembered.
    pub duplicates: u64,
    /// Nodes of all searches.
    pub nodes: u64,
    /// Openings that were too one-sided.
    pub rejected: u64,
    /// What the games took, summed over the threads that played them.
    pub core_time: Duration,
    /// Games that white won, that were drawn, that black won, and whose result is not known.
    pub results: [u64; 4],
    /// Games by how they ended, in the order of [`Ending::ALL`].
    pub endings: [u64; Ending::ALL.len()],
    /// A key in each place; grows at the first game.
    seen: Vec<u64>,
}

impl Tally {
    /// Counts a game that took a thread so long.
    pub fn add(&mut self, played: &Played, time: Duration) {
        self.games += 1;
        self.core_time += time;
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
        self.seen.resize(REMEMBERED, 0);
        for &key in &played.kept {
            let place = &mut self.seen[key as usize % REMEMBERED];
            self.duplicates += u64::from(*place == key);
            *place = key;
        }
    }

    /// One line for people. The speed is that of the games counted: neither those that are still
    /// being played nor threads that have nothing left to play lower it.
    #[must_use]
    pub fn line(&self) -> String {
        let core_seconds = self.core_time.as_secs_f64().max(1e-3);
        let share = |part: u64, whole: u64| 100.0 * part as f64 / whole.max(1) as f64;
        let [wins, draws, losses, unknown] = self.results.map(|count| share(count, self.games));
        format!(
            "{} games, {} positions, {:.0}/s per core, {:.0} knps per core, kept {:.1} %, \
             W/D/L {wins:.0}/{draws:.0}/{losses:.0} %, unknown {unknown:.1} %, {:.0} plies a game, duplicates {:.2} %, \
             openings rejected {:.0} %",
            self.games,
            self.positions,
            self.positions as f64 / core_seconds,
            self.nodes as f64 / core_seconds / 1000.0,
            share(self.kept, self.positions - self.siblings),
            self.plies as f64 / self.games.max(1) as f64,
            share(self.duplicates, self.kept),
            share(self.rejected, self.rejected + self.games),
        )
    }

    /// One line that says how games ended.
    #[must_use]
    pub fn endings_line(&self) -> String {
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

    use super::{GameResult, Played, Tally};

    #[test]
    fn games_are_counted_and_duplicates_found() {
        let mut played = Played {
            kept: vec![5, 6, 7],
            positions: 4,
            nodes: 8000,
            ..Played::default()
        };
        played.game.result = GameResult::WhiteWins;
        let mut tally = Tally::default();
        tally.add(&played, Duration::from_secs(3));
        assert_eq!(tally.duplicates, 0);
        played.kept = vec![7, 8];
        tally.add(&played, Duration::from_secs(1));
        assert_eq!((tally.kept, tally.duplicates), (5, 1));
        assert_eq!(tally.results, [2, 0, 0, 0]);
        assert_eq!(tally.endings_line(), "ended by checkmate 100.0 %");
        let line = tally.line();
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
