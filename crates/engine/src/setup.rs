//! `position`: a place to start from, and the moves played since.

use chess::Position;
use uci::PositionCommand;

/// The position that a command names, after its moves. Castling is written as in Chess960 if asked
/// for, or if the position cannot do without.
pub fn position(command: &PositionCommand, chess960: bool) -> Result<Position, String> {
    let mut position = match &command.fen {
        None => Position::start(),
        Some(fen) => Position::from_fen(fen).map_err(|error| error.to_string())?,
    };
    for (index, text) in command.moves.iter().enumerate() {
        let mv = position
            .parse_uci(text)
            .map_err(|error| format!("{error} (move {} of {})", index + 1, command.moves.len()))?;
        position.play(mv);
    }
    position.set_chess960(position.is_chess960() || chess960);
    Ok(position)
}
