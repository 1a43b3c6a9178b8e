//! Games as PGN, with the score, depth, time and nodes of each move in comments.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use game::Facts;
use openings::Opening;
use pgn::{AnnotatedMove, Game, civil_date, write};

use super::game::{GameRecord, PlayedMove};
use super::{Ending, Settings};

/// The number and the players of a game.
pub(super) struct Heading<'a> {
    pub(super) settings: &'a Settings,
    /// The pair's number, from zero.
    pub(super) pair: u64,
    /// The game's number in its pair: 0 or 1.
    pub(super) game: usize,
    /// The players: White, Black.
    pub(super) players: [usize; 2],
    pub(super) started: SystemTime,
}

/// A game as PGN text.
pub(super) fn pgn<R: Facts>(
    heading: &Heading<'_>,
    opening: &Opening<R>,
    record: &GameRecord<R>,
) -> String {
    let mut game = Game::<R>::new(opening.start.clone());
    game.result = record.ending.result();
    game.tags = tags(
        heading,
        &record.ending,
        opening.moves.len() + record.moves.len(),
    );
    let book = opening.moves.iter().map(|&mv| AnnotatedMove {
        comment: Some("book".to_owned()),
        ..mv.into()
    });
    let played = record.moves.iter().map(|played| AnnotatedMove {
        comment: Some(comment(played)),
        ..played.mv.into()
    });
    game.line.moves = book.chain(played).collect();
    let reason = record.ending.reason(R::SIDE_NAMES);
    match game.line.moves.last_mut() {
        Some(last) => {
            let comment = last.comment.get_or_insert_default();
            comment.push_str(", ");
            comment.push_str(&reason);
        }
        None => game.line.comment = Some(reason),
    }
    let mut text = Vec::new();
    write(&game, &mut text).expect("writing to memory does not fail");
    String::from_utf8(text).expect("our own text is UTF-8")
}

fn comment<M>(played: &PlayedMove<M>) -> String {
    let PlayedMove { depth, nodes, .. } = played;
    let seconds = played.time.as_secs_f64();
    match played.score {
        Some(score) => format!("{}/{depth} {seconds:.3}s, n={nodes}", score.pawns()),
        None => format!("{seconds:.3}s, n={nodes}"),
    }
}

fn tags(heading: &Heading<'_>, ending: &Ending, plies: usize) -> Vec<(String, String)> {
    let settings = heading.settings;
    let [white, black] = heading.players.map(|player| &settings.players[player]);
    let time = Utc::of(heading.started);
    let mut tags = vec![
        ("Event", settings.event.clone()),
        ("Date", time.date.replace('-', ".")),
        (
            "Round",
            format!("{}.{}", heading.pair + 1, heading.game + 1),
        ),
        ("White", white.engine.name.clone()),
        ("Black", black.engine.name.clone()),
        ("UTCDate", time.date.replace('-', ".")),
        ("UTCTime", time.time),
        ("PlyCount", plies.to_string()),
        ("Termination", ending.termination().to_owned()),
    ];
    if white.limits == black.limits {
        tags.push(("TimeControl", white.limits.to_string()));
    } else {
        tags.push(("WhiteTimeControl", white.limits.to_string()));
        tags.push(("BlackTimeControl", black.limits.to_string()));
    }
    tags.into_iter()
        .map(|(name, value)| (name.to_owned(), value))
        .collect()
}

/// A date and a time of day in UTC.
pub(super) struct Utc {
    /// `2026-11-15`
    pub(super) date: String,
    /// `03:04:05`
    pub(super) time: String,
}

impl Utc {
    pub(super) fn of(time: SystemTime) -> Self {
        let since = time.duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO);
        let (days, seconds) = (since.as_secs() / 86_400, since.as_secs() % 86_400);
        let (year, month, day) = civil_date(days);
        Self {
            date: format!("{year:04}-{month:02}-{day:02}"),
            time: format!(
                "{:02}:{:02}:{:02}",
                seconds / 3600,
                seconds / 60 % 60,
                seconds % 60
            ),
        }
    }
}

/// Today's date in UTC: `2026-11-15`.
#[must_use]
pub fn today() -> String {
    Utc::of(SystemTime::now()).date
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, UNIX_EPOCH};

    use super::Utc;

    #[test]
    fn dates_are_right() {
        let date = |seconds| Utc::of(UNIX_EPOCH + Duration::from_secs(seconds));
        assert_eq!(date(0).date, "1970-01-01");
        assert_eq!(date(951_782_400).date, "2000-02-29");
        assert_eq!(date(1_794_711_845).date, "2026-11-15");
        assert_eq!(date(1_794_711_845).time, "03:04:05");
        assert_eq!(date(1_767_225_599).date, "2025-12-31");
    }
}
