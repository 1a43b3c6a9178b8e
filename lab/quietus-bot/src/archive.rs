//! Finished games as PGN, one file for all.

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use chess::{Chess, Move, Position};
use game::GameResult;
use pgn::{AnnotatedMove, civil_date};
use uci::Score;

/// What is known of a move besides itself.
#[derive(Clone, Debug, Default)]
pub(crate) struct Remark {
    /// The mover's clock after the move.
    pub(crate) clock: Option<Duration>,
    /// Score and depth of a move of ours.
    pub(crate) score: Option<(Score, u32)>,
}

/// A finished game.
pub(crate) struct Record {
    pub(crate) start: Position,
    pub(crate) moves: Vec<(Move, Remark)>,
    pub(crate) tags: Vec<(&'static str, String)>,
    pub(crate) result: GameResult,
}

/// Adds a game to the end of a file, in one piece.
///
/// # Errors
/// If the file cannot be written.
pub(crate) fn add(file: &Path, record: Record) -> io::Result<()> {
    let text = text(record)?;
    let mut file = OpenOptions::new().append(true).create(true).open(file)?;
    file.write_all(&text)?;
    file.sync_data()
}

fn text(record: Record) -> io::Result<Vec<u8>> {
    let mut game = pgn::Game::<Chess>::new(record.start);
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    let (year, month, day) = civil_date(since.map_or(0, |since| since.as_secs()) / 86_400);
    game.tags = vec![("Date".to_owned(), format!("{year:04}.{month:02}.{day:02}"))];
    let tags = record.tags.into_iter();
    game.tags
        .extend(tags.map(|(name, value)| (name.to_owned(), value)));
    game.result = record.result;
    let moves = record.moves.into_iter().map(|(mv, remark)| AnnotatedMove {
        comment: comment(&remark),
        ..mv.into()
    });
    game.line.moves = moves.collect();
    let mut text = Vec::new();
    pgn::write(&game, &mut text)?;
    Ok(text)
}

/// `[%clk 0:02:59] +0.31/18`, as far as it is known.
fn comment(remark: &Remark) -> Option<String> {
    let clock = remark.clock.map(|clock| {
        let seconds = clock.as_secs();
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
        format!("[%clk {hours}:{minutes:02}:{:02}]", seconds % 60)
    });
    let score = remark.score;
    let score = score.map(|(score, depth)| format!("{}/{depth}", score.pawns()));
    let parts: Vec<String> = clock.into_iter().chain(score).collect();
    (!parts.is_empty()).then(|| parts.join(" "))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use chess::Position;
    use game::GameResult;
    use uci::Score;

    use super::{Record, Remark, add};

    #[test]
    fn games_are_added_and_read_again() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("games.pgn");
        for _ in 0..2 {
            let start = Position::start();
            let mv = start.parse_uci("e2e4").unwrap();
            let remark = Remark {
                clock: Some(Duration::from_millis(3_725_400)),
                score: Some((Score::Centipawns(31), 18)),
            };
            let record = Record {
                start,
                moves: vec![(mv, remark)],
                tags: vec![("White", "A \"B\" \n[".to_owned())],
                result: GameResult::Draw,
            };
            add(&file, record).unwrap();
        }
        let text = std::fs::read_to_string(&file).unwrap();
        assert!(text.contains("{[%clk 1:02:05] +0.31/18}"), "{text}");
        let games = pgn::Reader::<chess::Chess, _>::new(text.as_bytes());
        assert_eq!(games.filter(Result::is_ok).count(), 2, "{text}");
    }
}
