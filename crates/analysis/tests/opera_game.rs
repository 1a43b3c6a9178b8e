//! A known game with the evaluations of a table: the numbers are those of an independent
//! implementation of the published formulas.

use analysis::{Analysis, Judgement, analyze, annotate, note, report};
use chess::pgn::{self, Game};
use chess::{Chess, Move};
use game::Score;
use search::Outcome;

const PGN: &str = r#"[Event "<Opera & Box>"]
[Site "Paris"]
[Date "1858.??.??"]
[White "Morphy, Paul"]
[Black "Duke and \u{1b}Count"]
[Result "1-0"]

1. e4 e5 2. Nf3 d6 {[%eval 9.99] [%clk 0:01:00] solid} 3. d4 Bg4 4. dxe5 Bxf3! 5. Qxf3 dxe5
6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8
13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0
"#;

/// Centipawns for White up to the first mate, and the best move.
#[rustfmt::skip]
const TABLE: [(i32, &str); 33] = [
    (35, "d2d4"), (32, "c7c5"), (29, "g1f3"), (22, "b8c6"), (59, "d2d4"), (43, "e5d4"), (95, "b1c3"),
    (85, "b8d7"), (175, "d1f3"), (170, "b8d7"), (177, "f3b3"), (157, "d8e7"), (224, "f3b3"),
    (227, "d8e7"), (226, "b3b7"), (224, "c7c6"), (195, "c1g5"), (231, "a7a6"), (292, "c3b5"),
    (291, "e7b4"), (475, "c4b5"), (454, "b8d7"), (463, "e1c1"), (491, "a8b8"), (480, "d1d7"),
    (483, "f6d7"), (571, "h1d1"), (544, "e7e6"), (552, "g5f6"), (664, "e6d7"), (0, "b3b8"),
    (0, "d7b8"), (0, "d1d8"),
];

fn game() -> Game {
    let text = PGN.replace("\\u{1b}", "\u{1b}");
    read(text.as_bytes())
}

fn read(text: &[u8]) -> Game {
    let game = pgn::Reader::new(text).next();
    game.expect("a game").expect("a good one")
}

/// The engine of the table.
fn evaluate(ply: usize, position: &chess::Position) -> Outcome<Move> {
    let (score, best) = TABLE[ply];
    let for_white = match ply {
        30.. => Score::mate_in(33 - ply),
        _ => Score::evaluation(score),
    };
    let best = position.parse_uci(best).expect("a legal move");
    Outcome {
        best: Some(best),
        score: [for_white, -for_white][position.side_to_move().index()],
        depth: 20,
        nodes: 100_000,
        // The second move is illegal.
        pv: vec![best, best],
    }
}

fn analyzed() -> (Game, Analysis<Move>) {
    let game = game();
    let moves: Vec<Move> = game.moves().collect();
    let mut next = moves.len();
    let analysis = analyze::<Chess>(&game.start, &moves, |ply, position| {
        // The last position is a mate; before it they come one by one, backwards.
        next -= 1;
        assert_eq!(ply, next);
        Some(evaluate(ply, position))
    });
    (game, analysis.expect("it is not stopped"))
}

#[test]
fn accuracy_and_judgements_are_those_of_the_formulas() {
    let (_, analysis) = analyzed();
    let [white, black] = analysis.sides;
    let near = |found: Option<f64>, expected: f64| (found.unwrap() - expected).abs() < 1e-6;
    assert!(near(white.accuracy, 98.490_762_103), "{white:?}");
    assert!(near(black.accuracy, 83.778_786_676), "{black:?}");
    assert!(near(white.centipawn_loss, 6.411_764_706), "{white:?}");
    assert!(near(black.centipawn_loss, 58.6875), "{black:?}");
    assert_eq!((white.judgements, black.judgements), ([0; 3], [2, 1, 1]));
    let judged: Vec<_> = (analysis.moves.iter().enumerate())
        .filter_map(|(ply, mv)| Some((ply, mv.judgement?)))
        .collect();
    let expected = [
        (7, Judgement::Inaccuracy),
        (11, Judgement::Inaccuracy),
        (19, Judgement::Mistake),
        (29, Judgement::Blunder),
    ];
    assert_eq!(judged, expected);
    assert!((analysis.moves[7].accuracy - 71.25).abs() < 0.01);
    assert_eq!(analysis.moves[32].after, Score::mate_in(0));
    assert!(analysis.moves.iter().all(|mv| mv.line.len() == 1));
}

