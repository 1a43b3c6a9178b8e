//! Games as PGN, and as trees that the page shows.

use analysis::Opening;
use game::{Facts, GameResult, Position};
use games::{GameId, for_game};
use pgn::{AnnotatedMove, MAX_NODES, MAX_PLIES};
use serde::{Deserialize, Serialize};

use super::Failure;

/// The most games that one text gives.
const MAX_GAMES: usize = 100;
/// Said of a text without one.
const NO_GAME: &str = "there is no game in this text";
/// How deep variations of the page may nest.
const MAX_NESTING: usize = 64;

/// A PGN text.
#[derive(Deserialize, Serialize)]
pub struct Text {
    #[serde(default)]
    game: GameId,
    text: String,
}

/// The games of a text.
#[derive(Debug, Serialize)]
pub struct Games {
    games: Vec<Game>,
    /// What is wrong with those of which nothing can be shown.
    problems: Vec<String>,
}

/// A game with its variations.
#[derive(Debug, Deserialize, Serialize)]
pub struct Game {
    #[serde(default)]
    game: GameId,
    /// Names and values.
    tags: Vec<(String, String)>,
    /// The FEN of the start; empty for the usual one.
    fen: String,
    /// The same, also of the usual one.
    #[serde(default)]
    start: String,
    /// `1-0` and so on.
    result: String,
    /// A comment before the first move.
    #[serde(default)]
    comment: String,
    /// The moves.
    line: Vec<Node>,
    /// ECO code and name.
    #[serde(default)]
    opening: Option<String>,
    /// Why there are no more moves, if it breaks off.
    #[serde(default)]
    problem: Option<String>,
}

/// A move.
#[derive(Debug, Deserialize, Serialize)]
pub struct Node {
    /// In coordinates.
    uci: String,
    /// As people write it.
    #[serde(default)]
    san: String,
    /// The position after it.
    #[serde(default)]
    fen: String,
    #[serde(default)]
    nags: Vec<u8>,
    #[serde(default)]
    comment: String,
    /// Lines that could have been played instead of it.
    #[serde(default)]
    variations: Vec<Vec<Self>>,
}

/// Reads games.
pub fn read(query: Text) -> Result<Games, Failure> {
    for_game!(query.game, G => read_in::<G>(&query.text))
}

fn read_in<G: Facts>(text: &str) -> Result<Games, Failure> {
    let mut reader = pgn::Reader::<G, _>::new(text.as_bytes());
    let (mut games, mut problems) = (Vec::new(), Vec::new());
    let mut nodes = 0;
    while games.len() + problems.len() < MAX_GAMES
        && let Some(read) = reader.read_part()
    {
        match read {
            Ok((game, broken)) => {
                nodes += count_moves(&game.line);
                if nodes > MAX_NODES {
                    return Err(format!("more than {MAX_NODES} moves"));
                }
                games.push(Game::new(&game, broken.map(|broken| broken.to_string())));
            }
            Err(error) => problems.push(error.to_string()),
        }
    }
    // A text that is no PGN is one game without moves, and a problem.
    let is_something = |game: &Game| game.problem.is_none() || !game.line.is_empty();
    if games.iter().any(is_something) {
        return Ok(Games { games, problems });
    }
    let of_games = games.into_iter().filter_map(|game| game.problem);
    let first = of_games.chain(problems).next();
    Err(first.unwrap_or_else(|| NO_GAME.to_owned()))
}

/// The game with this number, from 0, among those of which something can be shown; and its problem.
pub fn game_of_text<G: Facts>(
    text: &str,
    number: usize,
) -> Result<(pgn::Game<G>, Option<String>), Failure> {
    let mut reader = pgn::Reader::<G, _>::new(text.as_bytes());
    let mut problem = None;
    let mut left = number;
    while let Some(read) = reader.read_part() {
        match read {
            Ok((game, None)) if left == 0 => return Ok((game, None)),
            Ok((game, Some(broken))) if left == 0 => {
                let problem = broken.to_string();
                return match game.line.moves.is_empty() {
                    true => Err(problem),
                    false => Ok((game, Some(problem))),
                };
            }
            Ok(_) => left -= 1,
            Err(error) => problem = problem.or(Some(error.to_string())),
        }
    }
    Err(problem.unwrap_or_else(|| NO_GAME.to_owned()))
}

