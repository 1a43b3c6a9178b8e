//! What happened, as JSON.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use crate::world::World;

impl World {
    pub(crate) fn report(&self) -> Value {
        let mut statuses: BTreeMap<&str, u64> = BTreeMap::new();
        let (mut plies, mut slowest, mut mine) = (0, 0, 0);
        for game in self.games.values() {
            *statuses.entry(game.status).or_default() += 1;
            plies += game.plies();
            slowest = slowest.max(game.slowest.as_millis());
            mine += u64::from(game.is_ours());
        }
        let mut faults = Map::new();
        for ((kind, fault), count) in &self.faults.counts {
            faults.insert(format!("{kind:?} {fault:?}"), json!(count));
        }
        json!({
            "games": self.games.len(),
            "finished": self.finished(),
            "declined": self.declined,
            "plies": plies,
            "statuses": statuses,
            "faults": self.faults.counts.values().sum::<u64>(),
            "faults by kind": faults,
            "slowest turn with one fault in ms": slowest as u64,
            "moves sent again": self.stale_moves,
            "chats": self.chats,
            "turns of the bot": mine,
            "offers": self.bots.offers,
            "analysis": self.board.lines,
            "violations": self.violations,
        })
    }
}
