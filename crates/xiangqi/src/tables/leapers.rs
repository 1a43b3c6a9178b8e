//! Attacks of pieces that do not slide: kings, advisors, elephants, horses, pawns.
//!
//! Elephants and horses can be blocked, by a piece on the eye or the leg. The four squares that
//! matter become an index of four bits into a table of the piece's square.

use game::per_square;

use super::{DIAGONAL, ORTHOGONAL, steps};
use crate::types::bitboard::Bitboard;
use crate::types::color::Color;
use crate::types::square::Square;

static KING: [Bitboard; 90] = per_square!(Bitboard::EMPTY, |square| in_palace(square, &ORTHOGONAL));
static ADVISOR: [Bitboard; 90] =
    per_square!(Bitboard::EMPTY, |square| in_palace(square, &DIAGONAL));

/// By color and square.
static PAWN: [[Bitboard; 90]; 2] = [
    per_square!(Bitboard::EMPTY, |square| pawn(Color::Red, square)),
    per_square!(Bitboard::EMPTY, |square| pawn(Color::Black, square)),
];
/// By color and square: from where a pawn attacks.
static PAWN_TO: [[Bitboard; 90]; 2] = [
    per_square!(Bitboard::EMPTY, |square| pawn_to(Color::Red, square)),
    per_square!(Bitboard::EMPTY, |square| pawn_to(Color::Black, square)),
];

/// Where elephants go, by the direction of the eye.
const ELEPHANT_STEPS: [[(i8, i8); 2]; 4] = [
    [(-2, -2), (-2, -2)],
    [(-2, 2), (-2, 2)],
    [(2, -2), (2, -2)],
    [(2, 2), (2, 2)],
];
/// Where horses go, by the direction of the leg.
const HORSE_STEPS: [[(i8, i8); 2]; 4] = [
    [(-1, -2), (1, -2)],
    [(-2, -1), (-2, 1)],
    [(-1, 2), (1, 2)],
    [(2, -1), (2, 1)],
];
/// Where horses that attack a square stand, by the direction of the leg seen from there.
const HORSE_TO_STEPS: [[(i8, i8); 2]; 4] = [
    [(-1, -2), (-2, -1)],
    [(-1, 2), (-2, 1)],
    [(1, -2), (2, -1)],
    [(1, 2), (2, 1)],
];

/// By square and [`diagonal_neighbors`].
static ELEPHANT: [[Bitboard; 16]; 90] =
    per_square!([Bitboard::EMPTY; 16], |square| elephant(square));
/// By square and [`orthogonal_neighbors`].
static HORSE: [[Bitboard; 16]; 90] = per_square!([Bitboard::EMPTY; 16], |square| blockable(
    square,
    &HORSE_STEPS
));
/// By square and [`diagonal_neighbors`].
static HORSE_TO: [[Bitboard; 16]; 90] = per_square!([Bitboard::EMPTY; 16], |square| blockable(
    square,
    &HORSE_TO_STEPS
));
/// By the squares a horse goes from and to: its leg.
static HORSE_LEG: [[Square; 90]; 90] = per_square!([Square::A0; 90], |square| legs(square));

/// Steps inside the palace that the square belongs to, if it belongs to one.
const fn in_palace(square: Square, offsets: &[(i8, i8)]) -> Bitboard {
    let reached = steps(square, offsets);
    let mut i = 0;
    while i < 2 {
        let palace = Bitboard::palace(Color::from_index(i));
        if palace.has(square) {
            return Bitboard(reached.0 & palace.0);
        }
        i += 1;
    }
    Bitboard::EMPTY
}

const fn pawn(color: Color, square: Square) -> Bitboard {
    let ahead = match color {
        Color::Red => (0, 1),
        Color::Black => (0, -1),
    };
    if Bitboard::home(color).has(square) {
        steps(square, &[ahead])
    } else {
        steps(square, &[ahead, (-1, 0), (1, 0)])
    }
}

