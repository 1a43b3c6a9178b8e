//! The judge of repetitions: worked cases, symmetry, a slow literal judge, the search's verdict.

mod common;
#[path = "common/slow_judge.rs"]
mod slow_judge;

use game::{Rng, Score, Verdict};
use xiangqi::{Color, Move, PieceType, Position, Repetition, RepetitionRule};

/// A line of the fixture.
struct Case {
    fen: &'static str,
    /// Moves before the cycle.
    before: Vec<&'static str>,
    cycle: Vec<&'static str>,
    /// By rule: who loses.
    losers: [Option<Color>; 2],
}

const RULES: [RepetitionRule; 2] = [RepetitionRule::Computer, RepetitionRule::Wxf];

fn cases() -> Vec<Case> {
    let loser = |word: &str| match word {
        "red" => Some(Color::Red),
        "black" => Some(Color::Black),
        "draw" => None,
        _ => panic!("not a verdict: {word}"),
    };
    include_str!("data/repetitions.txt")
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|line| {
            let fields: Vec<&str> = line.split(';').map(str::trim).collect();
            let [fen, before, cycle, computer, wxf] = fields[..] else {
                panic!("not a case: {line}");
            };
            Case {
                fen,
                before: before.split_whitespace().collect(),
                cycle: cycle.split_whitespace().collect(),
                losers: [loser(computer), loser(wxf)],
            }
        })
        .collect()
}

/// Plays moves given as text.
fn play(position: &mut Position, moves: &[impl AsRef<str>]) {
    for text in moves {
        let mv = position.parse_uci(text.as_ref());
        position.play(mv.expect("a legal move"));
    }
}

/// The judge's loser at the third occurrence, after a cycle was played twice.
fn loser_of(fen: &str, before: &[String], cycle: &[String], rule: RepetitionRule) -> Option<Color> {
    let mut position = Position::from_fen(fen).expect("a valid position");
    position.set_repetition_rule(rule);
    play(&mut position, before);
    for _ in 0..2 {
        play(&mut position, cycle);
    }
    let repetition = position.repetition().expect("a third occurrence");
    repetition.loser()
}

/// The same moves with left and right changed, or with the sides changed.
fn reflect(moves: &[&str], reflect: impl Fn(xiangqi::Square) -> xiangqi::Square) -> Vec<String> {
    let square = |text: &str| reflect(text.parse().expect("a square"));
    moves
        .iter()
        .map(|text| format!("{}{}", square(&text[..2]), square(&text[2..])))
        .collect()
}

#[test]
fn worked_cases_in_all_four_reflections() {
    let cases = cases();
    assert!(cases.len() >= 50);
    for case in &cases {
        for (rule, loser) in RULES.into_iter().zip(case.losers) {
            let other = loser.map(|color| !color);
            let same = |square: xiangqi::Square| square;
            let swapped = common::swapped(case.fen);
            for (fen, turn, expected) in [
                (case.fen, same as fn(xiangqi::Square) -> _, loser),
                (
                    &common::mirrored(case.fen),
                    xiangqi::Square::mirrored,
                    loser,
                ),
                (&swapped, xiangqi::Square::flipped, other),
                (
                    &common::mirrored(&swapped),
                    |square| square.flipped().mirrored(),
                    other,
                ),
            ] {
                let (before, cycle) = (reflect(&case.before, turn), reflect(&case.cycle, turn));
                let found = loser_of(fen, &before, &cycle, rule);
                assert_eq!(found, expected, "{rule:?} {fen} {before:?} {cycle:?}");
            }
        }
    }
}

#[test]
fn a_cycle_entered_later_has_the_same_loser() {
    for case in &cases() {
        for (rule, loser) in RULES.into_iter().zip(case.losers) {
            let text = |moves: &[&str]| moves.iter().map(|&text| text.to_owned()).collect();
            let mut before: Vec<String> = text(&case.before);
            let mut cycle: Vec<String> = text(&case.cycle);
            for _ in 1..case.cycle.len() {
                before.push(cycle[0].clone());
                cycle.rotate_left(1);
                let found = loser_of(case.fen, &before, &cycle, rule);
                assert_eq!(found, loser, "{rule:?} {} {cycle:?}", case.fen);
            }
        }
    }
}

/// Random quiet moves of the two sides that lead back to where they began: each side goes on with
/// one piece and returns, straight or by way of a third square.
fn random_cycle(position: &Position, rng: &mut Rng) -> Option<Vec<Move>> {
    let legs = 2 + rng.below(2);
    let mut after = position.clone();
    let mut cycle: Vec<Move> = Vec::new();
    for ply in 0..2 * legs {
        let moves = after.legal_moves();
        let is_last = ply + 2 >= 2 * legs;
        let wanted: Vec<Move> = moves
            .iter()
            .copied()
            .filter(|&mv| {
                let continues = ply < 2 || mv.from() == cycle[ply - 2].to();
                let returns = !is_last || mv.to() == cycle[ply % 2].from();
                let piece = after.piece_on(mv.from()).map(xiangqi::Piece::kind);
                let is_advance =
                    piece == Some(PieceType::Pawn) && mv.from().rank() != mv.to().rank();
                continues && returns && !after.is_capture(mv) && !is_advance
            })
            .collect();
        // Attacks make chases likelier.
        let attacking: Vec<Move> = wanted
            .iter()
            .copied()
            .filter(|&mv| {
                let enemies = after.color(!after.side_to_move());
                let piece = after.piece_on(mv.from());
                piece.is_some_and(|piece| {
                    (xiangqi::attacks(piece, mv.to(), after.occupied()) & enemies).any()
                })
            })
            .collect();
        let from = if attacking.is_empty() || rng.below(4) == 0 {
            &wanted
        } else {
            &attacking
        };
        let mv = *rng.choose(from)?;
        cycle.push(mv);
        after.play(mv);
    }
    Some(cycle)
}

