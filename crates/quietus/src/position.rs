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
    for (index, text) in command.moves.iter().enumerate() {
        let mv = V::parse_move(&position, text)
            .map_err(|error| format!("{error} (move {} of {})", index + 1, command.moves.len()))?;
        V::play(&mut position, mv);
    }
    Ok(position)
}
