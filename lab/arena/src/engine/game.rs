//! Tells an engine the game, and finds out how it writes squares.

use std::time::{Duration, Instant};

use game::Rules;
use games::GameId;
use uci::BestMove;
use xiangqi::{Dialect, Xiangqi};

use super::{Engine, EngineFailure};
use crate::Coordinates;

impl Engine {
    /// Chooses the game. In xiangqi the engine plays a first move, which tells its coordinates; one
    /// that plays nothing else has no `UCI_Variant`.
    ///
    /// # Errors
    /// If the engine fails, or its move is one of another game.
    pub fn set_game(&mut self, game: GameId, timeout: Duration) -> Result<(), EngineFailure> {
        if game == GameId::Chess {
            return Ok(());
        }
        if self.identity().option("UCI_Variant").is_some() {
            self.set_option("UCI_Variant", game.name())?;
        }
        self.send("ucinewgame")?;
        self.confirm_options(timeout)?;
        self.send_batch(&["position startpos", "go depth 1"])?;
        let answer = self.wait_for("bestmove", Instant::now() + timeout, |_| ())?;
        let answer = answer.map_or_else(String::new, |line| line.text);
        self.coordinates =
            coordinates_of(&answer).ok_or(EngineFailure::OtherGame { game, answer })?;
        Ok(())
    }
}

/// How the writer of a first move counts ranks: no text is a legal first move in both ways.
fn coordinates_of(answer: &str) -> Option<Coordinates> {
    let best = answer.parse::<BestMove>().ok()?.best?;
    let start = Xiangqi::start();
    let is_legal = |dialect: Dialect| {
        let mv = dialect.read(&best);
        mv.is_some_and(|mv| start.is_pseudo_legal(mv) && start.is_legal(mv))
    };
    if is_legal(Dialect::FromZero) {
        Some(Coordinates::Usual)
    } else {
        is_legal(Dialect::FromOne).then_some(Coordinates::RanksFromOne)
    }
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
                assert_eq!(coordinates_of(&answer), Some(coordinates), "{answer}");
            }
        }
        for answer in ["", "bestmove", "bestmove e2e4", "bestmove (none)"] {
            assert_eq!(coordinates_of(answer), None);
        }
    }
}
