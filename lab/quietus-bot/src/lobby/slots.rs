//! Who plays and who waits: places for games, the queue of challenges, and how often in a row the
//! same opponent has played.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use crate::api::{Challenge, GameId};
use crate::challenge::kind;
use crate::config::{CorrespondenceConfig, GameConfig, Kind, Speed};

/// How long a challenge that was accepted may take to become a game.
const START_PATIENCE: Duration = Duration::from_secs(30);

/// Who wants to play.
#[derive(Clone, Debug)]
pub(super) struct Guest {
    pub(super) name: String,
    pub(super) is_bot: bool,
    is_correspondence: bool,
}

impl Guest {
    pub(super) fn of(challenge: &Challenge) -> Self {
        let player = challenge.challenger.as_ref();
        Self {
            name: player.map(|player| player.name()).unwrap_or_default(),
            is_bot: kind(challenge) == Kind::Bot,
            is_correspondence: challenge.speed == Some(Speed::Correspondence),
        }
    }
}

/// The places.
pub(super) struct Slots {
    at_once: usize,
    for_humans: usize,
    correspondence: usize,
    /// In the order of their arrival.
    queue: Vec<(GameId, Guest)>,
    /// Accepted, not yet a game.
    accepted: HashMap<GameId, (Guest, Instant)>,
    playing: HashMap<GameId, Guest>,
    /// The last opponent, and games in a row.
    streak: (String, u32),
}

impl Slots {
    pub(super) fn new(game: &GameConfig, correspondence: &CorrespondenceConfig) -> Self {
        Self {
            at_once: game.at_once,
            for_humans: game.for_humans,
            correspondence: correspondence.at_once,
            queue: Vec::new(),
            accepted: HashMap::new(),
            playing: HashMap::new(),
            streak: (String::new(), 0),
        }
    }

    pub(super) fn queue(&mut self, id: GameId, guest: Guest) {
        self.queue.push((id, guest));
    }

    pub(super) fn queued(&self) -> usize {
        self.queue.len()
    }

    pub(super) fn has_queue(&self) -> bool {
        !self.queue.is_empty()
    }

    /// Whether a challenge was heard of before: an event stream that opens again repeats them.
    pub(super) fn knows(&self, id: &GameId) -> bool {
        self.queue.iter().any(|(queued, _)| queued == id)
            || self.accepted.contains_key(id)
            || self.playing.contains_key(id)
    }

    /// Games in a row with an opponent.
    pub(super) fn streak(&self, name: &str) -> u32 {
        match self.streak.0.eq_ignore_ascii_case(name) {
            true => self.streak.1,
            false => 0,
        }
    }

    /// The next challenge to accept, if there is a place besides those that are `reserved`: humans
    /// first.
    pub(super) fn next(&mut self, reserved: usize, now: Instant) -> Option<GameId> {
        let humans_first = [false, true].into_iter();
        let index = humans_first
            .filter_map(|is_bot| {
                let mut queue = self.queue.iter();
                queue.position(|(_, guest)| {
                    guest.is_bot == is_bot && self.has_place(guest, reserved)
                })
            })
            .next()?;
        let (id, guest) = self.queue.remove(index);
        self.accepted.insert(id.clone(), (guest, now));
        Some(id)
    }

    fn has_place(&self, guest: &Guest, reserved: usize) -> bool {
        let accepted = self.accepted.values().map(|(guest, _)| guest);
        let taken = self.playing.values().chain(accepted);
        let taken = taken.filter(|other| other.is_correspondence == guest.is_correspondence);
        let taken = taken.count();
        match (guest.is_correspondence, guest.is_bot) {
            (true, _) => taken < self.correspondence,
            (false, true) => taken + reserved + self.for_humans < self.at_once,
            (false, false) => taken + reserved < self.at_once,
        }
    }

    pub(super) fn is_human_waiting(&self) -> bool {
        let mut queue = self.queue.iter();
        queue.any(|(_, guest)| !guest.is_bot && !guest.is_correspondence)
    }

    /// Whether nobody plays, or is about to, on a clock.
    pub(super) fn is_idle(&self) -> bool {
        let mut playing = self.playing.values();
        self.accepted.is_empty()
            && self.queue.is_empty()
            && playing.all(|guest| guest.is_correspondence)
    }

    /// A challenge was withdrawn, or could not be accepted.
    pub(super) fn forget(&mut self, id: &GameId) {
        self.queue.retain(|(queued, _)| queued != id);
        self.accepted.remove(id);
    }

