//! A position of the game that an engine is checked in, whatever the game is.

use std::fmt::Debug;

use game::{Coordinates, Facts, Outcome, OutcomeKind, Position, Rules};
use games::{GameId, for_game};

use crate::long_game::long_game;

/// A position whose moves are written as the engine writes them.
#[derive(Debug)]
pub(super) struct Board(Box<dyn AnyBoard>);

impl Clone for Board {
    fn clone(&self) -> Self {
        Self(self.0.clone_box())
    }
}

impl Board {
    pub(super) fn start(game: GameId, coordinates: Coordinates) -> Self {
        for_game!(game, G => Self::of::<G>(G::start(), coordinates))
    }

    pub(super) fn of_fen(
        game: GameId,
        coordinates: Coordinates,
        fen: &str,
    ) -> Result<Self, String> {
        for_game!(game, G => {
            let position = G::parse_fen(fen).map_err(|error| error.to_string())?;
            Ok(Self::of::<G>(position, coordinates))
        })
    }

    fn of<G: Facts + Debug>(position: G::Position, coordinates: Coordinates) -> Self {
        Self(Box::new(BoardOf::<G> {
            position,
            coordinates,
        }))
    }

    pub(super) fn fen(&self) -> String {
        self.0.fen()
    }

    /// The moves of [`Positions`](crate::positions::Positions), spelled as the engine writes them.
    pub(super) fn spell(&self, moves: &str) -> String {
        self.0.spell(moves)
    }

    /// The same for moves that are alternatives in this position.
    pub(super) fn spell_each(&self, moves: &str) -> String {
        let words: Vec<String> = moves.split(' ').map(|text| self.spell(text)).collect();
        words.join(" ")
    }

    /// Plays by the rules of this name from here on.
    pub(super) fn apply_rule_set(&mut self, name: &str) -> Result<(), String> {
        self.0.apply_rule_set(name)
    }

    /// Plays a legal move, which must be in UCI notation. The error says what is wrong.
    pub(super) fn play(&mut self, text: &str) -> Result<(), String> {
        self.0.play(text)
    }

    /// The moves of a long game from here that no rule ends, for [`Board::spell`].
    pub(super) fn long_game(&self, plies: usize) -> Vec<String> {
        self.0.long_game(plies)
    }

    /// Whether the side to move is mated; where stalemate loses, it is a mate.
    pub(super) fn is_mated(&self) -> bool {
        self.0.is_mated()
    }

    /// Whether a rule about repetitions or the move limit ends the game here.
    pub(super) fn is_over_by_rule(&self) -> bool {
        self.0.is_over_by_rule()
    }
}

/// See the functions of [`Board`].
trait AnyBoard: Debug {
    fn clone_box(&self) -> Box<dyn AnyBoard>;
    fn fen(&self) -> String;
    fn spell(&self, moves: &str) -> String;
    fn apply_rule_set(&mut self, name: &str) -> Result<(), String>;
    fn play(&mut self, text: &str) -> Result<(), String>;
    fn long_game(&self, plies: usize) -> Vec<String>;
    fn is_mated(&self) -> bool;
    fn is_over_by_rule(&self) -> bool;
}

#[derive(Debug)]
struct BoardOf<G: Facts> {
    position: G::Position,
    coordinates: Coordinates,
}

impl<G: Facts + Debug> AnyBoard for BoardOf<G> {
    fn clone_box(&self) -> Box<dyn AnyBoard> {
        Box::new(Self {
            position: self.position.clone(),
            coordinates: self.coordinates,
        })
    }

    fn fen(&self) -> String {
        G::fen(&self.position)
    }

    fn spell(&self, moves: &str) -> String {
        let mut position = self.position.clone();
        let mut words = Vec::new();
        for text in moves.split(' ') {
            // A move that is illegal on purpose stays as it is.
            let Ok(mv) = G::parse_move(&position, text) else {
                words.push(text.to_owned());
                continue;
            };
            words.push(G::engine_move(&position, mv, self.coordinates));
            G::play(&mut position, mv);
        }
        words.join(" ")
    }

    fn apply_rule_set(&mut self, name: &str) -> Result<(), String> {
        let index = G::RULE_SETS.iter().position(|set| set.name == name);
        let index = index.ok_or_else(|| format!("{} has no rules called {name}", G::NAME))?;
        G::apply_rule_set(&mut self.position, index)
    }

    fn play(&mut self, text: &str) -> Result<(), String> {
        let mv = G::parse_engine_move(&self.position, text, self.coordinates);
        let mv = mv.ok_or_else(|| format!("{text:?} is not a legal move"))?;
        let right = G::engine_move(&self.position, mv, self.coordinates);
        if right != text {
            return Err(format!("{text:?} should be {right:?}"));
        }
        G::play(&mut self.position, mv);
        Ok(())
    }

    fn long_game(&self, plies: usize) -> Vec<String> {
        long_game::<G>(&self.position, plies)
    }

    fn is_mated(&self) -> bool {
        (G::STALEMATE_LOSES || self.position.in_check()) && !self.position.has_legal_move()
    }

    fn is_over_by_rule(&self) -> bool {
        let kind = G::outcome(&self.position).map(Outcome::kind);
        matches!(
            kind,
            Some(OutcomeKind::MoveLimit | OutcomeKind::Repetition | OutcomeKind::Perpetual)
        )
    }
}
