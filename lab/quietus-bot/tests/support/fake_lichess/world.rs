//! All that the fake server knows: challenges, games, events, faults, and what the bot did wrong.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use game::Rng;
use serde_json::{Value, json};

use crate::Settings;
use crate::bots::Bots;
use crate::faults::Faults;
use crate::game::Game;
use crate::provider::Board;

/// The bot's account.
pub(crate) const ME: &str = "quietus-test";

/// How long a challenge waits.
const CHALLENGE_AGE: Duration = Duration::from_secs(20);

/// A challenge to the bot.
pub(crate) struct Challenge {
    pub(crate) at: Instant,
    pub(crate) number: u64,
    pub(crate) value: Value,
    /// Whether the bot must decline it.
    pub(crate) is_bad: bool,
}

/// All that there is.
pub(crate) struct World {
    pub(crate) settings: Settings,
    pub(crate) faults: Faults,
    pub(crate) games: BTreeMap<String, Game>,
    pub(crate) challenges: BTreeMap<String, Challenge>,
    /// Lines of the event stream since the beginning.
    pub(crate) events: Vec<String>,
    /// The number of the event stream that is open: a newer one closes it.
    pub(crate) event_stream: u64,
    pub(crate) is_revoked: bool,
    pub(crate) violations: Vec<String>,
    /// Challenges so far.
    pub(crate) sent: u64,
    pub(crate) declined: u64,
    pub(crate) chats: u64,
    pub(crate) stale_moves: u64,
    pub(crate) bots: Bots,
    pub(crate) board: Board,
    told: Vec<String>,
    rng: Rng,
}

impl World {
    pub(crate) fn new(settings: Settings) -> Self {
        Self {
            faults: Faults::new(settings.seed, settings.faults),
            rng: Rng::new(settings.seed + 1),
            settings,
            games: BTreeMap::new(),
            challenges: BTreeMap::new(),
            events: Vec::new(),
            event_stream: 0,
            is_revoked: false,
            violations: Vec::new(),
            sent: 0,
            declined: 0,
            chats: 0,
            stale_moves: 0,
            bots: Bots::default(),
            board: Board::default(),
            told: Vec::new(),
        }
    }

    pub(crate) fn violation(&mut self, text: String) {
        self.violations.push(text);
    }

    /// Moves on; whether all games are over.
    pub(crate) fn tick(&mut self) -> bool {
        for game in self.games.values_mut() {
            game.tick();
        }
        let mut events = Vec::new();
        for game in self.games.values().filter(|game| game.is_over()) {
            if !self.told.contains(&game.id) {
                self.told.push(game.id.clone());
                events.push(json!({"type": "gameFinish", "game": game.event()}).to_string());
                let is_lost = game.status == "outoftime" && game.winner != Some(game.us);
                if is_lost || game.has_expired {
                    let text = format!("{}: lost on time after {} plies", game.id, game.plies());
                    self.violations.push(text);
                }
                if game.status == "resign" && game.winner != Some(game.us) {
                    self.violations
                        .push(format!("{}: the bot resigned", game.id));
                }
                if game.slowest > self.settings.recovery {
                    let slowest = game.slowest.as_millis();
                    let text = format!("{}: {slowest} ms for a move after one fault", game.id);
                    self.violations.push(text);
                }
            }
        }
        self.events.extend(events);
        self.challenges
            .retain(|_, challenge| challenge.at.elapsed() < CHALLENGE_AGE);
        self.challenge();
        self.finished() >= self.settings.games
    }

    pub(crate) fn finished(&self) -> u64 {
        self.games.values().filter(|game| game.is_over()).count() as u64
    }

    /// Keeps as many games and challenges going as are wanted at once.
    fn challenge(&mut self) {
        let open = self.games.values().filter(|game| !game.is_over()).count();
        let begun = self.games.len() as u64;
        let waiting = self.challenges.len();
        let is_enough = begun + waiting as u64 >= self.settings.games;
        if is_enough || open + waiting >= self.settings.at_once || self.event_stream == 0 {
            return;
        }
        let number = self.sent;
        self.sent += 1;
        let id = format!("G{number:07}");
        let is_bad = self.rng.below(12) == 0;
        let game = Game::new(id.clone(), number, self.settings.seed, self.settings.plies);
        let clock = match game.speed() {
            "correspondence" => json!({"type": "correspondence", "daysPerTurn": 3}),
            _ => json!({"type": "clock", "limit": 60, "increment": 1, "show": "1+1"}),
        };
        let mut value = json!({
            "id": id, "url": "x", "status": "created", "rated": false, "speed": game.speed(),
            "challenger": {
                "id": game.opponent, "name": game.opponent, "rating": 1500,
                "title": if game.is_bot { json!("BOT") } else { Value::Null },
            },
            "destUser": {"id": ME, "name": ME}, "timeControl": clock, "color": "random",
            "finalColor": (["black", "white"][game.us as usize]), "perf": {"icon": "", "name": "x"},
            "variant": {"key": if is_bad { "atomic" } else { game.variant() }, "name": "x"},
        });
        if game.form == 2 {
            value["initialFen"] = json!(game.start_fen());
        }
        let event = json!({"type": "challenge", "challenge": value, "compat": {"bot": true}});
        self.events.push(event.to_string());
        let challenge = Challenge {
            at: Instant::now(),
            number,
            value,
            is_bad,
        };
        self.challenges.insert(id, challenge);
    }

    /// The bot accepts a challenge. Accepting again what became a game is not found.
    pub(crate) fn accept(&mut self, id: &str) -> bool {
        let Some(challenge) = self.challenges.remove(id) else {
            return false;
        };
        if challenge.is_bad {
            self.violation(format!("{id}: accepted a variant that it does not play"));
        }
        let settings = &self.settings;
        let game = Game::new(
            id.to_owned(),
            challenge.number,
            settings.seed,
            settings.plies,
        );
        let event = json!({"type": "gameStart", "game": game.event()});
        self.events.push(event.to_string());
        self.games.insert(id.to_owned(), game);
        if challenge.number % 9 == 0 {
            self.tell_of_foreign_game();
        }
        true
    }

    /// A game that is not for bots: nobody may touch it.
    fn tell_of_foreign_game(&mut self) {
        let event = json!({"type": "gameStart", "game": {
            "gameId": "Foreign0", "fullId": "Foreign0abcd", "compat": {"bot": false, "board": true},
        }});
        self.events.push(event.to_string());
    }

    pub(crate) fn decline(&mut self, id: &str) -> bool {
        let Some(challenge) = self.challenges.remove(id) else {
            return false;
        };
        self.declined += 1;
        if !challenge.is_bad {
            self.violation(format!("{id}: declined for no reason"));
        }
        true
    }

    /// What an event stream says when it opens: games and challenges.
    pub(crate) fn replay(&self) -> Vec<String> {
        let games = self.games.values().filter(|game| !game.is_over());
        let games = games.map(|game| json!({"type": "gameStart", "game": game.event()}));
        let challenges = self.challenges.values();
        let challenges = challenges.map(|challenge| {
            json!({"type": "challenge", "challenge": challenge.value, "compat": {"bot": true}})
        });
        games
            .chain(challenges)
            .map(|line| line.to_string())
            .collect()
    }
}
