//! What the search does, as the session and the search thread both know it.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What the search does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SearchState {
    /// None runs.
    #[default]
    Idle,
    /// It ends by itself.
    Bounded,
    /// It runs until `stop`.
    Infinite,
    /// It waits for `ponderhit` or `stop`.
    Pondering {
        /// Whether it runs until `stop` after `ponderhit`, too.
        is_infinite: bool,
    },
    /// It was told to stop. Its best move is still to come.
    Stopping,
}

impl SearchState {
    /// The state of a search that starts.
    pub const fn at_start(ponder: bool, is_infinite: bool) -> Self {
        match (ponder, is_infinite) {
            (true, _) => Self::Pondering { is_infinite },
            (false, true) => Self::Infinite,
            (false, false) => Self::Bounded,
        }
    }

    /// Whether it needs to be told when to end.
    pub const fn is_endless(self) -> bool {
        matches!(self, Self::Infinite | Self::Pondering { .. })
    }
}

/// The state of the search, shared with its thread, which ends it.
#[derive(Clone, Debug, Default)]
pub struct SharedState(Arc<Mutex<SearchState>>);

impl SharedState {
    /// The state now.
    pub fn get(&self) -> SearchState {
        *self.lock()
    }

    /// A search starts.
    pub fn start(&self, state: SearchState) {
        *self.lock() = state;
    }

    /// The search has ended.
    pub fn end(&self) {
        *self.lock() = SearchState::Idle;
    }

    /// The search was told to stop, if there is one.
    pub fn stop(&self) {
        let mut state = self.lock();
        if *state != SearchState::Idle {
            *state = SearchState::Stopping;
        }
    }

    /// The opponent made the expected move.
    pub fn ponder_hit(&self) {
        let mut state = self.lock();
        if let SearchState::Pondering { is_infinite } = *state {
            *state = SearchState::at_start(false, is_infinite);
        }
    }

    fn lock(&self) -> MutexGuard<'_, SearchState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::{SearchState, SharedState};

    #[test]
    fn a_search_goes_through_its_states() {
        let state = SharedState::default();
        state.stop();
        state.ponder_hit();
        assert_eq!(state.get(), SearchState::Idle, "there is no search to stop");
        state.start(SearchState::at_start(true, false));
        assert!(state.get().is_endless());
        state.ponder_hit();
        assert_eq!(state.get(), SearchState::Bounded);
        state.start(SearchState::at_start(true, true));
        state.ponder_hit();
        assert_eq!(state.get(), SearchState::Infinite);
        state.stop();
        state.ponder_hit();
        assert_eq!(state.get(), SearchState::Stopping);
        assert!(!state.get().is_endless(), "it was told to end");
        state.clone().end();
        assert_eq!(state.get(), SearchState::Idle);
    }
}
