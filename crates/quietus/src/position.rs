//! `position`: sets up a position.

use uci::PositionCommand;

use crate::options::Settings;
use crate::variant::Variant;

/// The position of a `position` command, after its moves.
pub fn set_up<V: Variant>(
    command: &PositionCommand,
    settings: &Settings,
) -> Result<V::Position, String> {
    let mut position = match &command.fen {
        None => V::start(),
        Some(fen) => V::parse_fen(fen).map_err(|error| error.to_string())?,
    };
    V::configure(&mut position, settings);
    V::after(&position, &command.moves)
}

/// Plays moves; the error names the first that is none.
pub fn play<V: Variant>(
    mut position: V::Position,
    moves: &[String],
) -> Result<V::Position, String> {
    for (index, text) in moves.iter().enumerate() {
        let mv = V::parse_move(&position, text)
            .map_err(|error| format!("{error} (move {} of {})", index + 1, moves.len()))?;
        V::play(&mut position, mv);
    }
    Ok(position)
}
