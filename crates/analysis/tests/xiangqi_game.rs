//! A game of xiangqi: its notes, and its report.

use analysis::{analyze, note, report};
use game::{Rules, Score};
use pgn::{Game, Reader};
use search::Outcome;
use xiangqi::{Move, Xiangqi};

#[test]
fn notes_and_report_name_red_and_write_wxf() {
    let text = "[Game \"Chinese Chess\"]\n[Red \"Hu\"]\n\n1. h2e2 h9g7 2. e2e6 *\n";
    let game: Game<Xiangqi> = Reader::new(text.as_bytes()).next().unwrap().unwrap();
    let moves: Vec<Move> = game.moves().collect();
    // After the second move of Red, Black has won a cannon.
    let analysis = analyze::<Xiangqi>(&game.start, &moves, |ply, position| {
        let best = Xiangqi::legal_moves(position)[0];
        Some(Outcome {
            best: Some(best),
            score: Score::evaluation(if ply == 3 { 500 } else { 0 }),
            depth: 1,
            nodes: 1,
            pv: vec![best],
        })
    });
    let analysis = analysis.unwrap();
    let text = report(&game, &analysis, false);
    assert!(text.starts_with("Hu - Black  *\n"), "{text}");
    assert!(
        text.contains("\nRed ") && text.contains("   1. C2=5"),
        "{text}"
    );
    assert!(
        text.contains("2. C5+4?? Blunder: win chance 50 % to "),
        "{text}"
    );
    let mut position = game.start.clone();
    Xiangqi::play(&mut position, moves[0]);
    let note = note::<Xiangqi>(&analysis.moves[1], &position);
    assert!(note.contains("win chance of Red"), "{note}");
}
