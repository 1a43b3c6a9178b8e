//! The queue between the thread that reads an engine's output and the one that plays with it.
//!
//! The reader must not wake the player for every line of search output: at a few milliseconds a
//! move the wake-ups would cost more than the games. So the player says which first word it waits
//! for, and sleeps until that word, the end of the stream, or a half-full queue. A full queue
//! stops the reader, and with it an engine that floods its output.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use super::transcript::Ring;

/// Lines and bytes a queue holds before the reader has to wait.
const MAX_LINES: usize = 2048;
const MAX_BYTES: usize = 1 << 20;

/// Lines of output that reports show.
const KEPT_OUTPUT: usize = 60;

/// A line of output, without its end, and when it arrived on the monotonic clock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The text. What is not UTF-8 is replaced, what is overlong is cut.
    pub text: String,
    /// When the reader thread got it.
    pub at: Instant,
}

impl Line {
    /// The first word.
    #[must_use]
    pub fn word(&self) -> &str {
        first_word(&self.text)
    }
}

pub(super) fn first_word(text: &str) -> &str {
    text.split_ascii_whitespace().next().unwrap_or_default()
}

/// What the player waits for.
#[derive(Clone, Copy)]
pub(super) enum Wanted {
    /// Any line.
    Any,
    /// A line that starts with this word.
    Word(&'static str),
}

/// What a wait has brought.
pub(super) enum Collected {
    /// Lines, perhaps not the wanted one among them.
    Lines,
    /// Nothing until the deadline.
    Nothing,
    /// The stream has ended and everything was taken.
    End,
}

pub(super) struct Inbox {
    state: Mutex<State>,
    arrived: Condvar,
    drained: Condvar,
}

struct State {
    lines: VecDeque<Line>,
    bytes: usize,
    wanted: Wanted,
    /// Something worth waking up for has arrived since the wait began.
    wake: bool,
    /// No more output will come.
    ended: bool,
    /// Nobody will take lines any more.
    abandoned: bool,
    recent: Ring,
}

impl Inbox {
    pub(super) fn new() -> Self {
        Self {
            state: Mutex::new(State {
                lines: VecDeque::new(),
                bytes: 0,
                wanted: Wanted::Any,
                wake: false,
                ended: false,
                abandoned: false,
                recent: Ring::new(KEPT_OUTPUT),
            }),
            arrived: Condvar::new(),
            drained: Condvar::new(),
        }
    }

    /// A panic of the other thread leaves a queue that is still in order.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds lines, waiting while the queue is full. Says whether more lines are welcome.
    pub(super) fn push(&self, lines: &mut Vec<Line>) -> bool {
        let mut state = self.lock();
        for line in lines.drain(..) {
            while !state.abandoned && (state.lines.len() >= MAX_LINES || state.bytes >= MAX_BYTES) {
                state.wake = true;
                self.arrived.notify_one();
                state = self
                    .drained
                    .wait(state)
                    .unwrap_or_else(PoisonError::into_inner);
            }
            if state.abandoned {
                return false;
            }
            state.recent.push(&line.text, line.at);
            state.bytes += line.text.len();
            state.wake |= match state.wanted {
                Wanted::Any => true,
                Wanted::Word(word) => line.word() == word,
            };
            state.lines.push_back(line);
            state.wake |= state.lines.len() >= MAX_LINES / 2 || state.bytes >= MAX_BYTES / 2;
        }
        let wake = state.wake;
        drop(state);
        if wake {
            self.arrived.notify_one();
        }
        true
    }

    /// Notes that the stream has ended.
    pub(super) fn end(&self) {
        self.lock().ended = true;
        self.arrived.notify_all();
    }

    /// Lets a waiting reader go: nobody listens any more.
    pub(super) fn abandon(&self) {
        let mut state = self.lock();
        state.abandoned = true;
        state.lines.clear();
        drop(state);
        self.drained.notify_all();
    }

    /// Takes all lines there are; if there are none, waits for wanted ones until the deadline.
    pub(super) fn collect(
        &self,
        wanted: Wanted,
        deadline: Instant,
        into: &mut VecDeque<Line>,
    ) -> Collected {
        let mut state = self.lock();
        if state.lines.is_empty() && !state.ended {
            state.wanted = wanted;
            state.wake = false;
            let patience = deadline.saturating_duration_since(Instant::now());
            let asleep = |state: &mut State| !state.wake && !state.ended;
            (state, _) = self
                .arrived
                .wait_timeout_while(state, patience, asleep)
                .unwrap_or_else(PoisonError::into_inner);
        }
        if state.lines.is_empty() {
            return if state.ended {
                Collected::End
            } else {
                Collected::Nothing
            };
        }
        into.append(&mut state.lines);
        state.bytes = 0;
        drop(state);
        self.drained.notify_one();
        Collected::Lines
    }

    /// Waits for the end of the stream, throwing away what comes. Says whether it came.
    pub(super) fn wait_for_end(&self, deadline: Instant) -> bool {
        let mut thrown = VecDeque::new();
        loop {
            match self.collect(Wanted::Word("\n"), deadline, &mut thrown) {
                Collected::End => return true,
                Collected::Nothing => return false,
                Collected::Lines if Instant::now() >= deadline => return false,
                Collected::Lines => thrown.clear(),
            }
        }
    }

    /// The last lines, whether taken or not.
    pub(super) fn recent(&self) -> Vec<Line> {
        self.lock().recent.to_vec()
    }
}
