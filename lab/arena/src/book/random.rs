//! Random openings that favour nobody much.

use chess::{Color, Piece, PieceType, Position, exchange_value};
use game::Rng;

use super::Opening;

/// Opening number `index` of a seed.
pub(super) fn opening(seed: u64, index: u64, plies: usize, chess960: bool) -> Opening {
    // Neighbouring numbers must not give neighbouring states of the generator: its streams
    // would overlap.
    let seed = Rng::new(seed).next_u64() ^ index;
    let mut rng = Rng::new(Rng::new(seed).next_u64());
    loop {
        let start = if chess960 {
            chess960_start(rng.below(960))
        } else {
            Position::start()
        };
        if let Some(opening) = try_opening(start, plies, &mut rng) {
            return opening;
        }
    }
}

/// Random moves; nothing if they lead to a position one would not want to start from.
fn try_opening(start: Position, plies: usize, rng: &mut Rng) -> Option<Opening> {
    let mut position = start.clone();
    let mut moves = Vec::with_capacity(plies);
    for _ in 0..plies {
        let mv = *rng.choose(&position.legal_moves())?;
        position.play(mv);
        moves.push(mv);
    }
    is_balanced(&position).then_some(Opening { start, moves })
}

/// Nobody is in check, the pieces are worth the same, the side to move has no winning capture,
/// and the game is not over.
fn is_balanced(position: &Position) -> bool {
    let material = |color: Color| -> i32 {
        let value = |kind: PieceType| {
            let count = position.pieces(color, kind).count();
            exchange_value(kind) * i32::try_from(count).unwrap_or(0)
        };
        PieceType::ALL
            .into_iter()
            .filter(|&kind| kind != PieceType::King)
            .map(value)
            .sum()
    };
    let legal = position.legal_moves();
    let wins_material = || legal.iter().any(|&mv| position.exchange_at_least(mv, 1));
    !position.in_check()
        && !legal.is_empty()
        && material(Color::White) == material(Color::Black)
        && !wins_material()
        && !position.is_draw_by_fifty_moves()
        && !position.is_insufficient_material()
        && !position.is_threefold_repetition()
}

/// The start position of this number, 0 to 959, as Scharnagl counts them.
fn chess960_start(number: usize) -> Position {
    let mut rank: [Option<PieceType>; 8] = [None; 8];
    let (rest, light) = (number / 4, number % 4);
    let (rest, dark) = (rest / 4, rest % 4);
    let (knights, queen) = (rest / 6, rest % 6);
    rank[2 * light + 1] = Some(PieceType::Bishop);
    rank[2 * dark] = Some(PieceType::Bishop);
    place(&mut rank, queen, PieceType::Queen);
    // The ten ways to choose two of five squares, the farther one first.
    let pairs = (0..5).flat_map(|a| (a + 1..5).map(move |b| (a, b)));
    let (near, far) = pairs.into_iter().nth(knights).unwrap_or((0, 1));
    place(&mut rank, far, PieceType::Knight);
    place(&mut rank, near, PieceType::Knight);
    for kind in [PieceType::Rook, PieceType::King, PieceType::Rook] {
        place(&mut rank, 0, kind);
    }
    let letters = |color: Color| -> String {
        let kinds = rank.iter().flatten();
        kinds
            .map(|&kind| Piece::new(color, kind).letter())
            .collect()
    };
    let (white, black) = (letters(Color::White), letters(Color::Black));
    let fen = format!("{black}/pppppppp/8/8/8/8/PPPPPPPP/{white} w KQkq - 0 1");
    let mut position = Position::from_fen(&fen).expect("every Chess960 start is valid");
    position.set_chess960(true);
    position
}

/// Puts a piece on the free square of this number.
fn place(rank: &mut [Option<PieceType>; 8], number: usize, kind: PieceType) {
    let free = rank
        .iter_mut()
        .filter(|square| square.is_none())
        .nth(number);
    if let Some(square) = free {
        *square = Some(kind);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use chess::Position;

    use super::{chess960_start, is_balanced, opening};

    #[test]
    fn openings_are_balanced_different_and_repeatable() {
        let fens: HashSet<String> = (0..200)
            .map(|index| {
                let position = opening(7, index, 8, false).position();
                assert!(is_balanced(&position), "{}", position.fen());
                assert_eq!(position.game_ply(), 8);
                position.fen()
            })
            .collect();
        assert_eq!(fens.len(), 200);
        assert_eq!(opening(7, 3, 8, false), opening(7, 3, 8, false));
        assert_ne!(opening(7, 3, 8, false), opening(8, 3, 8, false));
        assert_eq!(opening(7, 3, 0, false).position(), Position::start());
    }

    #[test]
    fn chess960_starts_are_all_different_and_518_is_the_usual_one() {
        let fens: HashSet<String> = (0..960)
            .map(|number| chess960_start(number).fen())
            .collect();
        assert_eq!(fens.len(), 960);
        let usual = chess960_start(518).fen();
        assert!(usual.starts_with("rnbqkbnr/"), "{usual}");
        assert!(opening(1, 1, 6, true).position().is_chess960());
    }
}
