//! What must hold for every position and move: moves can be taken back, keys and clocks follow
//! the pieces, observers are told everything.

mod common;

use std::collections::HashMap;

use chess::{Bitboard, Castling, Chess, Color, Move, MoveKind, Piece, PieceType, Position, Square};
use common::random_opening;
use game::{Keys, Observer, Rng};

/// A debug build is some thirty times slower.
const GAMES: usize = if cfg!(debug_assertions) { 40 } else { 1_000 };
const MAX_PLIES: usize = 200;

/// Everything that can be seen of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Snapshot {
    fen: String,
    keys: Keys,
    checkers: Bitboard,
    pinned: Bitboard,
    board: [Option<Piece>; 64],
    colors: [Bitboard; 2],
    kinds: [Bitboard; 6],
    castling: Castling,
    en_passant: Option<Square>,
    captured: Option<Piece>,
    side: Color,
    clocks: (u32, u32),
    repetitions: [bool; 3],
}

impl Snapshot {
    fn of(position: &Position) -> Self {
        Self {
            fen: position.fen(),
            keys: *position.keys(),
            checkers: position.checkers(),
            pinned: position.pinned(),
            board: Square::ALL.map(|square| position.piece_on(square)),
            colors: Color::ALL.map(|color| position.color(color)),
            kinds: PieceType::ALL.map(|kind| position.kind(kind)),
            castling: position.castling(),
            en_passant: position.en_passant(),
            captured: position.captured(),
            side: position.side_to_move(),
            clocks: (position.halfmove_clock(), position.game_ply()),
            repetitions: [
                position.is_repetition(0),
                position.is_repetition(MAX_PLIES),
                position.has_upcoming_repetition(MAX_PLIES),
            ],
        }
    }
}

/// Plays random games, with a pass now and then if `passes`, and shows each position.
fn play_games(seed: u64, passes: bool, mut visit: impl FnMut(&mut Position)) {
    for game in 0..GAMES {
        let mut rng = Rng::new(seed << 32 | game as u64);
        let (mut position, style) = random_opening(game, &mut rng);
        for _ in 0..rng.below(MAX_PLIES) {
            visit(&mut position);
            if passes && !position.in_check() && rng.below(10) == 0 {
                position.make_null();
                continue;
            }
            let Some(mv) = style.choose(&position, &mut rng) else {
                break;
            };
            position.play(mv);
        }
    }
}

#[test]
fn every_move_can_be_taken_back() {
    let (mut positions, mut moves) = (0, 0);
    play_games(1, true, |position| {
        let before = Snapshot::of(position);
        for &mv in &position.legal_moves() {
            position.make(mv, &mut ());
            position.unmake(mv);
            assert_eq!(Snapshot::of(position), before, "{mv} made and taken back");
            moves += 1;
        }
        if !position.in_check() {
            position.make_null();
            position.unmake_null();
            assert_eq!(Snapshot::of(position), before, "a pass made and taken back");
        }
        positions += 1;
    });
    println!("{positions} positions, {moves} moves");
}

#[test]
fn whole_lines_can_be_taken_back() {
    for game in 0..GAMES {
        let mut rng = Rng::new(2 << 32 | game as u64);
        let (mut position, style) = random_opening(game, &mut rng);
        let mut line: Vec<(Option<Move>, Snapshot)> = Vec::new();
        for _ in 0..MAX_PLIES {
            let before = Snapshot::of(&position);
            if !position.in_check() && rng.below(10) == 0 {
                position.make_null();
                line.push((None, before));
            } else if let Some(mv) = style.choose(&position, &mut rng) {
                position.make(mv, &mut ());
                line.push((Some(mv), before));
            } else {
                break;
            }
        }
        for (mv, before) in line.into_iter().rev() {
            match mv {
                Some(mv) => position.unmake(mv),
                None => position.unmake_null(),
            }
            assert_eq!(Snapshot::of(&position), before);
        }
    }
}

#[test]
fn the_three_forms_of_the_board_agree() {
    play_games(3, true, |position| {
        for square in Square::ALL {
            let colors = Color::ALL.map(|color| position.color(color).has(square));
            let kinds = PieceType::ALL.map(|kind| position.kind(kind).has(square));
            let piece = position.piece_on(square);
            assert_eq!(
                colors,
                Color::ALL.map(|color| piece.map(Piece::color) == Some(color))
            );
            assert_eq!(
                kinds,
                PieceType::ALL.map(|kind| piece.map(Piece::kind) == Some(kind))
            );
        }
        for color in Color::ALL {
            assert_eq!(
                position.pieces(color, PieceType::King),
                position.king(color).into()
            );
        }
    });
}

#[test]
fn keys_equal_those_from_scratch() {
    play_games(4, true, |position| {
        for &mv in &position.legal_moves() {
            position.make(mv, &mut ());
            assert_eq!(
                *position.keys(),
                position.keys_from_scratch(),
                "{}",
                position.fen()
            );
            position.unmake(mv);
        }
        assert_eq!(
            *position.keys(),
            position.keys_from_scratch(),
            "{}",
            position.fen()
        );
    });
}