    /// A game has begun, perhaps before this program did; its opponent.
    pub(super) fn started(
        &mut self,
        id: &GameId,
        name: Option<String>,
        is_correspondence: bool,
    ) -> Guest {
        let queued = self.queue.iter().find(|(queued, _)| queued == id);
        let guest = match (self.accepted.get(id), queued) {
            (Some((guest, _)), _) | (None, Some((_, guest))) => guest.clone(),
            (None, None) => self.playing.get(id).cloned().unwrap_or(Guest {
                name: name.unwrap_or_default(),
                is_bot: false,
                is_correspondence,
            }),
        };
        self.forget(id);
        let is_new = self.playing.insert(id.clone(), guest.clone()).is_none();
        if is_new {
            let games = self.streak(&guest.name) + 1;
            self.streak = (guest.name.clone(), games);
        }
        guest
    }

    pub(super) fn ended(&mut self, id: &GameId) {
        self.playing.remove(id);
    }

    /// Gives up places of games that have not begun.
    pub(super) fn expire(&mut self, now: Instant) {
        self.accepted
            .retain(|_, (_, at)| now.saturating_duration_since(*at) < START_PATIENCE);
    }

    /// Empties the queue.
    pub(super) fn clear(&mut self) -> Vec<GameId> {
        self.queue.drain(..).map(|(id, _)| id).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::{Guest, Slots};
    use crate::api::GameId;
    use crate::config::{CorrespondenceConfig, GameConfig};

    fn id(text: &str) -> GameId {
        GameId::try_from(text.to_owned()).unwrap()
    }

    fn guest(name: &str, is_bot: bool) -> Guest {
        Guest {
            name: name.to_owned(),
            is_bot,
            is_correspondence: false,
        }
    }

    fn slots(at_once: usize, for_humans: usize) -> Slots {
        let game = GameConfig {
            at_once,
            for_humans,
            ..GameConfig::default()
        };
        Slots::new(&game, &CorrespondenceConfig::default())
    }

    #[test]
    fn humans_come_first_and_have_places_of_their_own() {
        let (mut slots, now) = (slots(2, 1), Instant::now());
        slots.queue(id("b1"), guest("bot1", true));
        slots.queue(id("b2"), guest("bot2", true));
        slots.queue(id("h1"), guest("human", false));
        assert_eq!(slots.next(0, now), Some(id("h1")));
        assert_eq!(slots.next(0, now), None);
        slots.started(&id("h1"), None, false);
        slots.ended(&id("h1"));
        assert_eq!(slots.next(1, now), None);
        assert_eq!(slots.next(0, now), Some(id("b1")));
        assert_eq!(slots.next(0, now), None);
        assert!(slots.knows(&id("b2")) && !slots.knows(&id("b3")));
        assert!(!slots.is_idle());
    }

    #[test]
    fn places_are_free_again_if_no_game_begins() {
        let (mut slots, now) = (slots(1, 0), Instant::now());
        slots.queue(id("a"), guest("x", false));
        slots.queue(id("b"), guest("y", false));
        assert_eq!(slots.next(0, now), Some(id("a")));
        slots.expire(now);
        assert_eq!(slots.next(0, now), None);
        slots.expire(now + Duration::from_secs(60));
        assert_eq!(slots.next(0, now), Some(id("b")));
        slots.forget(&id("b"));
        assert!(slots.is_idle());
    }

    #[test]
    fn games_in_a_row_are_counted_once_each() {
        let mut slots = slots(1, 0);
        for game in ["a", "b", "b"] {
            slots.started(&id(game), Some("Ann".to_owned()), false);
        }
        assert_eq!((slots.streak("ann"), slots.streak("bob")), (2, 0));
        slots.started(&id("c"), Some("bob".to_owned()), false);
        assert_eq!(slots.streak("ann"), 0);
    }

    #[test]
    fn correspondence_games_have_their_own_places() {
        let (mut slots, now) = (slots(1, 0), Instant::now());
        slots.started(&id("old"), Some("z".to_owned()), true);
        assert!(slots.is_idle());
        slots.queue(id("a"), guest("x", false));
        let slow = Guest {
            is_correspondence: true,
            ..guest("y", false)
        };
        slots.queue(id("b"), slow);
        assert_eq!(slots.next(0, now), Some(id("a")));
        assert_eq!(slots.next(0, now), Some(id("b")));
    }
}
