//! Which game a text is about.

use game::Rules;
use pgn::Notation;

use crate::GameId;

/// The first lines are enough: a file has one game.
const LINES: usize = 100;

/// The game of a text of positions or of games in PGN; the default one where nothing tells another.
///
/// Boards tell by their ranks and letters, games in PGN by a tag.
pub fn detect(text: &str) -> GameId {
    let lines = text.lines().take(LINES);
    let mut known = lines.filter_map(|line| match tag(line) {
        Some(("FEN", fen)) => game_of_board(fen),
        Some((name, value)) => game_of_tag(name, value),
        None => game_of_board(line),
    });
    { &mut known }
        .find(|&game| game != GameId::default())
        .unwrap_or_default()
}

/// Name and value of a line such as `[Variant "Chess960"]`.
fn tag(line: &str) -> Option<(&str, &str)> {
    let (name, rest) = line.strip_prefix('[')?.split_once(' ')?;
    Some((name, rest.strip_prefix('"')?.split('"').next()?))
}

/// The game whose PGN has this tag.
fn game_of_tag(name: &str, value: &str) -> Option<GameId> {
    fn has<G: Notation>(name: &str, value: &str) -> bool {
        let is_tag = |tag: &(&str, &str)| {
            tag.0.eq_ignore_ascii_case(name) && tag.1.eq_ignore_ascii_case(value)
        };
        G::variant_tags(&G::start()).iter().any(is_tag)
    }
    let games = GameId::ALL.iter().copied();
    { games }.find(|&game| for_game!(game, G => has::<G>(name, value)))
}

/// The game with as many ranks and, if several have, with these letters.
fn game_of_board(fen: &str) -> Option<GameId> {
    let board = |fen: &str| {
        fen.split(' ')
            .next()
            .unwrap_or_default()
            .to_ascii_lowercase()
    };
    let given = board(fen);
    let start = |game: GameId| board(&for_game!(game, G => G::fen(&G::start())));
    let ranks = |board: &str| board.split('/').count();
    let fits = |game: &GameId| ranks(&start(*game)) == ranks(&given);
    let has_letters = |game: &GameId| {
        let start = start(*game);
        { given.chars() }.all(|c| !c.is_ascii_alphabetic() || start.contains(c))
    };
    let candidates = || GameId::ALL.iter().copied().filter(fits);
    candidates()
        .find(has_letters)
        .or_else(|| candidates().next())
}

#[cfg(test)]
mod tests {
    use super::{GameId, detect};

    #[test]
    fn boards_and_tags_tell_the_game() {
        let chess = "# a book\nrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n";
        let xiangqi = "\n3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1\n";
        let other_letters = "rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR w\n";
        let pgn = "[White \"A\"]\n[Variant \"Xiangqi\"]\n\n1. H2-E2 *\n";
        let named = "[White \"A\"]\n[game \"Chinese Chess\"]\n\n1. H2-E2 *\n";
        let from = "[FEN \"3k5/9/9/9/9/9/9/9/9/4K4 w\"]\n\n*\n";
        assert_eq!(detect(chess), GameId::Chess);
        for text in [xiangqi, other_letters, pgn, named, from] {
            assert_eq!(detect(text), GameId::Xiangqi, "{text}");
        }
        let makruk = "8/8/4k3/8/8/4K1M1/8/8 w - - 0 1\n";
        let tagged = "[Variant \"Makruk\"]\n\n1. e4 *\n";
        for text in [makruk, tagged] {
            assert_eq!(detect(text), GameId::Makruk, "{text}");
        }
        for text in ["", "1/2-1/2", "[Variant \"Chess960\"]\n", "[", "a/b/c"] {
            assert_eq!(detect(text), GameId::Chess, "{text}");
        }
    }
}
