//! What can be said about a position: its moves, and whether the game is over.

use game::{Facts, Outcome, Position};
use games::for_game;
use serde::{Deserialize, Serialize};

use super::Failure;
use crate::games::Line;

/// Where to look, and a move to play there first.
#[derive(Deserialize)]
pub struct Query {
    #[serde(flatten)]
    line: Line,
    /// A move as somebody typed it.
    typed: Option<String>,
}

/// A position.
#[derive(Debug, Serialize)]
pub struct Description {
    fen: String,
    /// The last move in coordinates and as people write it; nothing at the start.
    last: Option<(String, String)>,
    /// The legal moves in coordinates and as people write them; none if the game is over.
    moves: Vec<(String, String)>,
    /// Whether the side to move is in check.
    check: bool,
    /// How the game ended, if it has.
    over: Option<Over>,
}

/// The end of a game.
#[derive(Debug, Serialize)]
pub struct Over {
    /// `1-0` and so on.
    result: String,
    /// The rule.
    reason: String,
}

/// Describes the position after a line.
pub fn describe(query: Query) -> Result<Description, Failure> {
    for_game!(query.line.game, G => describe_in::<G>(query))
}

fn describe_in<G: Facts>(query: Query) -> Result<Description, Failure> {
    let Query { mut line, typed } = query;
    if let Some(text) = typed {
        let position = line.play::<G>()?.end;
        let mv = G::typed(&position, text.trim()).map_err(|error| error.to_string())?;
        line.moves.push(G::move_text(&position, mv));
    }
    let last = line.moves.pop();
    let mut position = line.play::<G>()?.end;
    let last = match last {
        None => None,
        Some(text) => {
            let mv = G::parse_move(&position, &text).map_err(|error| error.to_string())?;
            let written = (G::move_text(&position, mv), G::written(&position, mv));
            G::play(&mut position, mv);
            Some(written)
        }
    };
    Ok(description::<G>(&position, last))
}

fn description<G: Facts>(position: &G::Position, last: Option<(String, String)>) -> Description {
    let over = G::outcome(position).map(|outcome| Over {
        result: outcome.result().to_string(),
        reason: outcome.to_string(),
    });
    let both = |&mv| (G::move_text(position, mv), G::written(position, mv));
    let moves = match over {
        Some(_) => Vec::new(),
        None => G::legal_moves(position).iter().map(both).collect(),
    };
    Description {
        fen: G::fen(position),
        last,
        moves,
        check: position.in_check(),
        over,
    }
}

#[cfg(test)]
mod tests {
    use super::{Description, Query, describe};

    fn ask(query: &str) -> Result<Description, String> {
        describe(serde_json::from_str::<Query>(query).unwrap())
    }

    #[test]
    fn moves_are_given_in_both_spellings() {
        let start = ask("{}").unwrap();
        assert_eq!((start.moves.len(), start.check), (20, false));
        assert!(start.moves.contains(&("g1f3".into(), "Nf3".into())));
        let cannons = ask(r#"{"game": "xiangqi"}"#).unwrap();
        assert_eq!(cannons.moves.len(), 44);
        let typed = ask(r#"{"moves": ["e2e4"], "typed": "Nf6"}"#).unwrap();
        assert_eq!(typed.last, Some(("g8f6".into(), "Nf6".into())));
        let typed = ask(r#"{"game": "xiangqi", "typed": "C2.5"}"#).unwrap();
        assert_eq!(typed.last.unwrap().0, "h2e2");
    }

    #[test]
    fn a_game_that_is_over_has_no_moves() {
        let mate = ask(r#"{"moves": ["f2f3", "e7e5", "g2g4", "d8h4"]}"#).unwrap();
        let over = mate.over.unwrap();
        assert_eq!((over.result.as_str(), mate.moves.len()), ("0-1", 0));
        assert!(mate.check && over.reason.contains("checkmate"), "{over:?}");
    }

    #[test]
    fn nonsense_is_refused_with_a_reason() {
        for query in [
            r#"{"fen": "x"}"#,
            r#"{"moves": ["e2e5"]}"#,
            r#"{"moves": ["e2e4\nquit"]}"#,
            r#"{"typed": ""}"#,
            r#"{"typed": "Ke3"}"#,
        ] {
            assert!(!ask(query).unwrap_err().is_empty(), "{query}");
        }
        let long = format!(r#"{{"fen": "{}"}}"#, "8".repeat(1000));
        assert!(ask(&long).is_err());
    }
}
