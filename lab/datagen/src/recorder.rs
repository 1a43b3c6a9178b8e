//! A game that is being played: its moves, what ends it, and its statistics.

use chess::Chess;
use game::{Codes, GameResult, Position, Rules};
use openings::Opening;
use records::{Game, Ply, Start};

use crate::adjudication::SelfPlayAdjudicator;
use crate::ending::Ending;
use crate::settings::Settings;

/// Earlier positions do not count as training positions in the statistics.
const FIRST_KEPT_PLY: u32 = 16;

/// A game with its statistics.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedGame<R: Rules = Chess> {
    pub game: Game<R>,
    /// Why it ended.
    pub ending: Ending,
    /// Keys of the positions that pass the usual training filters: ply, not in check, quiet move.
    pub kept: Vec<u64>,
    /// Scored positions, siblings included.
    pub positions: u64,
    pub siblings: u64,
    /// Nodes searched.
    pub nodes: u64,
    /// Openings rejected as one-sided.
    pub rejected: u64,
}

impl<R: Rules> Default for PlayedGame<R> {
    fn default() -> Self {
        Self {
            game: Game::default(),
            ending: Ending::default(),
            kept: Vec::new(),
            positions: 0,
            siblings: 0,
            nodes: 0,
            rejected: 0,
        }
    }
}

/// Follows a game from its opening to its end, whoever chooses the moves.
#[derive(Clone, Debug)]
pub struct GameRecorder<R: Codes = Chess> {
    played: PlayedGame<R>,
    position: R::Position,
    adjudicator: SelfPlayAdjudicator,
}

impl<R: Codes> GameRecorder<R> {
    /// A game after its opening. One that is played out is not adjudicated as won.
    pub fn new(settings: &Settings, opening: &Opening<R>, is_played_out: bool) -> Self {
        let mut played = PlayedGame::default();
        played.game.start = Start::of(&opening.start);
        played.game.plies = opening.moves.iter().map(|&mv| Ply::unscored(mv)).collect();
        Self {
            played,
            position: opening.position(),
            adjudicator: SelfPlayAdjudicator::new(settings.adjudication, is_played_out),
        }
    }

    pub const fn position(&self) -> &R::Position {
        &self.position
    }

    /// The ending and the result, if the game is over.
    pub fn verdict(&mut self) -> Option<(Ending, GameResult)> {
        let plies = self.played.game.plies.len();
        self.adjudicator.verdict::<R>(&self.position, plies)
    }

    /// Plays a legal move that was searched with so many nodes; a sibling has its share of them.
    pub fn play(&mut self, ply: Ply<R::Move>, nodes: u64) {
        let played = &mut self.played;
        let number = u32::try_from(played.game.plies.len()).unwrap_or(u32::MAX);
        let is_noisy = self.position.in_check() || self.position.is_noisy(ply.mv);
        if number >= FIRST_KEPT_PLY && !is_noisy {
            played.kept.push(self.position.keys().full);
        }
        let siblings = u64::from(ply.sibling.is_some());
        played.positions += 1 + siblings;
        played.siblings += siblings;
        played.nodes += nodes;
        played.game.plies.push(ply);
        R::play(&mut self.position, ply.mv);
        let score = ply.score.unwrap_or_default();
        self.adjudicator.add(score.into(), number);
    }

    /// The game, ended so. The opening cost nodes, and others before it were rejected.
    pub fn finish(self, verdict: (Ending, GameResult), rejected: u64, nodes: u64) -> PlayedGame<R> {
        let mut played = self.played;
        (played.ending, played.game.result) = verdict;
        played.rejected = rejected;
        played.nodes += nodes;
        played
    }
}
