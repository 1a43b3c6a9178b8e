//! Tells an engine the game, and finds out how it writes squares.

use std::time::{Duration, Instant};

use game::{Coordinates, Facts};
use games::{GameId, for_game};
use uci::BestMove;

use super::{Engine, EngineFailure};

impl Engine {
    /// Chooses the game. In all but the usual one the engine plays a first move, which tells its
    /// coordinates; one that plays nothing else has no `UCI_Variant`.
    ///
    /// # Errors
    /// If the engine fails, or its move is one of another game.
    pub fn set_game(&mut self, game: GameId, timeout: Duration) -> Result<(), EngineFailure> {
        if game == GameId::default() {
            return Ok(());
        }
        self.name_game(game)?;
        self.send("ucinewgame")?;
        self.confirm_options(timeout)?;
        self.send_batch(&["position startpos", "go depth 1"])?;
        let answer = self.wait_for("bestmove", Instant::now() + timeout, |_| ())?;
        let answer = answer.map_or_else(String::new, |line| line.text);
        self.coordinates = for_game!(game, G => coordinates_of::<G>(&answer))
            .ok_or(EngineFailure::OtherGame { game, answer })?;
        Ok(())
    }

    /// Names the game to an engine that plays several.
    pub(super) fn name_game(&mut self, game: GameId) -> Result<(), EngineFailure> {
        let has_several = self.identity().option("UCI_Variant").is_some();
        match has_several && game != GameId::default() {
            true => self.set_option("UCI_Variant", game.name()),
            false => Ok(()),
        }
    }
}

/// How the writer of a first move counts ranks: no text is a legal first move in both ways.
fn coordinates_of<G: Facts>(answer: &str) -> Option<Coordinates> {
    let best = answer.parse::<BestMove>().ok()?.best?;
    let start = G::start();
    let ways = [Coordinates::Usual, Coordinates::RanksFromOne];
    let is_legal = |way: &Coordinates| G::parse_engine_move(&start, &best, *way).is_some();
    ways.into_iter().find(is_legal)
}

#[cfg(test)]
mod tests {
    use game::Rules;
    use xiangqi::{Dialect, Xiangqi};

    use super::{Coordinates, coordinates_of};

    #[test]
    fn every_first_move_tells_the_coordinates() {
        for &mv in &Xiangqi::legal_moves(&Xiangqi::start()) {
            for (dialect, coordinates) in [
                (Dialect::FromZero, Coordinates::Usual),
                (Dialect::FromOne, Coordinates::RanksFromOne),
            ] {
                let answer = format!("bestmove {} ponder a0a1", dialect.write(mv));
                assert_eq!(
                    coordinates_of::<Xiangqi>(&answer),
                    Some(coordinates),
                    "{answer}"
                );
            }
        }
        for answer in ["", "bestmove", "bestmove e2e4", "bestmove (none)"] {
            assert_eq!(coordinates_of::<Xiangqi>(answer), None);
        }
    }
}
