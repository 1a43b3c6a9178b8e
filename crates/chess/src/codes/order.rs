//! The order by which `.qgames` indexes legal moves: origin, then target, then promotion piece.

use game::PackedMove;

use crate::{Bitboard, Move, MoveKind};

/// The sort key: six bits of origin, six of target (for castling, the rook's square), two of the
/// promotion piece from knight to queen.
#[inline(always)]
pub(super) fn key(mv: Move) -> u16 {
    // A move has its squares in the lowest bits and its kind above, the promotions last.
    const FIRST_PROMOTION: u16 = MoveKind::PromoteKnight as u16;
    let code = mv.code();
    (code & 0xFFF) << 2 | (code >> 12).saturating_sub(FIRST_PROMOTION)
}

/// The move with this sorted index, given the legal moves in any order.
///
/// Does not sort: counts the moves of each origin; the targets of the right origin are the bits of a
/// bitboard, which are in order.
#[inline]
pub(super) fn pick(moves: &[Move], index: u8) -> Option<Move> {
    let mut counts = [0_u8; 64];
    let mut origins = Bitboard::EMPTY;
    for mv in moves {
        counts[mv.from() as usize] += 1;
        origins |= Bitboard::of(mv.from());
    }
    let mut left = index;
    let origin = origins.into_iter().find(|&origin| {
        let count = counts[origin as usize];
        let is_here = left < count;
        left -= if is_here { 0 } else { count };
        is_here
    })?;
    // Branchless, because the branches would be unpredictable.
    let mut targets = 0;
    for mv in moves {
        targets |= u64::from(mv.from() == origin) << mv.to() as u32;
    }
    // A pawn that promotes has four moves to each target.
    let promotes = u32::from(counts[origin as usize]) > targets.count_ones();
    let promotion_bits = if promotes { 2 } else { 0 };
    for _ in 0..left >> promotion_bits {
        targets &= targets - 1;
    }
    let promotion = u16::from(left) & ((1 << promotion_bits) - 1);
    let target = targets.trailing_zeros() as u16;
    let wanted = (origin as u16) << 8 | target << 2 | promotion;
    moves.iter().copied().find(|&mv| key(mv) == wanted)
}

#[cfg(test)]
mod tests {
    use super::{key, pick};
    use crate::{Move, Position};

    #[test]
    fn picked_moves_are_those_of_a_plain_sort() {
        for fen in [
            Position::START_FEN,
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
            "1nr1k3/P1P5/8/3pP3/8/8/8/4K2R w K d6 0 1",
            "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
        ] {
            let position = Position::from_fen(fen).unwrap();
            let mut moves: Vec<Move> = position.legal_moves().to_vec();
            moves.sort_by_key(|&mv| key(mv));
            for (index, &mv) in moves.iter().enumerate() {
                let index = u8::try_from(index).unwrap();
                assert_eq!(pick(&position.legal_moves(), index), Some(mv));
            }
            let none = u8::try_from(moves.len()).unwrap();
            assert_eq!(pick(&position.legal_moves(), none), None);
        }
    }

    #[test]
    fn no_two_moves_of_a_position_have_the_same_key() {
        let fen = "1nr1k3/P1P5/8/3pP3/8/8/8/4K2R w K d6 0 1";
        let moves = Position::from_fen(fen).unwrap().legal_moves();
        let mut keys: Vec<u16> = moves.iter().map(|&mv| key(mv)).collect();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), moves.len());
    }
}
