//! The end of a game: log, chat, archive.

use chess::Color;
use game::GameResult;

use super::{Session, Table};
use crate::api::Player;
use crate::archive::{self, Record};
use crate::config::Variant;
use crate::log::note;

/// How a game ended for the bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// It is over.
    Over { was_white: bool },
    /// A correspondence game in which the opponent is to move.
    Parked,
    /// It is left as it is: it is gone, cannot be played, or the program ends.
    Left,
    /// An error of ours.
    Crashed,
}

impl Table {
    /// The time control for people.
    pub(super) fn control(&self) -> String {
        let mode = if self.is_rated { "rated" } else { "casual" };
        let clock = match self.clock {
            Some((initial, increment)) => format!("{}+{increment}", initial as f64 / 60.0),
            None => "without a clock".to_owned(),
        };
        match self.variant {
            Variant::Standard => format!("{clock}, {mode}"),
            variant => format!("{variant}, {clock}, {mode}"),
        }
    }

    /// Remembers the clock of the last mover.
    pub(super) fn note_clock(&mut self) {
        let plies = self.board.moves().len();
        // After a takeback the moves that are gone have no remarks either.
        self.remarks.resize_with(plies, Default::default);
        let mover = usize::from(self.board.side_to_move() == Color::White);
        let time = self.state.times()[mover];
        if let (Some(last), true) = (self.remarks.last_mut(), self.clock.is_some()) {
            last.clock.get_or_insert(time);
        }
    }

    fn result(&self) -> GameResult {
        match (self.state.winner.as_deref(), self.state.status.as_str()) {
            (Some("white"), _) => GameResult::WhiteWins,
            (Some("black"), _) => GameResult::BlackWins,
            (_, "aborted" | "noStart" | "started" | "created") => GameResult::Unknown,
            _ => GameResult::Draw,
        }
    }
}

impl Session {
    /// Tells and keeps what happened.
    pub(super) fn end(&mut self, outcome: Outcome) -> Outcome {
        if matches!(outcome, Outcome::Over { .. }) {
            self.say("player", &self.shared.config.chat.goodbye);
            if let Some(table) = self.table.take() {
                self.keep(table);
            }
        }
        outcome
    }

    fn keep(&self, table: Table) {
        let (result, plies) = (table.result(), table.board.moves().len());
        let status = &table.state.status;
        note!("{}: {result} ({status}) after {plies} plies", self.id);
        let file = &self.shared.config.archive.file;
        if file.as_os_str().is_empty() || plies == 0 {
            return;
        }
        if let Err(error) = archive::add(file, self.record(table, result)) {
            note!("{}: cannot write to {}: {error}", self.id, file.display());
        }
    }

    fn record(&self, table: Table, result: GameResult) -> Record {
        let mut tags = vec![
            ("Event", format!("Lichess {}", table.control())),
            (
                "Site",
                format!("{}/{}", self.shared.config.server.url, self.id),
            ),
            ("GameId", self.id.to_string()),
            ("Termination", table.state.status.clone()),
        ];
        if let Some((initial, increment)) = table.clock {
            tags.push(("TimeControl", format!("{initial}+{increment}")));
        }
        for (side, player) in ["White", "Black"].into_iter().zip(&table.players) {
            tags.extend(player_tags(side, player));
        }
        let mut remarks = table.remarks.into_iter();
        let moves = table.board.moves().iter();
        Record {
            start: table.board.start().clone(),
            moves: moves
                .map(|&mv| (mv, remarks.next().unwrap_or_default()))
                .collect(),
            tags,
            result,
        }
    }
}

fn player_tags(side: &'static str, player: &Player) -> Vec<(&'static str, String)> {
    let names = match side {
        "White" => ("WhiteElo", "WhiteTitle"),
        _ => ("BlackElo", "BlackTitle"),
    };
    let mut tags = vec![(side, player.name())];
    let rating = player.rating.map(|rating| (names.0, rating.to_string()));
    tags.extend(rating);
    tags.extend(player.title.clone().map(|title| (names.1, title)));
    tags
}
