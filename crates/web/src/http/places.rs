//! Who may have a connection. Each has a thread, so there are only so many of them, and nobody may take
//! them all:
//!
//! - whoever has asked for something that only the owner may ask for is known, and has places of its
//!   own; in a crowd it is known as soon as it comes, if what it asks has come with it;
//! - all others are strangers. One more takes the place of another: of one from the same address, or
//!   else from the address with the most. The newest that keeps the server waiting goes first, so that
//!   a flood hits itself.

use std::net::{IpAddr, Ipv6Addr, TcpStream};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Connections of strangers at a time.
const STRANGERS: usize = 128;
/// Those of one address. A browser opens six.
const STRANGERS_OF_ADDRESS: usize = 32;
/// Connections of who is known.
const KNOWN: usize = 128;
/// How long a connection may wait for a request before it counts as idle.
const PATIENCE: Duration = Duration::from_millis(500);

/// Who asks, as far as a request tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Anybody.
    Stranger,
    /// Somebody who may use the server.
    Known,
}

/// A connection that can be ended from outside.
pub trait Connection: Send + Sync {
    /// Ends it, so that its thread finds out.
    fn end(&self);
}

impl Connection for TcpStream {
    fn end(&self) {
        // If this fails, it has ended already.
        let _ = self.shutdown(std::net::Shutdown::Both);
    }
}

/// The places for connections.
#[derive(Default)]
pub struct Places {
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// The number of the last that came.
    last: u64,
    /// In the order in which they came.
    taken: Vec<Taken>,
}

/// A place that is taken.
struct Taken {
    number: u64,
    address: IpAddr,
    standing: Standing,
    /// Since when it waits for a request; nothing while it is answered.
    waits_since: Option<Instant>,
    connection: Arc<dyn Connection>,
}

/// The place of a connection, until it is dropped.
pub struct Place {
    places: Arc<Places>,
    number: u64,
}

impl Places {
    /// Whether a stranger from this address would take the place of another.
    pub fn is_full(&self, address: IpAddr) -> bool {
        self.lock().is_full(network(address))
    }

    /// Gives a connection a place, which may be another's until now. Who is known already takes none of
    /// a stranger's, and loses its own to none.
    pub fn take(
        self: &Arc<Self>,
        address: IpAddr,
        connection: Arc<dyn Connection>,
        shown: Standing,
    ) -> Place {
        let address = network(address);
        let mut state = self.lock();
        let standing = match shown {
            Standing::Known if state.has_room_for_known() => Standing::Known,
            _ => Standing::Stranger,
        };
        if standing == Standing::Stranger && state.is_full(address) {
            let is_own = state.strangers_of(address) >= STRANGERS_OF_ADDRESS;
            let crowded = if is_own {
                Some(address)
            } else {
                state.most_crowded()
            };
            state.end_one(|taken| {
                taken.standing == Standing::Stranger && Some(taken.address) == crowded
            });
        }
        state.last += 1;
        let number = state.last;
        state.taken.push(Taken {
            number,
            address,
            standing,
            waits_since: Some(Instant::now()),
            connection,
        });
        drop(state);
        Place {
            places: self.clone(),
            number,
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn count(&self, standing: Standing) -> usize {
        let taken = self.taken.iter();
        taken.filter(|taken| taken.standing == standing).count()
    }

    fn strangers_of(&self, address: IpAddr) -> usize {
        let strangers = self
            .taken
            .iter()
            .filter(|taken| taken.standing == Standing::Stranger);
        strangers.filter(|taken| taken.address == address).count()
    }

    /// Whether one more stranger from an address is one too many.
    fn is_full(&self, address: IpAddr) -> bool {
        self.strangers_of(address) >= STRANGERS_OF_ADDRESS
            || self.count(Standing::Stranger) >= STRANGERS
    }

    /// Whether there is room for one more who is known; an idle one of them makes it.
    fn has_room_for_known(&mut self) -> bool {
        if self.count(Standing::Known) >= KNOWN {
            self.end_one(|taken| taken.standing == Standing::Known && taken.waits_since.is_some());
        }
        self.count(Standing::Known) < KNOWN
    }

    /// The address with the most strangers.
    fn most_crowded(&self) -> Option<IpAddr> {
        let addresses = self.taken.iter().map(|taken| taken.address);
        addresses.max_by_key(|&address| self.strangers_of(address))
    }

    /// Ends one of some connections: the newest idle one, or else the oldest.
    fn end_one(&mut self, is_candidate: impl Fn(&Taken) -> bool) {
        let is_idle = |taken: &Taken| {
            let wait = taken.waits_since.map(|since| since.elapsed());
            is_candidate(taken) && wait.is_some_and(|wait| wait >= PATIENCE)
        };
        let newest_idle = self.taken.iter().rposition(is_idle);
        let oldest = || self.taken.iter().position(&is_candidate);
        if let Some(index) = newest_idle.or_else(oldest) {
            self.taken.remove(index).connection.end();
        }
    }
}

impl Place {
    /// The connection waits for a request.
    pub fn wait(&self) {
        if let Some(taken) = self.places.lock().find(self.number) {
            taken.waits_since = Some(Instant::now());
        }
    }

    /// A request has come, and is to be answered. False if there is no place for that.
    #[must_use]
    pub fn work(&self, standing: Standing) -> bool {
        let mut state = self.places.lock();
        let Some(taken) = state.find(self.number) else {
            return false;
        };
        taken.waits_since = None;
        if standing == Standing::Stranger || taken.standing == Standing::Known {
            return true;
        }
        let has_room = state.has_room_for_known();
        if let Some(taken) = state.find(self.number).filter(|_| has_room) {
            taken.standing = Standing::Known;
        }
        has_room
    }
}

impl State {
    fn find(&mut self, number: u64) -> Option<&mut Taken> {
        self.taken.iter_mut().find(|taken| taken.number == number)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut state = self.places.lock();
        state.taken.retain(|taken| taken.number != self.number);
    }
}

/// What stands for an address: of IPv6 the network, because whoever has one has all its addresses.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).into()
        }
        address => address,
    }
}

#[cfg(test)]
mod tests;
