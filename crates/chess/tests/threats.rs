//! Attacks and threats against walking over the board square by square.

mod common;

use chess::{Bitboard, Color, Piece, PieceType, Position, Square};
use common::sample;

/// A debug build is some thirty times slower.
const GAMES: usize = if cfg!(debug_assertions) { 100 } else { 3_000 };

/// What a piece attacks, found by walking.
fn walk(position: &Position, square: Square, piece: Piece) -> Bitboard {
    let straight = [(1, 0), (0, 1), (-1, 0), (0, -1)];
    let diagonal = [(1, 1), (-1, 1), (-1, -1), (1, -1)];
    let all = [straight, diagonal].concat();
    let knight = [
        (1, 2),
        (2, 1),
        (2, -1),
        (1, -2),
        (-1, -2),
        (-2, -1),
        (-2, 1),
        (-1, 2),
    ];
    let ahead = if piece.color() == Color::White { 1 } else { -1 };
    let (steps, length): (Vec<(i8, i8)>, i8) = match piece.kind() {
        PieceType::Pawn => (vec![(-1, ahead), (1, ahead)], 1),
        PieceType::Knight => (knight.to_vec(), 1),
        PieceType::Bishop => (diagonal.to_vec(), 7),
        PieceType::Rook => (straight.to_vec(), 7),
        PieceType::Queen => (all, 7),
        PieceType::King => (all, 1),
    };
    let mut attacked = Bitboard::EMPTY;
    for (files, ranks) in steps {
        for distance in 1..=length {
            let Some(target) = square.offset(files * distance, ranks * distance) else {
                break;
            };
            attacked |= Bitboard::of(target);
            if position.piece_on(target).is_some() {
                break;
            }
        }
    }
    attacked
}

#[test]
fn threats_are_what_walking_finds() {
    for position in sample(GAMES, 9) {
        let [mut pawns, mut minors, mut rooks, mut all] = [Bitboard::EMPTY; 4];
        let mut everyone = [Bitboard::EMPTY; 64];
        for (square, piece) in Square::ALL
            .into_iter()
            .filter_map(|s| position.piece_on(s).map(|piece| (s, piece)))
        {
            let attacked = walk(&position, square, piece);
            assert_eq!(chess::attacks(piece, square, position.occupied()), attacked);
            attacked
                .into_iter()
                .for_each(|target| everyone[target.index()] |= square.into());
            if piece.color() == position.side_to_move() {
                continue;
            }
            all |= attacked;
            match piece.kind() {
                PieceType::Pawn => pawns |= attacked,
                PieceType::Knight | PieceType::Bishop => minors |= attacked,
                PieceType::Rook => rooks |= attacked,
                PieceType::Queen | PieceType::King => {}
            }
        }
        minors |= pawns;
        rooks |= minors;
        let threats = position.threats();
        let found = [threats.pawns, threats.minors, threats.rooks, threats.all];
        assert_eq!(found, [pawns, minors, rooks, all], "{}", position.fen());
        let us = position.side_to_move();
        let own_minors =
            position.pieces(us, PieceType::Knight) | position.pieces(us, PieceType::Bishop);
        let threatened = own_minors & pawns
            | position.pieces(us, PieceType::Rook) & minors
            | position.pieces(us, PieceType::Queen) & rooks;
        assert_eq!(position.threatened(), threatened, "{}", position.fen());
        for square in Square::ALL {
            let attackers = position.attackers(square, position.occupied());
            assert_eq!(
                attackers,
                everyone[square.index()],
                "{square}: {}",
                position.fen()
            );
        }
    }
}
