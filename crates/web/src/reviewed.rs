//! A reviewed game, as the page shows it, and as a page of its own.

use analysis::{Analysis, SideSummary, note, report, win_percent};
use game::{Dense, Facts, Position, Score};
use serde::Serialize;

use crate::api::Game;
use crate::assets;

/// A reviewed game.
#[derive(Serialize)]
pub struct Reviewed {
    /// The game with evaluations, glyphs and better lines.
    game: Game,
    /// The score before the first move and after each, for White.
    scores: Vec<WhiteScore>,
    /// How the sides played, White first.
    sides: [Side; 2],
    moves: Vec<Worth>,
    /// The same for a terminal.
    #[serde(skip)]
    report: String,
}

/// What a move was worth.
#[derive(Serialize)]
struct Worth {
    /// In words.
    text: String,
    /// Whether it was judged.
    is_bad: bool,
    /// The chances to win that it gave away, in percent.
    loss: f64,
    /// The engine's line after it, in coordinates.
    refutation: Vec<String>,
}

/// A score for White.
#[derive(Serialize)]
struct WhiteScore {
    #[serde(skip_serializing_if = "Option::is_none")]
    cp: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mate: Option<i32>,
}

/// How a side played.
#[derive(Serialize)]
struct Side {
    accuracy: Option<f64>,
    centipawn_loss: Option<f64>,
    /// Inaccuracies, mistakes and blunders.
    judgements: [usize; 3],
}

impl Reviewed {
    /// A game that [`analysis::annotate`] has written its analysis into; `problem` says why it breaks off, if it does.
    #[must_use]
    pub fn new<G: Facts>(
        game: &pgn::Game<G>,
        analysis: &Analysis<G::Move>,
        problem: Option<String>,
    ) -> Self {
        let before = analysis.moves.first().map(|mv| mv.before);
        let after = analysis.moves.iter().map(|mv| mv.after);
        Self {
            game: Game::new(game, problem),
            scores: before.into_iter().chain(after).map(white_score).collect(),
            sides: analysis.sides.map(side),
            moves: worths::<G>(&game.start, analysis),
            report: report(game, analysis, false),
        }
    }
}

/// Reviews as a page that needs nothing else. Without scripts it has the reports.
#[must_use]
pub fn saved_page(reviews: &[Reviewed]) -> String {
    let reports: Vec<&str> = reviews
        .iter()
        .map(|review| review.report.as_str())
        .collect();
    let data = serde_json::to_string(reviews).expect("our own types have no odd keys");
    assets::saved_page(&data, &reports.join("\n"))
}

fn worths<G: Facts>(start: &G::Position, analysis: &Analysis<G::Move>) -> Vec<Worth> {
    let mut position = start.clone();
    let mut worths = Vec::with_capacity(analysis.moves.len());
    for analyzed in &analysis.moves {
        let text = note::<G>(analyzed, &position);
        let sign = if position.side_to_move().index() == 0 {
            1.0
        } else {
            -1.0
        };
        G::play(&mut position, analyzed.mv);
        let mut after = position.without_history();
        let refutation = analyzed.refutation.iter().map(|&mv| {
            let text = G::move_text(&after, mv);
            G::play(&mut after, mv);
            text
        });
        worths.push(Worth {
            text,
            is_bad: analyzed.judgement.is_some(),
            loss: sign * (win_percent(analyzed.before) - win_percent(analyzed.after)),
            refutation: refutation.collect(),
        });
    }
    worths
}

fn white_score(score: Score) -> WhiteScore {
    // A mate on the board counts as one in a move, so that it has a sign.
    let moves = score
        .plies_to_mate()
        .map(|plies| plies.div_ceil(2).max(1) as i32);
    let mate = moves.map(|moves| if score.is_win() { moves } else { -moves });
    let cp = mate.is_none().then(|| score.raw());
    WhiteScore { cp, mate }
}

fn side(side: SideSummary) -> Side {
    let [accuracy, centipawn_loss] = side.rounded();
    Side {
        accuracy,
        centipawn_loss,
        judgements: side.judgements,
    }
}

#[cfg(test)]
mod tests {
    use analysis::{analyze, annotate};
    use chess::Chess;
    use game::Score;
    use search::Outcome;

    use super::{Reviewed, saved_page};

    #[test]
    fn a_saved_page_has_its_reviews_and_asks_nobody() {
        let text = "[White \"</script><b>\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n";
        let mut game = pgn::Reader::<Chess, _>::new(text.as_bytes())
            .next()
            .unwrap()
            .unwrap();
        let moves: Vec<_> = game.moves().collect();
        let analysis = analyze::<Chess>(&game.start, &moves, |ply, position| {
            let (score, best) = [(0, "e2e4"), (60, "e7e5"), (20, "e2e4"), (32_000, "d8h4")][ply];
            let best = position.parse_uci(best).unwrap();
            let score = if ply == 3 {
                Score::mate_in(1)
            } else {
                Score::evaluation(score)
            };
            let pv = vec![best];
            Some(Outcome {
                best: Some(best),
                score,
                depth: 1,
                nodes: 1,
                pv,
            })
        });
        let analysis = analysis.unwrap();
        annotate(&mut game, &analysis, "us");
        let review = Reviewed::new(&game, &analysis, None);
        assert_eq!(review.moves[2].refutation, ["d8h4"]);
        assert!(review.moves[2].is_bad && review.moves[2].loss > 40.0);
        let page = saved_page(&[review]);
        assert_eq!(
            page.matches("<script").count(),
            page.matches("</script>").count()
        );
        assert!(
            !page.contains("<b>") && page.contains("because now Qh4# mates in 1"),
            "{page}"
        );
        for foreign in [" src=", "url(", "@import", "href=\"http"] {
            assert!(!page.contains(foreign), "{foreign}");
        }
        assert!(page.contains("default-src 'none'"));
    }
}
