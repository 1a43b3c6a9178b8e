//! Attacks of the pieces that chess does not have, of one and of many at a time.

use chess::{Bitboard, Color, Square};
use game::per_square;

static MET: [Bitboard; 64] = per_square!(Bitboard::EMPTY, |square| diagonal(Bitboard::of(square)));

/// By color, then square.
static KHON: [[Bitboard; 64]; 2] = [khons(Color::White), khons(Color::Black)];

const fn khons(color: Color) -> [Bitboard; 64] {
    per_square!(Bitboard::EMPTY, |square| khon_set(
        color,
        Bitboard::of(square)
    ))
}

/// The four diagonal neighbors of all squares of a set.
#[inline(always)]
const fn diagonal(squares: Bitboard) -> Bitboard {
    let sides = squares.east().union(squares.west());
    sides
        .forward(Color::White)
        .union(sides.forward(Color::Black))
}

/// The squares that a met attacks: one step along a diagonal.
#[must_use]
#[inline(always)]
pub const fn met_attacks(square: Square) -> Bitboard {
    MET[square.index()]
}

/// The squares that a khon of a color attacks: those of a met, and one step ahead.
#[must_use]
#[inline(always)]
pub const fn khon_attacks(color: Color, square: Square) -> Bitboard {
    KHON[color.index()][square.index()]
}

/// [`met_attacks`] of several mets.
#[inline(always)]
pub(crate) const fn met_set(mets: Bitboard) -> Bitboard {
    diagonal(mets)
}

/// [`khon_attacks`] of several khons.
#[inline(always)]
pub(crate) const fn khon_set(color: Color, khons: Bitboard) -> Bitboard {
    diagonal(khons).union(khons.forward(color))
}

/// The squares that the pawns of a color attack.
#[inline(always)]
pub(crate) const fn pawn_set(color: Color, pawns: Bitboard) -> Bitboard {
    pawns.east().union(pawns.west()).forward(color)
}

#[cfg(test)]
mod tests {
    use super::{Bitboard, Color, Square, khon_attacks, met_attacks, pawn_set};
    use chess::{bitboard, pawn_attacks};

    #[test]
    fn mets_and_khons_attack_what_they_should() {
        let met = bitboard! {
            . . . . . . . .
            . . . . . . . .
            . . . . . . . .
            . . X . X . . .
            . . . . . . . .
            . . X . X . . .
            . . . . . . . .
            . . . . . . . .
        };
        assert_eq!(met_attacks(Square::D4), met);
        assert_eq!(met_attacks(Square::H1), Square::G2.into());
        let ahead = [Square::D5, Square::D3];
        for (color, ahead) in Color::ALL.into_iter().zip(ahead) {
            assert_eq!(khon_attacks(color, Square::D4), met | Bitboard::of(ahead));
        }
        assert_eq!(khon_attacks(Color::White, Square::A8), Square::B7.into());
        for color in Color::ALL {
            for square in Square::ALL {
                let expected = pawn_attacks(color, square);
                assert_eq!(pawn_set(color, square.into()), expected);
            }
        }
    }
}