/// A position with few pieces.
fn random_endgame(rng: &mut Rng) -> Position {
    loop {
        let position = common::scattered(rng);
        if position.occupied().count() <= 14 {
            return position;
        }
    }
}

#[test]
fn agrees_with_the_slow_judge_on_random_repeating_endgames() {
    let mut rng = Rng::new(5);
    let mut decided = [[0; 2]; 2];
    let mut cycles = 0;
    while cycles < 6_000 {
        let mut position = random_endgame(&mut rng);
        let Some(cycle) = random_cycle(&position, &mut rng) else {
            continue;
        };
        let start = position.clone();
        for &mv in cycle.iter().chain(&cycle) {
            position.play(mv);
        }
        // The last position may have come about earlier in the cycle: then another one is judged.
        let seen_before = (1..cycle.len()).any(|plies| {
            let mut shorter = start.clone();
            cycle[..plies].iter().for_each(|&mv| shorter.play(mv));
            shorter.keys().full == start.keys().full
        });
        if seen_before {
            continue;
        }
        cycles += 1;
        for rule in RULES {
            position.set_repetition_rule(rule);
            let found = position.repetition().expect("a third occurrence");
            let expected = slow_judge::loser(&start, &cycle, rule);
            assert_eq!(
                found.loser(),
                expected,
                "{rule:?} {} {cycle:?}",
                start.fen()
            );
            match found {
                Repetition::Draw => (),
                Repetition::PerpetualCheck { .. } => decided[rule as usize][0] += 1,
                Repetition::PerpetualChase { .. } => decided[rule as usize][1] += 1,
            }
        }
    }
    assert!(decided.iter().flatten().all(|&n| n > 10), "{decided:?}");
}

/// The verdicts of a search after each move from a root.
fn verdicts(fen: &str, moves: &str) -> Vec<Verdict> {
    let mut position = Position::from_fen(fen).expect("a valid position");
    let moves = moves.split_whitespace().enumerate();
    moves
        .map(|(ply, text)| {
            play(&mut position, &[text]);
            position.verdict(ply + 1)
        })
        .collect()
}

#[test]
fn the_search_ends_draws_at_once_and_bounds_what_can_still_be_left() {
    // Kings that walk to and fro: a draw when the first position comes back after the root.
    let idle = "3k5/9/9/9/9/9/9/9/4A4/5K1R1 w";
    let found = verdicts(idle, "f0f1 d9d8 f1f0 d8d9 f0f1");
    assert_eq!(found[..4], [Verdict::Open; 4]);
    assert_eq!(found[4], Verdict::Final(Score::DRAW));

    // The rook checks for ever, already from the root: the second time round is settled.
    let check = "c2a1k3/2c1a2R1/b6P1/8p/9/9/9/9/4K4/9 w";
    let found = verdicts(check, "h8h9 f9f8 h9h8 f8f9 h8h9");
    assert_eq!(found[..4], [Verdict::Open; 4]);
    assert_eq!(found[4], Verdict::Final(Score::mate_in(5)));

    // The rook comes from elsewhere and then chases a cannon. At the second occurrence it can still
    // turn aside; when the position before repeats as well, the line is settled.
    let chase = "4kab2/4a4/4b4/3rC4/8R/9/4n4/4B4/4A4/4KAB1c w";
    let found = verdicts(chase, "i5i6 i0h0 i6h6 h0i0 h6i6 i0h0");
    assert_eq!(found[..4], [Verdict::Open; 4]);
    assert_eq!(found[4], Verdict::AtLeast(Score::DRAW));
    assert_eq!(found[5], Verdict::Final(Score::mated_in(6)));
}

#[test]
fn before_the_root_only_a_third_occurrence_counts() {
    let chase = "4kab2/4a4/4b4/3rC2R1/9/9/4n4/4B4/4A4/4KAB1c w";
    let mut position = Position::from_fen(chase).expect("a valid position");
    let cycle = ["h6i6", "i0h0", "i6h6", "h0i0"];
    play(&mut position, &cycle);
    assert!(position.has_occurred());
    assert_eq!(position.repetition(), None);
    assert_eq!(position.verdict(0), Verdict::Open);
    assert_eq!(position.verdict(4), Verdict::Open);
    play(&mut position, &cycle);
    let expected = Repetition::PerpetualChase { loser: Color::Red };
    assert_eq!(position.repetition(), Some(expected));
    assert_eq!(position.verdict(0), Verdict::Final(Score::mated_in(0)));
}
