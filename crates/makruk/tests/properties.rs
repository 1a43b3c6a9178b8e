//! What must hold in every position: of moves, keys, checks, threats and texts.

mod common;

use std::collections::HashSet;

use common::{play_random, sample};
use game::{MoveList, PackedMove, Position as _, Rng, Stage};
use makruk::{Bitboard, Color, Move, Piece, PieceType, Position, Square, attacks};

const GAMES: usize = if cfg!(debug_assertions) { 20 } else { 400 };

fn generated(position: &Position, stage: Stage) -> Vec<Move> {
    let mut moves = MoveList::new();
    position.generate(stage, &mut moves);
    moves.to_vec()
}

#[test]
fn making_and_taking_back_leaves_no_trace() {
    let mut rng = Rng::new(1);
    for _ in 0..GAMES {
        let mut position = Position::start();
        play_random(&mut position, 200, &mut rng, |position| {
            assert_eq!(position.keys(), &position.keys_from_scratch());
            let again = Position::from_fen(&position.fen()).expect("its own FEN");
            assert_eq!((&again, again.keys()), (&*position, position.keys()));
            assert_eq!(again.checkers(), position.checkers());
            assert_eq!(again.pinned(), position.pinned());
            let before = position.clone();
            for mv in generated(position, Stage::All) {
                let likely = position.likely_key_after(mv);
                position.make(mv, &mut ());
                assert_eq!(position.keys(), &position.keys_from_scratch());
                assert!(mv.promotes() || before.is_capture(mv) || likely == position.keys().full);
                position.unmake(mv);
                assert_eq!((&*position, position.keys()), (&before, before.keys()));
            }
        });
    }
}

#[test]
fn stages_codes_and_counts_agree() {
    for position in sample(GAMES, 2) {
        let all: HashSet<Move> = generated(&position, Stage::All).into_iter().collect();
        let noisy = generated(&position, Stage::Noisy);
        let quiet = generated(&position, Stage::Quiet);
        assert_eq!(noisy.len() + quiet.len(), all.len(), "{position}");
        assert!(noisy.iter().all(|&mv| position.is_noisy(mv)), "{position}");
        assert!(!quiet.iter().any(|&mv| position.is_noisy(mv)), "{position}");
        assert_eq!(position.count_legal_moves(), all.len());
        let legal: HashSet<Move> = (0..=u16::MAX)
            .filter_map(Move::from_code)
            .filter(|&mv| position.is_pseudo_legal(mv) && position.is_legal(mv))
            .collect();
        assert_eq!(legal, all, "{position}");
    }
}

#[test]
fn checks_are_foreseen() {
    let mut checks = 0;
    for mut position in sample(GAMES, 3) {
        let squares = position.check_squares();
        for mv in generated(&position, Stage::All) {
            let foreseen = position.gives_check_from(&squares, mv);
            assert_eq!(position.gives_check(mv), foreseen);
            position.make(mv, &mut ());
            assert_eq!(position.in_check(), foreseen, "{mv}: {position}");
            position.unmake(mv);
            checks += u32::from(foreseen);
        }
    }
    assert!(checks > 100 || cfg!(debug_assertions), "{checks}");
}

#[test]
fn threats_are_those_of_single_pieces() {
    for position in sample(GAMES, 4) {
        let them = !position.side_to_move();
        let of = |kinds: &[PieceType]| {
            let pieces = kinds.iter().map(|&kind| Piece::new(them, kind));
            let squares = pieces.flat_map(|piece| {
                let from = position.pieces(them, piece.kind()).into_iter();
                from.map(move |square| (piece, square))
            });
            squares.fold(Bitboard::EMPTY, |set, (piece, square)| {
                set | attacks(piece, square, position.occupied())
            })
        };
        let threats = position.threats();
        assert_eq!(threats.all, of(&PieceType::ALL));
        use PieceType::{Khon, Knight, Met, Pawn, Rook};
        assert_eq!(threats.by_lesser(Met), of(&[Pawn]));
        assert_eq!(threats.by_lesser(Khon), of(&[Pawn, Met]));
        assert_eq!(threats.by_lesser(Rook), of(&[Pawn, Met, Khon, Knight]));
        for square in Square::ALL {
            let by =
                |color| position.attackers(square, position.occupied()) & position.color(color);
            assert_eq!(
                by(them).any(),
                threats.all.has(square),
                "{square} {position}"
            );
        }
    }
}

#[test]
fn both_sides_play_by_the_same_rules() {
    for position in sample(GAMES, 5) {
        let fen = position.fen();
        let (placement, rest) = fen.split_once(' ').expect("fields");
        let flipped: Vec<String> = { placement.rsplit('/') }
            .map(|rank| {
                let case = |letter: char| match letter.is_ascii_uppercase() {
                    true => letter.to_ascii_lowercase(),
                    false => letter.to_ascii_uppercase(),
                };
                rank.chars().map(case).collect()
            })
            .collect();
        let side = if rest.starts_with('w') { 'b' } else { 'w' };
        let other = format!("{} {side}{}", flipped.join("/"), &rest[1..]);
        let other = common::position(&other);
        assert_eq!(other.count_legal_moves(), position.count_legal_moves());
        assert_eq!(other.in_check(), position.in_check());
        assert_eq!(
            Color::ALL.map(|color| other.king(!color).flipped_rank()),
            Color::ALL.map(|color| position.king(color))
        );
    }
}

trait Flipped {
    fn flipped_rank(self) -> Square;
}

impl Flipped for Square {
    fn flipped_rank(self) -> Square {
        self.relative_to(Color::Black)
    }
}

/// Bad texts give errors, never a panic, and what is accepted can be played.
#[test]
fn damaged_texts_are_refused_or_played() {
    let mut rng = Rng::new(6);
    let letters: Vec<char> = "KMSNRPkmsnrp12345678/ wb-9x€".chars().collect();
    let mut accepted = 0;
    for position in sample(GAMES, 7) {
        let mut text: Vec<char> = position.fen().chars().collect();
        for _ in 0..rng.below(3) {
            let at = rng.below(text.len());
            text[at] = *rng.choose(&letters).expect("letters");
        }
        let text: String = text.into_iter().collect();
        if let Ok(mut position) = Position::from_fen(&text) {
            accepted += 1;
            play_random(&mut position, 20, &mut rng, |position| {
                assert!(Position::from_fen(&position.fen()).is_ok(), "{text}");
            });
        }
    }
    assert!(accepted > GAMES / 4, "{accepted}");
}