const fn pawn_to(color: Color, square: Square) -> Bitboard {
    let mut from = 0;
    let mut i = 0;
    while i < Square::COUNT {
        if pawn(color, Square::from_index(i)).has(square) {
            from |= 1 << i;
        }
        i += 1;
    }
    Bitboard(from)
}

/// The targets of one square for all 16 ways to block the four directions.
const fn blockable(square: Square, offsets: &[[(i8, i8); 2]; 4]) -> [Bitboard; 16] {
    let mut table = [Bitboard::EMPTY; 16];
    let mut blocked = 0;
    while blocked < 16 {
        let mut direction = 0;
        while direction < 4 {
            if blocked >> direction & 1 == 0 {
                table[blocked] = table[blocked].union(steps(square, &offsets[direction]));
            }
            direction += 1;
        }
        blocked += 1;
    }
    table
}

/// Elephants do not cross the river.
const fn elephant(square: Square) -> [Bitboard; 16] {
    let home = if Bitboard::home(Color::Red).has(square) {
        Bitboard::home(Color::Red)
    } else {
        Bitboard::home(Color::Black)
    };
    let mut table = blockable(square, &ELEPHANT_STEPS);
    let mut i = 0;
    while i < 16 {
        table[i].0 &= home.0;
        i += 1;
    }
    table
}

const fn legs(square: Square) -> [Square; 90] {
    let mut table = [Square::A0; 90];
    let mut i = 0;
    while i < 8 {
        let (files, ranks) = HORSE_STEPS[i / 2][i % 2];
        if let (Some(to), Some(leg)) = (
            square.offset(files, ranks),
            square.offset(files / 2, ranks / 2),
        ) {
            table[to.index()] = leg;
        }
        i += 1;
    }
    table
}

/// Which orthogonal neighbors of a square are occupied: one bit each for south, west, north, east.
/// Bits for neighbors off the board mean nothing.
#[inline(always)]
const fn orthogonal_neighbors(square: Square, occupied: Bitboard) -> usize {
    // South at bit 0, west at 8, east at 10, north at 18.
    let around = (occupied.0 << 9 >> square as u32) as usize & 0x4_0501;
    (around | around >> 7 | around >> 16) & 15
}

/// Which diagonal neighbors of a square are occupied: one bit each for southwest, northwest,
/// southeast, northeast. Bits for neighbors off the board mean nothing.
#[inline(always)]
const fn diagonal_neighbors(square: Square, occupied: Bitboard) -> usize {
    // Southwest at bit 0, southeast at 2, northwest at 18, northeast at 20.
    let around = (occupied.0 << 10 >> square as u32) as usize & 0x14_0005;
    (around | around >> 17) & 15
}

/// The squares a king steps to from a square of its palace.
#[must_use]
#[inline(always)]
pub const fn king_attacks(square: Square) -> Bitboard {
    KING[square.index()]
}

/// The squares an advisor steps to from a square of its palace.
#[must_use]
#[inline(always)]
pub const fn advisor_attacks(square: Square) -> Bitboard {
    ADVISOR[square.index()]
}

/// The squares a pawn of a color steps to.
#[must_use]
#[inline(always)]
pub const fn pawn_attacks(color: Color, square: Square) -> Bitboard {
    PAWN[color.index()][square.index()]
}

/// The squares from which pawns of a color step to a square.
#[must_use]
#[inline(always)]
pub const fn pawn_attacks_to(color: Color, square: Square) -> Bitboard {
    PAWN_TO[color.index()][square.index()]
}

/// The squares an elephant reaches when these squares are occupied.
#[must_use]
#[inline(always)]
pub const fn elephant_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    ELEPHANT[square.index()][diagonal_neighbors(square, occupied)]
}

/// The squares a horse reaches when these squares are occupied.
#[must_use]
#[inline(always)]
pub const fn horse_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    HORSE[square.index()][orthogonal_neighbors(square, occupied)]
}