/// The moves of a line and its variations.
fn count_moves<M>(line: &pgn::Line<M>) -> usize {
    let variations = line.moves.iter().flat_map(|mv| &mv.variations);
    line.moves.len() + variations.map(count_moves).sum::<usize>()
}

impl Game {
    /// A game for the page, and why it breaks off, if it does.
    pub fn new<G: Facts>(game: &pgn::Game<G>, problem: Option<String>) -> Self {
        let fen = G::fen(&game.start);
        Self {
            game: GameId::of::<G>(),
            fen: if fen == G::fen(&G::start()) {
                String::new()
            } else {
                fen.clone()
            },
            start: fen,
            result: game.result.to_string(),
            comment: game.line.comment.clone().unwrap_or_default(),
            line: nodes::<G>(&game.line, &mut game.start.clone()),
            tags: game.tags.clone(),
            opening: Opening::of::<G>(&game.start, game.moves()).map(|opening| opening.to_string()),
            problem,
        }
    }
}

/// The nodes of a line from `position`, which is in the end as before: copies of it would have all moves
/// before it.
fn nodes<G: Facts>(line: &pgn::Line<G::Move>, position: &mut G::Position) -> Vec<Node> {
    let mut nodes = Vec::with_capacity(line.moves.len());
    for annotated in &line.moves {
        let mut node = Node {
            uci: G::move_text(position, annotated.mv),
            san: G::written(position, annotated.mv),
            fen: String::new(),
            nags: annotated.nags.clone(),
            comment: annotated.comment.clone().unwrap_or_default(),
            variations: Vec::with_capacity(annotated.variations.len()),
        };
        for variation in &annotated.variations {
            let variation = nodes_of_variation::<G>(variation, position);
            node.variations.push(variation);
        }
        G::play(position, annotated.mv);
        node.fen = G::fen(position);
        nodes.push(node);
    }
    for annotated in line.moves.iter().rev() {
        position.unmake(annotated.mv);
    }
    nodes
}

/// The nodes of a variation. A comment before its first move is given to that move.
fn nodes_of_variation<G: Facts>(
    line: &pgn::Line<G::Move>,
    position: &mut G::Position,
) -> Vec<Node> {
    let mut nodes = nodes::<G>(line, position);
    if let (Some(first), Some(comment)) = (nodes.first_mut(), &line.comment) {
        first.comment = format!("{comment} {}", first.comment).trim().to_owned();
    }
    nodes
}

/// Writes a game.
pub fn write(game: Game) -> Result<Text, Failure> {
    for_game!(game.game, G => write_in::<G>(game))
}

fn write_in<G: Facts>(game: Game) -> Result<Text, Failure> {
    let start = match game.fen.as_str() {
        "" => G::start(),
        fen => G::parse_fen(fen).map_err(|error| error.to_string())?,
    };
    let written = pgn::Game::<G> {
        line: pgn::Line {
            comment: some(&game.comment),
            moves: annotated::<G>(&game.line, &mut start.clone(), MAX_NESTING)?,
        },
        tags: game.tags,
        start,
        result: game.result.parse().unwrap_or(GameResult::Unknown),
    };
    Ok(Text {
        game: game.game,
        text: text_of(&written),
    })
}

/// A game as text.
pub fn text_of<G: Facts>(game: &pgn::Game<G>) -> String {
    let mut text = Vec::new();
    pgn::write(game, &mut text).expect("memory takes everything");
    String::from_utf8_lossy(&text).into_owned()
}

fn annotated<G: Facts>(
    line: &[Node],
    position: &mut G::Position,
    depth: usize,
) -> Result<Vec<AnnotatedMove<G::Move>>, Failure> {
    if line.len() > MAX_PLIES {
        return Err(format!("more than {MAX_PLIES} plies"));
    }
    let mut moves = Vec::with_capacity(line.len());
    for node in line {
        let mv = G::parse_move(position, &node.uci).map_err(|error| error.to_string())?;
        let deeper = depth.checked_sub(1).ok_or("variations nest too deep")?;
        let mut variations = Vec::with_capacity(node.variations.len());
        for nodes in &node.variations {
            variations.push(pgn::Line {
                comment: None,
                moves: annotated::<G>(nodes, position, deeper)?,
            });
        }
        moves.push(AnnotatedMove {
            mv,
            nags: node.nags.clone(),
            comment: some(&node.comment),
            variations,
        });
        G::play(position, mv);
    }
    for annotated in moves.iter().rev() {
        position.unmake(annotated.mv);
    }
    Ok(moves)
}

