//! The line queue between an engine's reader thread and the thread that plays with the engine.
//!
//! The reader thread must not wake the player for every `info` line: at a few milliseconds a move
//! the wake-ups would cost more than the games. So the player says which first word it waits for
//! (`bestmove`, `readyok`), and sleeps until that word, the end of the stream, or a half-full
//! queue. A full queue blocks the reader thread, and with it an engine that floods its output.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use super::transcript::Ring;

/// Lines and bytes a queue holds before the reader thread blocks.
const MAX_LINES: usize = 2048;
const MAX_BYTES: usize = 1 << 20;

/// The number of recent lines in a transcript.
const KEPT_OUTPUT: usize = 60;

/// A line of output without its line end, and its arrival time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The text. Invalid UTF-8 is replaced, an overlong line is truncated.
    pub text: String,
    /// When the reader thread received it.
    pub at: Instant,
}

impl Line {
    /// The first word.
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

/// The result of a wait.
pub(super) enum Collected {
    /// Lines arrived, not necessarily the wanted one.
    Lines,
    /// Nothing arrived by the deadline.
    Nothing,
    /// The stream has ended and the queue is empty.
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
    /// A wanted line has arrived, or the queue is half full, since the wait began.
    wake: bool,
    /// The stream has ended.
    ended: bool,
    /// The engine was dropped; lines are no longer taken.
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

    /// A panic of the other thread leaves the queue consistent.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds lines, blocking while the queue is full. False if the queue was abandoned.
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

    /// Marks the end of the stream.
    pub(super) fn end(&self) {
        self.lock().ended = true;
        self.arrived.notify_all();
    }

    /// Unblocks the reader thread: no more lines will be taken.
    pub(super) fn abandon(&self) {
        let mut state = self.lock();
        state.abandoned = true;
        state.lines.clear();
        drop(state);
        self.drained.notify_all();
    }

    /// Takes all queued lines; if there are none, waits for a wanted line until the deadline.
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
            let timeout = deadline.saturating_duration_since(Instant::now());
            let asleep = |state: &mut State| !state.wake && !state.ended;
            (state, _) = self
                .arrived
                .wait_timeout_while(state, timeout, asleep)
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

    /// Waits for the end of the stream, dropping all lines. False if the deadline came first.
    pub(super) fn wait_for_end(&self, deadline: Instant) -> bool {
        let mut dropped = VecDeque::new();
        loop {
            match self.collect(Wanted::Word("\n"), deadline, &mut dropped) {
                Collected::End => return true,
                Collected::Nothing => return false,
                Collected::Lines if Instant::now() >= deadline => return false,
                Collected::Lines => dropped.clear(),
            }
        }
    }

    /// The most recent lines, whether taken or not.
    pub(super) fn recent(&self) -> Vec<Line> {
        self.lock().recent.to_vec()
    }
}
