//! Between games: challenges come in and are answered, games are started and followed, and while
//! nobody wants to play, other bots are challenged.

mod slots;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use support::Stop;

use crate::api::{Challenge, Compat, Event, Failure, Game, GameId, is_for_bots};
use crate::challenge::{judge, kind};
use crate::config::{Speed, minutes};
use crate::errands::{Errand, Reply};
use crate::game::{self, Outcome, Shared};
use crate::log::note;
use crate::matchmaking::{Matchmaker, Wish};
use crate::stream::Signal;
use slots::{Guest, Slots};

/// What the lobby hears.
pub(crate) enum News {
    /// From the event stream.
    Event(Signal<Event>),
    /// An errand is done.
    Done(Errand, Result<Reply, Failure>),
    /// A game's thread has ended.
    Ended(GameId, Outcome),
    /// Ctrl-C.
    Stop(Stop),
}

/// How often it looks what is due.
const TICK: Duration = Duration::from_secs(1);

/// How often a game is started again whose thread has panicked.
const MOST_CRASHES: u32 = 3;

/// Between two questions whether the token is valid.
const TOKEN_WAIT: Duration = Duration::from_secs(2);

/// A game that is played now.
struct Running {
    news: Sender<game::News>,
    is_correspondence: bool,
}

/// What goes on between games.
pub(crate) struct Lobby {
    shared: Arc<Shared>,
    sender: Sender<News>,
    games: HashMap<GameId, Running>,
    slots: Slots,
    /// Correspondence games in which the opponent is to move.
    parked: HashSet<GameId>,
    /// When to look whether they have moved.
    look: Instant,
    matchmaker: Matchmaker,
    idle_since: Instant,
    crashes: HashMap<GameId, u32>,
    /// Games that have ended.
    finished: u64,
    is_stopping: bool,
    /// How often in a row the token was denied, and when to ask again.
    denials: u32,
    ask: Option<Instant>,
    end: Option<Result<(), String>>,
}

impl Lobby {
    pub(crate) fn new(shared: Arc<Shared>, sender: Sender<News>, seed: u64) -> Self {
        let config = &shared.config;
        Self {
            slots: Slots::new(&config.game, &config.correspondence),
            matchmaker: Matchmaker::new(&config.matchmaking, seed),
            shared,
            sender,
            games: HashMap::new(),
            parked: HashSet::new(),
            look: Instant::now(),
            idle_since: Instant::now(),
            crashes: HashMap::new(),
            finished: 0,
            is_stopping: false,
            denials: 0,
            ask: None,
            end: None,
        }
    }

    /// Works until it is told to stop and the last game is over.
    ///
    /// # Errors
    /// If Lichess does not take the token any more.
    pub(crate) fn run(mut self, news: &Receiver<News>) -> Result<(), String> {
        loop {
            match news.recv_timeout(TICK) {
                Ok(news) => self.hear(news),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            }
            self.act();
            if let Some(end) = self.end.take() {
                return end;
            }
        }
    }

    fn errand(&self, errand: Errand) {
        self.shared.errands.run(errand);
    }

    fn hear(&mut self, news: News) {
        match news {
            News::Event(Signal::Line(event)) => self.hear_event(event),
            News::Event(Signal::Lost(reason)) => note!("lost the event stream: {reason}"),
            News::Event(Signal::Denied(_)) => self.errand(Errand::Account),
            News::Event(Signal::NotFound) => {
                self.end = Some(Err("the server has no event stream".to_owned()));
            }
            // A damaged event may have been a challenge, which comes again when the stream does.
            News::Event(Signal::Garbled | Signal::Opened(_) | Signal::Alive) => {}
            News::Done(errand, result) => self.hear_reply(errand, result),
            News::Ended(id, outcome) => self.hear_end(id, outcome),
            News::Stop(Stop::Finish) => self.stop(),
            News::Stop(Stop::Abort) => self.end = Some(Ok(())),
        }
    }

    fn hear_event(&mut self, event: Event) {
        match event {
            Event::GameStart { game } => self.start(game),
            Event::GameFinish { game } => {
                self.parked.remove(&game.game_id);
                match self.games.get(&game.game_id) {
                    // If its thread has ended already, it knows.
                    Some(running) => drop(running.news.send(game::News::Finished)),
                    None => self.slots.ended(&game.game_id),
                }
            }
            Event::Challenge { challenge, compat } => self.hear_challenge(&challenge, compat),
            Event::ChallengeCanceled { challenge } => self.slots.forget(&challenge.id),
            Event::ChallengeDeclined { challenge } => {
                let declined = self.matchmaker.declined(&challenge.id, Instant::now());
                if let Some(user) = declined {
                    note!("{user} declines ({})", challenge.decline_reason_key);
                }
            }
            Event::Other => {}
        }
    }

