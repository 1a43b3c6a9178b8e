//! Games to play: their numbers and their openings.

use datagen::{Error, Run, chance, game_rng};
use game::Rng;
use openings::Opening;

use crate::OnDevice;
use crate::abi::{CANDIDATES, PackedPosition, Start};

/// Rejected openings in a row before giving up: the settings must be wrong.
const MAX_OPENING_TRIES: u64 = 1000;

/// A game that the device plays, or is to play. Its openings are those that the CPU generator draws.
pub struct Candidates<G: OnDevice> {
    number: u64,
    rng: Rng,
    /// Openings, and whether games from them are played out.
    openings: Vec<(Opening<G>, bool)>,
    /// Openings rejected before these, and the nodes of it.
    rejected: u64,
    nodes: u64,
}

/// The candidate that was played.
pub struct Chosen<G: OnDevice> {
    pub opening: Opening<G>,
    /// Whether the game is played out.
    pub is_played_out: bool,
    /// Openings rejected before it.
    pub rejected: u64,
    /// Nodes of earlier starts of the game.
    pub nodes: u64,
}

impl<G: OnDevice> Candidates<G> {
    /// The first candidates of a game.
    ///
    /// # Errors
    /// If no opening can be drawn.
    pub fn new(run: &Run<'_, G>, number: u64) -> Result<Self, Error> {
        let mut game = Self {
            number,
            rng: game_rng(run.settings.seed, number),
            openings: Vec::with_capacity(CANDIDATES),
            rejected: 0,
            nodes: 0,
        };
        game.draw(run)?;
        Ok(game)
    }

    pub const fn number(&self) -> u64 {
        self.number
    }

    fn draw(&mut self, run: &Run<'_, G>) -> Result<(), Error> {
        let is_verified = run.settings.openings.verification.soft > 0;
        let count = if is_verified { CANDIDATES } else { 1 };
        self.openings.clear();
        for _ in 0..count {
            let opening = run.openings.draw(&mut self.rng)?;
            // The CPU generator goes on with these numbers only if it takes the opening.
            let is_played_out = chance(run.settings.play_out, &mut self.rng.clone());
            self.openings.push((opening, is_played_out));
        }
        Ok(())
    }

    /// What the device needs.
    pub fn start(&self) -> Start {
        let mut start = Start {
            number: self.number,
            candidates: self.openings.len() as u32,
            ..Start::default()
        };
        for (i, (opening, is_played_out)) in self.openings.iter().enumerate() {
            let plies = opening.moves.len();
            start.positions[i] = PackedPosition::new::<G>(&opening.position(), plies);
            start.played_out |= u32::from(*is_played_out) << i;
        }
        start
    }

    /// Draws the next candidates after the device rejected all.
    ///
    /// # Errors
    /// If too many were rejected, or none can be drawn.
    pub fn reject_all(&mut self, run: &Run<'_, G>, nodes: u64) -> Result<(), Error> {
        self.rejected += self.openings.len() as u64;
        self.nodes += nodes;
        if self.rejected >= MAX_OPENING_TRIES {
            return Err(Error::OneSided {
                tries: MAX_OPENING_TRIES,
                cut: run.settings.openings.cut,
            });
        }
        self.draw(run)
    }

    /// The candidate that the device played.
    pub fn choose(mut self, index: usize) -> Option<Chosen<G>> {
        if index >= self.openings.len() {
            return None;
        }
        let (opening, is_played_out) = self.openings.swap_remove(index);
        Some(Chosen {
            opening,
            is_played_out,
            rejected: self.rejected + index as u64,
            nodes: self.nodes,
        })
    }
}
