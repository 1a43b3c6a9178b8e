//! Challenges to other bots while nobody wants to play: whom, when, and how often.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use game::Rng;
use serde_json::Value;

use crate::api::{Failure, GameId, Listed, Offer};
use crate::config::{MatchmakingConfig, TimeControl, Variant, minutes, seconds};
use crate::log::note;

/// How long the list of bots is good.
const LIST_AGE: Duration = Duration::from_secs(20 * 60);

/// How long a challenge waits for an answer; Lichess lets it expire after 20 s.
const OFFER_AGE: Duration = Duration::from_secs(25);

/// After a list that did not come.
const LIST_WAIT: Duration = Duration::from_secs(60);

const DAY: Duration = Duration::from_secs(24 * 3600);

/// An offer to a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Invitation {
    pub(crate) user: String,
    pub(crate) offer: Offer,
    /// Whether it is the second game against the same opponent.
    is_rematch: bool,
}

/// An invitation that is under way.
struct Sent {
    invitation: Invitation,
    /// Known once the server has answered.
    id: Option<GameId>,
    at: Instant,
}

/// Chooses opponents.
pub(crate) struct Matchmaker {
    config: MatchmakingConfig,
    rng: Rng,
    bots: Vec<Listed>,
    listed: Option<Instant>,
    is_listing: bool,
    sent: Option<Sent>,
    /// What happened to challenges while the id of ours was not known: events may come before the
    /// answer. True for one that was declined.
    early: Vec<(GameId, bool)>,
    /// Games that came of invitations.
    games: HashMap<GameId, Invitation>,
    /// Until when a bot is left alone, and how often it has declined.
    resting: HashMap<String, (Instant, u32)>,
    /// When games with bots began.
    played: Vec<Instant>,
    /// Nothing happens before this time.
    not_before: Instant,
}

/// What the matchmaker wants done.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Wish {
    List,
    Invite(Invitation),
    /// Nobody has answered.
    Cancel(GameId),
}

impl Matchmaker {
    pub(crate) fn new(config: &MatchmakingConfig, seed: u64) -> Self {
        Self {
            config: config.clone(),
            rng: Rng::new(seed),
            bots: Vec::new(),
            listed: None,
            is_listing: false,
            sent: None,
            early: Vec::new(),
            games: HashMap::new(),
            resting: HashMap::new(),
            played: Vec::new(),
            not_before: Instant::now(),
        }
    }

    /// What to do next; `idle` is how long there has been no game, nothing while there is one.
    pub(crate) fn wish(
        &mut self,
        idle: Option<Duration>,
        perfs: &Value,
        now: Instant,
    ) -> Option<Wish> {
        if let Some(sent) = &self.sent {
            if now.saturating_duration_since(sent.at) < OFFER_AGE {
                return None;
            }
            let user = sent.invitation.user.clone();
            let id = sent.id.clone();
            note!("{user} does not answer");
            self.rest(&user, now);
            self.sent = None;
            return id.map(Wish::Cancel);
        }
        let is_idle = idle.is_some_and(|idle| idle >= minutes(self.config.idle));
        let is_time = is_idle && now >= self.not_before;
        if !self.config.enabled || !is_time || self.is_listing || !self.may_play(now) {
            return None;
        }
        let is_old = |at: Instant| now.saturating_duration_since(at) > LIST_AGE;
        if self.listed.is_none_or(is_old) {
            self.is_listing = true;
            return Some(Wish::List);
        }
        let invitation = self.choose(perfs, now);
        if invitation.is_none() {
            note!("nobody to challenge");
            self.not_before = now + LIST_AGE;
        }
        invitation.map(|invitation| self.invite(invitation, now))
    }

    fn invite(&mut self, invitation: Invitation, now: Instant) -> Wish {
        self.not_before = now + minutes(self.config.pause);
        self.early.clear();
        self.sent = Some(Sent {
            invitation: invitation.clone(),
            id: None,
            at: now,
        });
        Wish::Invite(invitation)
    }

    /// Whether the day has room for another game with a bot.
    fn may_play(&mut self, now: Instant) -> bool {
        let is_recent = |at: &Instant| now.saturating_duration_since(*at) < DAY;
        self.played.retain(is_recent);
        self.played.len() < self.config.a_day
    }

    fn choose(&mut self, perfs: &Value, now: Instant) -> Option<Invitation> {
        let clock = *self.rng.choose(&self.config.clocks)?;
        let variant = *self.rng.choose(&self.config.variants)?;
        let perf = perf(clock, variant);
        let ours = rating(perfs, perf);
        let [below, above] = self.config.window.map(i64::from);
        let is_near = |bot: &&Listed| match (ours, rating(&bot.perfs, perf)) {
            (Some(ours), Some(theirs)) => (ours - below..=ours + above).contains(&theirs),
            // Without a rating of ours everybody is as good as we are.
            (None, _) => true,
            (Some(_), None) => false,
        };
        let is_rested = |bot: &&Listed| self.resting.get(&bot.id).is_none_or(|&(at, _)| at <= now);
        let fit = self.bots.iter().filter(is_near).filter(is_rested);
        let fit: Vec<String> = fit.map(|bot| bot.id.clone()).collect();
        let user = self.rng.choose(&fit)?.clone();
        let offer = Offer {
            clock,
            variant,
            is_rated: self.config.rated,
            color: "random",
        };
        Some(Invitation {
            user,
            offer,
            is_rematch: false,
        })
    }

