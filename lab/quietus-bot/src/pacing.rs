//! When a request may be sent: a penalty of the server holds for the endpoint that it refused.
//!
//! Requests of a running game come back after 1, 2 and 4 seconds, because its clock runs; all
//! others wait a minute and longer each time. `Retry-After` comes before both.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// What a request is about. Each has a penalty of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Endpoint {
    /// Who we are.
    Account,
    /// The stream of challenges and games.
    Events,
    /// The stream of a game.
    Game,
    /// A move.
    Move,
    /// Draw, takeback, resign, abort, claim.
    Decision,
    /// Chat.
    Chat,
    /// Accepting, declining, canceling.
    Answer,
    /// Challenging.
    Challenge,
    /// The list of bots.
    Bots,
    /// The list of our games.
    Playing,
    /// Registering an engine for the analysis board.
    Registration,
    /// Waiting for analysis requests and answering them.
    Work,
}

const ENDPOINTS: usize = Endpoint::Work as usize + 1;

/// The longest wait that a `Retry-After` may impose on a running game. A server that asks for
/// more is asked again then: the game would be lost anyway.
const LONGEST_IN_GAME: Duration = Duration::from_secs(60);

/// The penalty of an endpoint.
#[derive(Clone, Copy, Default)]
struct Penalty {
    until: Option<Instant>,
    /// Refusals in a row.
    strikes: u32,
}

/// The penalties of all endpoints.
pub(crate) struct Pacing {
    penalties: Mutex<[Penalty; ENDPOINTS]>,
    /// The first wait of endpoints outside games.
    first: Duration,
}

impl Pacing {
    pub(crate) fn new(first: Duration) -> Self {
        Self {
            penalties: Mutex::new([Penalty::default(); ENDPOINTS]),
            first,
        }
    }

    fn lock(&self) -> MutexGuard<'_, [Penalty; ENDPOINTS]> {
        self.penalties
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// How long the endpoint must still wait; zero if it may be used.
    pub(crate) fn wait(&self, endpoint: Endpoint) -> Duration {
        let until = self.lock()[endpoint as usize].until;
        until.map_or(Duration::ZERO, |until| {
            until.saturating_duration_since(Instant::now())
        })
    }

    /// The server has refused a request, and may have said for how long; returns the wait.
    pub(crate) fn refused(&self, endpoint: Endpoint, retry_after: Option<Duration>) -> Duration {
        self.refused_at(Instant::now(), endpoint, retry_after)
    }

    fn refused_at(&self, now: Instant, endpoint: Endpoint, told: Option<Duration>) -> Duration {
        let mut penalties = self.lock();
        let penalty = &mut penalties[endpoint as usize];
        // What was under way when the penalty began is refused for the same reason.
        if penalty.until.is_none_or(|until| until <= now) {
            penalty.strikes = penalty.strikes.saturating_add(1);
        }
        let step = penalty.strikes.saturating_sub(1);
        let wait = match (endpoint.urgency(), told) {
            (Urgency::Clock | Urgency::Stream, Some(told)) => told.min(LONGEST_IN_GAME),
            (Urgency::None, Some(told)) => told,
            (Urgency::Clock, None) => Duration::from_secs(1 << step.min(2)),
            (Urgency::Stream, None) => Duration::from_secs(1 << step.min(5)),
            (Urgency::None, None) => self.first * [1, 2, 4, 8, 10][(step as usize).min(4)],
        };
        // The longest wait that was told holds.
        penalty.until = penalty.until.max(Some(now + wait));
        wait
    }

    /// The server has answered a request.
    pub(crate) fn served(&self, endpoint: Endpoint) {
        self.lock()[endpoint as usize].strikes = 0;
    }
}

/// How much hurry an endpoint has.
#[derive(Clone, Copy)]
enum Urgency {
    /// A clock runs.
    Clock,
    /// Games may begin unheard.
    Stream,
    None,
}

impl Endpoint {
    const fn urgency(self) -> Urgency {
        match self {
            Self::Game | Self::Move | Self::Decision => Urgency::Clock,
            Self::Events | Self::Account => Urgency::Stream,
            _ => Urgency::None,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::{Endpoint, Pacing};

    #[test]
    fn moves_come_back_soon_and_challenges_late() {
        let pacing = Pacing::new(Duration::from_secs(60));
        let now = Instant::now();
        // Each comes after the penalty of the last.
        let waits = |endpoint| -> Vec<u64> {
            let mut at = now;
            let mut next = || {
                let wait = pacing.refused_at(at, endpoint, None);
                // Of another game, at the same time.
                assert_eq!(pacing.refused_at(at, endpoint, None), wait);
                at += wait;
                wait.as_secs()
            };
            (0..6).map(|_| next()).collect()
        };
        assert_eq!(waits(Endpoint::Move), [1, 2, 4, 4, 4, 4]);
        assert_eq!(waits(Endpoint::Events), [1, 2, 4, 8, 16, 32]);
        assert_eq!(waits(Endpoint::Challenge), [60, 120, 240, 480, 600, 600]);
        pacing.served(Endpoint::Move);
        let later = now + Duration::from_secs(3600);
        let wait = pacing.refused_at(later, Endpoint::Move, None);
        assert_eq!(wait.as_secs(), 1);
    }

    #[test]
    fn penalties_are_of_one_endpoint_and_the_longest_holds() {
        let pacing = Pacing::new(Duration::from_secs(60));
        let long = Duration::from_secs(3600);
        assert_eq!(pacing.refused(Endpoint::Chat, Some(long)), long);
        pacing.refused(Endpoint::Chat, None);
        assert!(pacing.wait(Endpoint::Chat) > Duration::from_secs(3500));
        assert_eq!(pacing.wait(Endpoint::Move), Duration::ZERO);
        assert_eq!(pacing.refused(Endpoint::Move, Some(long)).as_secs(), 60);
        pacing.refused(Endpoint::Game, Some(Duration::ZERO));
        assert_eq!(pacing.wait(Endpoint::Game), Duration::ZERO);
    }
}
