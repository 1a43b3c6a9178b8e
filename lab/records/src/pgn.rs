//! Games to and from PGN, with scores in the comments.
//!
//! Written as match runners do: `{+0.31/0}` after a move, in pawns from the mover's view. Also reads
//! `{-M3/18 0.5s}` and `[%eval 0.31]`, which is from White's view.

use game::{Dense, GameResult, MAX_PLY, Position, Score};
use pgn::{AnnotatedMove, Notation};
use thiserror::Error;

use crate::game::{Game, Ply, Start};

/// Why a game cannot be written as PGN.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("PGN cannot store flags or unplayed moves (ply {ply})")]
pub struct NotInPgn {
    /// The first move with flags or a sibling.
    pub ply: usize,
}

/// A game as PGN.
///
/// # Errors
/// If the game has flags or siblings.
pub fn to_pgn<R: Notation>(game: &Game<R>) -> Result<pgn::Game<R>, NotInPgn> {
    let mut position = game.start.position();
    let mut written = pgn::Game::new(position.clone());
    written.result = game.result;
    for (number, ply) in game.plies.iter().enumerate() {
        if ply.flags != 0 || ply.sibling.is_some() {
            return Err(NotInPgn { ply: number });
        }
        let mover = position.side_to_move().index();
        written.line.moves.push(AnnotatedMove {
            comment: ply.score.map(|score| comment(score, mover)),
            ..AnnotatedMove::from(ply.mv)
        });
        R::play(&mut position, ply.mv);
    }
    Ok(written)
}

/// A game from PGN. Tags, variations and comments without scores are dropped.
pub fn from_pgn<R: Notation>(game: &pgn::Game<R>) -> Game<R> {
    let mut position = game.start.clone();
    let read_ply = |annotated: &AnnotatedMove<R::Move>| {
        let score = score_of(annotated, position.side_to_move().index());
        R::play(&mut position, annotated.mv);
        Ply {
            score,
            ..Ply::unscored(annotated.mv)
        }
    };
    Game {
        start: Start::of(&game.start),
        plies: game.line.moves.iter().map(read_ply).collect(),
        result: ended(game),
    }
}

/// The result after the moves, or else of the `Result` tag.
fn ended<R: Notation>(game: &pgn::Game<R>) -> GameResult {
    let of_tag = || game.tag("Result").and_then(|text| text.parse().ok());
    match game.result {
        GameResult::Unknown => of_tag().unwrap_or_default(),
        known => known,
    }
}

/// The score in pawns with two decimals, and depth 0, because the depth is not known.
fn comment(score: i16, mover: usize) -> String {
    let score = toward(mover, i32::from(score));
    let sign = if score < 0 { '-' } else { '+' };
    let (pawns, hundredths) = (score.abs() / 100, score.abs() % 100);
    format!("{sign}{pawns}.{hundredths:02}/0")
}

/// The score in a move's comment, from White's view.
fn score_of<M>(annotated: &AnnotatedMove<M>, mover: usize) -> Option<i16> {
    if let Some(text) = annotated.command("eval") {
        let text = text.split([',', ' ']).next()?;
        return to_i16(parse_score(text, '#')?);
    }
    let word = annotated
        .comment
        .as_deref()?
        .split_ascii_whitespace()
        .next()?;
    let (text, depth) = word.split_once('/')?;
    let is_depth = |c: char| c.is_ascii_digit();
    if !depth.starts_with(is_depth) {
        return None;
    }
    to_i16(toward(mover, parse_score(text, 'M')?))
}

/// Parses pawns, or mate in `n` after the mate sign.
fn parse_score(text: &str, mate_sign: char) -> Option<i32> {
    let (is_negative, digits) = match text.as_bytes().first()? {
        b'-' => (true, &text[1..]),
        b'+' => (false, &text[1..]),
        _ => (false, text),
    };
    if let Some(moves) = digits.strip_prefix(mate_sign) {
        // The minus may also follow the mate sign.
        let is_mated = is_negative || moves.starts_with('-');
        let moves: usize = moves.trim_start_matches('-').parse().ok()?;
        let plies = moves.min(MAX_PLY / 2) * 2;
        return Some(match is_mated {
            true => Score::mated_in(plies).raw(),
            false => Score::mate_in(plies.saturating_sub(1)).raw(),
        });
    }
    // Only digits and a point: Rust would parse "inf" and "nan".
    let is_plain = digits
        .bytes()
        .all(|byte| byte.is_ascii_digit() || byte == b'.');
    let pawns: f64 = digits.parse().ok().filter(|_| is_plain)?;
    let score = (pawns * 100.0).round().min(1e6) as i32;
    Some(if is_negative { -score } else { score })
}

const fn toward(mover: usize, score: i32) -> i32 {
    match mover {
        0 => score,
        _ => -score,
    }
}

/// Scores of other programs may be out of our range.
fn to_i16(score: i32) -> Option<i16> {
    i16::try_from(score.clamp(i32::from(i16::MIN), i32::from(i16::MAX))).ok()
}

#[cfg(test)]
mod tests {
    use super::{AnnotatedMove, comment, score_of};
    use chess::Position;

    fn score(comment: &str, mover: usize) -> Option<i16> {
        let mv = Position::start().legal_moves()[0];
        let annotated = AnnotatedMove {
            comment: Some(comment.to_owned()),
            ..AnnotatedMove::from(mv)
        };
        score_of(&annotated, mover)
    }

    #[test]
    fn every_score_round_trips() {
        for mover in 0..2 {
            for value in i16::MIN..=i16::MAX {
                assert_eq!(score(&comment(value, mover), mover), Some(value));
            }
        }
        assert_eq!(comment(-31, 1), "+0.31/0");
    }

    #[test]
    fn scores_of_other_programs_are_read() {
        for (text, expected) in [
            ("+0.31/18 0.52s", Some(-31)),
            ("-1.5/7", Some(150)),
            ("+M3/20 1.2s, White mates", Some(-31_995)),
            ("-M2/11", Some(31_996)),
            ("[%eval -0.25] [%clk 0:01:00]", Some(-25)),
            ("[%eval #-3]", Some(-31_994)),
            ("[%eval 1.2,14]", Some(120)),
            ("book", None),
            ("", None),
            ("and/or", None),
            ("+nan/3", None),
            ("+inf/3", None),
            ("+0.3/x", None),
        ] {
            assert_eq!(score(text, 1), expected, "{text}");
        }
    }
}
