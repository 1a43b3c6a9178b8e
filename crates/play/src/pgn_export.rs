//! The game as PGN, on the terminal or in a file.

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::time::{SystemTime, UNIX_EPOCH};

use game::Dense;

use crate::game::{Ending, Game};
use crate::rules::PlayRules;

/// The game with its tags. `human` is the side of the human, `engine` the engine's name.
pub fn export<R: PlayRules>(game: &Game<R>, human: R::Color, engine: &str) -> pgn::Game<R> {
    let mut names = [engine; 2];
    names[human.index()] = "Player";
    let mut pgn = pgn::Game::new(game.start().clone());
    pgn.tags = [
        ("Event", "Terminal game"),
        ("Date", &today()),
        ("Round", "-"),
        ("White", names[0]),
        ("Black", names[1]),
    ]
    .map(|(name, value)| (name.to_owned(), value.to_owned()))
    .into();
    if let Some(tag) = R::FIRST_PLAYER_TAG {
        pgn.tags.push((tag.to_owned(), names[0].to_owned()));
    }
    pgn.line.moves = game.moves().iter().map(|&mv| mv.into()).collect();
    pgn.result = game.ending().map(Ending::result).unwrap_or_default();
    pgn
}

/// Saves a game. An existing file is replaced only if `may_replace`.
pub fn save<R: PlayRules>(
    game: &pgn::Game<R>,
    path: &str,
    may_replace: bool,
) -> Result<(), String> {
    let mut text = Vec::new();
    let write = |text: &mut Vec<u8>| -> io::Result<()> {
        pgn::write(game, text)?;
        let mut options = OpenOptions::new();
        options.write(true).truncate(true);
        options.create(may_replace).create_new(!may_replace);
        options.open(path)?.write_all(text)
    };
    write(&mut text).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => {
            format!("{path} already exists; 'pgn! FILE' overwrites a file")
        }
        _ => format!("cannot write {path}: {error}"),
    })
}

/// Today's date (UTC), as PGN writes it.
fn today() -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let (year, month, day) = pgn::civil_date(now.map_or(0, |time| time.as_secs() / 86_400));
    format!("{year}.{month:02}.{day:02}")
}

#[cfg(test)]
mod tests {
    use chess::pgn::Reader;
    use chess::{Chess, Color, GameResult, Position};

    use super::{Game, export};

    #[test]
    fn an_exported_game_reads_back() {
        let fen = "1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 b GBgb - 2 9";
        let mut game = Game::<Chess>::new(Position::from_fen(fen).unwrap());
        for text in ["O-O", "O-O-O", "Rbe8"] {
            let mv = game.position().parse_san(text).unwrap();
            game.play(mv);
        }
        game.resign(Color::Black);
        let mut text = Vec::new();
        pgn::write(&export(&game, Color::Black, "Quietus"), &mut text).unwrap();
        let read = Reader::new(&text[..]).next().unwrap().unwrap();
        assert_eq!(
            (read.start, read.result),
            (game.start().clone(), GameResult::WhiteWins)
        );
        assert_eq!(read.line, export(&game, Color::Black, "Quietus").line);
        let text = String::from_utf8(text).unwrap();
        assert!(
            text.contains("[Black \"Player\"]\n[Result \"1-0\"]\n[SetUp \"1\"]"),
            "{text}"
        );
    }
}