/// The pieces of both sides that count for a key.
fn pieces_of(position: &Position, counts: impl Fn(Piece) -> bool) -> Vec<Bitboard> {
    let counted = Piece::ALL.into_iter().filter(|&piece| counts(piece));
    counted
        .map(|piece| position.pieces(piece.color(), piece.kind()))
        .collect()
}

/// For each partial key, whether a move changed the pieces that it stands for.
#[test]
fn partial_keys_change_exactly_with_their_pieces() {
    let parts = |position: &Position| {
        let is_minor = |kind| {
            matches!(
                kind,
                PieceType::Knight | PieceType::Bishop | PieceType::King
            )
        };
        let is_pawn = |piece: Piece| piece.kind() == PieceType::Pawn;
        let of = |color| move |piece: Piece| piece.color() == color && !is_pawn(piece);
        let keys = position.keys();
        [
            (keys.pawn, pieces_of(position, is_pawn)),
            (
                keys.minor,
                pieces_of(position, |piece| is_minor(piece.kind())),
            ),
            (keys.non_pawn[0], pieces_of(position, of(Color::White))),
            (keys.non_pawn[1], pieces_of(position, of(Color::Black))),
        ]
    };
    play_games(5, false, |position| {
        let before = parts(position);
        for &mv in &position.legal_moves() {
            position.make(mv, &mut ());
            for (before, after) in before.iter().zip(parts(position)) {
                assert_eq!(
                    before.0 == after.0,
                    before.1 == after.1,
                    "{mv}: {}",
                    position.fen()
                );
            }
            position.unmake(mv);
        }
    });
}

#[test]
fn positions_have_the_same_key_exactly_if_the_same_moves_are_possible() {
    let mut by_key: HashMap<u64, String> = HashMap::new();
    let mut by_text: HashMap<String, u64> = HashMap::new();
    let mut again = 0;
    play_games(6, true, |position| {
        let (key, text) = (position.keys().full, position.epd_fields());
        again += u32::from(by_text.contains_key(&text));
        assert_eq!(by_key.entry(key).or_insert_with(|| text.clone()), &text);
        assert_eq!(by_text.entry(text).or_insert(key), &key);
    });
    println!("{} positions, {again} times one again", by_key.len());
}

#[test]
fn clocks_follow_the_moves() {
    play_games(7, false, |position| {
        let (clock, ply) = (position.halfmove_clock(), position.game_ply());
        for &mv in &position.legal_moves() {
            let pawn = position.kind(PieceType::Pawn).has(mv.from());
            position.make(mv, &mut ());
            let expected = if pawn || position.captured().is_some() {
                0
            } else {
                clock + 1
            };
            assert_eq!(
                position.halfmove_clock(),
                expected,
                "{mv}: {}",
                position.fen()
            );
            assert_eq!(position.game_ply(), ply + 1);
            position.unmake(mv);
        }
    });
}

/// The largest numbers a FEN can hold must not come round to zero.
#[test]
fn clocks_stop_at_their_limits() {
    for side in ['w', 'b'] {
        let fen = format!("4k3/8/8/8/8/8/8/R3K3 {side} Q - {} {}", u16::MAX, u32::MAX);
        let mut position = Position::from_fen(&fen).unwrap();
        let before = Snapshot::of(&position);
        assert!(position.fullmove_number() > 1_000_000);
        let mv = position.legal_moves()[0];
        position.make(mv, &mut ());
        assert!(position.is_draw_by_fifty_moves() && position.fullmove_number() > 1_000_000);
        position.unmake(mv);
        assert_eq!(Snapshot::of(&position), before);
    }
}

/// Where each piece stands, known only from what an observer is told.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Mirror([Bitboard; 12]);

impl Mirror {
    fn of(position: &Position) -> Self {
        Self(Piece::ALL.map(|piece| position.pieces(piece.color(), piece.kind())))
    }
}

impl Observer<Chess> for Mirror {
    fn appeared(&mut self, piece: Piece, square: Square) {
        let set = &mut self.0[piece.index()];
        assert!(
            !set.has(square),
            "{piece:?} appeared on {square} where it stood"
        );
        *set |= Bitboard::of(square);
    }

    fn vanished(&mut self, piece: Piece, square: Square) {
        let set = &mut self.0[piece.index()];
        assert!(
            set.has(square),
            "{piece:?} vanished from {square} where it did not stand"
        );
        *set ^= Bitboard::of(square);
    }

    // When castling in Chess960, king and rook may each go where the other stood, or stay.
    fn moved(&mut self, piece: Piece, from: Square, to: Square) {
        self.vanished(piece, from);
        self.appeared(piece, to);
    }
}

#[test]
fn an_observer_knows_where_every_piece_stands() {
    let mut castles = 0;
    play_games(8, false, |position| {
        let before = Mirror::of(position);
        for &mv in &position.legal_moves() {
            let mut mirror = before.clone();
            position.make(mv, &mut mirror);
            assert_eq!(mirror, Mirror::of(position), "{mv}: {}", position.fen());
            position.unmake(mv);
            castles += u32::from(mv.kind() == MoveKind::Castle);
        }
    });
    println!("{castles} castling moves observed");
    assert!(castles > 0);
}
