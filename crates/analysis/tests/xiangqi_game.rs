//! A game of xiangqi: its page, and its report.

use analysis::{analyze, page, report};
use game::{Rules, Score};
use pgn::{Game, Reader};
use search::Outcome;
use xiangqi::{Move, Xiangqi};

#[test]
fn the_page_and_the_report_name_red_and_write_wxf() {
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
    let text = report(&game, &analysis);
    assert!(text.starts_with("Hu - Black  *\n"), "{text}");
    assert!(
        text.contains("\nRed ") && text.contains("   1. C2=5"),
        "{text}"
    );
    let text = page(&game, &analysis);
    let (markup, _) = text.split_once("<script>").unwrap();
    let markup = markup.to_owned() + "</body></html>";
    assert_eq!(plot::well_formed::check(&markup), Ok(()), "{text}");
    assert_eq!(text.matches("<symbol ").count(), 14);
    assert_eq!(text.matches("data-move=").count(), 4);
    for expected in [
        "data-move=\"h2e2\"",
        ">C2=5</button>",
        "class=\"blunder\"",
        "% for Red",
        "Red&#39;s chances to win",
    ] {
        assert!(text.contains(expected), "{expected} in\n{text}");
    }
}
