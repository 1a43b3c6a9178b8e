//! An analysis written into the game's PGN: evaluations, glyphs and better lines, as other programs
//! read them.

use game::Facts;
use pgn::{AnnotatedMove, Game, Line, Notation};

use crate::analyze::{Analysis, AnalyzedMove};
use crate::opening::Opening;
use crate::report::score_text;

/// The most moves of a better line.
const LINE_SHOWN: usize = 10;

/// Writes an analysis into a game: `[%eval]` for every move, a glyph and the better line for those
/// that were judged, and the tags `Annotator`, `ECO` and `Opening`. What was written by hand or by a
/// clock stays; older evaluations and glyphs go.
pub fn annotate<G: Facts>(game: &mut Game<G>, analysis: &Analysis<G::Move>, annotator: &str) {
    if let Some(opening) = Opening::of::<G>(&game.start, game.moves()) {
        set_tag(game, "ECO", opening.code);
        set_tag(game, "Opening", opening.name);
    }
    set_tag(game, "Annotator", annotator);
    for (annotated, analyzed) in game.line.moves.iter_mut().zip(&analysis.moves) {
        annotate_move(annotated, analyzed);
    }
}

fn set_tag<R: Notation>(game: &mut Game<R>, name: &str, value: &str) {
    game.tags.retain(|(tag, _)| !tag.eq_ignore_ascii_case(name));
    game.tags.push((name.to_owned(), value.to_owned()));
}

fn annotate_move<M: Copy + PartialEq>(
    annotated: &mut AnnotatedMove<M>,
    analyzed: &AnalyzedMove<M>,
) {
    let mut comment = Vec::new();
    // A mate on the board needs no evaluation, and others write none.
    if analyzed.after.plies_to_mate() != Some(0) {
        let score = score_text(analyzed.after);
        comment.push(format!("[%eval {}]", score.trim_start_matches('+')));
    }
    let kept = annotated.comment.as_deref().map(without_eval);
    comment.extend(kept.filter(|text| !text.is_empty()));
    annotated.comment = (!comment.is_empty()).then(|| comment.join(" "));
    annotated.nags.retain(|nag| !(1..=6).contains(nag));
    let Some(judgement) = analyzed.judgement else {
        return;
    };
    annotated.nags.insert(0, judgement.nag());
    let line = analyzed.line.iter().take(LINE_SHOWN);
    let better = Line {
        comment: None,
        moves: line.map(|&mv| mv.into()).collect(),
    };
    if !annotated.variations.contains(&better) {
        annotated.variations.push(better);
    }
}

/// A comment without `[%eval ...]`.
fn without_eval(comment: &str) -> String {
    let mut rest = comment;
    let mut kept = String::new();
    while let Some((before, command)) = rest.split_once("[%eval") {
        kept.push_str(before);
        rest = command.split_once(']').map_or("", |(_, after)| after);
    }
    kept.push_str(rest);
    kept.split_whitespace().collect::<Vec<_>>().join(" ")
}