fn some(text: &str) -> Option<String> {
    (!text.is_empty()).then(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::{GameId, Text, read, write};

    fn text(game: GameId, text: &str) -> Text {
        let text = text.to_owned();
        Text { game, text }
    }

    #[test]
    fn a_game_survives_the_page() {
        let pgn = "[Event \"A <b>\"]\n[Site \"?\"]\n[Date \"2026.11.16\"]\n[Round \"?\"]\n\
                   [White \"?\"]\n[Black \"?\"]\n[Result \"1-0\"]\n\n\
                   {Hello} 1. e4 e5 ( 1... c5 {Sicilian} 2. Nf3 ( 2. c3 d5 ) ) 2. Nf3 $1 {good} 1-0\n\n";
        let games = read(text(GameId::Chess, pgn)).unwrap();
        let json = serde_json::to_string(&games.games[0]).unwrap();
        let again = write(serde_json::from_str(&json).unwrap()).unwrap();
        assert_eq!(again.text, pgn);
    }

    #[test]
    fn xiangqi_is_shown_in_one_notation_and_written_in_another() {
        let games = read(text(GameId::Xiangqi, "1. C2.5 h8+7 *")).unwrap();
        assert_eq!(games.games[0].line[0].san, "C2=5");
        let json = serde_json::to_string(&games.games[0]).unwrap();
        let again = write(serde_json::from_str(&json).unwrap()).unwrap();
        assert!(again.text.contains("1. H2-E2 H9-G7 *"), "{}", again.text);
    }

    #[test]
    fn games_longer_than_any_are_refused_both_ways() {
        let moves = |plies: usize| "Nf3 Nf6 Ng1 Ng8 ".repeat(plies / 4);
        let game = |plies| text(GameId::Chess, &format!("{} *", moves(plies)));
        let mut games = read(game(pgn::MAX_PLIES)).unwrap().games;
        assert_eq!(games[0].line.len(), pgn::MAX_PLIES);
        let longer = read(game(pgn::MAX_PLIES + 4)).unwrap().games.remove(0);
        assert_eq!(longer.line.len(), pgn::MAX_PLIES);
        let problem = "game 1 (line 1): more than 20000 plies";
        assert_eq!(longer.problem.as_deref(), Some(problem));
        let many = format!("{} *\n\n[Event \"\"]\n\n", moves(pgn::MAX_PLIES)).repeat(11);
        let error = read(text(GameId::Chess, &many)).unwrap_err();
        assert_eq!(error, "more than 200000 moves");
        let more = read(text(GameId::Chess, "Nf3 *")).unwrap().games;
        games[0]
            .line
            .extend(more.into_iter().flat_map(|game| game.line));
        assert_eq!(
            write(games.remove(0)).err().unwrap(),
            "more than 20000 plies"
        );
    }

    #[test]
    fn all_games_of_a_text_are_given_as_far_as_they_go() {
        let pgn = "[White \"A\"]\n\n1. e4 c5 2. Nf3 *\n\n[FEN \"x\"]\n\n1. e4 *\n\n\
                   [White \"B\"]\n\n1. d4 d5 2. Ke3 *\n\n[White \"C\"]\n\n1. e4 (((\n";
        let read = read(text(GameId::Chess, pgn)).unwrap();
        let shown = |game: &super::Game| (game.line.len(), game.problem.is_some());
        let shown: Vec<_> = read.games.iter().map(shown).collect();
        assert_eq!(shown, [(3, false), (2, true), (1, true)]);
        assert_eq!(read.problems.len(), 1, "{:?}", read.problems);
        let opening = read.games[0].opening.as_deref().unwrap();
        assert!(opening.contains("Sicilian"), "{opening}");
        let (game, problem) = super::game_of_text::<chess::Chess>(pgn, 1).unwrap();
        assert_eq!((game.tag("White"), game.moves().len()), (Some("B"), 2));
        assert!(problem.unwrap().contains("at move 2"));
        assert!(super::game_of_text::<chess::Chess>(pgn, 3).is_err());
    }

    #[test]
    fn broken_games_are_refused_with_a_reason() {
        for broken in ["", "1. e5 *", "[FEN \"x\"]\n\n*", "\u{0}"] {
            let error = read(text(GameId::Chess, broken)).unwrap_err();
            assert!(!error.is_empty(), "{broken:?}");
        }
    }
}