#[test]
fn an_evaluator_without_an_answer_stops_the_analysis() {
    let game = game();
    let moves: Vec<Move> = game.moves().collect();
    let mut left = 3;
    let analysis = analyze::<Chess>(&game.start, &moves, |ply, position| {
        left -= 1;
        (left > 0).then(|| evaluate(ply, position))
    });
    assert!(analysis.is_none() && left == 0);
}

#[test]
fn the_annotated_game_reads_back() {
    let (mut game, analysis) = analyzed();
    annotate(&mut game, &analysis, "Quietus");
    let mut text = Vec::new();
    pgn::write(&game, &mut text).unwrap();
    let read = read(&text);
    assert_eq!(read.line, game.line);
    assert_eq!(
        (read.tag("ECO"), read.tag("Annotator")),
        (Some("C41"), Some("Quietus"))
    );
    let moves = &read.line.moves;
    let comment = |ply: usize| moves[ply].comment.as_deref();
    assert_eq!(comment(0), Some("[%eval 0.32]"));
    assert_eq!(comment(3), Some("[%eval 0.59] [%clk 0:01:00] solid"));
    assert_eq!(comment(7), Some("[%eval 1.75]"));
    assert_eq!(
        (&moves[7].nags[..], moves[7].variations.len()),
        (&[6][..], 1)
    );
    assert_eq!(comment(29), Some("[%eval #2]"));
    assert_eq!((comment(32), &moves[32].nags[..]), (None, &[][..]));
    // A second analysis replaces the first.
    let once = game.clone();
    annotate(&mut game, &analysis, "Quietus");
    assert_eq!(game, once);
}

#[test]
fn the_report_has_numbers_moves_and_better_lines() {
    let (game, analysis) = analyzed();
    let text = report(&game, &analysis, false);
    for expected in [
        "Morphy, Paul - Duke and \u{fffd}Count  1-0\n",
        "Paris, 1858.??.??, C41 Philidor Defense\n",
        "White         98.5     6   0   0   0\n",
        "Black         83.8    59   2   1   1\n",
        "   4. dxe5        +0.85   Bxf3?!      +1.75\n",
        "      4... Bxf3?! Inaccuracy: win chance 42 % to 34 % (+0.85 to +1.75).\n        Better was 4... Nd7.\n        \
         4... Nd7\n",
        "  17. Rd8#         mate\n",
    ] {
        assert!(text.contains(expected), "{expected:?} in\n{text}");
    }
    let colored = report(&game, &analysis, true);
    assert!(
        colored.contains("\u{1b}[1;31mNxd7??    \u{1b}[0m"),
        "{colored}"
    );
    let mut plain = colored;
    for code in ["33", "38;5;208", "1;31", "0"] {
        plain = plain.replace(&format!("\u{1b}[{code}m"), "");
    }
    assert_eq!(plain, text);
}

#[test]
fn every_move_has_a_note() {
    let (game, analysis) = analyzed();
    let mut position = game.start.clone();
    let mut notes = Vec::new();
    for mv in &analysis.moves {
        notes.push(note::<Chess>(mv, &position));
        position.play(mv.mv);
    }
    let better = "win chance of White 53 %. The engine prefers 1. d4.";
    assert_eq!(notes[0], format!("1. e4 +0.32, {better}"));
    assert!(notes[7].starts_with("4... Bxf3?! Inaccuracy: win chance 42 % to 34 %"));
    assert!(notes[32].ends_with("Rd8# mate, win chance of White 98 %. The best move."));
}
