//! Replays the games of the device by the rules of the engine and the adjudication of `datagen`, whose
//! verdicts count.

use datagen::{GameRecorder, PlayedGame, Settings};
use game::{Dense, PackedMove, Position};
use records::Ply;

use crate::OnDevice;
use crate::abi::GamePly;
use crate::candidates::Chosen;
use crate::error::Error;
use crate::games::FinishedGame;

/// The game as the CPU generator would have recorded it.
///
/// # Errors
/// If a move is illegal, or the device ended the game sooner than the rules do.
pub fn replay<G: OnDevice>(
    settings: &Settings,
    chosen: &Chosen<G>,
    finished: &FinishedGame,
) -> Result<PlayedGame<G>, Error> {
    let mut game = GameRecorder::new(settings, &chosen.opening, chosen.is_played_out);
    let mut plies = finished.plies.iter();
    loop {
        if let Some(verdict) = game.verdict() {
            let nodes = chosen.nodes + finished.nodes;
            return Ok(game.finish(verdict, chosen.rejected, nodes));
        }
        let wrong = |what: &str| {
            let fen = G::fen(game.position());
            let (number, ending) = (finished.number, finished.ending);
            Error::Device(format!(
                "game {number}: {what} in {fen}, ended by {ending:?}"
            ))
        };
        let ply = plies.next().ok_or_else(|| wrong("no move"))?;
        let ply = recorded::<G>(game.position(), *ply).ok_or_else(|| wrong("an illegal move"))?;
        game.play(ply, 0);
    }
}

/// A ply with its score from the first side's view, if it is legal.
fn recorded<G: OnDevice>(position: &G::Position, ply: GamePly) -> Option<Ply<G::Move>> {
    let is_legal = |mv: &G::Move| position.is_pseudo_legal(*mv) && position.is_legal(*mv);
    let mv = G::Move::from_code(ply.mv).filter(is_legal)?;
    let score = match position.side_to_move().index() {
        0 => ply.score,
        _ => -ply.score,
    };
    Some(Ply::scored(mv, score))
}