    fn hear_challenge(&mut self, challenge: &Challenge, compat: Option<Compat>) {
        let challenger = challenge.challenger.as_ref();
        // Our own come back to us.
        if challenger.and_then(|player| player.id.as_deref()) == Some(&*self.shared.me.id) {
            return;
        }
        if self.slots.knows(&challenge.id) {
            return;
        }
        let (id, guest) = (challenge.id.clone(), Guest::of(challenge));
        let config = &self.shared.config.challenge;
        let streak = self.slots.streak(&guest.name);
        let again = if challenge.rematch_of.is_some() {
            " again"
        } else {
            ""
        };
        if self.is_stopping {
            self.errand(Errand::Decline(id, "later"));
        } else if let Err(refusal) = judge(config, challenge, compat, streak) {
            note!("declining {} of {}: {}", id, guest.name, refusal.why);
            self.errand(Errand::Decline(id, refusal.reason));
        } else if self.slots.queued() >= config.queue {
            note!("declining {} of {}: the queue is full", id, guest.name);
            self.errand(Errand::Decline(id, "later"));
        } else {
            note!(
                "{} ({}) challenges{again}: {id}{}",
                guest.name,
                kind(challenge),
                colors(challenge)
            );
            self.slots.queue(id, guest);
        }
    }

    fn start(&mut self, game: Game) {
        let id = game.game_id;
        if self.games.contains_key(&id) {
            return;
        }
        if !is_for_bots(game.compat) {
            note!("{id}: leaving it alone, it is not for bots");
            return;
        }
        let is_correspondence = game.speed == Some(Speed::Correspondence);
        let guest = self
            .slots
            .started(&id, game.opponent.username, is_correspondence);
        self.matchmaker.started(&id, guest.is_bot, Instant::now());
        if is_correspondence && !game.is_my_turn {
            self.parked.insert(id);
            return;
        }
        self.parked.remove(&id);
        self.play(id, is_correspondence);
    }

    fn play(&mut self, id: GameId, is_correspondence: bool) {
        let (sender, ended) = (self.sender.clone(), id.clone());
        let report = move |outcome| {
            // Without a lobby the program ends.
            sender.send(News::Ended(ended, outcome)).ok();
        };
        match game::start(Arc::clone(&self.shared), id.clone(), report) {
            Ok(news) => {
                let running = Running {
                    news,
                    is_correspondence,
                };
                self.games.insert(id, running);
            }
            Err(error) => note!("{id}: cannot start a thread: {error}"),
        }
    }

    fn hear_end(&mut self, id: GameId, outcome: Outcome) {
        let Some(running) = self.games.remove(&id) else {
            return;
        };
        let now = Instant::now();
        self.idle_since = now;
        match outcome {
            Outcome::Parked => {
                self.parked.insert(id);
            }
            Outcome::Crashed => {
                let crashes = self.crashes.entry(id.clone()).or_default();
                *crashes += 1;
                if *crashes <= MOST_CRASHES {
                    note!("{id}: its thread has failed, starting it again");
                    return self.play(id, running.is_correspondence);
                }
                note!("{id}: giving it up");
                self.slots.ended(&id);
            }
            Outcome::Left => self.slots.ended(&id),
            Outcome::Over { was_white } => {
                self.slots.ended(&id);
                self.crashes.remove(&id);
                self.finished += 1;
                let limit = self.shared.config.game.until;
                if limit > 0 && self.finished >= limit && !self.is_stopping {
                    note!("{limit} games are played");
                    self.stop();
                }
                let is_free = !self.is_stopping && !self.slots.has_queue();
                let next = is_free.then(|| self.matchmaker.finished(&id, was_white, now));
                self.grant(next.flatten());
            }
        }
    }

