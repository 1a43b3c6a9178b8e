//! A finished game pair, as stored in the journal.

use std::time::Duration;

use game::{Dense, Facts, Position};
use game::{GameResult, Side};
use serde::{Deserialize, Serialize};
use stats::Outcome;

use super::Ending;
use super::game::GameRecord;

/// Two games from one opening with the colors reversed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PairRecord {
    /// The pair's number, from zero.
    pub pair: u64,
    /// The player with White in the first game.
    pub first: usize,
    /// The other player.
    pub second: usize,
    /// With colors reversed in the second.
    pub games: [GameSummary; 2],
    /// The length of the PGN file after these games.
    pub pgn_end: u64,
}

/// One game of a pair, without its moves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameSummary {
    /// The result, written as in PGN.
    #[serde(with = "result_text")]
    pub result: GameResult,
    /// Why it ended so.
    pub reason: String,
    /// The kind of the fault that ended it, if any.
    pub fault: Option<String>,
    /// Plies played by the engines.
    pub plies: usize,
    /// Nodes searched by White and Black.
    pub nodes: [u64; 2],
    /// Seconds searched by White and Black.
    pub seconds: [f64; 2],
}

impl GameSummary {
    pub(super) fn of<R: Facts>(record: &GameRecord<R>) -> Self {
        let mut nodes = [0; 2];
        let mut time = [Duration::ZERO; 2];
        // The side not to move made the last move; from there the sides alternate.
        let mut side = 1 - record.end.side_to_move().index();
        for played in record.moves.iter().rev() {
            nodes[side] += played.nodes;
            time[side] += played.time;
            side = 1 - side;
        }
        let fault = match &record.ending {
            Ending::Fault { fault, .. } => Some(fault.kind().to_owned()),
            _ => None,
        };
        Self {
            result: record.ending.result(),
            reason: record.ending.reason(R::SIDE_NAMES),
            fault,
            plies: record.moves.len(),
            nodes,
            seconds: time.map(|time| time.as_secs_f64()),
        }
    }

    /// The outcome for the player of this color.
    fn outcome(&self, color: Side) -> Outcome {
        match self.result.winner() {
            Some(winner) if winner == color.index() => Outcome::Win,
            Some(_) => Outcome::Loss,
            None => Outcome::Draw,
        }
    }
}

impl PairRecord {
    /// The outcomes of both games for the first player.
    #[must_use]
    pub fn outcomes(&self) -> [Outcome; 2] {
        let [first, second] = &self.games;
        [first.outcome(Side::White), second.outcome(Side::Black)]
    }

    /// The players of a game: White, Black.
    #[must_use]
    pub const fn players(&self, game: usize) -> [usize; 2] {
        if game == 0 {
            [self.first, self.second]
        } else {
            [self.second, self.first]
        }
    }
}

/// The result of a game in JSON: `1-0`, `0-1`, `1/2-1/2` or `*`.
pub(super) mod result_text {
    use chess::GameResult;
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub(in crate::runner) fn serialize<S: Serializer>(
        result: &GameResult,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_str(result)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<GameResult, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(D::Error::custom)
    }
}
