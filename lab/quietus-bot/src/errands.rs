//! Requests for which no clock runs: one at a time on a thread of its own, in their order, but one
//! whose endpoint has a penalty lets the others pass.

use std::collections::VecDeque;
use std::io;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use crate::api::{Challenge, Client, Failure, GameId, Listed, Offer, Playing};
use crate::pacing::Endpoint;

/// A request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Errand {
    Accept(GameId),
    Decline(GameId, &'static str),
    Cancel(GameId),
    Chat {
        id: GameId,
        room: &'static str,
        text: String,
    },
    Offer {
        user: String,
        offer: Offer,
    },
    Bots,
    Playing,
    Account,
}

/// The answer to one.
#[derive(Debug)]
pub(crate) enum Reply {
    Done,
    Challenged(Box<Challenge>),
    Bots(Vec<Listed>),
    Playing(Playing),
    /// The token is valid.
    Account,
}

impl Errand {
    const fn endpoint(&self) -> Endpoint {
        match self {
            Self::Accept(_) | Self::Decline(..) | Self::Cancel(_) => Endpoint::Answer,
            Self::Chat { .. } => Endpoint::Chat,
            Self::Offer { .. } => Endpoint::Challenge,
            Self::Bots => Endpoint::Bots,
            Self::Playing => Endpoint::Playing,
            Self::Account => Endpoint::Account,
        }
    }

    /// How long it makes sense.
    const fn lifetime(&self) -> Duration {
        Duration::from_secs(match self {
            Self::Accept(_) | Self::Chat { .. } => 60,
            Self::Decline(..) | Self::Cancel(_) | Self::Bots | Self::Playing => 300,
            Self::Offer { .. } => 1,
            Self::Account => 3600,
        })
    }

    /// How often it may be sent again when the server may have done it.
    const fn retries(&self) -> u32 {
        match self {
            // Twice would be two challenges, and two texts.
            Self::Offer { .. } | Self::Chat { .. } => 0,
            _ => 4,
        }
    }

    fn run(&self, client: &Client) -> Result<Reply, Failure> {
        match self {
            Self::Accept(id) => client.accept(id).map(|()| Reply::Done),
            Self::Decline(id, reason) => client.decline(id, reason).map(|()| Reply::Done),
            Self::Cancel(id) => client.cancel(id).map(|()| Reply::Done),
            Self::Chat { id, room, text } => client.chat(id, room, text).map(|()| Reply::Done),
            Self::Offer { user, offer } => {
                let challenge = client.challenge(user, offer)?;
                Ok(Reply::Challenged(Box::new(challenge)))
            }
            Self::Bots => client.bots().map(Reply::Bots),
            Self::Playing => client.playing().map(Reply::Playing),
            Self::Account => client.account().map(|_| Reply::Account),
        }
    }
}

/// The handle of the thread.
#[derive(Clone)]
pub(crate) struct Errands(Sender<Errand>);

impl Errands {
    /// Starts the thread; results are delivered until `deliver` returns false.
    ///
    /// # Errors
    /// If there is no thread.
    pub(crate) fn start(
        client: Arc<Client>,
        deliver: impl FnMut(Errand, Result<Reply, Failure>) -> bool + Send + 'static,
    ) -> io::Result<Self> {
        let (sender, errands) = mpsc::channel();
        let run = move || Runner::new(client, deliver).serve(&errands);
        thread::Builder::new().spawn(run)?;
        Ok(Self(sender))
    }

    pub(crate) fn run(&self, errand: Errand) {
        // Without the thread the program is ending.
        self.0.send(errand).ok();
    }

    /// Finds out whether the token is still valid.
    pub(crate) fn check_token(&self) {
        self.run(Errand::Account);
    }
}

struct Waiting {
    errand: Errand,
    /// Not before this time, whatever the endpoint says.
    from: Instant,
    until: Instant,
    tries: u32,
}

struct Runner<D> {
    client: Arc<Client>,
    deliver: D,
    queue: VecDeque<Waiting>,
}

impl<D: FnMut(Errand, Result<Reply, Failure>) -> bool> Runner<D> {
    const fn new(client: Arc<Client>, deliver: D) -> Self {
        Self {
            client,
            deliver,
            queue: VecDeque::new(),
        }
    }

    fn serve(&mut self, errands: &Receiver<Errand>) {
        loop {
            let wait = match self.next() {
                Some((index, Duration::ZERO)) => {
                    let Some(waiting) = self.queue.remove(index) else {
                        continue;
                    };
                    if !self.run(waiting) {
                        return;
                    }
                    Duration::ZERO
                }
                Some((_, wait)) => wait,
                None => Duration::from_secs(3600),
            };
            match errands.recv_timeout(wait) {
                Ok(errand) => self.add(errand),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return,
            }
        }
    }

    fn add(&mut self, errand: Errand) {
        // Many games may ask the same at once.
        if self.queue.iter().any(|waiting| waiting.errand == errand) {
            return;
        }
        let from = Instant::now();
        let until = from + errand.lifetime();
        let tries = 0;
        self.queue.push_back(Waiting {
            errand,
            from,
            until,
            tries,
        });
    }

    /// The errand that can be run first, and how long it must wait.
    fn next(&self) -> Option<(usize, Duration)> {
        let now = Instant::now();
        let wait = |waiting: &Waiting| {
            let penalty = self.client.pacing.wait(waiting.errand.endpoint());
            waiting.from.saturating_duration_since(now).max(penalty)
        };
        let waits = self.queue.iter().map(wait).enumerate();
        waits.min_by_key(|&(_, wait)| wait)
    }

    /// Runs an errand; whether anybody listens.
    fn run(&mut self, mut waiting: Waiting) -> bool {
        let result = match waiting.until > Instant::now() {
            true => waiting.errand.run(&self.client),
            false => Err(Failure::Refused("it came too late".to_owned())),
        };
        let again = match &result {
            Err(Failure::Limited { .. }) => !matches!(waiting.errand, Errand::Offer { .. }),
            Err(Failure::Unclear(_)) => waiting.tries < waiting.errand.retries(),
            _ => false,
        };
        if again {
            if matches!(result, Err(Failure::Unclear(_))) {
                waiting.from = Instant::now() + Duration::from_millis(500 << waiting.tries);
                waiting.tries += 1;
            }
            self.queue.push_front(waiting);
            return true;
        }
        (self.deliver)(waiting.errand, result)
    }
}
