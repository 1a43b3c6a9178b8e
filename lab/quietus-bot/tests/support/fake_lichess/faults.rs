//! Which fault comes next: those that have been injected least, at random times.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use game::Rng;

/// The kinds of requests; each has its own penalty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    Account,
    Events,
    Game,
    Move,
    Decision,
    Chat,
    Answer,
    Challenge,
    Bots,
    Playing,
}

/// A fault of the server or on the way to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Fault {
    /// 429 with JSON, without a time.
    LimitedJson,
    /// 429 with a page, and `Retry-After`.
    LimitedPage,
    /// 502 with a page; nothing was done.
    BadGateway,
    /// 502 with a page, but it was done.
    BadGatewayDone,
    /// The connection closes before anything is done.
    DropBefore,
    /// The connection closes within the answer; it was done.
    DropDuring,
    /// It is done, and the connection closes without an answer.
    DropAfter,
    /// It is done, and nothing is answered.
    Silence,
    /// On a stream: closed between two lines.
    StreamDrop,
    /// On a stream: half a line, then closed.
    StreamHalf,
    /// On a stream: open, but nothing comes any more.
    StreamSilence,
    /// On a stream: a line that is no JSON.
    StreamGarbage,
    /// On a stream: the last line again.
    StreamDouble,
    /// On the event stream: closed, as when another one was opened with the token.
    SecondStream,
}

const OF_REQUESTS: [Fault; 8] = [
    Fault::LimitedJson,
    Fault::LimitedPage,
    Fault::BadGateway,
    Fault::BadGatewayDone,
    Fault::DropBefore,
    Fault::DropDuring,
    Fault::DropAfter,
    Fault::Silence,
];

/// Opening a stream does nothing.
const OF_OPENING: [Fault; 5] = [
    Fault::LimitedJson,
    Fault::LimitedPage,
    Fault::BadGateway,
    Fault::DropBefore,
    Fault::DropDuring,
];

const OF_GAME_LINES: [Fault; 5] = [
    Fault::StreamDrop,
    Fault::StreamHalf,
    Fault::StreamSilence,
    Fault::StreamGarbage,
    Fault::StreamDouble,
];

const OF_EVENT_LINES: [Fault; 6] = [
    Fault::StreamDrop,
    Fault::StreamHalf,
    Fault::StreamSilence,
    Fault::StreamGarbage,
    Fault::StreamDouble,
    Fault::SecondStream,
];

/// Injects faults.
pub(crate) struct Faults {
    rng: Rng,
    /// In percent.
    rate: u64,
    pub(crate) counts: BTreeMap<(Kind, Fault), u64>,
    /// Until when a kind of request must not come, when that was said, and to which game.
    penalties: BTreeMap<Kind, (Instant, Instant, String)>,
}

/// A request of another game that was under way when the penalty was told is no offence.
const UNDER_WAY: Duration = Duration::from_millis(600);

/// Waits may be this much too short.
const SLACK: Duration = Duration::from_millis(50);

/// What `Retry-After` says in these tests.
pub(crate) const RETRY_AFTER: Duration = Duration::from_secs(1);

impl Faults {
    pub(crate) fn new(seed: u64, rate: u64) -> Self {
        Self {
            rng: Rng::new(seed),
            rate,
            counts: BTreeMap::new(),
            penalties: BTreeMap::new(),
        }
    }

    /// The fault of a request, if it has one.
    pub(crate) fn of_request(&mut self, kind: Kind, id: &str) -> Option<Fault> {
        let fault = match kind {
            Kind::Events | Kind::Game => self.draw(kind, &OF_OPENING),
            _ => self.draw(kind, &OF_REQUESTS),
        }?;
        if matches!(fault, Fault::LimitedJson | Fault::LimitedPage) {
            let now = Instant::now();
            let penalty = (now, now + RETRY_AFTER, id.to_owned());
            self.penalties.insert(kind, penalty);
        }
        Some(fault)
    }

    /// The fault of a line of a stream, if it has one.
    pub(crate) fn of_line(&mut self, kind: Kind) -> Option<Fault> {
        match kind {
            Kind::Events => self.draw(kind, &OF_EVENT_LINES),
            _ => self.draw(kind, &OF_GAME_LINES),
        }
    }

    fn draw(&mut self, kind: Kind, faults: &[Fault]) -> Option<Fault> {
        // Requests that are rare in games have faults more often.
        let rate = match kind {
            Kind::Move | Kind::Game => self.rate,
            Kind::Events => 2 * self.rate,
            _ => (6 * self.rate).min(50),
        };
        if self.rng.below(100) as u64 >= rate {
            return None;
        }
        let count = |fault: &&Fault| self.counts.get(&(kind, **fault)).copied().unwrap_or(0);
        let least = *faults.iter().min_by_key(count)?;
        *self.counts.entry((kind, least)).or_default() += 1;
        Some(least)
    }

    /// Whether a request comes though it must not.
    pub(crate) fn is_too_early(&self, kind: Kind, id: &str) -> bool {
        let now = Instant::now();
        let penalty = self.penalties.get(&kind);
        penalty.is_some_and(|(told, until, whose)| {
            let under_way = if whose == id { SLACK } else { UNDER_WAY };
            now > *told + under_way && now + SLACK < *until
        })
    }
}