    fn hear_reply(&mut self, errand: Errand, result: Result<Reply, Failure>) {
        let now = Instant::now();
        if let Err(failure) = &result {
            note!("{}: {failure}", name_of(&errand));
        }
        match (errand, result) {
            (Errand::Account, result) => self.hear_token(result.err()),
            (Errand::Accept(id), Err(_)) => self.slots.forget(&id),
            (Errand::Offer { .. }, Ok(Reply::Challenged(challenge))) => {
                self.matchmaker.invited(Ok(challenge.id), now);
            }
            (Errand::Offer { .. }, Err(failure)) => self.matchmaker.invited(Err(&failure), now),
            (Errand::Bots, result) => {
                let bots = match result {
                    Ok(Reply::Bots(bots)) => Some(bots),
                    _ => None,
                };
                self.matchmaker.listed(bots, &self.shared.me.id, now);
            }
            (Errand::Playing, Ok(Reply::Playing(playing))) => {
                for game in playing.now_playing {
                    self.start(game);
                }
            }
            _ => {}
        }
    }

    /// Whether the token is still valid, asked after something was denied.
    fn hear_token(&mut self, failure: Option<Failure>) {
        let Some(Failure::Denied(reason)) = failure else {
            self.denials = 0;
            return;
        };
        self.denials += 1;
        if self.denials >= 2 {
            self.end = Some(Err(format!("Lichess does not take the token: {reason}")));
        } else {
            self.ask = Some(Instant::now() + TOKEN_WAIT);
        }
    }

    /// Does what is due.
    fn act(&mut self) {
        let now = Instant::now();
        if self.ask.take_if(|at| *at <= now).is_some() {
            self.errand(Errand::Account);
        }
        if self.is_stopping {
            let is_over = self.games.values().all(|running| running.is_correspondence);
            if is_over {
                self.end.get_or_insert(Ok(()));
            }
            return;
        }
        if now >= self.look {
            self.look = now + minutes(self.shared.config.correspondence.look).max(TICK);
            self.errand(Errand::Playing);
        }
        self.slots.expire(now);
        if self.slots.is_human_waiting()
            && let Some(id) = self.matchmaker.give_way()
        {
            note!("canceling a challenge: a human wants to play");
            self.errand(Errand::Cancel(id));
        }
        let reserved = usize::from(self.matchmaker.is_waiting());
        while let Some(id) = self.slots.next(reserved, now) {
            self.errand(Errand::Accept(id));
        }
        if !self.slots.is_idle() {
            self.idle_since = now;
        }
        let idle = self
            .slots
            .is_idle()
            .then(|| now.saturating_duration_since(self.idle_since));
        let wish = self.matchmaker.wish(idle, &self.shared.me.perfs, now);
        self.grant(wish);
    }

    fn grant(&self, wish: Option<Wish>) {
        match wish {
            None => {}
            Some(Wish::List) => self.errand(Errand::Bots),
            Some(Wish::Cancel(id)) => self.errand(Errand::Cancel(id)),
            Some(Wish::Invite(invitation)) => {
                let (user, offer) = (invitation.user, invitation.offer);
                note!("challenging {user}: {}", offer.clock);
                self.errand(Errand::Offer { user, offer });
            }
        }
    }

    /// Takes no more challenges, and ends after the last game.
    fn stop(&mut self) {
        self.is_stopping = true;
        for id in self.slots.clear() {
            self.errand(Errand::Decline(id, "later"));
        }
        if let Some(id) = self.matchmaker.give_way() {
            self.errand(Errand::Cancel(id));
        }
        for running in self
            .games
            .values()
            .filter(|running| running.is_correspondence)
        {
            // If it has ended already, all the better.
            running.news.send(game::News::Leave).ok();
        }
    }
}

/// Our color, where the challenge tells it.
fn colors(challenge: &Challenge) -> &'static str {
    let theirs = match challenge.color.as_str() {
        "random" => challenge.final_color.as_str(),
        color => color,
    };
    match theirs {
        "white" => ", we are Black",
        "black" => ", we are White",
        _ => "",
    }
}

fn name_of(errand: &Errand) -> String {
    match errand {
        Errand::Accept(id) => format!("accepting {id}"),
        Errand::Decline(id, _) => format!("declining {id}"),
        Errand::Cancel(id) => format!("canceling {id}"),
        Errand::Chat { id, .. } => format!("{id}: chat"),
        Errand::Offer { user, .. } => format!("challenging {user}"),
        Errand::Bots => "the list of bots".to_owned(),
        Errand::Playing => "the list of our games".to_owned(),
        Errand::Account => "our account".to_owned(),
    }
}