    /// The list has come, or not.
    pub(crate) fn listed(&mut self, bots: Option<Vec<Listed>>, me: &str, now: Instant) {
        self.is_listing = false;
        match bots {
            Some(mut bots) => {
                bots.retain(|bot| bot.id != me);
                self.bots = bots;
                self.listed = Some(now);
            }
            None => self.not_before = now + LIST_WAIT,
        }
    }

    /// The server has taken our challenge, or not.
    pub(crate) fn invited(&mut self, result: Result<GameId, &Failure>, now: Instant) {
        let Some(mut sent) = self.sent.take() else {
            return;
        };
        match result {
            Ok(id) => {
                sent.id = Some(id.clone());
                self.sent = Some(sent);
                let early = std::mem::take(&mut self.early);
                match early.into_iter().find(|(early, _)| *early == id) {
                    None => {}
                    Some((_, true)) => drop(self.declined(&id, now)),
                    Some((_, false)) => self.become_game(&id),
                }
            }
            Err(Failure::Limited { wait, .. }) => self.not_before = now + *wait,
            // The opponent's day is used up.
            Err(Failure::Quota(_)) => {
                self.resting.insert(sent.invitation.user, (now + DAY, 0));
            }
            Err(_) => self.rest(&sent.invitation.user, now),
        }
    }

    /// A challenge was declined; whether it was ours.
    pub(crate) fn declined(&mut self, id: &GameId, now: Instant) -> Option<String> {
        self.note_early(id, true);
        let sent = self.sent.take_if(|sent| sent.id.as_ref() == Some(id))?;
        self.rest(&sent.invitation.user, now);
        Some(sent.invitation.user)
    }

    /// Leaves a bot alone, each time for longer.
    fn rest(&mut self, user: &str, now: Instant) {
        let strikes = self.resting.get(user).map_or(0, |&(_, strikes)| strikes);
        let hours = self.config.decline * 3600.0 * f64::from(1 << strikes.min(6));
        let until = now + seconds(hours);
        self.resting.insert(user.to_owned(), (until, strikes + 1));
    }

    /// A game has begun.
    pub(crate) fn started(&mut self, id: &GameId, with_bot: bool, now: Instant) {
        if with_bot {
            self.played.push(now);
        }
        self.note_early(id, false);
        self.become_game(id);
    }

    fn note_early(&mut self, id: &GameId, is_declined: bool) {
        if self.sent.as_ref().is_some_and(|sent| sent.id.is_none()) {
            self.early.push((id.clone(), is_declined));
        }
    }

    /// Our challenge has become a game, if it is this one.
    fn become_game(&mut self, id: &GameId) {
        if let Some(sent) = self.sent.take_if(|sent| sent.id.as_ref() == Some(id)) {
            self.resting.remove(&sent.invitation.user);
            self.games.insert(id.clone(), sent.invitation);
        }
    }

    /// A game is over; perhaps there is a second one with the colors changed.
    pub(crate) fn finished(&mut self, id: &GameId, was_white: bool, now: Instant) -> Option<Wish> {
        let last = self.games.remove(id)?;
        let goes_on = self.config.rematch && !last.is_rematch && self.sent.is_none();
        if !goes_on || !self.may_play(now) {
            return None;
        }
        let mut next = last;
        next.is_rematch = true;
        next.offer.color = if was_white { "black" } else { "white" };
        Some(self.invite(next, now))
    }

    /// A human wants to play: whether a challenge of ours is to be canceled.
    pub(crate) fn give_way(&mut self) -> Option<GameId> {
        self.sent.take().and_then(|sent| sent.id)
    }

    /// Whether a challenge is under way that could become a game.
    pub(crate) fn is_waiting(&self) -> bool {
        self.sent.is_some()
    }
}

/// The rating that counts for a game.
fn perf(clock: TimeControl, variant: Variant) -> &'static str {
    if variant == Variant::Chess960 {
        return "chess960";
    }
    // As Lichess estimates the length of a game.
    match clock.limit + 40 * clock.increment {
        0..30 => "ultraBullet",
        30..180 => "bullet",
        180..480 => "blitz",
        480..1500 => "rapid",
        _ => "classical",
    }
}

fn rating(perfs: &Value, perf: &str) -> Option<i64> {
    perfs[perf]["rating"].as_i64()
}

#[cfg(test)]
mod tests;
