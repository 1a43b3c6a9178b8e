//! What passes between the players besides moves: offers and chat.

use super::{Decided, Session, Table};
use crate::api::GameState;
use crate::config::Level;
use crate::errands::Errand;
use crate::log::note;

/// The longest message that Lichess takes.
const LONGEST_CHAT: usize = 140;

impl Session {
    /// Says hello, unless the game has begun before.
    pub(super) fn greet(&self, state: &GameState) {
        if state.moves.split_ascii_whitespace().count() > 1 || state.is_over() {
            return;
        }
        let chat = &self.shared.config.chat;
        self.say("player", &chat.hello);
        self.say("spectator", &chat.spectators);
    }

    /// Writes to a room of the chat, when there is time for it.
    pub(super) fn say(&self, room: &'static str, text: &str) {
        let opponent = self.table.as_ref().map(|table| table.opponent().name());
        let text = text
            .replace("{opponent}", &opponent.unwrap_or_default())
            .replace("{me}", &self.shared.me.username)
            .replace("{engine}", &self.shared.engine);
        let text: String = text.chars().take(LONGEST_CHAT).collect();
        if !text.trim().is_empty() {
            let id = self.id.clone();
            self.shared.errands.run(Errand::Chat { id, room, text });
        }
    }

    pub(super) fn hear_chat(&self, room: &str, username: &str, text: &str) {
        let is_me = username.eq_ignore_ascii_case(&self.shared.me.username);
        let room = match room {
            "player" => "player",
            _ => "spectator",
        };
        if is_me || !self.shared.config.chat.answers {
            return;
        }
        match text.trim() {
            "!help" => self.say(room, "!engine: what I am. !level: how strong I play."),
            "!engine" => self.say(room, "I am {engine}, run by quietus-bot."),
            "!level" => {
                let level = match self.shared.config.engine.level {
                    Level::Full => "I play as strong as I can.".to_owned(),
                    Level::Opponent => "I try to be as strong as you are.".to_owned(),
                    Level::Elo(elo) => format!("I play at about {elo} Elo."),
                };
                self.say(room, &level);
            }
            _ => {}
        }
    }

    /// Whether the opponent offers a draw now.
    pub(super) fn is_draw_offered(&self) -> bool {
        let offered = |table: &Table| [table.state.bdraw, table.state.wdraw][table.us()];
        self.table.as_ref().is_some_and(offered)
    }

    /// Answers offers of the opponent, each once, though states are often told twice. A draw offer
    /// that is not taken is declined by our next move. Returns whether moves are taken back now.
    pub(super) fn answer_offers(&mut self) -> Decided {
        let draw = self.is_draw_offered() && self.judge.takes_draw();
        let allowed = self.shared.config.game.takebacks;
        let Some(table) = &mut self.table else {
            return Decided::No;
        };
        let takeback = [table.state.btakeback, table.state.wtakeback][table.us()];
        let offers = (table.board.version(), [draw, takeback]);
        let before = std::mem::replace(&mut table.answered, offers);
        let is_new = |kind: usize| offers.1[kind] && (before.0 != offers.0 || !before.1[kind]);
        let grants = table.takebacks < allowed && !table.opponent().is_bot();
        table.takebacks += u32::from(is_new(1) && grants);
        if is_new(0) {
            note!("{}: taking the draw", self.id);
            self.decide("draw/yes");
        }
        let answer = if grants {
            "takeback/yes"
        } else {
            "takeback/no"
        };
        if !is_new(1) {
            return Decided::No;
        }
        let decided = self.decide(answer);
        if grants { decided } else { Decided::No }
    }
}
