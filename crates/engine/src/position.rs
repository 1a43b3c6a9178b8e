//! The commands that change the position: `position` and `flip`.

use chess::{Castling, Color, InvalidPosition, Piece, Placement, Position, Square};
use uci::PositionCommand;

/// The position of a `position` command, after its moves. Castling is written as in Chess960 if
/// `chess960` asks for it, or if the position cannot do without.
pub fn set_up(command: &PositionCommand, chess960: bool) -> Result<Position, String> {
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

/// The position with the board mirrored and the colors swapped, without its history.
pub fn flipped(position: &Position) -> Result<Position, InvalidPosition> {
    let mirrored = |square: Square| square.relative_to(Color::Black);
    let board = Square::ALL.map(|square| {
        let piece = position.piece_on(mirrored(square))?;
        Some(Piece::new(!piece.color(), piece.kind()))
    });
    let castling = Color::ALL
        .into_iter()
        .flat_map(|color| {
            position
                .castling()
                .rooks(color)
                .into_iter()
                .map(move |rook| (color, rook))
        })
        .map(|(color, rook)| Castling::with_rook(!color, rook.file()))
        .fold(Castling::NONE, Castling::and);
    let placement = Placement {
        board,
        side: !position.side_to_move(),
        castling,
        en_passant: position.en_passant().map(mirrored),
        halfmove_clock: u16::try_from(position.halfmove_clock()).unwrap_or(u16::MAX),
        fullmove_number: position.fullmove_number(),
    };
    let mut flipped = placement.validate()?;
    flipped.set_chess960(position.is_chess960());
    Ok(flipped)
}

#[cfg(test)]
mod tests {
    use super::{Position, flipped};

    #[test]
    fn flipping_mirrors_everything_and_back() {
        for (fen, other) in [
            (
                "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQk e3 0 3",
                "rnbqkbnr/pppp1ppp/8/3Pp3/8/8/PPP1PPPP/RNBQKBNR w Kkq e6 0 3",
            ),
            (
                "4k3/8/8/8/8/8/4P3/R3K3 w Q - 5 39",
                "r3k3/4p3/8/8/8/8/8/4K3 b q - 5 39",
            ),
        ] {
            let position = Position::from_fen(fen).unwrap();
            let flip = flipped(&position).unwrap();
            assert_eq!(flip.fen(), other);
            assert_eq!(flipped(&flip).unwrap().fen(), fen);
        }
    }
}