/// The squares from which a horse reaches a square when these squares are occupied. Not the same
/// as [`horse_attacks`]: the leg is next to the horse.
#[must_use]
#[inline(always)]
pub const fn horse_attacks_to(square: Square, occupied: Bitboard) -> Bitboard {
    HORSE_TO[square.index()][diagonal_neighbors(square, occupied)]
}

/// The leg of a horse that goes from one square to another.
#[must_use]
#[inline(always)]
pub(crate) const fn horse_leg(from: Square, to: Square) -> Square {
    HORSE_LEG[from.index()][to.index()]
}

#[cfg(test)]
mod tests {
    use game::Rng;

    use super::{
        advisor_attacks, elephant_attacks, horse_attacks, horse_attacks_to, horse_leg,
        king_attacks, pawn_attacks, pawn_attacks_to,
    };
    use crate::types::bitboard::Bitboard;
    use crate::types::color::Color;
    use crate::types::square::Square;

    fn random_set(rng: &mut Rng) -> Bitboard {
        let bits = |rng: &mut Rng| u128::from(rng.next_u64() & rng.next_u64());
        Bitboard(bits(rng) << 64 | bits(rng)) & Bitboard::FULL
    }

    /// Steps orthogonally, then diagonally outwards, if nothing stands on the first square.
    fn slow_horse(square: Square, occupied: Bitboard) -> Bitboard {
        let mut reached = Bitboard::EMPTY;
        for (files, ranks) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
            let free = |&leg: &Square| !occupied.has(leg);
            let Some(leg) = square.offset(files, ranks).filter(free) else {
                continue;
            };
            for side in [1, -1] {
                let outward = leg.offset(files + side * ranks, ranks + side * files);
                reached |= outward.map_or(Bitboard::EMPTY, Bitboard::of);
                if let Some(to) = outward {
                    assert_eq!(horse_leg(square, to), leg);
                }
            }
        }
        reached
    }

    #[test]
    fn horses_and_elephants_are_blocked_as_by_the_slow_way() {
        let mut rng = Rng::new(1);
        for _ in 0..200 {
            let occupied = random_set(&mut rng);
            for square in Square::ALL {
                assert_eq!(
                    horse_attacks(square, occupied),
                    slow_horse(square, occupied)
                );
                let attackers: Bitboard = Square::ALL
                    .into_iter()
                    .filter(|&from| slow_horse(from, occupied).has(square))
                    .collect();
                assert_eq!(horse_attacks_to(square, occupied), attackers);
                for to in elephant_attacks(square, occupied) {
                    let eye = Square::from_index((square.index() + to.index()) / 2);
                    assert!(!occupied.has(eye));
                    assert!(elephant_attacks(to, occupied).has(square));
                }
            }
        }
    }

    /// The closure of steps from the squares where pieces begin.
    fn reachable(start: &[Square], step: impl Fn(Square) -> Bitboard) -> u32 {
        let mut set: Bitboard = start.iter().copied().collect();
        for _ in 0..Square::COUNT {
            set = set.into_iter().fold(set, |set, square| set | step(square));
        }
        set.count()
    }

    #[test]
    fn pieces_reach_as_many_squares_as_they_should() {
        use Square::{A3, C0, C3, D0, E0, E3, F0, G0, G3, I3};
        assert_eq!(reachable(&[E0], king_attacks), 9);
        assert_eq!(reachable(&[D0, F0], advisor_attacks), 5);
        let elephant = |square| elephant_attacks(square, Bitboard::EMPTY);
        assert_eq!(reachable(&[C0, G0], elephant), 7);
        for color in Color::ALL {
            let start = [A3, C3, E3, G3, I3].map(|square| square.relative_to(color));
            assert_eq!(reachable(&start, |square| pawn_attacks(color, square)), 55);
            for square in Square::ALL {
                for to in pawn_attacks(color, square) {
                    assert!(pawn_attacks_to(color, to).has(square));
                }
            }
        }
    }
}
